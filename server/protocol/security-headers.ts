/** Headers of every answer, files and errors included. Source: OWASP Secure Headers. */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // One policy of the console: the addresses of its workers (lib/worker-address.ts).
  'trusted-types flow-console-worker',
].join('; ')

/** Two years, as the lists of browsers ask. */
const transport = 'max-age=63072000'

/** `https`: the service is reached by https, so that a browser may be told to stay with it. */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ...(https ? { 'strict-transport-security': transport } : {}),
})

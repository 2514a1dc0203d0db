/** Default security headers of all responses, including files and errors. Source: OWASP Secure Headers. */

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
  // The console's only Trusted Types policy: worker URLs (lib/start-worker.ts).
  'trusted-types flow-console-worker',
].join('; ')

/** HSTS for two years, as hstspreload.org recommends; at least one is required. */
const transport = 'max-age=63072000'

/** `https`: the service is reachable by https, so HSTS may be sent. */
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

/**
 * Network errors as messages for the author of a flow. Only the host of a URL is shown, since the rest may contain
 * secrets.
 */
import { HostError, OutgoingError } from '#server/engine/engine-tools.ts'

/** Code of an error, or of its cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // An HTTPParserError of undici may have no code.
  if (error.name === 'HTTPParserError') return 'HPE_'
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** `words`: rest of the sentence after the host. */
type ErrorMapping = [code: string, words: string, retryable: boolean]

/** By error code of Node and undici; the first match is used. */
const known: readonly [RegExp, ErrorMapping][] = [
  [/^UND_ERR_CONNECT_TIMEOUT$/, ['timeout', 'did not accept the connection in time', true]],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, ['timeout', 'did not respond in time', true]],
  [/^ETIMEDOUT$/, ['timeout', 'did not accept the connection in time', true]],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, ['too_large', 'sent a response that is too large', false]],
  [/^UND_ERR_HEADERS_OVERFLOW$/, ['too_large', 'sent response headers that are too large', false]],
  [/^(ENOTFOUND|EAI_NODATA|EAI_NONAME)$/, ['unreachable', 'was not found by DNS', true]],
  [/^EAI_/, ['unreachable', 'could not be resolved by DNS', true]],
  [/^ECONNREFUSED$/, ['unreachable', 'refused the connection', true]],
  [
    /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_)/,
    ['unreachable', 'failed the TLS handshake: its certificate is invalid, or it does not use TLS', false],
  ],
  [/^HPE_/, ['bad_answer', 'sent an invalid HTTP response', false]],
  [/^Z_|^ERR_(_ERROR|BROTLI|ZLIB)|^ERR__/, ['bad_answer', 'sent a damaged compressed response', false]],
  [
    /^UND_ERR_(INVALID_ARG|REQ_CONTENT|NOT_SUPPORTED)/,
    ['bad_request', 'was not contacted because a header has an invalid name or character', false],
  ],
]

/** Converts any request error to an OutgoingError. `host`: display name of the host. */
export function outgoingErrorOf(error: unknown, host: string): OutgoingError {
  if (error instanceof HostError) return error.withHost(host)
  if (error instanceof OutgoingError) return error
  const code = codeOf(error)
  const [, [name, words, retryable]] = known.find(([pattern]) => pattern.test(code)) ?? [
    /./,
    ['unreachable', 'could not be reached, or closed the connection before it responded', true] satisfies ErrorMapping,
  ]
  return new HostError(name, host, `${words}.`, retryable)
}

/** What went wrong on the way, in words for whoever made the flow. No address is quoted beyond its host: the rest may hold secrets. */
import { HostError, OutgoingError } from '#server/engine/engine-tools.ts'

/** The code of an error, or of the one it was made of. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // undici's own has no code where the parser gives none.
  if (error.name === 'HTTPParserError') return 'HPE_'
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** `words` follow the host. */
type Said = [code: string, words: string, retryable: boolean]

/** By code, or the beginning of one, of Node and undici. The first that fits is taken. */
const known: readonly [RegExp, Said][] = [
  [/^UND_ERR_CONNECT_TIMEOUT$/, ['timeout', 'did not accept the connection in time', true]],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, ['timeout', 'did not respond in time', true]],
  [/^ETIMEDOUT$/, ['timeout', 'did not accept the connection in time', true]],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, ['too_large', 'sent a response that is too large', false]],
  [/^UND_ERR_HEADERS_OVERFLOW$/, ['too_large', 'sent response headers that are too large', false]],
  [/^(ENOTFOUND|EAI_NODATA|EAI_NONAME)$/, ['unreachable', 'was not found by DNS', true]],
  [/^EAI_/, ['unreachable', 'could not be looked up by DNS', true]],
  [/^ECONNREFUSED$/, ['unreachable', 'refused the connection', true]],
  [
    /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_)/,
    ['unreachable', 'has an invalid certificate', false],
  ],
  [/^HPE_/, ['bad_answer', 'sent an invalid HTTP response', false]],
  [/^Z_|^ERR_(_ERROR|BROTLI|ZLIB)|^ERR__/, ['bad_answer', 'sent a damaged compressed response', false]],
  [
    /^UND_ERR_(INVALID_ARG|REQ_CONTENT|NOT_SUPPORTED)/,
    ['bad_request', 'was not contacted because a header has an invalid name or character', false],
  ],
]

/** Everything that can happen to a request, as OutgoingError. `host`: the name of the host as an error may show it. */
export function outgoingErrorOf(error: unknown, host: string): OutgoingError {
  if (error instanceof HostError) return error.withHost(host)
  if (error instanceof OutgoingError) return error
  const code = codeOf(error)
  const [, [name, words, retryable]] = known.find(([pattern]) => pattern.test(code)) ?? [
    /./,
    ['unreachable', 'closed the connection before it responded', true] satisfies Said,
  ]
  return new HostError(name, host, `${words}.`, retryable)
}

/**
 * All error codes of the service with their HTTP status. Source: docs/api.md, "Errors". Programs can rely on the code;
 * `detail` is for people and may change.
 */
import { z } from 'zod'

export const errorStatus = {
  invalid: 400,
  malformed_json: 400,
  unknown_filter: 400,
  not_authenticated: 401,
  insufficient_balance: 402,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_conflict: 409,
  idempotency_conflict: 409,
  in_progress: 409,
  not_ready: 409,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unknown_host: 421,
  not_a_template: 422,
  several_flows: 422,
  flow_too_large: 422,
  throttled: 429,
  internal: 500,
  // From the proxy in front of another service. Unreachable and untrusted: no request was sent. Broken and timeout:
  // the request may have arrived.
  upstream_unreachable: 502,
  upstream_untrusted: 502,
  upstream_redirect: 502,
  upstream_broken: 502,
  unavailable: 503,
  upstream_timeout: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text)

export const errorCodes: readonly ErrorCode[] = Object.keys(errorStatus).filter(isErrorCode)

/** Messages by field path ("name", "config.url"); "non_field_errors" for the body as a whole. */
const FieldErrors = z.record(z.string(), z.array(z.string()))

/**
 * Body of every response with status 400 or above. Some codes add fields: `version_conflict` `current`, `not_ready`
 * `validation` if the cause is a flow, `not_a_template` `reason`.
 */
export const ErrorBody = z.looseObject({
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: FieldErrors.optional(),
  request_id: z.string(),
})

/** The same error as RFC 9457 problem details, for `Accept: application/problem+json`. */
export const ProblemBody = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: FieldErrors.optional(),
  request_id: z.string(),
})

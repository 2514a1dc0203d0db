/** Error responses in both formats: our own and RFC 9457. Never a stack trace, never HTML. */
import { errorStatus, type ErrorCode } from '#contract/kernel/error.ts'
import { Fault } from '#server/base/fault.ts'
import { databaseErrorOf } from '#server/store/db/database-error.ts'
import { headerOf, type Incoming } from './incoming.ts'

/** Retry-After in seconds for an unavailable database. */
const retrySeconds = '2'

const titles: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'Malformed JSON',
  not_authenticated: 'Not signed in',
  internal: 'Internal error',
}
const titleOf = (code: ErrorCode) =>
  titles[code] ?? code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** Converts any error to a Fault: database failures become 503, unexpected errors 500. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  switch (databaseErrorOf(error)) {
    case 'away':
      return new Fault(
        'unavailable',
        'The database is currently unavailable. Nothing was changed. Try again in a few seconds.',
        {
          headers: { 'retry-after': retrySeconds },
        },
      )
    case 'full':
      return new Fault(
        'unavailable',
        'The disk of the database is full. Nothing was changed. Free some space and try again.',
        {
          headers: { 'retry-after': '60' },
        },
      )
    case 'conflict':
      return new Fault('conflict', 'Another request changed the same object at the same time. Try again.')
    case 'text':
      return new Fault(
        'invalid',
        'The request contains characters that cannot be stored (NUL or a lone surrogate). Remove them and try again.',
      )
    case null:
      return new Fault('internal', 'Internal error. The log has details under this request id.')
  }
}

export interface ErrorResponse {
  status: number
  body: string
  headers: Record<string, string>
}

export function errorResponse(fault: Fault, request: Incoming, requestId: string): ErrorResponse {
  const { code, message, errors, more } = fault
  const status = errorStatus[code]
  const facts = { detail: message, code, ...(errors ? { errors } : {}), request_id: requestId, ...more }
  const problem = /application\/problem\+json/i.test(headerOf(request, 'accept') ?? '')
  const headers: Record<string, string> = {
    'content-type': problem ? 'application/problem+json' : 'application/json',
    'cache-control': 'no-store',
    ...fault.headers,
  }
  // Not "Basic", for which browsers open a password dialog.
  if (code === 'not_authenticated') headers['www-authenticate'] = 'Bearer realm="flow-console"'
  const body = problem ? { type: `about:blank#${code}`, title: titleOf(code), status, ...facts } : facts
  return { status, body: JSON.stringify(body), headers }
}

/** A `/me/` that gave no answer: what it says about the service. Loaded where that happens. */
import { ApiError } from '#api/errors.ts'
import { flowsAnswer } from './flows-answer.ts'

/** Answers of a service that has nothing at this path. */
const absentStatuses = new Set([404, 405, 410, 501])
/** No answer, or one of what stands before the service: it is down, whatever it offers. */
const downStatuses = new Set([0, 429, 502, 503, 504])

/** What a `/me/` that was not answered says about the service. */
export async function meRefusalMeaning(
  problem: ApiError,
  signal: AbortSignal,
): Promise<'absent' | 'refused' | 'failed'> {
  // The reference service says it in so many words.
  if (downStatuses.has(problem.status) || problem.code === 'not_authenticated') return 'failed'
  const flows = await flowsAnswer(signal)
  if (absentStatuses.has(problem.status) || problem.code === 'not_json') return flows === 'asks' ? 'refused' : 'absent'
  // Some answer what they do not have with 401, 403 or 500.
  return flows === 'given' ? 'absent' : flows === 'asks' ? 'refused' : 'failed'
}

/** Whatever the answer was: one has to sign in. */
export const refusalAt = ({ method, path, tookMs, at, requestId }: ApiError): ApiError =>
  new ApiError({
    status: 401,
    code: 'http_401',
    detail: 'The service asks for a sign-in.',
    fieldErrors: {},
    requestId,
    method,
    path,
    tookMs,
    at,
    retryAfter: null,
    current: undefined,
    body: undefined,
  })

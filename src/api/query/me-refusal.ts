/** Interprets a failed `/me/` request. Loaded on the first failure. */
import { ApiError } from '#api/errors.ts'
import { flow } from '#contract/flow.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'
import { timeoutMs } from '#api/request/early-requests.ts'

/**
 * Response of the flow list, which every service has. `given` = flows, `asks` = a sign-in is required, `other` = any
 * other response, or none. The body is not read: some services return all flows in one page.
 */
export async function probeFlowList(signal: AbortSignal): Promise<'given' | 'asks' | 'other'> {
  try {
    const base = await baseUrl()
    const response = await fetch(`${base}${urlOf(flow.list, { limit: 1 })}`, {
      ...requestTo(base),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    void response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'asks'
    const isPage = response.headers.get('content-type')?.includes('html') ?? false
    return response.ok && !isPage ? 'given' : 'other'
  } catch (problem) {
    if (signal.aborted) throw problem
    return 'other'
  }
}

/** Statuses that mean that the service does not have this path. */
const absentStatuses = new Set([404, 405, 410, 501])
/** No response, a rate limit, or an error of a gateway: says nothing about the path. */
const downStatuses = new Set([0, 429, 502, 503, 504])

/** `absent` = the service has no `/me/`, `refused` = it requires a sign-in, `failed` = anything else. */
export async function meRefusalMeaning(
  problem: ApiError,
  signal: AbortSignal,
): Promise<'absent' | 'refused' | 'failed'> {
  // The reference service uses this code if the user is not signed in.
  if (downStatuses.has(problem.status) || problem.code === 'not_authenticated') return 'failed'
  const flows = await probeFlowList(signal)
  if (absentStatuses.has(problem.status) || problem.code === 'not_json') return flows === 'asks' ? 'refused' : 'absent'
  // Some services respond to an unknown path with 401, 403 or 500.
  return flows === 'given' ? 'absent' : flows === 'asks' ? 'refused' : 'failed'
}

/** An error that asks to sign in, in place of the original one. */
export const signInErrorFor = ({ method, path, durationMs, at, requestId, body }: ApiError): ApiError =>
  new ApiError({
    status: 401,
    code: 'http_401',
    detail: 'The service requires a sign-in. Sign in to continue.',
    fieldErrors: {},
    requestId,
    method,
    path,
    durationMs,
    at,
    retryAfter: null,
    current: undefined,
    // It may say how to get a key.
    body,
  })

/** How a service answers for its flows, of which every one has some: what to make of a `/me/` that is not ours. */
import { flow } from '#contract/flow.ts'
import { urlOf } from '#contract/kernel/kernel.ts'
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'
import { timeoutMs } from '#api/request/early-requests.ts'

/** `asks` for a sign-in; `other` = no answer, or one that says neither. Only the head is read: some give all flows at once. */
export async function flowsAnswer(signal: AbortSignal): Promise<'given' | 'asks' | 'other'> {
  try {
    const base = await baseUrl()
    const answer = await fetch(`${base}${urlOf(flow.list, { limit: 1 })}`, {
      ...requestTo(base),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    void answer.body?.cancel()
    if (answer.status === 401 || answer.status === 403) return 'asks'
    const isPage = answer.headers.get('content-type')?.includes('html') ?? false
    return answer.ok && !isPage ? 'given' : 'other'
  } catch (problem) {
    if (signal.aborted) throw problem
    return 'other'
  }
}

/** After an answer was lost: whether the flow that was to be made is there. For services that do not promise safe repeats. */
import { call } from '#api/request/client.ts'
import { clockOffset } from '#api/connection/clock.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { normalName } from '#lib/text/text.ts'

/** How much earlier than our own clock says a flow may say that it was made: clocks that are set by hand differ. */
const toleranceMs = 300_000

export interface ArrivedFlow {
  id: string
  name: string
  /** ISO 8601; "" where the service does not say. */
  createdAt: string
}

export type Arrival = { is: 'found'; flow: ArrivedFlow } | { is: 'none' } | { is: 'unknown' }

interface Listed {
  id: string
  name: string
  created_at: string
}

/**
 * Those that may have been made since then, the newest first; of those that do not say when, nobody knows. Pure.
 * @param since in ms, by the service's clock
 */
export function madeSince<T extends { created_at: string }>(all: readonly T[], since: number): T[] {
  const timeOf = ({ created_at: at }: T) => Date.parse(at)
  return all
    .filter((one) => Number.isNaN(timeOf(one)) || timeOf(one) >= since - toleranceMs)
    .toSorted((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0))
}

/** The newest flow of this name that may have been made since then; null where there is none. Pure. */
export function newestSince(flows: readonly Listed[], name: string, since: number): ArrivedFlow | null {
  const [newest] = madeSince(
    flows.filter((flow) => normalName(flow.name) === normalName(name)),
    since,
  )
  return newest === undefined ? null : { id: newest.id, name: newest.name, createdAt: newest.created_at }
}

/** The answer was lost: the service may have done it. 429 says that it did not. */
export const mayBeThere = ({ status }: ApiError): boolean => status === 0 || status >= 500

/** Looks for a flow that was sent at `since` (ms of this machine). */
export async function lookForFlow(name: string, since: number): Promise<Arrival> {
  try {
    const { results } = await call(flowApi.list, { search: name, limit: maxLimit, ordering: '-created_at' })
    const flow = newestSince(results, name, since + clockOffset.get())
    return flow === null ? { is: 'none' } : { is: 'found', flow }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return { is: 'unknown' }
  }
}

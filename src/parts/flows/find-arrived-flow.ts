/** After a lost answer: whether the flow was created. For services that do not guarantee safe repeats. */
import { call } from '#api/request/client.ts'
import { clockOffset } from '#api/connection/clock.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { normalName } from '#lib/text/text.ts'

/** Tolerance for a creation time before our own clock's: manually set clocks differ. */
const toleranceMs = 300_000

export interface ArrivedFlow {
  id: string
  name: string
  /** ISO 8601; "" if the service gives none. */
  createdAt: string
}

export type Arrival = { is: 'found'; flow: ArrivedFlow } | { is: 'none' } | { is: 'unknown' }

interface Listed {
  id: string
  name: string
  created_at: string
}

/**
 * Those that may have been created since then, newest first; without a time it is not known, and they are left out.
 * Pure.
 * @param since in ms, by the service's clock
 */
export function madeSince<T extends { created_at: string }>(all: readonly T[], since: number): T[] {
  const timeOf = ({ created_at: at }: T) => Date.parse(at)
  return all
    .filter((one) => Number.isNaN(timeOf(one)) || timeOf(one) >= since - toleranceMs)
    .toSorted((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0))
}

/** The newest flow of this name that may have been created since then; null if there is none. Pure. */
export function newestSince(flows: readonly Listed[], name: string, since: number): ArrivedFlow | null {
  const [newest] = madeSince(
    flows.filter((flow) => normalName(flow.name) === normalName(name)),
    since,
  )
  return newest === undefined ? null : { id: newest.id, name: newest.name, createdAt: newest.created_at }
}

/** The answer was lost: the service may have done it. 429 means that it did not. */
export const mayBeThere = ({ status }: ApiError): boolean => status === 0 || status >= 500

/** Looks for a flow that was sent at `since` (ms, by this machine's clock). */
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

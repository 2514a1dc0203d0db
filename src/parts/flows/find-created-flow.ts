/** Checks after a lost response whether the flow was created, for services that do not guarantee safe retries. */
import { call } from '#api/request/client.ts'
import { clockOffset } from '#api/connection/clock.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { normalName } from '#lib/text/text.ts'

/** Tolerance for creation times before the request, since clocks differ. */
const toleranceMs = 300_000

export interface CreatedFlow {
  id: string
  name: string
  /** ISO 8601; "" if unknown. */
  createdAt: string
}

export type CreationLookup = { is: 'found'; flow: CreatedFlow } | { is: 'none' } | { is: 'unknown' }

interface ListedFlow {
  id: string
  name: string
  created_at: string
}

/**
 * The objects that may have been created since a time, newest first. Objects without a creation time are included.
 * Pure.
 * @param since in ms, by the service's clock
 */
export function createdSince<T extends { created_at: string }>(all: readonly T[], since: number): T[] {
  const timeOf = ({ created_at: at }: T) => Date.parse(at)
  return all
    .filter((one) => Number.isNaN(timeOf(one)) || timeOf(one) >= since - toleranceMs)
    .toSorted((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0))
}

/** The newest flow with a name that may have been created since a time; null if there is none. Pure. */
export function newestCreated(flows: readonly ListedFlow[], name: string, since: number): CreatedFlow | null {
  const [newest] = createdSince(
    flows.filter((flow) => normalName(flow.name) === normalName(name)),
    since,
  )
  return newest === undefined ? null : { id: newest.id, name: newest.name, createdAt: newest.created_at }
}

/** Whether the flow may have been created despite an error. With a 4xx status, such as 429, it was not. */
export const mayHaveBeenCreated = ({ status }: ApiError): boolean => status === 0 || status >= 500

/** Looks up a flow that was sent at `since` (ms, by this machine's clock). */
export async function findCreatedFlow(name: string, since: number): Promise<CreationLookup> {
  try {
    const { results } = await call(flowApi.list, { search: name, limit: maxLimit, ordering: '-created_at' })
    const flow = newestCreated(results, name, since + clockOffset.get())
    return flow === null ? { is: 'none' } : { is: 'found', flow }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return { is: 'unknown' }
  }
}

/** Every flow that a view of the list matches, across its pages. */
import { call } from '#api/request/client.ts'
import { placeOfNext, type PagePlace } from '#api/query/next-page.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { flowsListInput, type FlowsView } from '#pages/flows/flows-view.ts'

/** As many rows as a page of the browser holds without being noticed; a ZIP takes six times as many files. */
export const maxMatching = 10_000

/** In the order of the view, at most `maxMatching` of them. Rejects with ApiError. */
export async function matchingFlows(view: FlowsView): Promise<FlowSummary[]> {
  const found = new Map<string, FlowSummary>()
  const query = flowsListInput({ ...view, page: 1, size: maxLimit })
  let place: PagePlace | null = {}
  while (place !== null && found.size < maxMatching) {
    const page: { results: FlowSummary[]; next: string | null } = await call(flowApi.list, { ...query, ...place })
    const before = found.size
    for (const row of page.results) found.set(row.id, row)
    // A service that gives the same page again and again has no other.
    place = found.size === before ? null : placeOfNext(page.next)
  }
  return [...found.values()].slice(0, maxMatching)
}

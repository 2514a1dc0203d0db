/** Updates cached lists of flows after a write, without refetching them. */
import type { QueryClient } from '@tanstack/react-query'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'

type Flows = ResponseBody<typeof flowApi.list>

const queryKey = [flowApi.list.noun, flowApi.list.id]

/** Replaces a flow in every cached list by the response to a write, whose additional fields are harmless. */
export function updateCachedFlow(client: QueryClient, saved: FlowDetail): void {
  client.setQueriesData<Flows>(
    { queryKey },
    (page) => page && { ...page, results: page.results.map((row) => (row.id === saved.id ? saved : row)) },
  )
}

/** Removes a deleted flow from every cached list. */
export function removeCachedFlow(client: QueryClient, id: string): void {
  client.setQueriesData<Flows>({ queryKey }, (page) =>
    page === undefined || page.results.every((row) => row.id !== id)
      ? page
      : { ...page, count: page.count - 1, results: page.results.filter((row) => row.id !== id) },
  )
}

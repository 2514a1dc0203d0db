/** The lists of flows that were read, kept true after a write without waiting for another read. */
import type { QueryClient } from '@tanstack/react-query'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import type { Answer } from '#contract/kernel/kernel.ts'

type Flows = Answer<typeof flowApi.list>

const queryKey = [flowApi.list.noun, flowApi.list.id]

/** Puts a flow, as the service just answered it, into every list that holds it. A list holds less of it; the rest does no harm. */
export function showSaved(client: QueryClient, saved: FlowDetail): void {
  client.setQueriesData<Flows>(
    { queryKey },
    (page) => page && { ...page, results: page.results.map((row) => (row.id === saved.id ? saved : row)) },
  )
}

/** Takes a flow that was deleted out of every list. */
export function showRemoved(client: QueryClient, id: string): void {
  client.setQueriesData<Flows>({ queryKey }, (page) =>
    page === undefined || page.results.every((row) => row.id !== id)
      ? page
      : { ...page, count: page.count - 1, results: page.results.filter((row) => row.id !== id) },
  )
}

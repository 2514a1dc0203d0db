import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { currentSearchParams } from '#ui/browser/current-search-params.ts'
import { findAsked, withFind } from '#pages/flow/flow-view.ts'

export interface Find {
  /** What is asked, as it stands in the URL. */
  text: string
  /** What it was when this was found: for a moment the text before. */
  foundText: string
  /** What could not be taken as it was written. */
  faults: readonly string[]
  /** Places of the nodes found, in the order of the flow; null = nothing is asked. */
  found: Uint32Array | null
  /** Asks something else, and opens a node with it where one is given; the steps back do not grow with the letters. */
  ask: (text: string, open?: string) => void
  /** The next node that a text finds, before it stands in the URL, or the one before; null where it finds none. */
  step: (text: string, from: string | null, by: 1 | -1) => Promise<string | null>
}

/** What is looked for in a flow. `changes` = what `is:changed` means; null = nothing is known to have changed. */
export function useFind(data: FlowData, changes: ViewedKey | null): Find {
  const [query, setQuery] = useSearchParams()
  const client = useQueryClient()
  const text = findAsked(query)
  const answer = useFlowQuery(data, 'find', text === '' ? null : { text, changes })
  const ask = (next: string, open?: string) =>
    setQuery(
      () => {
        // As the address is now: between a step and the page that shows it, a text typed before may come as well.
        const after = withFind(currentSearchParams(), next)
        if (open !== undefined) after.set('node', open)
        return after
      },
      { replace: true },
    )
  const step = async (by: string, from: string | null, way: 1 | -1) => {
    const next = await data.ask('find step', { text: by, changes, from, by: way })
    // Who stands on it asks for its place at once.
    if (next !== null) client.setQueryData(flowQueryOptions(data, 'place', { id: next.id }).queryKey, next.place)
    return next?.id ?? null
  }
  return {
    text,
    foundText: answer?.text ?? text,
    faults: answer?.faults ?? [],
    found: answer?.found ?? null,
    ask,
    step,
  }
}

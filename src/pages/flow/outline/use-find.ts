import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { currentSearchParams } from '#ui/paths.ts'
import { findAsked, withFind } from '#pages/flow/flow-view.ts'

export interface Find {
  /** The search in the URL. */
  text: string
  /** The search of these matches: briefly the previous one. */
  foundText: string
  /** Errors in the search text. */
  faults: readonly string[]
  /** Indexes of the matches, in the flow's order; null = no search. */
  found: Uint32Array | null
  /** Changes the search, and opens a node with it if given; typing adds no history entries. */
  ask: (text: string, open?: string) => void
  /** The next or previous match of a text, which may not be in the URL yet; null if it has none. */
  step: (text: string, from: string | null, by: 1 | -1) => Promise<string | null>
}

/** Search in a flow. `changes` = the comparison that `is:changed` refers to; null = no changes are known. */
export function useFind(data: FlowData, changes: ViewedKey | null): Find {
  const [query, setQuery] = useSearchParams()
  const client = useQueryClient()
  const text = findAsked(query)
  const answer = useFlowQuery(data, 'find', text === '' ? null : { text, changes })
  const ask = (next: string, open?: string) =>
    setQuery(
      () => {
        // The current URL: another text may have been typed before this step is rendered.
        const after = withFind(currentSearchParams(), next)
        if (open !== undefined) after.set('node', open)
        return after
      },
      { replace: true },
    )
  const step = async (by: string, from: string | null, way: 1 | -1) => {
    const next = await data.ask('find step', { text: by, changes, from, by: way })
    // The caller needs its index immediately.
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

import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { currentSearchParams } from '#ui/paths.ts'
import { findAsked, withFind } from '#pages/flow/flow-view.ts'

export interface Find {
  /** The search text in the URL. */
  text: string
  /** The search text of `found`: the previous one until the next result arrives. */
  foundText: string
  /** Errors in the search text. */
  faults: readonly string[]
  /** Indexes of the matches, in the flow's order; null = no search. */
  found: Uint32Array | null
  /** Changes the search text, and opens a node if one is given; adds no history entry. */
  ask: (text: string, open?: string) => void
  /** The next or previous match of a text, which may not be in the URL yet; null if there is none. */
  step: (text: string, from: string | null, by: 1 | -1) => Promise<string | null>
}

/** Search in a flow. `changes` = the viewed version with which `is:changed` compares; null = none is known. */
export function useFind(data: FlowData, changes: ViewedKey | null): Find {
  const [query, setQuery] = useSearchParams()
  const client = useQueryClient()
  const text = findAsked(query)
  const answer = useFlowQuery(data, 'find', text === '' ? null : { text, changes })
  const ask = (next: string, open?: string) =>
    setQuery(
      () => {
        // Based on the current URL, which may have changed since the last render.
        const after = withFind(currentSearchParams(), next)
        if (open !== undefined) after.set('node', open)
        return after
      },
      { replace: true },
    )
  const step = async (by: string, from: string | null, way: 1 | -1) => {
    const next = await data.ask('find step', { text: by, changes, from, by: way })
    // Cached, since the caller needs the index of the node immediately.
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

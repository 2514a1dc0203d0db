import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { currentSearchParams } from '#ui/paths.ts'
import { findText, withFind } from '#pages/flow/flow-view.ts'

export interface Find {
  /** The search text in the URL. */
  text: string
  /** The search text that `matches` belongs to: the previous one until the next result arrives. */
  matchesText: string
  /** Errors in the search text. */
  errors: readonly string[]
  /** Indexes of the matches, in the flow's order; null = no search. */
  matches: Uint32Array | null
  /** Changes the search text, and opens a node if one is given; adds no history entry. */
  setText: (text: string, open?: string) => void
  /** The next or previous match of a text, which may not be in the URL yet; null if there is none. */
  step: (text: string, from: string | null, by: 1 | -1) => Promise<string | null>
}

/** Search in a flow. `changes` = key of the comparison that `is:changed` uses; null = no changes are known. */
export function useFind(data: FlowData, changes: ViewedKey | null): Find {
  const [query, setQuery] = useSearchParams()
  const client = useQueryClient()
  const text = findText(query)
  const answer = useFlowQuery(data, 'find', text === '' ? null : { text, changes })
  const setText = (next: string, open?: string) =>
    setQuery(
      () => {
        // Based on the current URL, which may have changed since the last render.
        const after = withFind(currentSearchParams(), next)
        if (open !== undefined) after.set('node', open)
        return after
      },
      { replace: true },
    )
  const step = async (by: string, from: string | null, direction: 1 | -1) => {
    const next = await data.ask('find step', { text: by, changes, from, by: direction })
    // Cached, since the caller needs the index of the node immediately.
    if (next !== null) client.setQueryData(flowQueryOptions(data, 'place', { id: next.id }).queryKey, next.nodeIndex)
    return next?.id ?? null
  }
  return {
    text,
    matchesText: answer?.text ?? text,
    errors: answer?.faults ?? [],
    matches: answer?.found ?? null,
    setText,
    step,
  }
}

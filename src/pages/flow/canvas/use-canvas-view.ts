import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Placement } from '#canvas/model/placement.ts'
import { allowsExactLayout } from '#flow/layered/layered-graph.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { flowQueryOptions } from '#flow-data/use-flow-query.ts'
import { placementOf, withPlacement } from './placement-query.ts'

/** The open node and the placement, in the URL. */
export function useCanvasView(flow: Pick<FlowHead, 'hasPositions' | 'counts'>, data: FlowData) {
  const [query, setQuery] = useSearchParams()
  const change = (name: string, value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const id = query.get('node')
  const { data: place } = useQuery({ ...flowQueryOptions(data, 'place', { id: id ?? '' }), enabled: id !== null })
  const { hasPositions, counts } = flow
  const canTidy = allowsExactLayout(counts.all, counts.edges)
  return {
    /** Id of the open node. It counts as open until it is known not to exist. */
    node: place === null ? null : id,
    openNode: (next: string | null) => change('node', next),
    placing: {
      placement: placementOf(query, { hasPositions, canTidy }),
      hasPositions,
      tidyReason: canTidy ? null : 'The flow is too large',
      onPlacement: (next: Placement) => setQuery((before) => withPlacement(before, next, hasPositions)),
    },
  }
}

import { useSearchParams } from 'react-router'
import { hasPositions, type Placement } from '#canvas/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'

/** The open node and the placement, as they stand in the URL. */
export function useCanvasView(flow: FlowDetail) {
  const [query, setQuery] = useSearchParams()
  const change = (name: string, value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const given = hasPositions(flow.nodes)
  const placement: Placement = given && query.get('place') !== 'laid-out' ? 'given' : 'laid out'
  return {
    node: flow.nodes.find((node) => node.id === query.get('node')) ?? null,
    openNode: (id: string | null) => change('node', id),
    placement,
    setPlacement: given ? (next: Placement) => change('place', next === 'given' ? null : 'laid-out') : null,
  }
}

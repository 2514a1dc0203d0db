import { useReactFlow } from '@xyflow/react'
import { useMemo, type MouseEvent } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { dressOf, neighboursOf } from './dress-of.ts'
import { sliceElements, type CardNode, type FlowElements, type Marked } from './flow-elements.ts'
import { hitTest } from './hit-test.ts'
import { bare, type Dress } from './paint/dress.ts'
import type { LaidRun } from './run-strip.ts'
import { useSlice } from './use-slice.ts'

/** Who points beside a small card means it; screen pixels. */
const reach = 6

export interface Painted {
  /** What is mounted over the picture. */
  elements: FlowElements
  /** The path, or the chosen node's own edges. */
  marked: Marked
  dress: Dress
  /** The node under the pointer. */
  nodeAt: (event: MouseEvent) => string | null
  onHover: (event: MouseEvent) => void
}

/** What stands out, by ids. */
interface PaintedLook {
  chosen: string | null
  path: Marked | null
  laid: LaidRun | null
  found: ReadonlySet<string> | null
}

/** A flow that is painted: the few nodes that are mounted, and which node lies where. `isOn` = false costs nothing. */
export function usePainted(
  graph: CanvasGraph,
  isOn: boolean,
  prefix: string,
  { chosen, path, laid, found }: PaintedLook,
): Painted {
  const flow = useReactFlow()
  const slice = useSlice(graph, isOn)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept as long as the graph and the names of elements
  const made = useMemo(() => new Map<number, CardNode>(), [graph, prefix])
  const elements = useMemo(() => {
    const at = isOn && chosen !== null ? graph.nodes.findIndex(({ node }) => node.id === chosen) : -1
    return sliceElements(graph, prefix, at === -1 || slice.includes(at) ? slice : [...slice, at], made)
  }, [graph, isOn, prefix, slice, chosen, made])
  const marked = useMemo(() => path ?? neighboursOf(graph, isOn ? chosen : null), [path, graph, isOn, chosen])
  const dress = useMemo(
    () => (isOn ? dressOf(graph, { chosen, marked, laid, found }) : bare(0, 0)),
    [isOn, graph, chosen, marked, laid, found],
  )
  const nodeAt = ({ clientX, clientY }: MouseEvent) => {
    const place = hitTest(graph.nodes, flow.screenToFlowPosition({ x: clientX, y: clientY }), reach / flow.getZoom())
    return graph.nodes[place]?.node.id ?? null
  }
  return {
    elements,
    marked,
    dress,
    nodeAt,
    onHover: (event) => {
      if (event.currentTarget instanceof HTMLElement)
        event.currentTarget.style.cursor = nodeAt(event) === null ? '' : 'pointer'
    },
  }
}

import { useMemo } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { flowElements, withChosen, withFound, withRun, type FlowElements, type Marked } from './flow-elements.ts'
import type { LaidRun } from './run-strip.ts'
import { usePainted, type Painted } from './use-painted.ts'

/** A flow of more nodes is painted, and only those that can be read are mounted. */
const mostMounted = 250

interface What {
  graph: CanvasGraph
  dress?: (elements: FlowElements) => FlowElements
  laid: LaidRun | null
  /** Ids of the nodes that were looked for; null = nothing is looked for. */
  found: ReadonlySet<string> | null
  chosen: string | null
  marked: Marked | null
}

/**
 * What React Flow mounts: each look is put on only where it changes something, so that the rest stays the same objects.
 * `painted` = the rest of the flow; null where all of it is mounted.
 */
export function useShown(
  { graph, dress, laid, found, chosen, marked }: What,
  prefix: string,
): FlowElements & { painted: Painted | null } {
  const isPainted = graph.nodes.length > mostMounted
  const painted = usePainted(graph, isPainted, prefix, { chosen, path: marked, laid, found })
  const plain = useMemo(
    () => (isPainted ? painted.elements : flowElements(graph, prefix)),
    [isPainted, painted.elements, graph, prefix],
  )
  const elements = useMemo(() => (dress === undefined ? plain : dress(plain)), [plain, dress])
  const withSteps = useMemo(() => withRun(elements, laid), [elements, laid])
  const dimmed = useMemo(() => withFound(withSteps, found), [withSteps, found])
  const path = isPainted ? painted.marked : marked
  const shown = useMemo(() => withChosen(dimmed, chosen, path), [dimmed, chosen, path])
  return { ...shown, painted: isPainted ? painted : null }
}

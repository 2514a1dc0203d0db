/** Paths in a flow: the one that is shown, the reach of a node, and possible targets. */
import { isStep } from '#flow/node-kind.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { reachableGraph } from '#flow/graph/paths.ts'
import { filterOptions } from '#ui/overlays/picker-options.ts'
import { showPath, type ShownPath } from '#flow-data/model/path-view.ts'
import type { PathQuery } from '#flow-data/model/path-query.ts'
import { adjacencyIn, memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** The requested path; null if its edge, or one of its nodes, does not exist. */
export function pathIn(flow: MemoizedFlow, pathQuery: PathQuery): (ShownPath & { transfer: ArrayBuffer[] }) | null {
  const path = showPath(flow, adjacencyIn(flow), pathQuery)
  return path === null ? null : { ...path, transfer: [path.nodes.buffer, path.edges.buffer] }
}

/** Number of ancestors and of descendants of a node. */
export function reachIn(flow: MemoizedFlow, { id }: { id: string }): { before: number; after: number } {
  const adjacency = adjacencyIn(flow)
  const at = adjacency.indexOf.get(id)
  if (at === undefined) return { before: 0, after: 0 }
  return {
    before: reachableGraph(adjacency, at, 'upstream').nodes.length,
    after: reachableGraph(adjacency, at, 'downstream').nodes.length,
  }
}

/** One more than a picker shows, so that it knows whether there are more. */
const maxTargets = 101

const optionsIn = memoized(({ nodes, foreignKindOf }) =>
  nodes.filter(isStep).map((node) => {
    const { id, name } = node
    return { value: id, label: name || id, note: id, visual: visualKindOf(node, foreignKindOf) }
  }),
)

/** Possible targets of a path, except one node, by the typed text: the first ones. */
export const targetsIn = (flow: MemoizedFlow, { text, exceptId }: { text: string; exceptId: string }) =>
  filterOptions(
    optionsIn(flow).filter(({ value }) => value !== exceptId),
    text,
  ).slice(0, maxTargets)

/** Paths in a flow: the one that is shown, the reach of a node, and possible targets. */
import { isStep } from '#flow/node-kind.ts'
import { everythingFrom } from '#flow/graph/paths.ts'
import { narrowed } from '#ui/overlays/picker-options.ts'
import { pathShown, type PathAsked, type PathShown } from '#flow-data/model/path-view.ts'
import { adjacencyIn, memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** Null if one of its nodes does not exist. */
export function pathIn(held: MemoizedFlow, asked: PathAsked): (PathShown & { transfer: ArrayBuffer[] }) | null {
  const shown = pathShown(held, adjacencyIn(held), asked)
  return shown === null ? null : { ...shown, transfer: [shown.nodes.buffer, shown.edges.buffer] }
}

/** Number of ancestors and of descendants of a node. */
export function reachIn(held: MemoizedFlow, { id }: { id: string }): { before: number; after: number } {
  const adjacency = adjacencyIn(held)
  const at = adjacency.indexOf.get(id)
  if (at === undefined) return { before: 0, after: 0 }
  return {
    before: everythingFrom(adjacency, at, 'upstream').nodes.length,
    after: everythingFrom(adjacency, at, 'downstream').nodes.length,
  }
}

/** One more than a picker shows, so that it knows whether there are more. */
const maxTargets = 101

const optionsIn = memoized(({ nodes }) =>
  nodes.filter(isStep).map(({ id, name, type }) => ({ value: id, label: name || id, note: id, type })),
)

/** Possible targets of a path, except one node, by the typed text: the first ones. */
export const targetsIn = (held: MemoizedFlow, { text, without }: { text: string; without: string }) =>
  narrowed(
    optionsIn(held).filter(({ value }) => value !== without),
    text,
  ).slice(0, maxTargets)

/** Union of two versions of a flow: the later one with the removed parts. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import type { FlowDiff } from '#flow/diff/diff.ts'
import type { ViewedFlow } from '#flow-data/versions/version-store.ts'

export interface UnionFlow extends ViewedFlow {
  /** Ids of removed nodes in the union, by their index in the earlier version. */
  goneIds: ReadonlyMap<number, string>
}

/** The id if it is free, else with a suffix; marks it as taken. */
function freeId(taken: Set<string>, id: string): string {
  let free = id
  for (let number = 1; taken.has(free); number += 1) free = number === 1 ? `${id} before` : `${id} before ${number}`
  taken.add(free)
  return free
}

/** Removed parts come last, in their order; their edges use the later version's ids. */
export function unionFlow(before: ViewedFlow, after: ViewedFlow, { nodes, edges }: FlowDiff): UnionFlow {
  const taken = new Set(after.nodes.map(({ id }) => id))
  const goneIds = new Map<number, string>()
  for (const place of nodes.removed) {
    const id = before.nodes[place]?.id
    if (id !== undefined) goneIds.set(place, freeId(taken, id))
  }
  const idNow = new Map<string, string>()
  const tell = (old: string | undefined, now: string | undefined) => {
    if (old !== undefined && now !== undefined && !idNow.has(old)) idNow.set(old, now)
  }
  for (const [place, partner] of nodes.partners.entries()) tell(before.nodes[partner]?.id, after.nodes[place]?.id)
  for (const [place, id] of goneIds) tell(before.nodes[place]?.id, id)
  const named = (id: string): string => idNow.get(id) ?? id
  const goneNodes = [...goneIds].flatMap(([place, id]): Node[] => {
    const node = before.nodes[place]
    return node === undefined ? [] : [{ ...node, id, parent: node.parent === null ? null : named(node.parent) }]
  })
  const takenEdges = new Set(after.edges.map(({ id }) => id))
  const goneEdges = edges.removed
    .flatMap((place) => before.edges[place] ?? [])
    .map((edge): Edge => ({
      ...edge,
      id: freeId(takenEdges, edge.id),
      source: named(edge.source),
      target: named(edge.target),
    }))
  return { nodes: [...after.nodes, ...goneNodes], edges: [...after.edges, ...goneEdges], goneIds }
}

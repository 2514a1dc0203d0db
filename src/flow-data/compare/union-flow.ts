/** Union of two versions of a flow: the later one with the removed parts. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import type { FlowDiff } from '#flow/diff/diff.ts'
import type { ViewedFlow } from '#flow-data/versions/version-store.ts'

export interface UnionFlow extends ViewedFlow {
  /** Ids of removed nodes in the union, by their index in the earlier version. */
  removedIds: ReadonlyMap<number, string>
}

/** The id if it is free, else with a suffix; marks it as taken. */
function freeId(usedIds: Set<string>, id: string): string {
  let free = id
  for (let number = 1; usedIds.has(free); number += 1) free = number === 1 ? `${id} before` : `${id} before ${number}`
  usedIds.add(free)
  return free
}

/** Removed parts come last, in their order; their edges use the later version's ids. */
export function unionFlow(before: ViewedFlow, after: ViewedFlow, { nodes, edges }: FlowDiff): UnionFlow {
  const usedIds = new Set(after.nodes.map(({ id }) => id))
  const removedIds = new Map<number, string>()
  for (const index of nodes.removed) {
    const id = before.nodes[index]?.id
    if (id !== undefined) removedIds.set(index, freeId(usedIds, id))
  }
  const idInUnion = new Map<string, string>()
  const mapId = (old: string | undefined, now: string | undefined) => {
    if (old !== undefined && now !== undefined && !idInUnion.has(old)) idInUnion.set(old, now)
  }
  for (const [index, partner] of nodes.partners.entries()) mapId(before.nodes[partner]?.id, after.nodes[index]?.id)
  for (const [index, id] of removedIds) mapId(before.nodes[index]?.id, id)
  const newId = (id: string): string => idInUnion.get(id) ?? id
  const removedNodes = [...removedIds].flatMap(([index, id]): Node[] => {
    const node = before.nodes[index]
    return node === undefined ? [] : [{ ...node, id, parent: node.parent === null ? null : newId(node.parent) }]
  })
  const usedEdgeIds = new Set(after.edges.map(({ id }) => id))
  const removedEdges = edges.removed
    .flatMap((index) => before.edges[index] ?? [])
    .map((edge): Edge => ({
      ...edge,
      id: freeId(usedEdgeIds, edge.id),
      source: newId(edge.source),
      target: newId(edge.target),
    }))
  return { nodes: [...after.nodes, ...removedNodes], edges: [...after.edges, ...removedEdges], removedIds }
}

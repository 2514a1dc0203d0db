/** Who lies inside of whom, as numbers: places in the list of nodes, -1 for the canvas. Linear and without recursion. */
import type { Edge, Node } from '#contract/flow.ts'

/** An edge between groups counts for the groups; ends deeper than this are not looked up. */
const maxClimb = 32

/** Containers from the inside out: each comes before its parent. A parent that is missing or closes a circle is the canvas (-1). */
export function containersOf(nodes: readonly Node[]): { parent: number[]; order: number[] } {
  const place = new Map(nodes.map((node, index) => [node.id, index]))
  const parent = nodes.map((node) => (node.parent === null ? -1 : (place.get(node.parent) ?? -1)))
  const state = nodes.map(() => 0)
  const outsideIn: number[] = []
  for (const start of nodes.keys()) {
    const way: number[] = []
    let at = start
    while (at !== -1 && state[at] === 0) {
      state[at] = 1
      way.push(at)
      at = parent[at] ?? -1
    }
    const last = way.at(-1)
    if (at !== -1 && state[at] === 1 && last !== undefined) parent[last] = -1
    for (const node of way.toReversed()) {
      state[node] = 2
      outsideIn.push(node)
    }
  }
  return { parent, order: [...outsideIn.toReversed(), -1] }
}

export function append<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** For each container the arrows between its children; an edge between containers counts for those of them that are siblings. */
export function arrowsOf(
  nodes: readonly Node[],
  edges: readonly Edge[],
  parent: readonly number[],
): Map<number, [number, number][]> {
  const place = new Map(nodes.map((node, index) => [node.id, index]))
  const wayUp = (start: number): Map<number, number> => {
    const way = new Map<number, number>()
    for (let at = start, step = 0; at !== -1 && step < maxClimb; at = parent[at] ?? -1, step += 1)
      way.set(parent[at] ?? -1, at)
    return way
  }
  const arrows = new Map<number, [number, number][]>()
  for (const edge of edges) {
    const from = place.get(edge.source)
    const to = place.get(edge.target)
    if (from === undefined || to === undefined) continue
    const targets = wayUp(to)
    for (const [container, source] of wayUp(from)) {
      const target = targets.get(container)
      if (target === undefined) continue
      if (source !== target) append(arrows, container, [source, target])
      break
    }
  }
  return arrows
}

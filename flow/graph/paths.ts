/** Ancestors and descendants of a node, and shortest paths: breadth-first search, not recursive, linear. */
import type { Adjacency } from './adjacency.ts'

export type PathDirection = 'upstream' | 'downstream'

/** Nodes and edges by index (flow/graph/adjacency.ts), from the node where the search begins. */
export interface GraphPath {
  nodes: number[]
  edges: number[]
}

/**
 * Ancestors or descendants of a node, with all edges on the way. The node itself is not included, even if it is in a
 * cycle; the edges of the cycle are.
 */
export function reachableGraph(adjacency: Adjacency, node: number, direction: PathDirection): GraphPath {
  const [start, list, otherEnds] =
    direction === 'upstream'
      ? [adjacency.inStart, adjacency.inEdges, adjacency.from]
      : [adjacency.outStart, adjacency.outEdges, adjacency.to]
  const visited = new Uint8Array(start.length)
  visited[node] = 1
  const queue = [node]
  const edges: number[] = []
  for (let head = 0; head < queue.length; head += 1) {
    const here = queue[head] ?? 0
    for (let at = start[here] ?? 0; at < (start[here + 1] ?? 0); at += 1) {
      const edge = list[at] ?? 0
      edges.push(edge)
      const next = otherEnds[edge] ?? 0
      if (visited[next] === 1) continue
      visited[next] = 1
      queue.push(next)
    }
  }
  return { nodes: queue.slice(1), edges }
}

/**
 * A shortest path along the edges, both ends included; null if there is none. Of several shortest paths, the one whose
 * edges come first in the flow.
 */
export function shortestPath(adjacency: Adjacency, from: number, to: number): GraphPath | null {
  if (from === to) return { nodes: [from], edges: [] }
  const { outStart, outEdges } = adjacency
  /** Edge by which a node was first reached; -1 = not yet. */
  const by = new Int32Array(outStart.length).fill(-1)
  const queue = [from]
  for (let head = 0; head < queue.length && by[to] === -1; head += 1) {
    const here = queue[head] ?? 0
    for (let at = outStart[here] ?? 0; at < (outStart[here + 1] ?? 0); at += 1) {
      const edge = outEdges[at] ?? 0
      const next = adjacency.to[edge] ?? 0
      if (next === from || by[next] !== -1) continue
      by[next] = edge
      queue.push(next)
    }
  }
  if (by[to] === -1) return null
  const path: GraphPath = { nodes: [to], edges: [] }
  for (let here = to; here !== from;) {
    const edge = by[here] ?? -1
    here = adjacency.from[edge] ?? from
    path.edges.push(edge)
    path.nodes.push(here)
  }
  return { nodes: path.nodes.toReversed(), edges: path.edges.toReversed() }
}

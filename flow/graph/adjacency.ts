/** Adjacency lists of a flow in typed arrays, the input of all graph algorithms. Linear. */

interface Joined {
  readonly source: string
  readonly target: string
}

/**
 * Nodes and edges are identified by index. The outgoing edges of node i are `outEdges[outStart[i]] …
 * outEdges[outStart[i + 1] - 1]`, in the order of the flow; incoming edges likewise. An edge with a missing end is in
 * neither list, and its `from` and `to` are -1. If two nodes share an id, the edges belong to the first.
 */
export interface Adjacency {
  readonly indexOf: ReadonlyMap<string, number>
  readonly from: Int32Array
  readonly to: Int32Array
  readonly outStart: Uint32Array
  readonly outEdges: Uint32Array
  readonly inStart: Uint32Array
  readonly inEdges: Uint32Array
}

/** Sorts edges by the node at one of their ends (counting sort). */
function sortedBy(ends: Int32Array, nodeCount: number): { start: Uint32Array; edges: Uint32Array } {
  const start = new Uint32Array(nodeCount + 1)
  let whole = 0
  for (const node of ends) {
    if (node < 0) continue
    start[node + 1] = (start[node + 1] ?? 0) + 1
    whole += 1
  }
  for (let node = 0; node < nodeCount; node += 1) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0)
  const edges = new Uint32Array(whole)
  const next = start.slice(0, nodeCount)
  for (const [edge, node] of ends.entries()) {
    if (node < 0) continue
    const at = next[node] ?? 0
    edges[at] = edge
    next[node] = at + 1
  }
  return { start, edges }
}

export function adjacencyOf(nodes: readonly { readonly id: string }[], edges: readonly Joined[]): Adjacency {
  const indexOf = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!indexOf.has(id)) indexOf.set(id, index)
  const from = new Int32Array(edges.length).fill(-1)
  const to = new Int32Array(edges.length).fill(-1)
  for (const [index, { source, target }] of edges.entries()) {
    const [begin, end] = [indexOf.get(source), indexOf.get(target)]
    if (begin === undefined || end === undefined) continue
    from[index] = begin
    to[index] = end
  }
  const out = sortedBy(from, nodes.length)
  const into = sortedBy(to, nodes.length)
  return {
    indexOf,
    from,
    to,
    outStart: out.start,
    outEdges: out.edges,
    inStart: into.start,
    inEdges: into.edges,
  }
}

/** Nesting of nodes, and edges between siblings. Linear, not recursive. */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'

export interface Nesting {
  /** Parent of each node; -1 if it has none, if the parent is missing, or if a cycle was broken at the node. */
  parent: Int32Array
  /** All nodes from the inside out: each node precedes its parent. */
  insideOut: Int32Array
}

/** Parents without cycles, and an order in which the content of a group precedes the group. */
export function nestingOf(parents: Int32Array): Nesting {
  const count = parents.length
  const parent = parents.map((at, index) => (at >= 0 && at < count && at !== index ? at : -1))
  const state = new Uint8Array(count)
  const outsideIn = new Int32Array(count)
  const path = new Int32Array(count)
  let listed = 0
  for (let start = 0; start < count; start += 1) {
    let steps = 0
    let at = start
    while (at !== -1 && state[at] === 0) {
      state[at] = 1
      path[steps] = at
      steps += 1
      at = parent[at] ?? -1
    }
    // Back on the current path: the last step closes a cycle.
    if (at !== -1 && state[at] === 1) parent[path[steps - 1] ?? 0] = -1
    for (let back = steps - 1; back >= 0; back -= 1) {
      const node = path[back] ?? 0
      state[node] = 2
      outsideIn[listed] = node
      listed += 1
    }
  }
  return { parent, insideOut: outsideIn.toReversed() }
}

/** Edges between siblings; `byContainer` lists them by their parent, the canvas last. */
export interface SiblingEdges {
  from: Int32Array
  to: Int32Array
  byContainer: Buckets
}

/** Maximum number of ancestors visited per edge; without it, deep nesting would take quadratic time. */
const maxAncestors = 64

/** Lifts each edge to the siblings that contain its ends; edges without such siblings are not in `byContainer`. */
export function siblingEdges({ parent, insideOut }: Nesting, source: Uint32Array, target: Uint32Array): SiblingEdges {
  const nodes = parent.length
  const depth = new Int32Array(nodes)
  for (let at = nodes - 1; at >= 0; at -= 1) {
    const node = insideOut[at] ?? 0
    const above = parent[node] ?? -1
    depth[node] = above === -1 ? 0 : (depth[above] ?? 0) + 1
  }
  const count = Math.min(source.length, target.length)
  const from = new Int32Array(count)
  const to = new Int32Array(count)
  const container = new Int32Array(count).fill(-1)
  for (let edge = 0; edge < count; edge += 1) {
    let a = source[edge] ?? 0
    let b = target[edge] ?? 0
    if (a >= nodes || b >= nodes) continue
    for (let step = 0; step < maxAncestors && a !== b && parent[a] !== parent[b]; step += 1) {
      const [deepA, deepB] = [depth[a] ?? 0, depth[b] ?? 0]
      if (deepA >= deepB) a = parent[a] ?? 0
      if (deepB >= deepA) b = parent[b] ?? 0
    }
    if (a === b || parent[a] !== parent[b]) continue
    from[edge] = a
    to[edge] = b
    container[edge] = parent[a] === -1 ? nodes : (parent[a] ?? -1)
  }
  return { from, to, byContainer: bucketsOf(nodes + 1, container) }
}

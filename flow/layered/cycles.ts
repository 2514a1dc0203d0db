/** Two methods to break cycles by reversing edges. */
import { type Buckets } from './grouped-indexes.ts'
import type { Component } from './component.ts'

interface SearchResult {
  /** 1 for each edge to be reversed, because it leads to an ancestor on the current path. */
  reversed: Uint8Array
  /** Nodes in post-order. */
  postOrder: Int32Array
}

/** Depth-first search from the sources, then from the remaining nodes, in order. */
export function depthFirstSearch({ to, along }: Component, out: Buckets, into: Buckets): SearchResult {
  const count = along.length
  const reversed = new Uint8Array(to.length)
  const postOrder = new Int32Array(count)
  const state = new Uint8Array(count)
  const next = out.start.slice(0, count)
  const stack = new Int32Array(count)
  let done = 0
  for (let index = 0; index < 2 * count; index += 1) {
    const start = index % count
    if (state[start] !== 0 || (index < count && into.start[start] !== into.start[start + 1])) continue
    let depth = 0
    stack[0] = start
    state[start] = 1
    while (depth >= 0) {
      const node = stack[depth] ?? 0
      const at = next[node] ?? 0
      if (at === out.start[node + 1]) {
        state[node] = 2
        postOrder[done] = node
        done += 1
        depth -= 1
        continue
      }
      next[node] = at + 1
      const edge = out.items[at] ?? 0
      const other = to[edge] ?? 0
      if (state[other] === 1) reversed[edge] = 1
      else if (state[other] === 0) {
        state[other] = 1
        depth += 1
        stack[depth] = other
      }
    }
  }
  return { reversed, postOrder }
}

/** Strongly connected component of each node (Kosaraju 1978, Sharir 1981). */
function strongComponents(postOrder: Int32Array, from: Int32Array, into: Buckets): Int32Array {
  const component = new Int32Array(postOrder.length).fill(-1)
  const stack = new Int32Array(from.length + 1)
  let found = 0
  for (let at = postOrder.length - 1; at >= 0; at -= 1) {
    const start = postOrder[at] ?? 0
    if (component[start] !== -1) continue
    let open = 1
    stack[0] = start
    component[start] = found
    while (open > 0) {
      open -= 1
      const node = stack[open] ?? 0
      for (let index = into.start[node] ?? 0; index < (into.start[node + 1] ?? 0); index += 1) {
        const other = from[into.items[index] ?? 0] ?? 0
        if (component[other] !== -1) continue
        component[other] = found
        stack[open] = other
        open += 1
      }
    }
    found += 1
  }
  return component
}

/** 1 for each edge of a cycle that leads to an earlier node: files list nodes roughly from start to end. */
export function againstOrder({ from, to }: Component, postOrder: Int32Array, into: Buckets): Uint8Array {
  const component = strongComponents(postOrder, from, into)
  return Uint8Array.from(from, (node, edge) => {
    const other = to[edge] ?? 0
    return other < node && component[node] === component[other] ? 1 : 0
  })
}

/** Two methods to break cycles by reversing edges. */
import { type Buckets } from './grouped-indexes.ts'
import type { Part } from './component.ts'

interface Walk {
  /** 1 for each edge to be reversed, because it leads to an ancestor on the current path. */
  turned: Uint8Array
  /** Nodes in post-order. */
  left: Int32Array
}

/** Depth-first search from the sources, then from the remaining nodes, in order. */
export function depthFirst({ to, along }: Part, out: Buckets, into: Buckets): Walk {
  const count = along.length
  const turned = new Uint8Array(to.length)
  const left = new Int32Array(count)
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
        left[done] = node
        done += 1
        depth -= 1
        continue
      }
      next[node] = at + 1
      const edge = out.items[at] ?? 0
      const other = to[edge] ?? 0
      if (state[other] === 1) turned[edge] = 1
      else if (state[other] === 0) {
        state[other] = 1
        depth += 1
        stack[depth] = other
      }
    }
  }
  return { turned, left }
}

/** Strongly connected component of each node (Kosaraju 1978, Sharir 1981). */
function circles(left: Int32Array, from: Int32Array, into: Buckets): Int32Array {
  const circle = new Int32Array(left.length).fill(-1)
  const stack = new Int32Array(from.length + 1)
  let found = 0
  for (let at = left.length - 1; at >= 0; at -= 1) {
    const start = left[at] ?? 0
    if (circle[start] !== -1) continue
    let open = 1
    stack[0] = start
    circle[start] = found
    while (open > 0) {
      open -= 1
      const node = stack[open] ?? 0
      for (let index = into.start[node] ?? 0; index < (into.start[node + 1] ?? 0); index += 1) {
        const other = from[into.items[index] ?? 0] ?? 0
        if (circle[other] !== -1) continue
        circle[other] = found
        stack[open] = other
        open += 1
      }
    }
    found += 1
  }
  return circle
}

/** Edges of cycles that lead to an earlier node of the list, because files list nodes roughly from start to end. */
export function againstOrder({ from, to }: Part, left: Int32Array, into: Buckets): Uint8Array {
  const circle = circles(left, from, into)
  return Uint8Array.from(from, (node, edge) => {
    const other = to[edge] ?? 0
    return other < node && circle[node] === circle[other] ? 1 : 0
  })
}

/** The edges of a part, all in one direction: those that close a circle are turned round. */
import { type Buckets, bucketsOf } from './buckets.ts'
import type { Part } from './part.ts'

export interface Arrows {
  tail: Int32Array
  head: Int32Array
  tailPort: Float64Array
  headPort: Float64Array
  weight: Float64Array
  /** 1 = leads from `head` to `tail` in the flow. */
  turned: Uint8Array
  out: Buckets
  into: Buckets
  /** Every node after all that lead to it. */
  topological: Int32Array
}

/** Marks the edges that lead back on a depth-first walk from the sources, then from what is left, in order. */
function backEdges(count: number, to: Int32Array, out: Buckets, starts: Int32Array): Uint8Array {
  const turned = new Uint8Array(to.length)
  const state = new Uint8Array(count)
  const next = out.start.slice(0, count)
  const stack = new Int32Array(count)
  for (const start of starts) {
    if (state[start] !== 0) continue
    let depth = 0
    stack[0] = start
    state[start] = 1
    while (depth >= 0) {
      const node = stack[depth] ?? 0
      const at = next[node] ?? 0
      if (at === out.start[node + 1]) {
        state[node] = 2
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
  return turned
}

function topologicalOrder(count: number, head: Int32Array, out: Buckets, into: Buckets): Int32Array {
  const waits = new Int32Array(count)
  const queue = new Int32Array(count)
  let queued = 0
  for (let node = 0; node < count; node += 1) {
    waits[node] = (into.start[node + 1] ?? 0) - (into.start[node] ?? 0)
    if (waits[node] === 0) {
      queue[queued] = node
      queued += 1
    }
  }
  for (let at = 0; at < queued; at += 1) {
    const node = queue[at] ?? 0
    for (let index = out.start[node] ?? 0; index < (out.start[node + 1] ?? 0); index += 1) {
      const other = head[out.items[index] ?? 0] ?? 0
      const left = (waits[other] ?? 0) - 1
      waits[other] = left
      if (left === 0) {
        queue[queued] = other
        queued += 1
      }
    }
  }
  return queue
}

export function arrowsOf(part: Part): Arrows {
  const count = part.along.length
  const { from, to } = part
  const out = bucketsOf(count, from)
  const into = bucketsOf(count, to)
  const starts = new Int32Array(2 * count)
  let sources = 0
  for (let node = 0; node < count; node += 1) {
    if (into.start[node] !== into.start[node + 1]) continue
    starts[sources] = node
    sources += 1
  }
  for (let node = 0; node < count; node += 1) starts[sources + node] = node
  const turned = backEdges(count, to, out, starts.subarray(0, sources + count))
  const tail = from.map((node, edge) => (turned[edge] === 1 ? (to[edge] ?? 0) : node))
  const head = to.map((node, edge) => (turned[edge] === 1 ? (from[edge] ?? 0) : node))
  const tailPort = part.fromPort.map((port, edge) => (turned[edge] === 1 ? (part.toPort[edge] ?? 0) : port))
  const headPort = part.toPort.map((port, edge) => (turned[edge] === 1 ? (part.fromPort[edge] ?? 0) : port))
  const [forwardOut, forwardInto] = [bucketsOf(count, tail), bucketsOf(count, head)]
  const topological = topologicalOrder(count, head, forwardOut, forwardInto)
  return {
    tail,
    head,
    tailPort,
    headPort,
    weight: part.weight,
    turned,
    out: forwardOut,
    into: forwardInto,
    topological,
  }
}

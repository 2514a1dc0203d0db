/** Makes the edges of a component acyclic by reversing edges that close a cycle. */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'
import { againstOrder, depthFirstSearch } from './cycles.ts'
import { longestPaths } from './layers.ts'
import type { Component, Arrows as AcyclicEdges } from './component.ts'

function topologicalOrder(count: number, head: Int32Array, out: Buckets, into: Buckets): Int32Array {
  const inDegree = new Int32Array(count)
  const queue = new Int32Array(count)
  let queued = 0
  for (let node = 0; node < count; node += 1) {
    inDegree[node] = (into.start[node + 1] ?? 0) - (into.start[node] ?? 0)
    if (inDegree[node] === 0) {
      queue[queued] = node
      queued += 1
    }
  }
  for (let at = 0; at < queued; at += 1) {
    const node = queue[at] ?? 0
    for (let index = out.start[node] ?? 0; index < (out.start[node + 1] ?? 0); index += 1) {
      const other = head[out.items[index] ?? 0] ?? 0
      const remaining = (inDegree[other] ?? 0) - 1
      inDegree[other] = remaining
      if (remaining === 0) {
        queue[queued] = other
        queued += 1
      }
    }
  }
  return queue
}

function reverseEdges(part: Component, reversed: Uint8Array): AcyclicEdges {
  const count = part.along.length
  const { from, to } = part
  const tail = from.map((node, edge) => (reversed[edge] === 1 ? (to[edge] ?? 0) : node))
  const head = to.map((node, edge) => (reversed[edge] === 1 ? (from[edge] ?? 0) : node))
  const tailPort = part.fromPort.map((port, edge) => (reversed[edge] === 1 ? (part.toPort[edge] ?? 0) : port))
  const headPort = part.toPort.map((port, edge) => (reversed[edge] === 1 ? (part.fromPort[edge] ?? 0) : port))
  const [out, into] = [bucketsOf(count, tail), bucketsOf(count, head)]
  const topological = topologicalOrder(count, head, out, into)
  return { tail, head, tailPort, headPort, weight: part.weight, out, into, topological }
}

/** Cost of a reversed edge, in units of one layer of edge length. */
const reversalCost = 20

function cost(arrows: AcyclicEdges, reversed: Uint8Array): number {
  const layer = longestPaths(arrows)
  let sum = 0
  for (let edge = 0; edge < reversed.length; edge += 1)
    sum +=
      (layer[arrows.head[edge] ?? 0] ?? 0) - (layer[arrows.tail[edge] ?? 0] ?? 0) + reversalCost * (reversed[edge] ?? 0)
  return sum
}

/**
 * Breaks cycles with two methods and takes the result with the lower cost. A depth-first search alone is not enough: if
 * a branch leads far ahead, the search reaches its end before the nodes in between, and reverses the wrong edge.
 */
export function acyclicEdgesOf(part: Component): AcyclicEdges {
  const count = part.along.length
  const [out, into] = [bucketsOf(count, part.from), bucketsOf(count, part.to)]
  const { reversed, postOrder } = depthFirstSearch(part, out, into)
  const bySearch = reverseEdges(part, reversed)
  if (reversed.every((isTurned) => isTurned === 0)) return bySearch
  const reversedByOrder = againstOrder(part, postOrder, into)
  const byListOrder = reverseEdges(part, reversedByOrder)
  return cost(byListOrder, reversedByOrder) < cost(bySearch, reversed) ? byListOrder : bySearch
}

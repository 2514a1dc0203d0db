/**
 * A component in layers: an edge that skips layers is split by virtual nodes, so that every segment connects two
 * adjacent layers.
 */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'
import type { Arrows } from './component.ts'

export interface LayerGraph {
  /** Number of real nodes, which are the first ones; the remaining nodes are virtual. */
  realCount: number
  count: number
  layer: Int32Array
  /** Ends of each segment, which leads from a layer to the next. */
  tail: Int32Array
  head: Int32Array
  /** Distance of a port from the near side of its node, across; 0 for virtual nodes. */
  tailPort: Float64Array
  headPort: Float64Array
  weight: Float64Array
  /** Segments by tail, in the order of the ports, and by head. */
  out: Buckets
  into: Buckets
  /** Nodes of layer i: `order` from `start[i]` to `start[i + 1]`; `indexInLayer` is a node's index in its layer. */
  start: Int32Array
  order: Int32Array
  indexInLayer: Int32Array
}

/** Maximum number of virtual nodes per node and edge; the longest edges beyond it are not part of the ordering. */
const budget = 4

/** Removes empty layers, in place; returns the number of layers. */
export function packLayers(layer: Int32Array): number {
  let [least, most] = [Infinity, -Infinity]
  for (const at of layer) {
    least = Math.min(least, at)
    most = Math.max(most, at)
  }
  const used = new Int32Array(most - least + 1)
  for (const at of layer) used[at - least] = 1
  let layers = 0
  for (let at = 0; at < used.length; at += 1) {
    const isUsed = used[at] === 1
    used[at] = layers
    if (isUsed) layers += 1
  }
  for (let node = 0; node < layer.length; node += 1) layer[node] = used[(layer[node] ?? 0) - least] ?? 0
  return layers
}

/** Edges sorted by length, shortest first. */
function bySpan({ tail, head }: Arrows, layer: Int32Array, layers: number): Int32Array {
  const span = tail.map((from, edge) => (layer[head[edge] ?? 0] ?? 0) - (layer[from] ?? 0))
  return bucketsOf(layers + 1, span).items
}

/** Sorts the edges of each node by port; stable. */
function sortByPort({ start, items }: Buckets, port: Float64Array): void {
  for (let node = 0; node + 1 < start.length; node += 1) {
    const own = items.subarray(start[node], start[node + 1])
    if (own.length < 2 || own.every((edge, at) => at === 0 || (port[own[at - 1] ?? 0] ?? 0) <= (port[edge] ?? 0)))
      continue
    own.set([...own].toSorted((a, b) => (port[a] ?? 0) - (port[b] ?? 0)))
  }
}

/** Orders nodes by first visit in a depth-first search along the segments, so that trees have no crossings. */
function assignInitialOrder(graph: LayerGraph, starts: Iterable<number>): void {
  const { count, layer, start, order, indexInLayer, out, into, head } = graph
  const filled = start.slice()
  const visited = new Uint8Array(count)
  const stack = new Int32Array(graph.tail.length + 1)
  for (const root of starts) {
    if (into.start[root] !== into.start[root + 1]) continue
    let open = 1
    stack[0] = root
    while (open > 0) {
      open -= 1
      const node = stack[open] ?? 0
      if (visited[node] === 1) continue
      visited[node] = 1
      const own = layer[node] ?? 0
      const at = filled[own] ?? 0
      order[at] = node
      indexInLayer[node] = at - (start[own] ?? 0)
      filled[own] = at + 1
      // Reversed, so that the first branch is on top of the stack.
      for (let index = (out.start[node + 1] ?? 0) - 1; index >= (out.start[node] ?? 0); index -= 1) {
        const next = head[out.items[index] ?? 0] ?? 0
        if (visited[next] === 1) continue
        stack[open] = next
        open += 1
      }
    }
  }
}

interface Segments {
  layer: Int32Array
  tail: Int32Array
  head: Int32Array
  tailPort: Float64Array
  headPort: Float64Array
  weight: Float64Array
}

/** Weight of the inner segments of long edges, to keep these edges straight. */
const innerSegmentWeight = 3

/** Splits edges into segments, short edges first, within the budget. */
function segmentsOf(arrows: Arrows, layer: Int32Array, layers: number): { segments: Segments; count: number } {
  const realCount = layer.length
  const sorted = bySpan(arrows, layer, layers)
  const most = budget * (realCount + sorted.length)
  let [extra, edges] = [0, 0]
  for (const edge of sorted) {
    const skipped = (layer[arrows.head[edge] ?? 0] ?? 0) - (layer[arrows.tail[edge] ?? 0] ?? 0) - 1
    if (extra + skipped > most) break
    extra += skipped
    edges += 1
  }
  const size = edges + extra
  const result: Segments = {
    layer: new Int32Array(realCount + extra),
    tail: new Int32Array(size),
    head: new Int32Array(size),
    tailPort: new Float64Array(size),
    headPort: new Float64Array(size),
    weight: new Float64Array(size),
  }
  result.layer.set(layer)
  // In the original order of edges, which is the order of the branches.
  const splitEdges = sorted.subarray(0, edges).toSorted()
  let [node, segment] = [realCount, 0]
  for (const edge of splitEdges) {
    const [from, to] = [arrows.tail[edge] ?? 0, arrows.head[edge] ?? 0]
    const last = layer[to] ?? 0
    const first = layer[from] ?? 0
    let at = from
    for (let next = first + 1; next <= last; next += 1) {
      const isLast = next === last
      result.tail[segment] = at
      result.head[segment] = isLast ? to : node
      result.tailPort[segment] = at === from ? (arrows.tailPort[edge] ?? 0) : 0
      result.headPort[segment] = isLast ? (arrows.headPort[edge] ?? 0) : 0
      result.weight[segment] = (arrows.weight[edge] ?? 1) * (at === from || isLast ? 1 : innerSegmentWeight)
      segment += 1
      if (isLast) break
      result.layer[node] = next
      at = node
      node += 1
    }
  }
  return { segments: result, count: realCount + extra }
}

/** The graph of a component whose layers are packed (`packLayers`). The initial order follows the branches. */
export function layerGraph(arrows: Arrows, layer: Int32Array, layers: number): LayerGraph {
  const { segments, count } = segmentsOf(arrows, layer, layers)
  const out = bucketsOf(count, segments.tail)
  sortByPort(out, segments.tailPort)
  const { start } = bucketsOf(layers, segments.layer)
  const graph: LayerGraph = {
    realCount: layer.length,
    count,
    ...segments,
    out,
    into: bucketsOf(count, segments.head),
    start,
    order: new Int32Array(count),
    indexInLayer: new Int32Array(count),
  }
  assignInitialOrder(
    graph,
    Array.from({ length: layer.length }, (_, node) => node),
  )
  return graph
}

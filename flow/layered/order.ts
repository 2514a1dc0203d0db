/**
 * Orders nodes within layers: sweeps in both directions that sort each layer by the mean position of its neighbours
 * (Sugiyama, Tagawa, Toda 1981); keeps the best order found.
 */
import { crossingCounter } from './crossings.ts'
import type { LayerGraph } from './layer-graph.ts'
import type { Effort } from './component.ts'
import { stableSort } from './stable-sort.ts'
import { neighbourSwaps } from './swaps.ts'

/** Maximum number of sweeps; a sweep takes about as long as two passes over all edges. */
const maxSweeps = 40
/** Maximum number of sweeps with effort "fast", by the number of nodes, including virtual nodes. */
const sweepLimits: readonly (readonly [number, number])[] = [
  [50_000, 16],
  [200_000, 8],
]
const minSweeps = 4
/** Number of attempts; the direction of the first sweep alternates between them. */
const attemptsFor = { fast: 1, fine: 2, tidy: 8 }
/** Number of consecutive sweeps without improvement that end an attempt. */
const maxIdleSweepsFor = { fast: 3, fine: 8, tidy: 8 }
/** Minimum relative improvement of a sweep. */
const minImprovement = 0.02

const sweepsFor = (count: number, effort: Effort): number =>
  effort === 'fast' ? (sweepLimits.find(([most]) => count <= most)?.[1] ?? minSweeps) : maxSweeps

/** Direction of a sweep, and whether nodes with equal keys change their order. */
interface SweepOptions {
  down: boolean
  reverseTies: boolean
}

function sweep(
  graph: LayerGraph,
  share: Float64Array,
  key: Float64Array,
  scratch: Int32Array,
  options: SweepOptions,
): void {
  const { start, order, indexInLayer, out, into, tail, head } = graph
  const layers = start.length - 1
  const list = options.down ? into : out
  for (let step = 1; step < layers; step += 1) {
    const layer = options.down ? step : layers - 1 - step
    const [from, to] = [start[layer] ?? 0, start[layer + 1] ?? 0]
    if (to - from < 2) continue
    if (options.reverseTies) order.subarray(from, to).reverse()
    let last = 0
    for (let at = from; at < to; at += 1) {
      const node = order[at] ?? 0
      const [first, end] = [list.start[node] ?? 0, list.start[node + 1] ?? 0]
      // A node without neighbours on this side stays next to its predecessor.
      if (first < end) {
        let sum = 0
        for (let index = first; index < end; index += 1) {
          const segment = list.items[index] ?? 0
          sum += options.down
            ? (indexInLayer[tail[segment] ?? 0] ?? 0) + (share[segment] ?? 0)
            : (indexInLayer[head[segment] ?? 0] ?? 0)
        }
        last = sum / (end - first)
      }
      key[node] = last
    }
    stableSort(order, key, from, to, scratch)
    for (let at = from; at < to; at += 1) indexInLayer[order[at] ?? 0] = at - from
  }
}

/** Relative position of each segment's port at its node, at least 0 and below 1, so that branches keep their order. */
function portShares({ out, tailPort, tail }: LayerGraph): Float64Array {
  const share = new Float64Array(tail.length)
  for (let node = 0; node + 1 < out.start.length; node += 1) {
    const [from, to] = [out.start[node] ?? 0, out.start[node + 1] ?? 0]
    for (let at = from + 1; at < to; at += 1) {
      const [one, other] = [out.items[at - 1] ?? 0, out.items[at] ?? 0]
      share[other] = (share[one] ?? 0) + (tailPort[one] === tailPort[other] ? 0 : 1 / (to - from))
    }
  }
  return share
}

/** Orders the layers of a graph in place. `stop` receives the progress after each sweep; true ends all attempts. */
export function orderLayers(graph: LayerGraph, effort: Effort, stop: (share: number) => boolean): void {
  const { count, order, indexInLayer } = graph
  const counter = crossingCounter(graph)
  let least = counter.count()
  if (least === 0) return
  const share = portShares(graph)
  const [key, scratch] = [new Float64Array(count), new Int32Array(count)]
  const first = order.slice()
  let best = order.slice()
  const restore = (from: Int32Array) => {
    order.set(from)
    for (let layer = 0; layer + 1 < graph.start.length; layer += 1)
      for (let at = graph.start[layer] ?? 0; at < (graph.start[layer + 1] ?? 0); at += 1)
        indexInLayer[order[at] ?? 0] = at - (graph.start[layer] ?? 0)
  }
  const [attempts, sweeps] = [attemptsFor[effort], sweepsFor(count, effort)]
  let isDone = false
  for (let attempt = 0; attempt < attempts && !isDone; attempt += 1) {
    restore(first)
    let [idle, attemptLeast] = [0, Infinity]
    for (let round = 0; round < sweeps && idle < maxIdleSweepsFor[effort] && !isDone; round += 1) {
      sweep(graph, share, key, scratch, { down: (round + attempt) % 2 === 0, reverseTies: (round >> 1) % 2 === 1 })
      if (effort !== 'fast') neighbourSwaps(graph, share)
      const crossings = counter.count()
      idle = crossings < attemptLeast * (1 - minImprovement) ? 0 : idle + 1
      attemptLeast = Math.min(attemptLeast, crossings)
      if (crossings < least) {
        least = crossings
        best = order.slice()
      }
      isDone = least === 0 || stop((attempt + (round + 1) / sweeps) / attempts)
    }
  }
  restore(best)
}

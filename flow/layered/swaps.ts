/** Swaps adjacent nodes of a layer if that reduces the total number of crossings on both sides of the layer. */
import type { LayerGraph } from './layer-graph.ts'

/** Maximum number of edge pairs compared for two nodes. */
const maxPairs = 2000
/** Maximum number of passes over a layer. */
const passes = 3

/** Swaps in place. `share`: relative position of each segment's port at its node, at least 0 and below 1. */
export function neighbourSwaps(graph: LayerGraph, share: Float64Array): void {
  const { start, order, indexInLayer, out, into, tail, head } = graph

  /** Crossings saved by placing b before a, on one side of the layer. */
  const crossingDifference = (a: number, b: number, isInto: boolean): number => {
    const list = isInto ? into : out
    const [fromA, toA] = [list.start[a] ?? 0, list.start[a + 1] ?? 0]
    const [fromB, toB] = [list.start[b] ?? 0, list.start[b + 1] ?? 0]
    if ((toA - fromA) * (toB - fromB) > maxPairs) return 0
    let sum = 0
    for (let i = fromA; i < toA; i += 1) {
      const one = list.items[i] ?? 0
      const placeA = isInto
        ? (indexInLayer[tail[one] ?? 0] ?? 0) + (share[one] ?? 0)
        : (indexInLayer[head[one] ?? 0] ?? 0)
      for (let j = fromB; j < toB; j += 1) {
        const other = list.items[j] ?? 0
        const placeB = isInto
          ? (indexInLayer[tail[other] ?? 0] ?? 0) + (share[other] ?? 0)
          : (indexInLayer[head[other] ?? 0] ?? 0)
        if (placeA > placeB) sum += 1
        else if (placeA < placeB) sum -= 1
      }
    }
    return sum
  }

  for (let layer = 0; layer + 1 < start.length; layer += 1) {
    const [from, to] = [start[layer] ?? 0, start[layer + 1] ?? 0]
    let swapped = true
    for (let pass = 0; pass < passes && swapped; pass += 1) {
      swapped = false
      for (let at = from; at + 1 < to; at += 1) {
        const [a, b] = [order[at] ?? 0, order[at + 1] ?? 0]
        if (crossingDifference(a, b, true) + crossingDifference(a, b, false) <= 0) continue
        order[at] = b
        order[at + 1] = a
        indexInLayer[b] = at - from
        indexInLayer[a] = at + 1 - from
        swapped = true
      }
    }
  }
}

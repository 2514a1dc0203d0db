/**
 * Counts crossings between adjacent layers with a Fenwick tree: Barth, Jünger, Mutzel, "Simple and efficient bilayer
 * cross counting" (2002).
 */
import type { LayerGraph } from './layer-graph.ts'

export interface CrossingCounter {
  /** Number of crossings between all segments, in the current order of the graph. */
  count: () => number
}

/**
 * Two segments from the same port do not cross; segments from different ports cross if their targets are in reverse
 * order.
 */
export function crossingCounter(graph: LayerGraph): CrossingCounter {
  const { start, order, tail, tailPort, out, into } = graph
  const slot = new Int32Array(tail.length)
  const sums = new Int32Array(tail.length + 2)

  /** Numbers the ports of a layer in order; returns the number of ports. */
  const numberSlots = (layer: number): number => {
    let slots = 0
    for (let at = start[layer] ?? 0; at < (start[layer + 1] ?? 0); at += 1) {
      const node = order[at] ?? 0
      let port = NaN
      for (let index = out.start[node] ?? 0; index < (out.start[node + 1] ?? 0); index += 1) {
        const segment = out.items[index] ?? 0
        const own = tailPort[segment] ?? 0
        if (own !== port) slots += 1
        port = own
        slot[segment] = slots
      }
    }
    return slots
  }

  const between = (layer: number): number => {
    const slots = numberSlots(layer)
    if (slots < 2) return 0
    sums.fill(0, 0, slots + 1)
    let [crossings, added] = [0, 0]
    for (let at = start[layer + 1] ?? 0; at < (start[layer + 2] ?? 0); at += 1) {
      const node = order[at] ?? 0
      const [from, to] = [into.start[node] ?? 0, into.start[node + 1] ?? 0]
      for (let index = from; index < to; index += 1) {
        let before = 0
        for (let bit = slot[into.items[index] ?? 0] ?? 0; bit > 0; bit &= bit - 1) before += sums[bit] ?? 0
        crossings += added - before
      }
      for (let index = from; index < to; index += 1) {
        added += 1
        for (let bit = slot[into.items[index] ?? 0] ?? 0; bit <= slots; bit += bit & -bit)
          sums[bit] = (sums[bit] ?? 0) + 1
      }
    }
    return crossings
  }

  return {
    count: () => {
      let sum = 0
      for (let layer = 0; layer + 2 < start.length; layer += 1) sum += between(layer)
      return sum
    },
  }
}

/**
 * Assigns coordinates across. For a fixed order of the nodes in a layer, the positions nearest to the preferred ones
 * are found exactly by pooling overlapping nodes (isotonic regression: Ayer, Brunk, Ewing, Reid, Silverman 1955).
 * Linear.
 */
import type { LayerGraph } from './layer-graph.ts'
import { type Effort, rowGap } from './component.ts'

/** Gap of virtual nodes, which only need space for a line. */
const lineGap = 12
/** Number of rounds, each in both directions; in the second half, also with neighbours on both sides. */
const roundsFor = { fast: 3, fine: 12, tidy: 12 }
/** Weight of the current position of a node that has no neighbours on the relevant side. */
const currentPositionWeight = 0.01

type NeighbourSide = 'before' | 'behind' | 'both'

class Rows {
  readonly across: Float64Array
  private readonly size: Float64Array
  private readonly preferred: Float64Array
  private readonly totalWeight: Float64Array
  /** Blocks of one layer: start, weighted sum of preferred positions, sum of weights. */
  private readonly blockStart: Int32Array
  private readonly blockSum: Float64Array
  private readonly blockWeight: Float64Array
  private readonly offset: Float64Array

  constructor(
    private readonly graph: LayerGraph,
    size: Float64Array,
  ) {
    const { count } = graph
    this.across = new Float64Array(count)
    this.size = new Float64Array(count)
    this.size.set(size)
    this.preferred = new Float64Array(count)
    this.totalWeight = new Float64Array(count)
    this.blockStart = new Int32Array(count)
    this.blockSum = new Float64Array(count)
    this.blockWeight = new Float64Array(count)
    this.offset = new Float64Array(count)
    const { start, order } = graph
    for (let layer = 0; layer + 1 < start.length; layer += 1) {
      const [from, to] = [start[layer] ?? 0, start[layer + 1] ?? 0]
      let at = 0
      for (let index = from; index < to; index += 1) {
        const node = order[index] ?? 0
        if (index > from) at += this.gap(order[index - 1] ?? 0, node)
        this.offset[node] = at
        at += this.size[node] ?? 0
      }
      // All layers are initially centred on one line.
      for (let index = from; index < to; index += 1) {
        const node = order[index] ?? 0
        this.across[node] = (this.offset[node] ?? 0) - at / 2
      }
    }
  }

  private gap(one: number, other: number): number {
    const { realCount } = this.graph
    return ((one < realCount ? rowGap : lineGap) + (other < realCount ? rowGap : lineGap)) / 2
  }

  /** Preferred position of a node, from the ends of its edges on the given side. */
  private updatePreferred(node: number, side: NeighbourSide): void {
    const { out, into, tail, head, tailPort, headPort, weight } = this.graph
    let [sum, totalWeight] = [0, 0]
    if (side !== 'behind') {
      for (let at = into.start[node] ?? 0; at < (into.start[node + 1] ?? 0); at += 1) {
        const segment = into.items[at] ?? 0
        const own = weight[segment] ?? 0
        sum += own * ((this.across[tail[segment] ?? 0] ?? 0) + (tailPort[segment] ?? 0) - (headPort[segment] ?? 0))
        totalWeight += own
      }
    }
    if (side !== 'before') {
      for (let at = out.start[node] ?? 0; at < (out.start[node + 1] ?? 0); at += 1) {
        const segment = out.items[at] ?? 0
        const own = weight[segment] ?? 0
        sum += own * ((this.across[head[segment] ?? 0] ?? 0) + (headPort[segment] ?? 0) - (tailPort[segment] ?? 0))
        totalWeight += own
      }
    }
    this.preferred[node] = totalWeight > 0 ? sum / totalWeight : (this.across[node] ?? 0)
    this.totalWeight[node] = totalWeight > 0 ? totalWeight : currentPositionWeight
  }

  private assignLayer(layer: number, side: NeighbourSide): void {
    const { start, order } = this.graph
    const { blockStart, blockSum, blockWeight } = this
    const [from, to] = [start[layer] ?? 0, start[layer + 1] ?? 0]
    let blocks = 0
    for (let index = from; index < to; index += 1) {
      const node = order[index] ?? 0
      this.updatePreferred(node, side)
      const totalWeight = this.totalWeight[node] ?? 0
      blockStart[blocks] = index
      blockWeight[blocks] = totalWeight
      blockSum[blocks] = totalWeight * ((this.preferred[node] ?? 0) - (this.offset[node] ?? 0))
      blocks += 1
      while (blocks > 1) {
        const [before, last] = [blocks - 2, blocks - 1]
        const [sumBefore, pullBefore] = [blockSum[before] ?? 0, blockWeight[before] ?? 0]
        const [sumLast, pullLast] = [blockSum[last] ?? 0, blockWeight[last] ?? 0]
        if (sumBefore * pullLast <= sumLast * pullBefore) break
        blockSum[before] = sumBefore + sumLast
        blockWeight[before] = pullBefore + pullLast
        blocks -= 1
      }
    }
    for (let block = 0; block < blocks; block += 1) {
      const at = (blockSum[block] ?? 0) / (blockWeight[block] ?? 1)
      const end = block + 1 < blocks ? (blockStart[block + 1] ?? to) : to
      for (let index = blockStart[block] ?? 0; index < end; index += 1) {
        const node = order[index] ?? 0
        this.across[node] = at + (this.offset[node] ?? 0)
      }
    }
  }

  pass(side: NeighbourSide, down: boolean): void {
    const layers = this.graph.start.length - 1
    for (let step = 0; step < layers; step += 1) this.assignLayer(down ? step : layers - 1 - step, side)
  }
}

/** Near corner of each node, including virtual nodes; `size` has the extents of real nodes. */
export function rowCoordinates(graph: LayerGraph, size: Float64Array, effort: Effort): Float64Array {
  const rows = new Rows(graph, size)
  const rounds = roundsFor[effort]
  rows.pass('before', true)
  for (let round = 0; round < rounds; round += 1) {
    rows.pass('behind', false)
    rows.pass('before', true)
    if (round * 2 >= rounds) rows.pass('both', round % 2 === 0)
  }
  rows.pass('both', false)
  // The last pass aligns nodes that have a single incoming edge with its port.
  rows.pass('before', true)
  return rows.across
}

import type { Buckets } from './buckets.ts'

export interface Arrows {
  tail: Int32Array
  head: Int32Array
  tailPort: Float64Array
  headPort: Float64Array
  weight: Float64Array
  out: Buckets
  into: Buckets
  /** Every node after all that lead to it. */
  topological: Int32Array
}
/**
 * One connected part of what lies in one container, in numbers of its own. `along` is measured in the direction of the
 * flow, `across` square to it, so that one layout serves both directions.
 */
export interface Part {
  /** Extent of each node. */
  along: Float64Array
  across: Float64Array
  /** Edges without self-loops and parallels. */
  from: Int32Array
  to: Int32Array
  /** How many edges one stands for. */
  weight: Float64Array
  /** Where an edge leaves and arrives, from the near side of its node, across. */
  fromPort: Float64Array
  toPort: Float64Array
}

/** Near corners of the nodes of a part. */
export interface PartPlaces {
  along: Float64Array
  across: Float64Array
}

/** Between layers: an edge turns by 45° twice on its way and has a label. */
export const layerGap = 96
/** Between two nodes of a layer. */
export const rowGap = 40

/** `fast` is linear; `fine` takes more than that for fewer crossings, `tidy` seconds. */
export type Effort = 'fast' | 'fine' | 'tidy'

import type { Buckets } from './grouped-indexes.ts'

export interface Arrows {
  tail: Int32Array
  head: Int32Array
  tailPort: Float64Array
  headPort: Float64Array
  weight: Float64Array
  out: Buckets
  into: Buckets
  /** Nodes in topological order. */
  topological: Int32Array
}
/**
 * One connected component of a container, with its own numbering. `along` is measured in the direction of the flow,
 * `across` perpendicular to it, so that one layout serves both directions.
 */
export interface Part {
  /** Extent of each node. */
  along: Float64Array
  across: Float64Array
  /** Edges without self-loops and parallel edges. */
  from: Int32Array
  to: Int32Array
  /** Number of merged edges. */
  weight: Float64Array
  /** Where an edge leaves and arrives: distance from the near side of its node, across. */
  fromPort: Float64Array
  toPort: Float64Array
}

/** Near corners of the nodes of a component. */
export interface PartPlaces {
  along: Float64Array
  across: Float64Array
}

/** Gap between layers: an edge turns by 45° twice in it and has a label. */
export const layerGap = 96
/** Gap between two nodes of a layer. */
export const rowGap = 40

/** `fast` is linear; `fine` is slower with fewer crossings, `tidy` takes seconds. */
export type Effort = 'fast' | 'fine' | 'tidy'

/** The items of a container, with their own numbering. */
export interface Items {
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  /** Distance from the top of the item. */
  fromPort: Float64Array
  toPort: Float64Array
  /** For a note the item that it describes, for an attached node its owner; else -1. */
  describes: Int32Array
  belongs: Int32Array
}

export interface ItemPlaces {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
}

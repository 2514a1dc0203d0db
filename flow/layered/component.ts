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
 * One connected component of a container, with its own node indexes. `along` is measured in the direction of the flow,
 * `across` perpendicular to it, so that one algorithm serves both directions.
 */
export interface Component {
  /** Extent of each node. */
  along: Float64Array
  across: Float64Array
  /** Edges without self-loops and parallel edges. */
  from: Int32Array
  to: Int32Array
  /** Number of merged edges. */
  weight: Float64Array
  /** Ports at which an edge leaves and arrives: distance across from the near side of the node. */
  fromPort: Float64Array
  toPort: Float64Array
}

/** Near corners of the nodes of a component. */
export interface ComponentPositions {
  along: Float64Array
  across: Float64Array
}

/** Gap between layers: it has room for two 45° bends and the label of an edge. */
export const layerGap = 96
/** Gap between two nodes of a layer. */
export const rowGap = 40

/** `fast` is linear; `fine` is slower, with fewer crossings; `tidy` takes seconds, with the fewest crossings. */
export type Effort = 'fast' | 'fine' | 'tidy'

/** The items of a container, with their own indexes. */
export interface Items {
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  /** Ports of each edge: distance from the top of the item. */
  fromPort: Float64Array
  toPort: Float64Array
  /** `describes`: the item that a note describes. `attachedTo`: the owner of an attached node. Else -1. */
  describes: Int32Array
  attachedTo: Int32Array
}

export interface ItemPositions {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
  /** Top and bottom of each row of a folded layout, one after the other; empty if nothing is folded. */
  rows: Float64Array
}

/** Input and output of the layered layout: numbers in typed arrays, so that it can run in a worker. */

export interface LayeredGraph {
  /** Sizes in pixels; values that are not finite or below 0 count as 0. For groups a minimum. */
  width: Float64Array
  height: Float64Array
  /** Index of the parent node; -1, or anything that is not another node = the canvas. */
  parent: Int32Array
  /** Ends of each edge as node indexes, in the order of the source's branches. Missing ends are ignored. */
  source: Uint32Array
  target: Uint32Array
  /** Where an edge leaves and arrives, in pixels from the top of its node; default: the middle. */
  sourcePort?: Float64Array
  targetPort?: Float64Array
  /** Space above the content of a node, in pixels; default: that of a group's label. */
  head?: Float64Array
  /** For a note the index of the node that it describes, else -1. Only nodes with the same parent count. */
  describes?: Int32Array
  /**
   * For an attached node the index of its owner, else -1; it is placed below the owner. Only nodes with the same parent
   * count, and attached nodes have no edges.
   */
  belongs?: Int32Array
  /** 1 = fixed at `x` and `y` (relative to its parent); all others are laid out. */
  placed?: Uint8Array
  x?: Float64Array
  y?: Float64Array
}

/** Top-left corners relative to the parent, and sizes; groups contain their content. */
export interface LayeredPlaces {
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
}

export interface LayeredOptions {
  direction?: 'right' | 'down'
  /** Fewer crossings, but slower: seconds instead of milliseconds up to 2,000 nodes. */
  tidy?: boolean
  /** Receives the progress, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Polled; the layout returns null once it is true. */
  isCancelled?: () => boolean
}

/** Maximum number of nodes, and of edges, for algorithms that are slower than linear. */
const maxExactNodes = 2000
const maxEdges = 3

/** False if a flow is so large that only linear algorithms are used, tidy or not. */
export const allowsExactLayout = (nodes: number, edges: number): boolean =>
  nodes <= maxExactNodes && edges <= maxEdges * Math.max(nodes, 100)

/** Input and output of the layered layout: numbers in typed arrays, so that it can run in a worker. */

export interface LayeredGraph {
  /** Sizes in pixels, for groups the minimum size. Negative and non-finite values count as 0. */
  width: Float64Array
  height: Float64Array
  /** Index of the parent node; -1, or any value that is not the index of another node, is the canvas. */
  parent: Int32Array
  /** Ends of each edge as node indexes, in the order of the source's branches. Missing ends are ignored. */
  source: Uint32Array
  target: Uint32Array
  /** Ports at which an edge leaves and arrives, in pixels from the top of the node; default: the middle. */
  sourcePort?: Float64Array
  targetPort?: Float64Array
  /** Space above the content of a node, in pixels; default: the height of a group's label. */
  head?: Float64Array
  /** For a note, the index of the node that it describes, else -1. Ignored for another parent. */
  describes?: Int32Array
  /**
   * For an attached node, the index of its owner, next to which it is placed; else -1. Ignored if the parents
   * differ, or if the attached node has edges.
   */
  attachedTo?: Int32Array
  /** 1 = fixed at `x` and `y` (relative to its parent); all others are laid out. */
  fixed?: Uint8Array
  x?: Float64Array
  y?: Float64Array
}

/** Top-left corners relative to the parent, and sizes; groups contain their content. */
export interface LayeredPositions {
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
  /** Top and bottom of each row of a folded layout, one after the other; empty if nothing is folded. */
  rows: Float64Array
}

/** `folded`: to the right, in rows like text. `auto`: folded if one row would be long and thin, else to the right. */
export type LayoutDirection = 'right' | 'down' | 'folded' | 'auto'

export interface LayeredOptions {
  direction?: LayoutDirection
  /** Fewer crossings, but slower: for up to 2,000 nodes, seconds instead of milliseconds. */
  tidy?: boolean
  /** Receives the progress, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Polled; the layout returns null once it is true. */
  isCancelled?: () => boolean
}

/** Maximum number of nodes, and of edges per node, for algorithms that are slower than linear. */
const maxExactNodes = 2000
const maxEdges = 3

/** False if a flow is so large that only linear algorithms are used, even with `tidy`. */
export const allowsExactLayout = (nodes: number, edges: number): boolean =>
  nodes <= maxExactNodes && edges <= maxEdges * Math.max(nodes, 100)

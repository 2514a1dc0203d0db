/** What the layered layout takes and gives: numbers in typed arrays, so that it can run in a worker. */

export interface LayeredGraph {
  /** Sizes in pixels; what is not finite or below 0 counts as 0. A group's is the least that it gets. */
  width: Float64Array
  height: Float64Array
  /** Place of the node in which each one lies; -1 or anything that is no other node = the canvas. */
  parent: Int32Array
  /** Ends of each edge as places of nodes, in the order of the source's branches. Ends that do not exist are ignored. */
  source: Uint32Array
  target: Uint32Array
  /** Where an edge leaves and arrives, from the top of its node in pixels; without them in the middle. */
  sourcePort?: Float64Array
  targetPort?: Float64Array
  /** Room above what lies in a node, in pixels; without it that of a group's label. */
  head?: Float64Array
  /** For a note the place of the node that it describes, else -1. Only a node of the same parent counts. */
  describes?: Int32Array
  /** For a part the node whose part it is, else -1; it stands below that. Only a node of the same parent counts, and no part has edges. */
  belongs?: Int32Array
  /** 1 = stays where `x` and `y` say (relative to its parent); all others get a place. */
  placed?: Uint8Array
  x?: Float64Array
  y?: Float64Array
}

/** Top-left corners relative to the parent, and sizes: those of groups hold what lies in them. */
export interface LayeredPlaces {
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
}

export interface LayeredOptions {
  direction?: 'right' | 'down'
  /** Fewer crossings for more time: seconds instead of milliseconds up to 2,000 nodes. */
  tidy?: boolean
  /** Gets the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Asked now and then; the layout ends with null once it says true. */
  isCancelled?: () => boolean
}

/** Up to this many nodes, and edges for each, there is time for what is more than linear. */
const mostExact = 2000
const mostEdges = 3

/** False where a flow is so large that it is laid out in linear time alone, tidy or not. */
export const allowsExactLayout = (nodes: number, edges: number): boolean =>
  nodes <= mostExact && edges <= mostEdges * Math.max(nodes, 100)

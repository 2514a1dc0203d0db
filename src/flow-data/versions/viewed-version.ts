/** A version of a flow that was looked at: as it is kept, and since when. */
import type { Edge, Node } from '#contract/flow.ts'

export interface ViewedFlow {
  nodes: Node[]
  edges: Edge[]
}

export interface ViewedVersion {
  version: number
  /** When, in ms. */
  at: number
}

/** A viewed version of a flow, and when it was viewed. */
import type { Edge, Node } from '#contract/flow.ts'

export interface ViewedFlow {
  nodes: Node[]
  edges: Edge[]
}

export interface ViewedVersion {
  version: number
  /** In ms. */
  at: number
}

/** Messages to and from the worker that lays out one flow. */
import type { LayoutOptions } from '#canvas/model/placement.ts'
import type { LayeredGraph, LayeredPositions } from '#flow/layered/layered-graph.ts'

export interface LayoutRequest {
  graph: LayeredGraph
  options: LayoutOptions | null
}

export type LayoutReply =
  /** The completed fraction, 0 to 1. */
  { is: 'under way'; share: number } | { is: 'done'; positions: LayeredPositions } | { is: 'failed'; message: string }

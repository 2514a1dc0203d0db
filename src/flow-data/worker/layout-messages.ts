/** Messages to and from the worker that lays out one flow. */
import type { LayoutManner } from '#canvas/model/placement.ts'
import type { LayeredGraph, LayeredPlaces } from '#flow/layered/layered-graph.ts'

export interface LayoutRequest {
  graph: LayeredGraph
  manner: LayoutManner | null
}

export type LayoutReply =
  /** The completed fraction, 0 to 1. */
  { is: 'under way'; share: number } | { is: 'done'; laid: LayeredPlaces } | { is: 'failed'; message: string }

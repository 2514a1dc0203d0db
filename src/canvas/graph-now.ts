/** The picture of a flow in one step, as tests need it; the product lays out where nothing waits for it. */
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import type { CanvasGraph, FlowPicture } from './canvas-graph.ts'
import { canvasPlan } from './canvas-plan.ts'
import { mannerOf, type Placement } from './placement.ts'

export function graphNow(flow: FlowPicture, placement: Placement): CanvasGraph {
  const { toLayOut, draw } = canvasPlan(flow, placement)
  return draw(toLayOut && layeredLayout(toLayOut, mannerOf(placement) ?? {}))
}

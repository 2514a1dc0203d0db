/** Lays out a flow synchronously, for tests; the product runs the layout in a worker. */
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import type { CanvasGraph, FlowPicture } from '#canvas/model/canvas-graph.ts'
import { canvasPlan } from '#canvas/model/canvas-plan.ts'
import { layoutOptionsOf, type Placement } from '#canvas/model/placement.ts'

export function layOutSync(flow: FlowPicture, placement: Placement): CanvasGraph {
  const { layoutInput, draw } = canvasPlan(flow, placement)
  return draw(layoutInput && layeredLayout(layoutInput, layoutOptionsOf(placement) ?? {}))
}

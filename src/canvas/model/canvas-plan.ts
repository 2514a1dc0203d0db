/** Preparation of a flow for the canvas: the graph for the automatic layout, and the drawing with its result. Pure. */
import type { Node } from '#contract/flow.ts'
import { drawable } from '#flow/drawable.ts'
import type { FlowShapes, Size } from '#flow/place/flow-graph.ts'
import type { LayeredGraph, LayeredPlaces } from '#flow/layered/layered-graph.ts'
import { kindOf } from '#flow/node-kind.ts'
import { placeFlow } from '#flow/place/place.ts'
import {
  canvasGraph,
  distinctIds,
  emptyGroup,
  groupBy,
  type CanvasGraph,
  type FlowPicture,
  type Unplaced,
} from './canvas-graph.ts'
import { cardWidth, headPort, portOf, cardShapeOf, type CardShape } from './card-rows.ts'
import { noteSize, noteSizeAnew } from './note-text.ts'
import type { Placement } from './placement.ts'

export interface CanvasPlan {
  /** Input of `layeredLayout`; null if the flow gives the positions of all nodes. */
  toLayOut: LayeredGraph | null
  /**
   * Everything that is drawn. `laid` is the layout's result; without it, the nodes that it should place are in one
   * corner.
   */
  draw: (laid: LayeredPlaces | null) => CanvasGraph
}

/** The size of a node before it is placed. */
function sizeOf(node: Node, shape: CardShape): Size {
  const kind = kindOf(node.type)
  if (kind === 'note') return node.size ?? noteSize(node, cardWidth)
  if (kind === 'group') return node.size ?? emptyGroup
  return { width: shape.width, height: shape.height }
}

/** In a new layout a note is as large as its text needs, and a frame as large as its content. */
const sizeAnew = (node: Node, shape: CardShape): Size =>
  kindOf(node.type) === 'note' ? noteSizeAnew(node, cardWidth) : sizeOf({ ...node, size: null }, shape)

/** Sizes and ports of all cards; edges to missing nodes are left out: `validation` reports them. */
function unplaced(flow: FlowPicture, placement: Placement): Unplaced {
  const { nodes, edges } = flow
  const keys = distinctIds(nodes)
  const known = new Set(nodes.map((node) => node.id))
  const whole = edges.filter((edge) => known.has(edge.source) && known.has(edge.target))
  const leaving = groupBy(whole, (edge) => edge.source)
  return {
    flow,
    placement,
    keys,
    nodes: nodes.map((node, index): Node => {
      const key = keys[index] ?? ''
      const drawn = drawable(node)
      return drawn.id === key ? drawn : { ...drawn, id: key }
    }),
    shapes: new Map(nodes.map((node, index) => [keys[index] ?? '', cardShapeOf(node, leaving.get(node.id) ?? [])])),
    whole,
    leaving,
  }
}

/** Prepares a flow for drawing, in linear time. The caller runs the layout. */
export function canvasPlan(flow: FlowPicture, placement: Placement): CanvasPlan {
  const known = unplaced(flow, placement)
  const { shapes } = known
  const anew = placement !== 'given'
  const shapesOfFlow: FlowShapes = {
    anew,
    sizeOf: (node) => {
      const shape = shapes.get(node.id)
      return shape === undefined ? emptyGroup : anew ? sizeAnew(node, shape) : sizeOf(node, shape)
    },
    portsOf: (edge) => {
      const shape = shapes.get(edge.source)
      return { source: shape === undefined ? headPort : portOf(shape, edge), target: headPort }
    },
  }
  const { toLayOut, place } = placeFlow(known.nodes, known.whole, shapesOfFlow)
  return { toLayOut, draw: (laid) => canvasGraph(known, place(laid)) }
}

/** Preparation of a flow for the canvas: the graph for the automatic layout, and the drawing with its result. Pure. */
import type { Node } from '#contract/flow.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'
import { drawable } from '#flow/drawable.ts'
import type { FlowShapes, Size } from '#flow/place/flow-graph.ts'
import type { LayeredGraph, LayeredPositions } from '#flow/layered/layered-graph.ts'
import { kindOf } from '#flow/node-kind.ts'
import { placeFlow } from '#flow/place/place.ts'
import {
  canvasGraph,
  distinctIds,
  emptyGroup,
  groupBy,
  type CanvasGraph,
  type FlowPicture,
  type DrawingInput,
} from './canvas-graph.ts'
import { portOf, cardShapeOf } from './card-rows.ts'
import { cardWidth, headPort, type CardShape } from './card-shape.ts'
import { noteSize, noteSizeInNewLayout } from './note-text.ts'
import type { Placement } from './placement.ts'

export interface CanvasPlan {
  /** Input of `layeredLayout`; null if the flow gives the positions of all nodes. */
  layoutInput: LayeredGraph | null
  /**
   * Everything that is drawn. `positions` is the layout's result; without it, the nodes that it should place are in one
   * corner.
   */
  draw: (positions: LayeredPositions | null) => CanvasGraph
}

/** The size of a node before it is placed. */
function sizeOf(node: Node, shape: CardShape): Size {
  const kind = kindOf(node.type)
  if (kind === 'note') return node.size ?? noteSize(node, cardWidth)
  if (kind === 'group') return node.size ?? emptyGroup
  return { width: shape.width, height: shape.height }
}

/** In a new layout a note is as large as its text needs, and a frame as large as its content. */
const sizeInNewLayout = (node: Node, shape: CardShape): Size =>
  kindOf(node.type) === 'note' ? noteSizeInNewLayout(node, cardWidth) : sizeOf({ ...node, size: null }, shape)

/** Sizes and ports of all cards; edges to missing nodes are left out: `validation` reports them. */
function drawingInput(flow: FlowPicture, placement: Placement): DrawingInput {
  const { nodes, edges } = flow
  const keys = distinctIds(nodes)
  const known = new Set(nodes.map((node) => node.id))
  const connectedEdges = edges.filter((edge) => known.has(edge.source) && known.has(edge.target))
  const outgoingEdges = groupBy(connectedEdges, (edge) => edge.source)
  const attachedEdges = groupBy(connectedEdges.filter(isAttachment), (edge) => edge.target)
  return {
    flow,
    placement,
    keys,
    nodes: nodes.map((node, index): Node => {
      const key = keys[index] ?? ''
      const drawn = drawable(node)
      return drawn.id === key ? drawn : { ...drawn, id: key }
    }),
    shapes: new Map(
      nodes.map((node, index) => [
        keys[index] ?? '',
        cardShapeOf(node, outgoingEdges.get(node.id) ?? [], attachedEdges.get(node.id)),
      ]),
    ),
    connectedEdges,
    outgoingEdges,
    attachedEdges,
  }
}

/** Prepares a flow for drawing, in linear time. The caller runs the layout. */
export function canvasPlan(flow: FlowPicture, placement: Placement): CanvasPlan {
  const known = drawingInput(flow, placement)
  const { shapes } = known
  const isNewLayout = placement !== 'given'
  const shapesOfFlow: FlowShapes = {
    ignoresPositions: isNewLayout,
    sizeOf: (node) => {
      const shape = shapes.get(node.id)
      return shape === undefined ? emptyGroup : isNewLayout ? sizeInNewLayout(node, shape) : sizeOf(node, shape)
    },
    portsOf: (edge) => {
      const shape = shapes.get(edge.source)
      return { source: shape === undefined ? headPort : portOf(shape, edge), target: headPort }
    },
  }
  const { layoutInput, computeBoxes } = placeFlow(known.nodes, known.connectedEdges, shapesOfFlow)
  return { layoutInput, draw: (positions) => canvasGraph(known, computeBoxes(positions), positions?.rows) }
}

/** The columns of a canvas graph, for transfer to the page. Pure, linear. */
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import type { CanvasEdge, CanvasGraph, CanvasNode } from '#canvas/model/canvas-graph.ts'
import { isContainer } from '#canvas/model/card-shape.ts'
import { branchOf } from '#canvas/model/edge-branch.ts'
import { cachedSpacing } from '#canvas/model/tile-box.ts'
import type { ViewColumns } from './first-view.ts'
import { flag, sceneKinds, type SceneData } from './scene.ts'
import { textBufferOf } from './text-buffer.ts'

function boxesOf(nodes: readonly CanvasNode[]): Float32Array<ArrayBuffer> {
  const boxes = new Float32Array(4 * nodes.length)
  for (const [nodeIndex, { box }] of nodes.entries()) {
    boxes[4 * nodeIndex] = box.x
    boxes[4 * nodeIndex + 1] = box.y
    boxes[4 * nodeIndex + 2] = box.width
    boxes[4 * nodeIndex + 3] = box.height
  }
  return boxes
}

function linesOf(edges: readonly CanvasEdge[]): Pick<SceneData, 'points' | 'lineStarts'> {
  const lineStarts = new Uint32Array(edges.length + 1)
  let count = 0
  for (const [nodeIndex, { course }] of edges.entries()) {
    count += course.points.length
    lineStarts[nodeIndex + 1] = count
  }
  const points = new Float32Array(2 * count)
  let at = 0
  for (const { course } of edges)
    for (const { x, y } of course.points) {
      points[at] = x
      points[at + 1] = y
      at += 2
    }
  return { points, lineStarts }
}

/** The columns with positions. */
const layoutColumnsOf = ({
  nodes,
  bounds,
  start,
}: CanvasGraph): Pick<SceneData, 'bounds' | 'start' | 'boxes' | 'kinds'> => ({
  bounds,
  start,
  boxes: boxesOf(nodes),
  kinds: Uint8Array.from(nodes, ({ kind }) => sceneKinds.indexOf(kind)),
})

/** The columns for the first viewport. `ends`: indexes of the nodes of drawn edges; -1 = there is none. */
export function viewColumnsOf(graph: CanvasGraph, ends: readonly { source: number; target: number }[]): ViewColumns {
  const whole = ends.filter(({ source, target }) => source !== -1 && target !== -1)
  return {
    ...layoutColumnsOf(graph),
    spacing: cachedSpacing(graph),
    from: Uint32Array.from(whole, ({ source }) => source),
    to: Uint32Array.from(whole, ({ target }) => target),
  }
}

export function sceneOf(graph: CanvasGraph): SceneData {
  const { nodes, edges, edgeCount } = graph
  const adjacency = adjacencyOf(
    nodes.map(({ node }) => node),
    edges.map(({ edge }) => edge),
  )
  const { from, to, outStart, outEdges, inStart, inEdges } = adjacency
  return {
    nodeCount: nodes.filter(({ kind }) => kind !== 'group').length,
    edgeCount,
    isFolded: graph.isFolded,
    ...layoutColumnsOf(graph),
    flags: Uint8Array.from(nodes, (one) => (isContainer(one) ? flag.container : 0)),
    ids: textBufferOf(nodes.map(({ node }) => node.id)),
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    edgeIndex: Uint32Array.from(edges, ({ index }) => index),
    outgoing: { starts: Uint32Array.from(outStart), edges: Uint32Array.from(outEdges) },
    incoming: { starts: Uint32Array.from(inStart), edges: Uint32Array.from(inEdges) },
    ...linesOf(edges),
    spacing: cachedSpacing(graph),
    fans: Float32Array.from(edges, (one, index) => branchOf(one, nodes[from[index] ?? -1]).fan),
  }
}

/** The buffers of a scene, which are transferred, not copied. */
export const buffersOf = (scene: SceneData): ArrayBuffer[] => [
  ...[scene.boxes, scene.kinds, scene.flags, scene.from, scene.to, scene.edgeIndex].map(({ buffer }) => buffer),
  scene.ids.bytes.buffer,
  scene.ids.starts.buffer,
  ...[scene.outgoing, scene.incoming].flatMap(({ starts, edges }) => [starts.buffer, edges.buffer]),
  scene.points.buffer,
  scene.lineStarts.buffer,
  scene.fans.buffer,
]

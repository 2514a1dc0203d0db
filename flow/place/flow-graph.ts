/** Converts a flow to the input of the layered layout. */
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import type { LayeredGraph } from '#flow/layered/layered-graph.ts'
import { isStep } from '#flow/node-kind.ts'
import { noteAnchors } from './note-anchors.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'

export interface Size {
  width: number
  height: number
}

/** Ports at which an edge leaves its source and arrives at its target, in pixels from the top of the node. */
export interface Ports {
  source: number
  target: number
}

export interface FlowShapes {
  sizeOf: (node: Node) => Size
  /** By default, edges begin and end at the middle of a node. */
  portsOf?: (edge: Edge) => Ports
  /** True = ignore the positions in the flow; false = keep them. */
  ignoresPositions?: boolean
}

/**
 * For each node that is only attached to other nodes, the first of them, else -1. A node with other edges is a step,
 * even if it is attached.
 */
function ownersOf(
  nodes: readonly Node[],
  edges: readonly Edge[],
  { source, target, parent }: LayeredGraph,
): Int32Array {
  const owner = new Int32Array(nodes.length).fill(-1)
  const isStepOfRun = new Uint8Array(nodes.length)
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [source[index] ?? -1, target[index] ?? -1]
    if (from >= nodes.length || to >= nodes.length) continue
    if (!isAttachment(edge)) {
      isStepOfRun[from] = 1
      isStepOfRun[to] = 1
    } else if (owner[from] === -1 && from !== to && parent[from] === parent[to]) owner[from] = to
  }
  return owner.map((at, node) => (isStepOfRun[node] === 1 ? -1 : at))
}

/** Space above the content of a group for its name, and of a step for its card, with a margin. */
const groupHead = 48
const cardGap = 24

/** Space above the content of a node. `height`: height of the node without its content. */
const headSpace = (node: Node, height: number): number => (isStep(node) ? height + cardGap : groupHead)

/** Nodes and edges by index. A missing end of an edge becomes an index beyond the nodes. */
export function flowGraph(nodes: readonly Node[], edges: readonly Edge[], shapes: FlowShapes): LayeredGraph {
  const { sizeOf, portsOf, ignoresPositions = false } = shapes
  const indexById = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!indexById.has(id)) indexById.set(id, index)
  const { parent } = containersOf(nodes)
  const sizes = nodes.map(sizeOf)
  const graph: LayeredGraph = {
    width: Float64Array.from(sizes, ({ width }) => width),
    height: Float64Array.from(sizes, ({ height }) => height),
    parent,
    source: Uint32Array.from(edges, (edge) => indexById.get(edge.source) ?? nodes.length),
    target: Uint32Array.from(edges, (edge) => indexById.get(edge.target) ?? nodes.length),
    describes: noteAnchors(nodes, parent),
    head: Float64Array.from(nodes, (node, index) => headSpace(node, sizes[index]?.height ?? 0)),
  }
  const attachedTo = ownersOf(nodes, edges, graph)
  // The layout ignores edges of attached nodes, which are placed next to their owners.
  graph.source = graph.source.map((from, index) => {
    const edge = edges[index]
    return edge !== undefined && isAttachment(edge) && attachedTo[from] !== -1 ? nodes.length : from
  })
  graph.attachedTo = attachedTo
  if (portsOf !== undefined) {
    const ports = edges.map(portsOf)
    graph.sourcePort = Float64Array.from(ports, ({ source }) => source)
    graph.targetPort = Float64Array.from(ports, ({ target }) => target)
  }
  if (ignoresPositions) return graph
  graph.fixed = Uint8Array.from(nodes, ({ position }) => (position === null ? 0 : 1))
  graph.x = Float64Array.from(nodes, ({ position }) => position?.x ?? 0)
  graph.y = Float64Array.from(nodes, ({ position }) => position?.y ?? 0)
  return graph
}

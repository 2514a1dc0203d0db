/** A flow as the numbers that the layered layout works with. */
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import type { LayeredGraph } from '#flow/layered/layered-graph.ts'
import { isStep } from '#flow/node-kind.ts'
import { noteAnchors } from './note-anchors.ts'
import { isAttachment } from '#flow/graph/ways.ts'

export interface Size {
  width: number
  height: number
}

/** Where an edge leaves its source and arrives at its target, from the top of each. */
export interface Ports {
  source: number
  target: number
}

export interface FlowShapes {
  sizeOf: (node: Node) => Size
  /** Without it edges begin and end in the middle. */
  portsOf?: (edge: Edge) => Ports
  /** True = positions of the flow do not count; false = who has one keeps it. */
  anew?: boolean
}

/**
 * For each node that is only a part of others the first of those, else -1. What a run comes through is a step, whatever it
 * is attached to.
 */
function ownersOf(
  nodes: readonly Node[],
  edges: readonly Edge[],
  { source, target, parent }: LayeredGraph,
): Int32Array {
  const owner = new Int32Array(nodes.length).fill(-1)
  const inRun = new Uint8Array(nodes.length)
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [source[index] ?? -1, target[index] ?? -1]
    if (from >= nodes.length || to >= nodes.length) continue
    if (!isAttachment(edge)) {
      inRun[from] = 1
      inRun[to] = 1
    } else if (owner[from] === -1 && from !== to && parent[from] === parent[to]) owner[from] = to
  }
  return owner.map((at, node) => (inRun[node] === 1 ? -1 : at))
}

/** Above what lies in a group stands its name, above what lies in a step its card, both with some air. */
const groupHead = 48
const cardGap = 24

/** `height` is that of the node without what lies in it. */
const headRoom = (node: Node, height: number): number => (isStep(node) ? height + cardGap : groupHead)

/** Nodes and edges by their places in the lists. Edges with a missing end lead to a node that does not exist. */
export function flowGraph(nodes: readonly Node[], edges: readonly Edge[], shapes: FlowShapes): LayeredGraph {
  const { sizeOf, portsOf, anew = false } = shapes
  const place = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!place.has(id)) place.set(id, index)
  const { parent } = containersOf(nodes)
  const sizes = nodes.map(sizeOf)
  const graph: LayeredGraph = {
    width: Float64Array.from(sizes, ({ width }) => width),
    height: Float64Array.from(sizes, ({ height }) => height),
    parent,
    source: Uint32Array.from(edges, (edge) => place.get(edge.source) ?? nodes.length),
    target: Uint32Array.from(edges, (edge) => place.get(edge.target) ?? nodes.length),
    describes: noteAnchors(nodes, parent),
    head: Float64Array.from(nodes, (node, index) => headRoom(node, sizes[index]?.height ?? 0)),
  }
  const belongs = ownersOf(nodes, edges, graph)
  // What joins a part to its owner leads through no layers.
  graph.source = graph.source.map((from, index) => {
    const edge = edges[index]
    return edge !== undefined && isAttachment(edge) && belongs[from] !== -1 ? nodes.length : from
  })
  graph.belongs = belongs
  if (portsOf !== undefined) {
    const ports = edges.map(portsOf)
    graph.sourcePort = Float64Array.from(ports, ({ source }) => source)
    graph.targetPort = Float64Array.from(ports, ({ target }) => target)
  }
  if (anew) return graph
  graph.placed = Uint8Array.from(nodes, ({ position }) => (position === null ? 0 : 1))
  graph.x = Float64Array.from(nodes, ({ position }) => position?.x ?? 0)
  graph.y = Float64Array.from(nodes, ({ position }) => position?.y ?? 0)
  return graph
}

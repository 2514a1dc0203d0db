/** A flow as the numbers that the layered layout works with. */
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/containers.ts'
import type { LayeredGraph } from '#flow/layered/layered-graph.ts'
import { noteAnchors } from '#flow/note-anchors.ts'

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
  }
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

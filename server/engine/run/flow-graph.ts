/** Run plan: graph data of a flow version, computed once, in linear time and without recursion. */
import type { Edge, Node } from '#contract/flow.ts'
import { adjacencyOf, type Adjacency } from '#flow/graph/adjacency.ts'
import { isStep, outputsOf } from '#flow/node-kind.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'
import { routeFrom, type Route } from './route.ts'

export interface RunPlan {
  /** Steps by id: all nodes but notes and groups. */
  nodes: ReadonlyMap<string, Node>
  /** Ids of the enabled triggers, in the order of the flow. */
  starts: string[]
  /** Steps and edges, referred to by index. Omits edges to or from a missing node. */
  steps: readonly Node[]
  adjacency: Adjacency
  /** Output handle of each edge. */
  handles: readonly string[]
  /** Part of the graph reachable from a start; null if there is no such step. Computed lazily. */
  route(startNode: string): Route | null
}

/** Handle for edges that name none: the node's only output, else "out". */
function onlyHandle(node: Node | undefined): string {
  const outputs = node === undefined ? [] : outputsOf(node)
  return outputs.length === 1 ? (outputs[0]?.id ?? 'out') : 'out'
}

/** Output to which a disabled node passes its input: "out"; for a condition "else", or its last case. */
export function passHandle(node: Node): string {
  const ids = outputsOf(node).map(({ id }) => id)
  return ids.includes('out') ? 'out' : (ids.at(-1) ?? 'out')
}

export function runPlanOf({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }): RunPlan {
  const steps = nodes.filter(isStep)
  const flowEdges = edges.filter((edge) => !isAttachment(edge))
  const adjacency = adjacencyOf(steps, flowEdges)
  const byId = new Map<string, Node>()
  for (const node of steps) if (!byId.has(node.id)) byId.set(node.id, node)
  const handles = flowEdges.map(({ source, source_handle: handle }) => handle || onlyHandle(byId.get(source)))
  const routes = new Map<string, Route>()
  return {
    nodes: byId,
    starts: [...byId.values()].filter((node) => node.type === 'trigger' && !node.disabled).map(({ id }) => id),
    steps,
    adjacency,
    handles,
    route(startNode) {
      const known = routes.get(startNode)
      const start = adjacency.indexOf.get(startNode)
      if (known || start === undefined) return known ?? null
      const route = routeFrom(start, adjacency, handles)
      routes.set(startNode, route)
      return route
    },
  }
}

/** What a run needs to know of a flow's graph, made once for a version of the flow. Linear and without recursion. */
import type { Edge, Node } from '#contract/flow.ts'
import { adjacencyOf, type Adjacency } from '#flow/graph/adjacency.ts'
import { isStep, outputsOf } from '#flow/node-kind.ts'
import { isAttachment } from '#flow/graph/ways.ts'
import { routeFrom, type Route } from './route.ts'

export interface RunPlan {
  /** Steps by their id: all nodes but notes and groups. */
  nodes: ReadonlyMap<string, Node>
  /** Ids of the triggers that are not disabled, in the order of the flow. */
  starts: string[]
  /** Steps and edges by their place in these lists. Edges with a missing end are in none of them. */
  steps: readonly Node[]
  adjacency: Adjacency
  /** By edge: the output that it leaves its node by. */
  handles: readonly string[]
  /** What a run that begins at this node comes to; null where there is no such step. Made at the first question. */
  route(startNode: string): Route | null
}

/** The output that "the only one" means: "out" where the node has it or has none, else its only one. */
function onlyHandle(node: Node | undefined): string {
  const outputs = node === undefined ? [] : outputsOf(node)
  return outputs.length === 1 ? (outputs[0]?.id ?? 'out') : 'out'
}

/** The output by which what comes into a disabled node goes on: "out", of a condition "else", or its last case. */
export function passHandle(node: Node): string {
  const ids = outputsOf(node).map(({ id }) => id)
  return ids.includes('out') ? 'out' : (ids.at(-1) ?? 'out')
}

export function runPlanOf({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }): RunPlan {
  const steps = nodes.filter(isStep)
  const taken = edges.filter((edge) => !isAttachment(edge))
  const adjacency = adjacencyOf(steps, taken)
  const byId = new Map<string, Node>()
  for (const node of steps) if (!byId.has(node.id)) byId.set(node.id, node)
  const handles = taken.map(({ source, source_handle: handle }) => handle || onlyHandle(byId.get(source)))
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

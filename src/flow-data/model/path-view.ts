/** The path shown on a canvas: its content and its description. Pure. */
import type { FlowDetail } from '#contract/flow.ts'
import type { Adjacency } from '#flow/graph/adjacency.ts'
import { reachableGraph, shortestPath, type PathDirection, type GraphPath } from '#flow/graph/paths.ts'
import { count } from '#lib/count.ts'
import type { PathQuery } from './path-query.ts'

export interface ShownPath {
  pathQuery: PathQuery
  /** Indexes of its nodes and edges. */
  nodes: Uint32Array<ArrayBuffer>
  edges: Uint32Array<ArrayBuffer>
  /** "12 steps lead to “Look up order”". */
  description: string
}

type Parts = Pick<FlowDetail, 'nodes' | 'edges'>

/** "12 steps lead to X". */
function reachText(name: string, nodes: number, direction: PathDirection): string {
  if (direction === 'upstream')
    return nodes === 0
      ? `No step leads to ${name}`
      : `${count(nodes, 'step')} ${nodes === 1 ? 'leads' : 'lead'} to ${name}`
  return nodes === 0
    ? `No step follows ${name}`
    : `${count(nodes, 'step')} ${nodes === 1 ? 'follows' : 'follow'} ${name}`
}

const steps = (path: GraphPath): string => count(path.edges.length, 'step')

/** The requested path in a flow. Null if its edge, or one of its nodes, does not exist. */
export function showPath(flow: Parts, adjacency: Adjacency, pathQuery: PathQuery): ShownPath | null {
  const nameOf = (index: number) => `“${flow.nodes[index]?.name || (flow.nodes[index]?.id ?? '')}”`
  const asShownPath = (path: GraphPath, description: string): ShownPath => ({
    pathQuery,
    nodes: Uint32Array.from(path.nodes),
    edges: Uint32Array.from(path.edges),
    description,
  })
  if ('edge' in pathQuery) {
    const index = flow.edges.findIndex(({ id }) => id === pathQuery.edge)
    const [from, to] = [adjacency.from[index] ?? -1, adjacency.to[index] ?? -1]
    if (from === -1 || to === -1) return null
    return asShownPath({ nodes: [from, to], edges: [index] }, `The edge from ${nameOf(from)} to ${nameOf(to)}`)
  }
  const at = adjacency.indexOf.get(pathQuery.from)
  if (at === undefined) return null
  if (!('to' in pathQuery)) {
    const path = reachableGraph(adjacency, at, pathQuery.direction)
    const description = reachText(nameOf(at), path.nodes.length, pathQuery.direction)
    return asShownPath({ ...path, nodes: [at, ...path.nodes] }, description)
  }
  const end = adjacency.indexOf.get(pathQuery.to)
  if (end === undefined) return null
  const forward = shortestPath(adjacency, at, end)
  if (forward !== null) return asShownPath(forward, `${steps(forward)} from ${nameOf(at)} to ${nameOf(end)}`)
  const reverse = shortestPath(adjacency, end, at)
  const none = `No path leads from ${nameOf(at)} to ${nameOf(end)}`
  return reverse === null
    ? asShownPath({ nodes: [at, end], edges: [] }, none)
    : asShownPath(reverse, `${none}. The reverse path has ${steps(reverse)}`)
}

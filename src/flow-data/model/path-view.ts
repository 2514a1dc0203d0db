/** The path shown on a canvas: its URL parameters, its content, and its description. Pure. */
import type { FlowDetail } from '#contract/flow.ts'
import type { Adjacency } from '#flow/graph/adjacency.ts'
import { everythingFrom, shortestPath, type PathDirection, type GraphPath } from '#flow/graph/paths.ts'
import { count } from '#lib/count.ts'

/** All ancestors or descendants of a node, the shortest path to another, or one edge. */
export type PathAsked = { from: string; direction: PathDirection } | { from: string; to: string } | { edge: string }

export interface PathShown {
  asked: PathAsked
  /** Indexes of its nodes and edges. */
  nodes: Uint32Array<ArrayBuffer>
  edges: Uint32Array<ArrayBuffer>
  /** "12 nodes lead to “Look up order”". */
  words: string
}

type Parts = Pick<FlowDetail, 'nodes' | 'edges'>

const directions: readonly PathDirection[] = ['upstream', 'downstream']

/**
 * "?from=n1&path=upstream", "?from=n1&to=n5", "?edge=e1"; without `from` it is the open node. Null if there is none.
 */
export function pathAsked(query: URLSearchParams): PathAsked | null {
  const edge = query.get('edge')
  if (edge !== null) return { edge }
  const from = query.get('from') ?? query.get('node')
  const to = query.get('to')
  const direction = directions.find((one) => one === query.get('path'))
  if (from === null) return null
  if (direction !== undefined) return { from, direction }
  return to === null ? null : { from, to }
}

/** The query with another path; null = none. */
export function withPath(query: URLSearchParams, asked: PathAsked | null): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['from', 'path', 'to', 'edge']) next.delete(name)
  if (asked === null) return next
  if ('edge' in asked) {
    next.set('edge', asked.edge)
    return next
  }
  next.set('from', asked.from)
  if ('to' in asked) next.set('to', asked.to)
  else next.set('path', asked.direction)
  return next
}

/** "12 nodes lead to X". */
function reachWords(name: string, nodes: number, direction: PathDirection): string {
  if (direction === 'upstream')
    return nodes === 0
      ? `No node leads to ${name}`
      : `${count(nodes, 'node')} ${nodes === 1 ? 'leads' : 'lead'} to ${name}`
  return nodes === 0
    ? `No node follows ${name}`
    : `${count(nodes, 'node')} ${nodes === 1 ? 'follows' : 'follow'} ${name}`
}

const steps = (path: GraphPath): string => count(path.edges.length, 'step')

/** The requested path in a flow. Null if one of its nodes does not exist. */
export function pathShown(flow: Parts, adjacency: Adjacency, asked: PathAsked): PathShown | null {
  const nameOf = (index: number) => `“${flow.nodes[index]?.name || (flow.nodes[index]?.id ?? '')}”`
  const shown = (path: GraphPath, words: string): PathShown => ({
    asked,
    nodes: Uint32Array.from(path.nodes),
    edges: Uint32Array.from(path.edges),
    words,
  })
  if ('edge' in asked) {
    const index = flow.edges.findIndex(({ id }) => id === asked.edge)
    const [from, to] = [adjacency.from[index] ?? -1, adjacency.to[index] ?? -1]
    if (from === -1 || to === -1) return null
    return shown({ nodes: [from, to], edges: [index] }, `The edge from ${nameOf(from)} to ${nameOf(to)}`)
  }
  const at = adjacency.indexOf.get(asked.from)
  if (at === undefined) return null
  if (!('to' in asked)) {
    const path = everythingFrom(adjacency, at, asked.direction)
    const words = reachWords(nameOf(at), path.nodes.length, asked.direction)
    return shown({ ...path, nodes: [at, ...path.nodes] }, words)
  }
  const end = adjacency.indexOf.get(asked.to)
  if (end === undefined) return null
  const there = shortestPath(adjacency, at, end)
  if (there !== null) return shown(there, `${steps(there)} from ${nameOf(at)} to ${nameOf(end)}`)
  const back = shortestPath(adjacency, end, at)
  const none = `No path leads from ${nameOf(at)} to ${nameOf(end)}`
  return back === null
    ? shown({ nodes: [at, end], edges: [] }, none)
    : shown(back, `${none}. The reverse path has ${steps(back)}`)
}

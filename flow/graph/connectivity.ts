/** Reachability and cycles of a flow. Linear, not recursive. */
import type { Edge, Node } from '#contract/flow.ts'

/** Edges by index: `next[i]` lists the targets of node i in `nodes`. Edges with a missing end are omitted. */
export interface SuccessorGraph {
  indexById: ReadonlyMap<string, number>
  next: number[][]
}

/**
 * Whether an edge connects an attached node to its owner: a model, memory or tool of an agent (n8n). Runs do not follow
 * such an edge.
 */
export const isAttachment = (edge: Edge): boolean => edge.source_handle?.startsWith('ai_') ?? false

/** What an attached node is for its owner, in one word: "model" for "ai_languageModel". */
export const attachmentWord = ({ source_handle: handle }: Edge): string =>
  handle
    ?.split(/_|(?<=\p{Ll})(?=\p{Lu})/u)
    .at(-1)
    ?.toLowerCase() || 'part'

export function successorGraph(nodes: readonly Node[], edges: readonly Edge[]): SuccessorGraph {
  const indexById = new Map<string, number>()
  for (const [index, node] of nodes.entries()) if (!indexById.has(node.id)) indexById.set(node.id, index)
  const next: number[][] = nodes.map(() => [])
  for (const edge of edges) {
    const from = indexById.get(edge.source)
    const to = indexById.get(edge.target)
    if (from !== undefined && to !== undefined) next[from]?.push(to)
  }
  return { indexById, next }
}

/** True for each node reachable from one of the starts. */
export function reachableFrom(starts: readonly number[], next: readonly number[][]): boolean[] {
  const reached = next.map(() => false)
  const open = [...starts]
  for (const start of starts) reached[start] = true
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of next[at] ?? []) {
      if (reached[to]) continue
      reached[to] = true
      open.push(to)
    }
  }
  return reached
}

/**
 * Strongly connected components: the component number of each node. Tarjan, "Depth-first search and linear graph
 * algorithms" (1972), with an explicit stack.
 */
export function stronglyConnectedComponents(next: readonly number[][]): number[] {
  const order = next.map(() => -1)
  const lowLink = next.map(() => 0)
  const part = next.map(() => -1)
  const stack: number[] = []
  let visited = 0
  let parts = 0
  const enter = (node: number, open: { node: number; edge: number }[]) => {
    order[node] = visited
    lowLink[node] = visited
    visited += 1
    stack.push(node)
    open.push({ node, edge: 0 })
  }
  const leave = (node: number) => {
    if (lowLink[node] !== order[node]) return
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      part[member] = parts
      if (member === node) break
    }
    parts += 1
  }
  const lower = (node: number, value: number) => {
    lowLink[node] = Math.min(lowLink[node] ?? value, value)
  }
  for (const root of next.keys()) {
    if (order[root] !== -1) continue
    const open: { node: number; edge: number }[] = []
    enter(root, open)
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { node } = top
      const to = next[node]?.[top.edge]
      top.edge += 1
      if (to === undefined) {
        open.pop()
        leave(node)
        const above = open.at(-1)
        if (above) lower(above.node, lowLink[node] ?? 0)
      } else if (order[to] === -1) enter(to, open)
      else if (part[to] === -1) lower(node, order[to] ?? 0)
    }
  }
  return part
}

/** Cycle number of each node: equal for nodes that reach each other. Edges of attached nodes are ignored. */
export const cycleNumbers = (nodes: readonly Node[], edges: readonly Edge[]): number[] =>
  stronglyConnectedComponents(
    successorGraph(
      nodes,
      edges.filter((edge) => !isAttachment(edge)),
    ).next,
  )

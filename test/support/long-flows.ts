/** Long, thin flows without positions, for tests of the folded layout. */
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

export interface LongFlow {
  nodes: Node[]
  edges: Edge[]
}

const idOf = (index: number): string => `n${index}`
const step = (index: number): Node => makeNode({ id: idOf(index), type: 'api', name: `Step ${index + 1}` })
const link = (from: number, to: number, handle = 'out'): Edge =>
  makeEdge({ id: `${from}-${to}`, source: idOf(from), target: idOf(to), source_handle: handle })

export function chainOf(count: number): LongFlow {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return { nodes: indexes.map(step), edges: indexes.slice(1).map((index) => link(index - 1, index)) }
}

/** A chain in which every fifth step has a second branch of two steps, which joins two steps later. */
export function branchingChain(count: number): LongFlow {
  const { nodes, edges } = chainOf(count)
  for (let at = 0; at + 3 < count; at += 5) {
    const [one, other] = [nodes.length, nodes.length + 1]
    nodes.push(step(one), step(other))
    edges.push(link(at, one, 'error'), link(one, other), link(other, at + 3))
  }
  return { nodes, edges }
}

/** A chain whose last step leads back to the third, and one in the middle to the previous one. */
export function loopingChain(count: number): LongFlow {
  const { nodes, edges } = chainOf(count)
  const middle = Math.floor(count / 2)
  return { nodes, edges: [...edges, link(count - 1, 2, 'error'), link(middle, middle - 1, 'error')] }
}

/** A chain in which steps 5 to 8 of every ten are in a group. */
export function groupedChain(count: number): LongFlow {
  const { nodes, edges } = chainOf(count)
  const groups = Array.from({ length: Math.floor(count / 10) }, (_, group) =>
    makeNode({ id: `g${group}`, type: 'group', name: `Group ${group + 1}` }),
  )
  const inGroups = nodes.map((node, index) =>
    index % 10 > 3 && index % 10 < 8 && index < groups.length * 10
      ? { ...node, parent: `g${Math.floor(index / 10)}` }
      : node,
  )
  return { nodes: [...inGroups, ...groups], edges }
}

/** A chain with a note before every seventh step. */
export function annotatedChain(count: number): LongFlow {
  const { nodes, edges } = chainOf(count)
  const note = (index: number) =>
    makeNode({ id: `note${index}`, type: 'note', name: '', config: { text: 'What these steps are for, and why' } })
  return { nodes: nodes.flatMap((node, index) => (index % 7 === 2 ? [note(index), node] : [node])), edges }
}

/** A chain in which one of `every` steps is an agent with a model and a vector store, whose embeddings are below it. */
export function agentChain(count: number, every = 6): LongFlow {
  const { nodes, edges } = chainOf(count)
  for (let at = every >> 1; at < count; at += every) {
    const [model, store, embeddings] = [nodes.length, nodes.length + 1, nodes.length + 2]
    nodes.push(step(model), step(store), step(embeddings))
    edges.push(link(model, at, 'ai_languageModel'), link(store, at, 'ai_tool'), link(embeddings, store, 'ai_embedding'))
  }
  return { nodes, edges }
}

/** A chain with edges that skip 20 steps, so that they skip rows too. */
export function skippingChain(count: number): LongFlow {
  const { nodes, edges } = chainOf(count)
  const skips = Array.from({ length: Math.floor(count / 30) }, (_, at) => link(at * 30, at * 30 + 20, 'error'))
  return { nodes, edges: [...edges, ...skips] }
}

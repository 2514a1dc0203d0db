/** Where an arrow key leads on the canvas: along the edges, and between the branches beside. Pure. */
import { adjacencyOf, type Adjacency } from '#flow/adjacency.ts'
import { branchWord } from '#flow/branch-word.ts'
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'

export type Step = 'next' | 'previous' | 'above' | 'below'

/** Where a step led. */
export interface Walked {
  id: string
  /** The words at the ports of the edges that lead there: "yes"; "" where they have none. */
  branch: string
  /** Which of several ways it is, from 1; 1 of 1 where there was no choice. */
  place: number
  of: number
}

const reading = (a: CanvasNode, b: CanvasNode) => a.box.y - b.box.y || a.box.x - b.box.x
const middle = ({ box }: CanvasNode) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
const alone = (card: CanvasNode | null): Walked | null =>
  card === null ? null : { id: card.node.id, branch: '', place: 1, of: 1 }

/** Where a walk begins: the leftmost trigger, else the leftmost card. */
function entry(graph: CanvasGraph): CanvasNode | null {
  const cards = graph.nodes.filter((one) => one.kind !== 'group')
  const starts = cards.filter((one) => one.kind === 'trigger')
  const from = starts.length > 0 ? starts : cards.length > 0 ? cards : graph.nodes
  return from.toSorted((a, b) => a.box.x - b.box.x || a.box.y - b.box.y)[0] ?? null
}

/** The nearest card above or below: what lies straight ahead counts before what lies aside. */
function nearest(graph: CanvasGraph, from: CanvasNode, step: 'above' | 'below'): CanvasNode | null {
  const here = middle(from)
  let best: CanvasNode | null = null
  let least = Infinity
  for (const one of graph.nodes) {
    if (one === from || (one.kind === 'group') !== (from.kind === 'group')) continue
    const [dx, dy] = [middle(one).x - here.x, middle(one).y - here.y]
    const ahead = step === 'below' ? dy : -dy
    if (ahead <= 8) continue
    const distance = ahead + 2 * Math.abs(dx)
    if (distance < least) [least, best] = [distance, one]
  }
  return best
}

/** A graph is walked many times: its edges are sorted once. */
const known = new WeakMap<CanvasGraph, Adjacency>()

function edgesOf(graph: CanvasGraph): Adjacency {
  const before = known.get(graph)
  if (before !== undefined) return before
  const made = adjacencyOf(
    graph.nodes.map(({ node }) => node),
    graph.edges.map(({ edge }) => edge),
  )
  known.set(graph, made)
  return made
}

/** What the edges of a node lead to: each other node with the edges that lead there, in reading order. */
class Ways {
  readonly #graph: CanvasGraph
  readonly #edges: Adjacency

  constructor(graph: CanvasGraph) {
    this.#graph = graph
    this.#edges = edgesOf(graph)
  }

  get(id: string | null): CanvasNode | null {
    const index = id === null ? undefined : this.#edges.indexOf.get(id)
    return (index === undefined ? undefined : this.#graph.nodes[index]) ?? null
  }

  over(node: CanvasNode, end: 'source' | 'target'): Map<CanvasNode, number[]> {
    const { indexOf, outStart, outEdges, inStart, inEdges, from, to } = this.#edges
    const index = indexOf.get(node.node.id) ?? 0
    const [start, list, far] = end === 'target' ? [outStart, outEdges, to] : [inStart, inEdges, from]
    const ways = new Map<CanvasNode, number[]>()
    for (const edge of list.subarray(start[index], start[index + 1])) {
      const other = this.#graph.nodes[far[edge] ?? -1]
      if (other === undefined || other === node) continue
      const edges = ways.get(other)
      if (edges === undefined) ways.set(other, [edge])
      else edges.push(edge)
    }
    return new Map([...ways].toSorted(([a], [b]) => reading(a, b)))
  }

  /** The words at the ports of edges. */
  words(edges: readonly number[]): string {
    const words = edges.flatMap((index) => {
      const edge = this.#graph.edges[index]?.edge
      return edge === undefined ? [] : branchWord(edge, this.get(edge.source)?.node)
    })
    return [...new Set(words)].filter((word) => word !== '').join(', ')
  }
}

/** The branch beside, above or below: nodes that the same predecessors lead to. */
function sibling(ways: Ways, here: CanvasNode, step: 'above' | 'below'): Walked | null {
  const beside = new Map<CanvasNode, number[]>()
  for (const before of ways.over(here, 'source').keys())
    for (const [node, edges] of ways.over(before, 'target')) beside.set(node, [...(beside.get(node) ?? []), ...edges])
  const order = [...beside.keys()].toSorted(reading)
  const at = order.indexOf(here) + (step === 'below' ? 1 : -1)
  const found = beside.has(here) ? order[at] : undefined
  if (found === undefined) return null
  return { id: found.node.id, branch: ways.words(beside.get(found) ?? []), place: at + 1, of: order.length }
}

/** Where a step leads; null where there is nothing. Without a node it is the start of the flow. */
export function walk(graph: CanvasGraph, from: string | null, step: Step): Walked | null {
  const ways = new Ways(graph)
  const here = ways.get(from)
  if (here === null) return alone(entry(graph))
  if (step === 'above' || step === 'below') return sibling(ways, here, step) ?? alone(nearest(graph, here, step))
  const on = ways.over(here, step === 'next' ? 'target' : 'source')
  const [first] = on
  return first === undefined ? null : { id: first[0].node.id, branch: ways.words(first[1]), place: 1, of: on.size }
}

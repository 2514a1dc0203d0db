/** Where an arrow key leads on the canvas: along the edges, and between the branches beside. Pure. */
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'

export type Step = 'next' | 'previous' | 'above' | 'below'

const reading = (a: CanvasNode, b: CanvasNode) => a.box.y - b.box.y || a.box.x - b.box.x
const middle = ({ box }: CanvasNode) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

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

/** What the edges of a node lead to. */
class Paths {
  readonly #graph: CanvasGraph
  readonly #byId: ReadonlyMap<string, CanvasNode>

  constructor(graph: CanvasGraph) {
    this.#graph = graph
    this.#byId = new Map(graph.nodes.map((one) => [one.node.id, one]))
  }

  get(id: string | null): CanvasNode | null {
    return (id === null ? undefined : this.#byId.get(id)) ?? null
  }

  /** Other nodes at the far end of the edges that leave ("target") or reach ("source") a node, in reading order. */
  over(id: string, end: 'source' | 'target'): CanvasNode[] {
    const near = end === 'target' ? 'source' : 'target'
    const ids = this.#graph.edges.flatMap(({ edge }) => (edge[near] === id && edge[end] !== id ? [edge[end]] : []))
    return ids.flatMap((one) => this.#byId.get(one) ?? []).toSorted(reading)
  }
}

/** The branch beside, above or below: nodes that the same predecessors lead to. */
function sibling(paths: Paths, here: CanvasNode, step: 'above' | 'below'): CanvasNode | null {
  const all = paths.over(here.node.id, 'source').flatMap((one) => paths.over(one.node.id, 'target'))
  const beside = [...new Set([...all, here])].toSorted(reading)
  return beside[beside.indexOf(here) + (step === 'below' ? 1 : -1)] ?? null
}

/** The node to which a step leads; null where there is none. Without a node it is the start of the flow. */
export function walk(graph: CanvasGraph, from: string | null, step: Step): string | null {
  const paths = new Paths(graph)
  const here = paths.get(from)
  if (here === null) return entry(graph)?.node.id ?? null
  if (step === 'next' || step === 'previous')
    return paths.over(here.node.id, step === 'next' ? 'target' : 'source')[0]?.node.id ?? null
  return (sibling(paths, here, step) ?? nearest(graph, here, step))?.node.id ?? null
}

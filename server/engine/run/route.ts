/**
 * What a run from one start comes to: which edges lead back, and which steps each loop repeats.
 *
 * Edges back are those that a depth-first walk finds leading to a node that it is still within (Tarjan 1972). Such a node is
 * the head of a loop; the loop repeats
 * - the nodes from which the head can be reached again, without going above it (as in Havlak, "Nesting of reducible and
 *   irreducible loops", 1997), and
 * - the branches that hang beside: what begins at an output that also leads on within the loop, and is reached in no other way.
 * All of it lies below the head in the tree of the walk, and two loops are either one within the other or have nothing in common.
 */
import type { Adjacency } from '#flow/graph/adjacency.ts'

export interface Loop {
  head: number
  /** The loop around it; -1 = none. */
  parent: number
  /** Nodes that belong to no loop within it, and loops right within it: what has to end before a round of it has ended. */
  members: number
  /** Its nodes, those of loops within it too: `byLoop[begin] … byLoop[end - 1]`. */
  begin: number
  end: number
  /** Itself and the loops within it: `loopOrder[first] … loopOrder[last - 1]`. */
  first: number
  last: number
  /** Edges that lead out of it. */
  leaving: number[]
}

export const edgeKind = { none: 0, forward: 1, back: 2 } as const

/** Nodes and edges are places in the plan's lists. */
export interface Route {
  start: number
  /** By edge: an `edgeKind`; `none` = the run does not come to it. */
  kind: Uint8Array
  /** By node: how many forward edges lead to it. */
  forwardIn: Int32Array
  /** By node: its place when each stands after all that lead forward to it. */
  order: Int32Array
  /** By node: the innermost loop that repeats it; -1 = none. */
  inner: Int32Array
  /** By edge: how many loops it leads out of. */
  leaves: Int32Array
  loops: Loop[]
  byLoop: Int32Array
  loopOrder: Int32Array
  /** The head of the loop at which the loops became too many; null = they did not. */
  tooNested: number | null
}

/**
 * Looks at edges while loops are made out. A flow of 10,000 nodes with some hundred loops needs a fraction; thousands of
 * loops within each other would take seconds, in which nothing else is answered, and belong to no flow of a person.
 */
const maxLooks = 5_000_000

/** The walk: when each node was come to, and the last one come to below it. -1 = never. */
interface Walk {
  found: Int32Array
  below: Int32Array
  order: Int32Array
  kind: Uint8Array
  /** Heads in the order in which they were found. */
  heads: number[]
}

function walkFrom(start: number, { outStart, outEdges, to }: Adjacency): Walk {
  const nodes = outStart.length - 1
  const found = new Int32Array(nodes).fill(-1)
  const below = new Int32Array(nodes).fill(-1)
  const kind = new Uint8Array(to.length)
  const cursor = outStart.slice(0, nodes)
  const left: number[] = []
  const isHead = new Uint8Array(nodes)
  let count = 0
  const open = [start]
  found[start] = count
  count += 1
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    const at = cursor[here] ?? 0
    if (at >= (outStart[here + 1] ?? 0)) {
      below[here] = count - 1
      left.push(here)
      open.pop()
      continue
    }
    cursor[here] = at + 1
    const edge = outEdges[at] ?? 0
    const next = to[edge] ?? 0
    const isWithin = found[next] !== -1 && below[next] === -1
    kind[edge] = isWithin ? edgeKind.back : edgeKind.forward
    if (isWithin) isHead[next] = 1
    if (found[next] !== -1) continue
    found[next] = count
    count += 1
    open.push(next)
  }
  const order = new Int32Array(nodes).fill(-1)
  for (const [index, node] of left.toReversed().entries()) order[node] = index
  const heads = left.filter((node) => isHead[node] === 1).toSorted((a, b) => (found[a] ?? 0) - (found[b] ?? 0))
  return { found, below, order, kind, heads }
}

/** Makes out one loop after the other; what it keeps is used again for each. */
class LoopFinder {
  looks = 0
  private readonly adjacency: Adjacency
  private readonly handles: readonly string[]
  private readonly walk: Walk
  private readonly inBody: Int32Array
  private readonly beside: Int32Array
  private readonly besideEdge: Int32Array

  constructor(adjacency: Adjacency, handles: readonly string[], walk: Walk) {
    this.adjacency = adjacency
    this.handles = handles
    this.walk = walk
    const nodes = walk.found.length
    this.inBody = new Int32Array(nodes).fill(-1)
    this.beside = new Int32Array(nodes).fill(-1)
    this.besideEdge = new Int32Array(walk.kind.length).fill(-1)
  }

  /** All nodes that the loop of `head` repeats, `head` first. */
  nodesOf(head: number): number[] {
    const body = this.bodyOf(head)
    return [...body, ...this.besideOf(head, body)]
  }

  private isBelow(node: number, head: number): boolean {
    const { found, below } = this.walk
    const at = found[node] ?? -1
    return at >= (found[head] ?? 0) && at <= (below[head] ?? 0)
  }

  private *edgesOf(node: number, way: 'in' | 'out'): Generator<number> {
    const { inStart, inEdges, outStart, outEdges } = this.adjacency
    const [start, edges] = way === 'in' ? [inStart, inEdges] : [outStart, outEdges]
    for (let at = start[node] ?? 0; at < (start[node + 1] ?? 0); at += 1) {
      const edge = edges[at] ?? 0
      this.looks += 1
      if (this.walk.kind[edge] !== edgeKind.none) yield edge
    }
  }

  private bodyOf(head: number): number[] {
    const { from } = this.adjacency
    const body = [head]
    this.inBody[head] = head
    const add = (node: number) => {
      if (this.inBody[node] === head || !this.isBelow(node, head)) return
      this.inBody[node] = head
      body.push(node)
    }
    for (const edge of this.edgesOf(head, 'in')) if (this.walk.kind[edge] === edgeKind.back) add(from[edge] ?? 0)
    for (let at = 1; at < body.length; at += 1)
      for (const edge of this.edgesOf(body[at] ?? 0, 'in')) add(from[edge] ?? 0)
    return body
  }

  /** What may hang beside the loop: whatever its outputs that lead on within it lead to besides. */
  private candidates(head: number, body: readonly number[]): number[] {
    const { to } = this.adjacency
    const list: number[] = []
    const add = (node: number) => {
      if (this.inBody[node] === head || this.beside[node] === head || !this.isBelow(node, head)) return
      this.beside[node] = head
      list.push(node)
    }
    for (const node of body) {
      const within = new Set<string | undefined>()
      for (const edge of this.edgesOf(node, 'out'))
        if (this.inBody[to[edge] ?? 0] === head) within.add(this.handles[edge])
      for (const edge of this.edgesOf(node, 'out')) {
        if (this.inBody[to[edge] ?? 0] === head || !within.has(this.handles[edge])) continue
        this.besideEdge[edge] = head
        add(to[edge] ?? 0)
      }
    }
    for (let at = 0; at < list.length; at += 1)
      for (const edge of this.edgesOf(list[at] ?? 0, 'out')) add(to[edge] ?? 0)
    return list
  }

  /** Of the candidates the most that nothing else leads to: what does is taken out, and all that it leads to. */
  private besideOf(head: number, body: readonly number[]): number[] {
    const { from, to } = this.adjacency
    const list = this.candidates(head, body)
    const isOwn = (edge: number) => this.besideEdge[edge] === head || this.beside[from[edge] ?? 0] === head
    const out: number[] = []
    const remove = (node: number) => {
      if (this.beside[node] !== head) return
      this.beside[node] = -1
      out.push(node)
    }
    for (const node of list) for (const edge of this.edgesOf(node, 'in')) if (!isOwn(edge)) remove(node)
    for (let at = 0; at < out.length; at += 1)
      for (const edge of this.edgesOf(out[at] ?? 0, 'out')) remove(to[edge] ?? 0)
    return list.filter((node) => this.beside[node] === head)
  }
}

/** Loops in an order in which those within one follow it, and the nodes in the same order. */
function arrange(loops: Loop[], inner: Int32Array): { byLoop: Int32Array; loopOrder: Int32Array } {
  const own: number[][] = loops.map(() => [])
  for (const [node, loop] of inner.entries()) own[loop]?.push(node)
  const within: number[][] = loops.map(() => [])
  for (const [index, { parent }] of loops.entries()) within[parent]?.push(index)
  const byLoop: number[] = []
  const loopOrder: number[] = []
  const open = loops.flatMap(({ parent }, index) => (parent === -1 ? [{ index, isLeft: false }] : []))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, isLeft } = next
    const loop = loops[index]
    if (!loop) continue
    if (isLeft) {
      loop.end = byLoop.length
      loop.last = loopOrder.length
      continue
    }
    loop.begin = byLoop.length
    loop.first = loopOrder.length
    loop.members = (own[index]?.length ?? 0) + (within[index]?.length ?? 0)
    loopOrder.push(index)
    for (const node of own[index] ?? []) byLoop.push(node)
    open.push({ index, isLeft: true }, ...(within[index] ?? []).map((child) => ({ index: child, isLeft: false })))
  }
  return { byLoop: Int32Array.from(byLoop), loopOrder: Int32Array.from(loopOrder) }
}

/** True where `loop` (-1 = none) is `outer` or lies within it. */
export const isWithin = (loops: readonly Loop[], loop: number, outer: number): boolean => {
  const [one, other] = [loops[loop], loops[outer]]
  return one !== undefined && other !== undefined && one.first >= other.first && one.first < other.last
}

function noteLeaving({ loops, inner, leaves, kind }: Route, { from, to }: Adjacency): void {
  for (const [edge, what] of kind.entries()) {
    if (what === edgeKind.none) continue
    const target = inner[to[edge] ?? 0] ?? -1
    let loop = inner[from[edge] ?? 0] ?? -1
    for (; loop !== -1 && !isWithin(loops, target, loop); loop = loops[loop]?.parent ?? -1) {
      loops[loop]?.leaving.push(edge)
      leaves[edge] = (leaves[edge] ?? 0) + 1
    }
  }
}

export function routeFrom(start: number, adjacency: Adjacency, handles: readonly string[]): Route {
  const walk = walkFrom(start, adjacency)
  const { order, kind } = walk
  const inner = new Int32Array(order.length).fill(-1)
  const loops: Loop[] = []
  const finder = new LoopFinder(adjacency, handles, walk)
  let tooNested: number | null = null
  for (const head of walk.heads) {
    if (finder.looks > maxLooks) {
      tooNested = head
      break
    }
    const nodes = finder.nodesOf(head)
    const parent = inner[head] ?? -1
    // Loops around it were found before it: the last one to claim a node is the innermost.
    for (const node of nodes) inner[node] = loops.length
    loops.push({ head, parent, members: 0, begin: 0, end: 0, first: 0, last: 0, leaving: [] })
  }
  const forwardIn = new Int32Array(order.length)
  for (const [edge, what] of kind.entries()) {
    const target = adjacency.to[edge] ?? 0
    if (what === edgeKind.forward) forwardIn[target] = (forwardIn[target] ?? 0) + 1
  }
  const leaves = new Int32Array(kind.length)
  const route: Route = { start, kind, forwardIn, order, inner, leaves, loops, ...arrange(loops, inner), tooNested }
  noteLeaving(route, adjacency)
  return route
}

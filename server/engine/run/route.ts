/**
 * Route of a run from one start: back edges, and the steps that each loop repeats.
 *
 * A back edge leads to a node on the current path of a depth-first search (Tarjan 1972). That node is the head of a
 * loop. The loop repeats
 * - the nodes from which the head can be reached without passing a node above it (as in Havlak, "Nesting of reducible
 *   and irreducible loops", 1997), and
 * - side branches: nodes after an output that also continues within the loop, if they are reachable in no other way.
 *
 * All nodes of a loop are below its head in the search tree, and two loops are either nested or disjoint.
 */
import type { Adjacency } from '#flow/graph/adjacency.ts'

export interface Loop {
  head: number
  /** Enclosing loop; -1 = none. */
  parent: number
  /** Number of direct members: nodes in no inner loop, and direct inner loops. A round ends when all have ended. */
  members: number
  /** Nodes of the loop, including those of inner loops: `byLoop[begin] … byLoop[end - 1]`. */
  begin: number
  end: number
  /** The loop and its inner loops: `loopOrder[first] … loopOrder[last - 1]`. */
  first: number
  last: number
  /** Edges that lead out of the loop. */
  exitEdges: number[]
}

export const edgeKind = { none: 0, forward: 1, back: 2 } as const

/** Nodes and edges are indexes in the plan's lists. */
export interface Route {
  start: number
  /** By edge: an `edgeKind`; `none` = not reachable. */
  kind: Uint8Array
  /** By node: number of forward edges to it. */
  forwardIn: Int32Array
  /** By node: index in a topological order of forward edges. */
  order: Int32Array
  /** By node: innermost loop; -1 = none. */
  inner: Int32Array
  /** By edge: number of loops that the edge leaves. */
  loopsExited: Int32Array
  loops: Loop[]
  byLoop: Int32Array
  loopOrder: Int32Array
  /** Head of the first loop that was left out because the limit of edge visits was exceeded; null = none. */
  tooNested: number | null
}

/**
 * Maximum edge visits during loop detection. A flow of 10,000 nodes with some hundred loops needs a fraction of it;
 * thousands of nested loops, which no real flow has, would block the process for seconds.
 */
const maxEdgeVisits = 5_000_000

/** Result of the depth-first search. `found`: visit number by node; `below`: last visit number below it; -1 = never. */
interface Walk {
  found: Int32Array
  below: Int32Array
  order: Int32Array
  kind: Uint8Array
  /** Loop heads in order of discovery. */
  heads: number[]
}

function walkFrom(start: number, { outStart, outEdges, to }: Adjacency): Walk {
  const nodes = outStart.length - 1
  const found = new Int32Array(nodes).fill(-1)
  const below = new Int32Array(nodes).fill(-1)
  const kind = new Uint8Array(to.length)
  const cursor = outStart.slice(0, nodes)
  const postOrder: number[] = []
  const isHead = new Uint8Array(nodes)
  let count = 0
  const open = [start]
  found[start] = count
  count += 1
  for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
    const at = cursor[node] ?? 0
    if (at >= (outStart[node + 1] ?? 0)) {
      below[node] = count - 1
      postOrder.push(node)
      open.pop()
      continue
    }
    cursor[node] = at + 1
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
  for (const [index, node] of postOrder.toReversed().entries()) order[node] = index
  const heads = postOrder.filter((node) => isHead[node] === 1).toSorted((a, b) => (found[a] ?? 0) - (found[b] ?? 0))
  return { found, below, order, kind, heads }
}

/** Finds loops one by one, reusing its buffers. */
class LoopFinder {
  edgeVisits = 0
  private readonly adjacency: Adjacency
  private readonly handles: readonly string[]
  private readonly walk: Walk
  private readonly inBody: Int32Array
  private readonly inSideBranch: Int32Array
  private readonly sideBranchEdge: Int32Array

  constructor(adjacency: Adjacency, handles: readonly string[], walk: Walk) {
    this.adjacency = adjacency
    this.handles = handles
    this.walk = walk
    const nodes = walk.found.length
    this.inBody = new Int32Array(nodes).fill(-1)
    this.inSideBranch = new Int32Array(nodes).fill(-1)
    this.sideBranchEdge = new Int32Array(walk.kind.length).fill(-1)
  }

  /** All nodes of the loop of `head`, `head` first. */
  nodesOf(head: number): number[] {
    const body = this.bodyOf(head)
    return [...body, ...this.sideBranchesOf(head, body)]
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
      this.edgeVisits += 1
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

  /** Candidates for side branches: nodes after outputs that also continue within the loop. */
  private sideCandidates(head: number, body: readonly number[]): number[] {
    const { to } = this.adjacency
    const list: number[] = []
    const add = (node: number) => {
      if (this.inBody[node] === head || this.inSideBranch[node] === head || !this.isBelow(node, head)) return
      this.inSideBranch[node] = head
      list.push(node)
    }
    for (const node of body) {
      const within = new Set<string | undefined>()
      for (const edge of this.edgesOf(node, 'out'))
        if (this.inBody[to[edge] ?? 0] === head) within.add(this.handles[edge])
      for (const edge of this.edgesOf(node, 'out')) {
        if (this.inBody[to[edge] ?? 0] === head || !within.has(this.handles[edge])) continue
        this.sideBranchEdge[edge] = head
        add(to[edge] ?? 0)
      }
    }
    for (let at = 0; at < list.length; at += 1)
      for (const edge of this.edgesOf(list[at] ?? 0, 'out')) add(to[edge] ?? 0)
    return list
  }

  /**
   * Side branches: the candidates, except those with incoming edges from elsewhere and all successors of these.
   */
  private sideBranchesOf(head: number, body: readonly number[]): number[] {
    const { from, to } = this.adjacency
    const list = this.sideCandidates(head, body)
    const isOwn = (edge: number) => this.sideBranchEdge[edge] === head || this.inSideBranch[from[edge] ?? 0] === head
    const out: number[] = []
    const remove = (node: number) => {
      if (this.inSideBranch[node] !== head) return
      this.inSideBranch[node] = -1
      out.push(node)
    }
    for (const node of list) for (const edge of this.edgesOf(node, 'in')) if (!isOwn(edge)) remove(node)
    for (let at = 0; at < out.length; at += 1)
      for (const edge of this.edgesOf(out[at] ?? 0, 'out')) remove(to[edge] ?? 0)
    return list.filter((node) => this.inSideBranch[node] === head)
  }
}

/** Orders loops so that inner loops follow their outer loop, and nodes in the same order. */
function arrange(loops: Loop[], inner: Int32Array): { byLoop: Int32Array; loopOrder: Int32Array } {
  const ownNodes: number[][] = loops.map(() => [])
  for (const [node, loop] of inner.entries()) ownNodes[loop]?.push(node)
  const within: number[][] = loops.map(() => [])
  for (const [index, { parent }] of loops.entries()) within[parent]?.push(index)
  const byLoop: number[] = []
  const loopOrder: number[] = []
  const open = loops.flatMap(({ parent }, index) => (parent === -1 ? [{ index, isLeft: false }] : []))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, isLeft: isVisited } = next
    const loop = loops[index]
    if (!loop) continue
    if (isVisited) {
      loop.end = byLoop.length
      loop.last = loopOrder.length
      continue
    }
    loop.begin = byLoop.length
    loop.first = loopOrder.length
    loop.members = (ownNodes[index]?.length ?? 0) + (within[index]?.length ?? 0)
    loopOrder.push(index)
    for (const node of ownNodes[index] ?? []) byLoop.push(node)
    open.push({ index, isLeft: true }, ...(within[index] ?? []).map((child) => ({ index: child, isLeft: false })))
  }
  return { byLoop: Int32Array.from(byLoop), loopOrder: Int32Array.from(loopOrder) }
}

/** True if `loop` (-1 = none) is `outer` or nested in it. */
export const isWithin = (loops: readonly Loop[], loop: number, outer: number): boolean => {
  const [one, other] = [loops[loop], loops[outer]]
  return one !== undefined && other !== undefined && one.first >= other.first && one.first < other.last
}

function recordLoopExits({ loops, inner, loopsExited, kind }: Route, { from, to }: Adjacency): void {
  for (const [edge, what] of kind.entries()) {
    if (what === edgeKind.none) continue
    const target = inner[to[edge] ?? 0] ?? -1
    let loop = inner[from[edge] ?? 0] ?? -1
    for (; loop !== -1 && !isWithin(loops, target, loop); loop = loops[loop]?.parent ?? -1) {
      loops[loop]?.exitEdges.push(edge)
      loopsExited[edge] = (loopsExited[edge] ?? 0) + 1
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
    if (finder.edgeVisits > maxEdgeVisits) {
      tooNested = head
      break
    }
    const nodes = finder.nodesOf(head)
    const parent = inner[head] ?? -1
    // Outer loops are found first, so the last loop that contains a node is its innermost.
    for (const node of nodes) inner[node] = loops.length
    loops.push({ head, parent, members: 0, begin: 0, end: 0, first: 0, last: 0, exitEdges: [] })
  }
  const forwardIn = new Int32Array(order.length)
  for (const [edge, what] of kind.entries()) {
    const target = adjacency.to[edge] ?? 0
    if (what === edgeKind.forward) forwardIn[target] = (forwardIn[target] ?? 0) + 1
  }
  const loopsExited = new Int32Array(kind.length)
  const route: Route = { start, kind, forwardIn, order, inner, loopsExited, loops, ...arrange(loops, inner), tooNested }
  recordLoopExits(route, adjacency)
  return route
}

/** Which parts of two flows belong together. Linear in nodes and edges. */
import type { Edge, Node } from '#contract/flow.ts'
import { adjacencyOf, type Adjacency } from '#flow/graph/adjacency.ts'
import { type KeyAt, Matching } from './matching.ts'

export interface DiffVersion {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

/** Keys in order: a file may have been written with others first. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const textOf = (value: unknown): string => JSON.stringify(value, inOrder)

const nameKey = ({ name, type }: Node): string | null => (name === '' ? null : JSON.stringify([type, name]))

/** What a node does; of a node without config that says too little to know it again. */
const shapeKey = ({ type, tool, config }: Node): string | null =>
  Object.keys(config).length === 0 ? null : textOf([type, tool, config])

const contentKey = ({ type, name, tool, config }: Node): string => textOf([type, name, tool, config])

/** The same also in its place: of several that say the same, those that stand there. */
const placedKey = ({ type, name, tool, config, position }: Node): string | null =>
  position === null ? null : textOf([type, name, tool, config, position])

/** Nodes of one type and tool that say at least half of the same: the same node after some work on it. */
function isAlike(before: Node, after: Node): boolean {
  if (before.type !== after.type || before.tool !== after.tool) return false
  const names = new Set([...Object.keys(before.config), ...Object.keys(after.config)])
  const same = [...names].filter(
    (name) =>
      Object.hasOwn(before.config, name) &&
      Object.hasOwn(after.config, name) &&
      textOf(before.config[name]) === textOf(after.config[name]),
  )
  return same.length * 2 >= names.size
}

/** A version with what a walk through it needs. */
class Side {
  readonly nodes: readonly Node[]
  readonly #edges: readonly Edge[]
  readonly #adjacency: Adjacency

  constructor({ nodes, edges }: DiffVersion) {
    this.nodes = nodes
    this.#edges = edges
    this.#adjacency = adjacencyOf(nodes, edges)
  }

  /** Keys of nodes, each made when it is first asked for. */
  keys(keyOf: (node: Node) => string | null): KeyAt {
    const keys = new Map<number, string | null>()
    return (index) => {
      const known = keys.get(index)
      const node = this.nodes[index]
      if (known !== undefined || node === undefined) return known ?? null
      const key = keyOf(node)
      keys.set(index, key)
      return key
    }
  }

  /** Keys that say what each node and its neighbours are; `known` gives one number to one text in both versions. */
  keysAround(keyAt: KeyAt, known: Map<string, number>): KeyAt {
    const { from, to } = this.#adjacency
    const ways: string[][] = this.nodes.map(() => [])
    for (const [index, { source_handle: out, target_handle: into }] of this.#edges.entries()) {
      const [begin = -1, end = -1] = [from[index], to[index]]
      ways[begin]?.push(JSON.stringify(['to', out, into, keyAt(end)]))
      ways[end]?.push(JSON.stringify(['from', out, into, keyAt(begin)]))
    }
    const keys = this.nodes.map((_node, index) => {
      const key = keyAt(index)
      if (key === null) return null
      const text = JSON.stringify([key, ways[index]?.toSorted()])
      const number = known.get(text) ?? known.size
      known.set(text, number)
      return String(number)
    })
    return (index) => keys[index] ?? null
  }

  /** The neighbours of a node without a partner, by the way to them and their key. */
  around(place: number, keyAt: KeyAt, partners: Int32Array): Map<string, Set<number>> {
    const { from, to, outStart, outEdges, inStart, inEdges } = this.#adjacency
    const found = new Map<string, Set<number>>()
    const add = (way: string, index: number, ends: Int32Array) => {
      const next = ends[index] ?? -1
      const edge = this.#edges[index]
      const nextKey = next === -1 || partners[next] !== -1 ? null : keyAt(next)
      if (edge === undefined || nextKey === null) return
      const key = JSON.stringify([way, edge.source_handle, edge.target_handle, nextKey])
      found.set(key, (found.get(key) ?? new Set()).add(next))
    }
    for (const index of outEdges.subarray(outStart[place], outStart[place + 1])) add('to', index, to)
    for (const index of inEdges.subarray(inStart[place], inStart[place + 1])) add('from', index, from)
    return found
  }
}

interface Likeness {
  before: KeyAt
  after: KeyAt
  /** What of the same key belongs together. */
  isSame: (before: Node, after: Node) => boolean
}

/** How far nodes that say the same are told apart by what is around them: with more, every edit would be seen from everywhere. */
const stepsSeen = 3

class NodeMatch {
  readonly matching: Matching
  readonly #before: Side
  readonly #after: Side

  constructor(before: DiffVersion, after: DiffVersion) {
    this.#before = new Side(before)
    this.#after = new Side(after)
    this.matching = new Matching(before.nodes.length, after.nodes.length)
  }

  /** From a pair along the edges: neighbours that only one node on either side can be belong together, and so on. */
  #spread(first: readonly (readonly [number, number])[], { before, after, isSame }: Likeness): void {
    const open = [...first]
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const old = this.#before.around(pair[0], before, this.matching.before)
      if (old.size === 0) continue
      for (const [key, [now, ...others]] of this.#after.around(pair[1], after, this.matching.after)) {
        const [was, ...more] = old.get(key) ?? []
        if (now === undefined || was === undefined || others.length > 0 || more.length > 0) continue
        // Two ways may lead to one neighbour.
        if (this.matching.before[was] !== -1 || this.matching.after[now] !== -1) continue
        const [nodeWas, nodeNow] = [this.#before.nodes[was], this.#after.nodes[now]]
        if (nodeWas === undefined || nodeNow === undefined || !isSame(nodeWas, nodeNow)) continue
        this.matching.pair(was, now)
        open.push([was, now])
      }
    }
  }

  #pairs(): [number, number][] {
    return [...this.matching.after].flatMap((before, after): [number, number][] =>
      before === -1 ? [] : [[before, after]],
    )
  }

  get #isDone(): boolean {
    return !this.matching.after.includes(-1) || !this.matching.before.includes(-1)
  }

  byId(): void {
    this.matching.match(
      this.#before.keys(({ id }) => id),
      this.#after.keys(({ id }) => id),
    )
  }

  /** What has a key alone, then what hangs at the same place; then the first with the first, and what hangs there. */
  by(keyOf: (node: Node) => string | null): void {
    if (this.#isDone) return
    const like = { before: this.#before.keys(keyOf), after: this.#after.keys(keyOf), isSame: () => true }
    this.matching.matchSingle(like.before, like.after)
    this.#spread(this.#pairs(), like)
    if (!this.matching.hasShared(like.before, like.after)) return
    for (const { before, after } of this.#around(like)) {
      this.matching.matchSingle(before, after)
      this.#spread(this.#pairs(), like)
      this.matching.match(before, after, (was, now) => this.#spread([[was, now]], like))
    }
    this.matching.match(like.before, like.after, (was, now) => this.#spread([[was, now]], like))
  }

  /** Keys that see some steps far, the farthest first (colour refinement, Weisfeiler and Leman 1968). */
  #around({ before, after }: Pick<Likeness, 'before' | 'after'>): Pick<Likeness, 'before' | 'after'>[] {
    const found: Pick<Likeness, 'before' | 'after'>[] = []
    let last = { before, after }
    for (let step = 0; step < stepsSeen; step += 1) {
      const known = new Map<string, number>()
      last = { before: this.#before.keysAround(last.before, known), after: this.#after.keysAround(last.after, known) }
      found.unshift(last)
    }
    return found
  }

  /** What hangs at the same place and is of the same type: much of it must be the same as well. */
  byPlace(): void {
    if (this.#isDone) return
    const typeKey = ({ type }: Node) => type
    const like = { before: this.#before.keys(typeKey), after: this.#after.keys(typeKey), isSame: isAlike }
    // Where nothing is known again, it begins with what there is one of.
    if (this.matching.after.every((partner) => partner === -1)) this.matching.matchSingle(like.before, like.after)
    this.#spread(this.#pairs(), like)
  }
}

/** Nodes that belong together: by id, then by type and name, then by what they do and where they hang. */
export function matchNodes(before: DiffVersion, after: DiffVersion, byId: boolean): Matching {
  const nodes = new NodeMatch(before, after)
  if (byId) nodes.byId()
  nodes.by(placedKey)
  nodes.by(contentKey)
  nodes.by(nameKey)
  nodes.by(shapeKey)
  nodes.byPlace()
  return nodes.matching
}

/** Edges that belong together: the same id between the same nodes, then those between the same ports, then the same id. */
export function matchEdges(
  before: readonly Edge[],
  after: readonly Edge[],
  translated: (edge: Edge) => Edge,
  byId: boolean,
): Matching {
  const matching = new Matching(before.length, after.length)
  const now = after.map(translated)
  const by = (key: (edge: Edge) => string) => {
    const keyIn = (edges: readonly Edge[]) => (index: number) => {
      const edge = edges[index]
      return edge === undefined ? null : key(edge)
    }
    matching.match(keyIn(before), keyIn(now))
  }
  const ports = ({ source, target, source_handle: from, target_handle: to }: Edge) => [source, target, from, to]
  if (byId) by((edge) => JSON.stringify([edge.id, ...ports(edge)]))
  // Of several between the same ports those that say the same.
  by((edge) => JSON.stringify([...ports(edge), edge.label, edge.condition]))
  by((edge) => JSON.stringify(ports(edge)))
  if (byId) by(({ id }) => id)
  return matching
}

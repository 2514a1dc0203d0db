/** Matches the nodes and edges of two versions of a flow. Linear in nodes and edges. */
import type { Edge, Node } from '#contract/flow.ts'
import { adjacencyOf, type Adjacency } from '#flow/graph/adjacency.ts'
import { type KeyAt, Matching } from './matching.ts'

export interface DiffVersion {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

/** Sorts the keys of objects, so that their order in the file does not matter. */
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const textOf = (value: unknown): string => JSON.stringify(value, withSortedKeys)

const nameKey = ({ name, type }: Node): string | null => (name === '' ? null : JSON.stringify([type, name]))

/** Content of a node; null for a node without config, which has too little content to be matched. */
const configKey = ({ type, tool, config }: Node): string | null =>
  Object.keys(config).length === 0 ? null : textOf([type, tool, config])

const contentKey = ({ type, name, tool, config }: Node): string => textOf([type, name, tool, config])

/** Content and position, to distinguish nodes with equal content. */
const positionKey = ({ type, name, tool, config, position }: Node): string | null =>
  position === null ? null : textOf([type, name, tool, config, position])

/** Whether at least half of the config is equal, with the same type and tool: the same node after some edits. */
function isSimilar(before: Node, after: Node): boolean {
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

/** One version, with indexes for traversal. */
class VersionIndex {
  readonly nodes: readonly Node[]
  readonly #edges: readonly Edge[]
  readonly #adjacency: Adjacency

  constructor({ nodes, edges }: DiffVersion) {
    this.nodes = nodes
    this.#edges = edges
    this.#adjacency = adjacencyOf(nodes, edges)
  }

  /** Node keys, computed lazily. */
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

  /** Keys of each node with its neighbours. `known` gives equal texts the same number in both versions. */
  keysAround(keyAt: KeyAt, known: Map<string, number>): KeyAt {
    const { from, to } = this.#adjacency
    const links: string[][] = this.nodes.map(() => [])
    for (const [index, { source_handle: out, target_handle: into }] of this.#edges.entries()) {
      const [begin = -1, end = -1] = [from[index], to[index]]
      links[begin]?.push(JSON.stringify(['to', out, into, keyAt(end)]))
      links[end]?.push(JSON.stringify(['from', out, into, keyAt(begin)]))
    }
    const keys = this.nodes.map((_node, index) => {
      const key = keyAt(index)
      if (key === null) return null
      const text = JSON.stringify([key, links[index]?.toSorted()])
      const number = known.get(text) ?? known.size
      known.set(text, number)
      return String(number)
    })
    return (index) => keys[index] ?? null
  }

  /** Unmatched neighbours of a node, by edge and key. */
  unmatchedNeighbours(nodeIndex: number, keyAt: KeyAt, partners: Int32Array): Map<string, Set<number>> {
    const { from, to, outStart, outEdges, inStart, inEdges } = this.#adjacency
    const found = new Map<string, Set<number>>()
    const add = (direction: string, index: number, ends: Int32Array) => {
      const next = ends[index] ?? -1
      const edge = this.#edges[index]
      const nextKey = next === -1 || partners[next] !== -1 ? null : keyAt(next)
      if (edge === undefined || nextKey === null) return
      const key = JSON.stringify([direction, edge.source_handle, edge.target_handle, nextKey])
      found.set(key, (found.get(key) ?? new Set()).add(next))
    }
    for (const index of outEdges.subarray(outStart[nodeIndex], outStart[nodeIndex + 1])) add('to', index, to)
    for (const index of inEdges.subarray(inStart[nodeIndex], inStart[nodeIndex + 1])) add('from', index, from)
    return found
  }
}

interface MatchCriterion {
  before: KeyAt
  after: KeyAt
  /** Whether two parts with the same key match. */
  isSame: (before: Node, after: Node) => boolean
}

/**
 * Radius, in edges, of the neighbourhood that distinguishes nodes with equal content: with a larger one, every edit
 * would affect the whole flow.
 */
const neighbourhoodRadius = 3

class NodeMatch {
  readonly matching: Matching
  readonly #before: VersionIndex
  readonly #after: VersionIndex

  constructor(before: DiffVersion, after: DiffVersion) {
    this.#before = new VersionIndex(before)
    this.#after = new VersionIndex(after)
    this.matching = new Matching(before.nodes.length, after.nodes.length)
  }

  /**
   * Propagates matches along the edges: neighbours that are the only candidates on both sides match, and so on.
   */
  #propagate(first: readonly (readonly [number, number])[], { before, after, isSame }: MatchCriterion): void {
    const open = [...first]
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const old = this.#before.unmatchedNeighbours(pair[0], before, this.matching.before)
      if (old.size === 0) continue
      for (const [key, [now, ...others]] of this.#after.unmatchedNeighbours(pair[1], after, this.matching.after)) {
        const [was, ...more] = old.get(key) ?? []
        if (now === undefined || was === undefined || others.length > 0 || more.length > 0) continue
        // Two edges may lead to one neighbour.
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

  /** First matches unique keys and their neighbours, then equal keys in order and their neighbours. */
  by(keyOf: (node: Node) => string | null): void {
    if (this.#isDone) return
    const criterion = { before: this.#before.keys(keyOf), after: this.#after.keys(keyOf), isSame: () => true }
    this.matching.matchSingle(criterion.before, criterion.after)
    this.#propagate(this.#pairs(), criterion)
    if (!this.matching.hasSharedKey(criterion.before, criterion.after)) return
    for (const { before, after } of this.#neighbourhoodKeys(criterion)) {
      this.matching.matchSingle(before, after)
      this.#propagate(this.#pairs(), criterion)
      this.matching.match(before, after, (was, now) => this.#propagate([[was, now]], criterion))
    }
    this.matching.match(criterion.before, criterion.after, (was, now) => this.#propagate([[was, now]], criterion))
  }

  /** Keys of growing neighbourhoods, largest first (colour refinement, Weisfeiler and Leman 1968). */
  #neighbourhoodKeys({
    before,
    after,
  }: Pick<MatchCriterion, 'before' | 'after'>): Pick<MatchCriterion, 'before' | 'after'>[] {
    const found: Pick<MatchCriterion, 'before' | 'after'>[] = []
    let last = { before, after }
    for (let step = 0; step < neighbourhoodRadius; step += 1) {
      const known = new Map<string, number>()
      last = { before: this.#before.keysAround(last.before, known), after: this.#after.keysAround(last.after, known) }
      found.unshift(last)
    }
    return found
  }

  /** Matches nodes of one type at the same position in the graph, if enough of their content is equal. */
  byGraphPosition(): void {
    if (this.#isDone) return
    const typeKey = ({ type }: Node) => type
    const criterion = { before: this.#before.keys(typeKey), after: this.#after.keys(typeKey), isSame: isSimilar }
    // If nothing has matched yet, begins with types that occur once.
    if (this.matching.after.every((partner) => partner === -1))
      this.matching.matchSingle(criterion.before, criterion.after)
    this.#propagate(this.#pairs(), criterion)
  }
}

/** Matches nodes by id (optional), position and content, type and name, then content and place in the graph. */
export function matchNodes(before: DiffVersion, after: DiffVersion, byId: boolean): Matching {
  const nodes = new NodeMatch(before, after)
  if (byId) nodes.byId()
  nodes.by(positionKey)
  nodes.by(contentKey)
  nodes.by(nameKey)
  nodes.by(configKey)
  nodes.byGraphPosition()
  return nodes.matching
}

/** Matches edges: first by id and ports, then by ports, then by id. */
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
  // If there are several between the same ports, edges with equal content match first.
  by((edge) => JSON.stringify([...ports(edge), edge.label, edge.condition]))
  by((edge) => JSON.stringify(ports(edge)))
  if (byId) by(({ id }) => id)
  return matching
}

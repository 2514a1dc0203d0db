/** The difference of two versions of a flow. Linear, so that two versions of 10,000 nodes are compared in well under a second. */
import type { Edge, Node } from '#contract/flow.ts'
import { valueDiff, type FieldChange } from '#flow/value-diff.ts'

/** A node or an edge that both versions have; by its index in each. */
export interface Pair {
  before: number
  after: number
  fields: FieldChange[]
  /** How far a node was moved, in canvas pixels; null where it stayed, or has a place in one version only. */
  moved: { x: number; y: number } | null
}

/** Indexes: of `added` in the later version, of `removed` in the earlier one; each in the order of its flow. */
export interface PartDiff {
  added: number[]
  removed: number[]
  /** Something else than the place differs. */
  changed: Pair[]
  /** Nothing but the place differs. */
  moved: Pair[]
  same: number
}

export interface FlowDiff {
  nodes: PartDiff
  edges: PartDiff
}

interface Version {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

/** More differing fields of one node than anybody reads. */
const maxFields = 50

/** What belongs together: for each index of the later version the one of the earlier, or -1. */
class Matching {
  readonly after: Int32Array
  readonly #before: Uint8Array

  constructor(beforeCount: number, afterCount: number) {
    this.after = new Int32Array(afterCount).fill(-1)
    this.#before = new Uint8Array(beforeCount)
  }

  /** Pairs what has the same key and no partner yet, the first with the first; null = has no key. */
  match(keyBefore: (index: number) => string | null, keyAfter: (index: number) => string | null): void {
    const free = new Map<string, number[]>()
    for (const [index, taken] of this.#before.entries()) {
      const key = taken === 1 ? null : keyBefore(index)
      if (key === null) continue
      const list = free.get(key)
      if (list === undefined) free.set(key, [index])
      else list.push(index)
    }
    // Taken from the end, so that taking one costs the same however many there are.
    for (const list of free.values()) list.reverse()
    for (const [index, partner] of this.after.entries()) {
      if (partner !== -1) continue
      const key = keyAfter(index)
      const found = key === null ? undefined : free.get(key)?.pop()
      if (found === undefined) continue
      this.after[index] = found
      this.#before[found] = 1
    }
  }

  get removed(): number[] {
    return [...this.#before.keys()].filter((index) => this.#before[index] === 0)
  }
}

const nameKey = ({ name, type }: Node): string | null => (name === '' ? null : JSON.stringify([type, name]))

/** What a node does; of a node without config that says too little to know it again. */
const shapeKey = ({ type, tool, config }: Node): string | null =>
  Object.keys(config).length === 0 ? null : JSON.stringify([type, tool, config])

/** Nodes that belong together: by id, then by type and name, then by what they do. */
function matchNodes(before: readonly Node[], after: readonly Node[]): Matching {
  const matching = new Matching(before.length, after.length)
  const by = (key: (node: Node) => string | null) => {
    const keyIn = (nodes: readonly Node[]) => (index: number) => {
      const node = nodes[index]
      return node === undefined ? null : key(node)
    }
    matching.match(keyIn(before), keyIn(after))
  }
  by(({ id }) => id)
  by(nameKey)
  by(shapeKey)
  return matching
}

/** Ids of the later version as the earlier one calls them. */
function earlierIds(before: Version, after: Version, nodes: Matching): (id: string) => string {
  const names = new Map<string, string>()
  for (const [index, node] of after.nodes.entries()) {
    const partner = before.nodes[nodes.after[index] ?? -1]
    if (partner !== undefined && !names.has(node.id)) names.set(node.id, partner.id)
  }
  return (id) => names.get(id) ?? id
}

type Translated = (edge: Edge) => Edge

/** Edges that belong together: the same id between the same nodes, then those between the same ports, then the same id. */
function matchEdges(before: readonly Edge[], after: readonly Edge[], translated: Translated): Matching {
  const matching = new Matching(before.length, after.length)
  const by = (key: (edge: Edge) => string) => {
    const keyOf = (edge: Edge | undefined) => (edge === undefined ? null : key(edge))
    matching.match(
      (index) => keyOf(before[index]),
      (index) => keyOf(after[index] && translated(after[index])),
    )
  }
  by(({ id, source, target, source_handle: from, target_handle: to }) => JSON.stringify([id, source, target, from, to]))
  by(({ source, target, source_handle: from, target_handle: to }) => JSON.stringify([source, target, from, to]))
  by(({ id }) => id)
  return matching
}

function movedBy(before: Node['position'], after: Node['position']): Pair['moved'] {
  if (before === null || after === null) return null
  const [x, y] = [after.x - before.x, after.y - before.y]
  return x === 0 && y === 0 ? null : { x, y }
}

const isPlaced = (value: object): value is { position: Node['position'] } => 'position' in value

/** Sorts what belongs together into changed, moved and same. */
function judge<T extends object>(
  before: readonly T[],
  after: readonly T[],
  matching: Matching,
  comparable: (value: T) => object,
): PartDiff {
  const diff: PartDiff = { added: [], removed: matching.removed, changed: [], moved: [], same: 0 }
  for (const [index, partner] of matching.after.entries()) {
    const [old, now] = [before[partner], after[index]]
    if (now === undefined) continue
    if (old === undefined) {
      diff.added.push(index)
      continue
    }
    const all = valueDiff('', old, comparable(now), maxFields)
    const fields = all.filter(({ path }) => path !== 'position' && !path.startsWith('position.'))
    const moved = isPlaced(old) && isPlaced(now) ? movedBy(old.position, now.position) : null
    const pair: Pair = { before: partner, after: index, fields, moved }
    if (fields.length > 0) diff.changed.push(pair)
    else if (all.length > 0) diff.moved.push(pair)
    else diff.same += 1
  }
  return diff
}

/**
 * What was added, removed, changed (field by field) and only moved from one version to the other. A version compared with
 * itself differs in nothing; compared the other way round, added and removed change places.
 */
export function diffFlows(before: Version, after: Version): FlowDiff {
  const nodes = matchNodes(before.nodes, after.nodes)
  const earlier = earlierIds(before, after, nodes)
  const translated: Translated = (edge) => ({ ...edge, source: earlier(edge.source), target: earlier(edge.target) })
  const inGroup = (node: Node) => (node.parent === null ? node : { ...node, parent: earlier(node.parent) })
  const edges = matchEdges(before.edges, after.edges, translated)
  return {
    nodes: judge(before.nodes, after.nodes, nodes, inGroup),
    edges: judge(before.edges, after.edges, edges, translated),
  }
}

/** How many things differ. */
export const changeCount = ({ nodes, edges }: FlowDiff): number =>
  [nodes, edges].reduce(
    (sum, { added, removed, changed, moved }) => sum + added.length + removed.length + changed.length + moved.length,
    0,
  )

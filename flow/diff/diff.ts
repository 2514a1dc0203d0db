/** Difference between two versions of a flow. Linear: 10,000 nodes are compared in well under a second. */
import type { Edge, Node } from '#contract/flow.ts'
import { matchEdges, matchNodes, type DiffVersion } from './diff-match.ts'
import type { Matching } from './matching.ts'
import { valueDiff, type FieldChange } from './value-diff.ts'

/** A node or an edge that is in both versions, with its index in each. */
export interface Pair {
  before: number
  after: number
  fields: FieldChange[]
  /** Offset of a moved node, in canvas pixels; null if it is 0 or unknown (no position in one version), or ignored. */
  moved: { x: number; y: number } | null
}

/** `added` has indexes in the later version, `removed` in the earlier one, each in ascending order. */
export interface PartDiff {
  added: number[]
  removed: number[]
  /** Something other than the position differs. */
  changed: Pair[]
  /** Only the position differs. */
  moved: Pair[]
  same: number
  /** For each part of the later version, the index of its match in the earlier one; -1 = none. */
  partners: Int32Array
}

export interface FlowDiff {
  nodes: PartDiff
  edges: PartDiff
}

/** Options of the comparison; without ids, nodes are matched by content and position in the graph. */
export interface DiffOptions {
  ids: boolean
  positions: boolean
}

const everything: DiffOptions = { ids: true, positions: true }

/** Maximum number of listed fields per node or edge. */
const maxFields = 50

/**
 * Maps ids of the later version to those of the earlier one. An id that belongs to a different node there is changed,
 * so that the two are not confused.
 */
function earlierIds(before: DiffVersion, after: DiffVersion, nodes: Matching): (id: string) => string {
  const taken = new Set(before.nodes.map(({ id }) => id))
  const names = new Map<string, string>()
  for (const [index, node] of after.nodes.entries()) {
    const partner = before.nodes[nodes.after[index] ?? -1]
    if (names.has(node.id)) continue
    if (partner !== undefined) names.set(node.id, partner.id)
    else if (taken.has(node.id)) names.set(node.id, `${node.id} (another)`)
  }
  return (id) => names.get(id) ?? id
}

function offsetBetween(before: Node['position'], after: Node['position']): Pair['moved'] {
  if (before === null || after === null) return null
  const [x, y] = [after.x - before.x, after.y - before.y]
  return x === 0 && y === 0 ? null : { x, y }
}

const hasPosition = (value: object): value is { position: Node['position'] } => 'position' in value

const isOfPosition = (path: string): boolean => path === 'position' || path.startsWith('position.')

/** Sorts parts into added, changed, moved and equal. */
function classify<T extends object>(
  before: readonly T[],
  after: readonly T[],
  matching: Matching,
  comparable: (value: T) => object,
  { ids, positions }: DiffOptions,
): PartDiff {
  const { removed, after: partners } = matching
  const diff: PartDiff = { added: [], removed, changed: [], moved: [], same: 0, partners }
  for (const [index, partner] of matching.after.entries()) {
    const [old, now] = [before[partner], after[index]]
    if (now === undefined) continue
    if (old === undefined) {
      diff.added.push(index)
      continue
    }
    const all = valueDiff('', old, comparable(now), maxFields)
    const fields = all.filter(({ path }) => !isOfPosition(path) && (ids || path !== 'id'))
    const moved = positions && hasPosition(old) && hasPosition(now) ? offsetBetween(old.position, now.position) : null
    const pair: Pair = { before: partner, after: index, fields, moved }
    if (fields.length > 0) diff.changed.push(pair)
    else if (positions && all.some(({ path }) => isOfPosition(path))) diff.moved.push(pair)
    else diff.same += 1
  }
  return diff
}

/**
 * Added, removed, changed (field by field) and moved parts from one version to the other. A version has no differences
 * from itself; in the reverse comparison, added and removed change places.
 */
export function diffFlows(before: DiffVersion, after: DiffVersion, options = everything): FlowDiff {
  const nodes = matchNodes(before, after, options.ids)
  const earlierId = earlierIds(before, after, nodes)
  const withEarlierIds = (edge: Edge) => ({ ...edge, source: earlierId(edge.source), target: earlierId(edge.target) })
  const withEarlierParent = (node: Node) => (node.parent === null ? node : { ...node, parent: earlierId(node.parent) })
  const edges = matchEdges(before.edges, after.edges, withEarlierIds, options.ids)
  return {
    nodes: classify(before.nodes, after.nodes, nodes, withEarlierParent, options),
    edges: classify(before.edges, after.edges, edges, withEarlierIds, options),
  }
}

/** Number of differences. */
export const changeCount = ({ nodes, edges }: FlowDiff): number =>
  [nodes, edges].reduce(
    (sum, { added, removed, changed, moved }) => sum + added.length + removed.length + changed.length + moved.length,
    0,
  )

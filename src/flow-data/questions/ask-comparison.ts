/** Questions to the union of two compared flows: ranges of the lines of differences, and all of them as text. */
import { outlineOf } from '#flow/outline/outline.ts'
import { changeRowOf, type ChangeKind, type ChangeLine, type ChangeRow } from '#flow-data/compare/change-lines.ts'
import { comparisonIn } from '#flow-data/compare/difference-cache.ts'
import { comparisonText, type TextNames } from '#flow-data/compare/comparison-text.ts'
import { mainEntryTest } from '#flow-data/model/main-entry.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** By kind of change, or in the flow's order. */
export type LineOrder = 'kind' | 'flow'

export interface LineFilter {
  kinds: readonly ChangeKind[]
  order: LineOrder
}

export interface ComparedLine extends ChangeRow {
  /** Depth in the outline of the flow; 0 if lines are ordered by kind. */
  depth: number
}

const outlineIn = memoized((flow) => {
  const { nodes, edges, entries } = flow
  const { rowOf, depth } = outlineOf(nodes, edges, { entries, isMainEntry: mainEntryTest(flow) })
  const rows = new Map<string, { row: number; depth: number }>()
  for (const [nodeIndex, { id }] of nodes.entries()) {
    const row = rowOf[nodeIndex] ?? -1
    if (row !== -1 && !rows.has(id)) rows.set(id, { row, depth: depth[row] ?? 0 })
  }
  return rows
})

/** Lines in the flow's order: those of the flow itself first, then each node with the changes of its edges. */
const inFlowOrder = memoized((flow) => {
  const rows = outlineIn(flow)
  const rowOf = ({ node }: ChangeLine) => (node === null ? -1 : (rows.get(node)?.row ?? Number.MAX_SAFE_INTEGER))
  const isEdge = ({ type }: ChangeLine) => (type === null ? 1 : 0)
  return comparisonIn(flow).lines.toSorted((a, b) => rowOf(a) - rowOf(b) || isEdge(a) - isEdge(b))
})

/** Cache of the last lines, since a page requests consecutive ranges. */
const lastLines = new WeakMap<MemoizedFlow, { of: string; lines: ChangeLine[] }>()

function linesIn(flow: MemoizedFlow, { kinds, order }: LineFilter): ChangeLine[] {
  const of = JSON.stringify([kinds, order])
  const found = lastLines.get(flow)
  if (found?.of === of) return found.lines
  const all = order === 'flow' ? inFlowOrder(flow) : comparisonIn(flow).lines
  const lines = all.filter(({ kind }) => kinds.includes(kind))
  lastLines.set(flow, { of, lines })
  return lines
}

/** `count` lines from index `from` on. */
export function comparisonLinesIn(
  flow: MemoizedFlow,
  { filter, from, count }: { filter: LineFilter; from: number; count: number },
): ComparedLine[] {
  const depthOf = ({ node }: ChangeLine) =>
    filter.order === 'kind' || node === null ? 0 : (outlineIn(flow).get(node)?.depth ?? 0)
  return linesIn(flow, filter)
    .slice(from, from + count)
    .map((line) => ({ ...changeRowOf(line), depth: depthOf(line) }))
}

/** A node of either flow, and the position of its line. */
export interface ComparedNode extends Pick<ChangeLine, 'node' | 'earlierId' | 'laterId'> {
  /** The index of its line among the shown ones; null if it is not shown. */
  at: number | null
}

/** `as` = the canvas whose id is given. Null if there is no such node. */
export function comparedNodeIn(
  flow: MemoizedFlow,
  { filter, id, as }: { filter: LineFilter; id: string; as: 'node' | 'earlierId' | 'laterId' },
): ComparedNode | null {
  const line = comparisonIn(flow).lines.find((one) => one.type !== null && one[as] === id)
  if (line === undefined) return null
  const at = linesIn(flow, filter).indexOf(line)
  return { node: line.node, earlierId: line.earlierId, laterId: line.laterId, at: at === -1 ? null : at }
}

export const comparisonTextIn = (
  flow: MemoizedFlow,
  { filter, names }: { filter: LineFilter; names: TextNames },
): string => comparisonText(comparisonIn(flow), linesIn(flow, filter), names)

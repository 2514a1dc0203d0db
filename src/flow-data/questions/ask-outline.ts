/** The outline of a flow: its structure as a whole, its texts page by page. */
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { isStep } from '#flow/node-kind.ts'
import { foldText } from '#flow/find/find-query.ts'
import { outlineOf, type OutlineShape } from '#flow/outline/outline.ts'
import { nodeProblemsOf } from '#flow/health/findings.ts'
import { visibleRows, startingWith, rowsAPage, type OutlineRowData } from '#flow-data/outline/outline-rows.ts'
import { kindOfRow, outlineRowText } from '#flow-data/outline/outline-words.ts'
import { mainEntryTest } from '#flow-data/model/main-entry.ts'
import { memoized, nodeIndexIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const cachedOutline = memoized((flow) =>
  outlineOf(flow.nodes, flow.edges, { entries: flow.entries, isMainEntry: mainEntryTest(flow) }),
)
const cachedProblems = memoized(({ validation }) => nodeProblemsOf(validation))

export interface OutlineAnswer {
  shape: OutlineShape
  /** Number of nodes that are neither groups nor notes. */
  steps: number
  transfer: ArrayBuffer[]
}

export function outlineIn(flow: MemoizedFlow): OutlineAnswer {
  const outline = cachedOutline(flow)
  const shape: OutlineShape = {
    length: outline.length,
    kind: outline.kind.slice(),
    node: outline.node.slice(),
    fault: outline.fault.slice(),
    depth: outline.depth.slice(),
    parent: outline.parent.slice(),
    end: outline.end.slice(),
    position: outline.position.slice(),
    setSize: outline.setSize.slice(),
    rowOf: outline.rowOf.slice(),
  }
  const columns = Object.values(shape).filter((column) => typeof column !== 'number')
  return { shape, steps: flow.nodes.filter(isStep).length, transfer: columns.map(({ buffer }) => buffer) }
}

/** The rows from `page * rowsAPage` on. */
export function outlineRowsIn(flow: MemoizedFlow, { page }: { page: number }): OutlineRowData[] {
  const outline = cachedOutline(flow)
  const first = page * rowsAPage
  const length = Math.max(0, Math.min(rowsAPage, outline.length - first))
  return Array.from({ length }, (_row, index): OutlineRowData => {
    const row = first + index
    const node = flow.nodes[outline.node[row] ?? -1]
    const words = outlineRowText(outline, row, flow.nodes)
    if (node === undefined) return { text: words, id: null, nodeIndex: null, node: null }
    const { id, disabled } = node
    const isOwn = kindOfRow(outline, row) === 'node'
    const own = isOwn
      ? { visual: visualKindOf(node, flow.foreignKindOf), disabled, problem: cachedProblems(flow).get(id) ?? null }
      : null
    return { text: words, id, nodeIndex: nodeIndexIn(flow, { id }), node: own }
  })
}

/**
 * The next row whose text begins with the typed one, wrapping around; -1 = none.
 * @param closed collapsed rows
 * @param from the current row
 */
export function outlineTypedIn(
  flow: MemoizedFlow,
  { closed, from, typed }: { closed: readonly number[]; from: number; typed: string },
): number {
  const outline = cachedOutline(flow)
  const visible = visibleRows(outline, new Set(closed))
  const at = startingWith(visible, Math.max(0, visible.indexOf(from)), foldText(typed), (row) =>
    foldText(outlineRowText(outline, row, flow.nodes)),
  )
  return visible[at] ?? -1
}

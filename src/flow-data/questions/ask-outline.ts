/** The outline of a flow: its structure as a whole, its texts page by page. */
import { countsOf } from '#flow/node-kind.ts'
import { folded } from '#flow/find/find-query.ts'
import { outlineOf, type OutlineShape } from '#flow/outline/outline.ts'
import { nodeProblemsOf } from '#flow/health/findings.ts'
import { visibleRows, startingWith, rowsAPage, type RowFacts } from '#flow-data/outline/outline-rows.ts'
import { kindOfRow, outlineRowWords } from '#flow-data/outline/outline-words.ts'
import { memoized, placeIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const outlineOfHeld = memoized(({ nodes, edges }) => outlineOf(nodes, edges))
const problemsInHeld = memoized(({ validation }) => nodeProblemsOf(validation))

export interface OutlineAnswer {
  shape: OutlineShape
  counts: { nodes: number; edges: number }
  transfer: ArrayBuffer[]
}

export function outlineIn(held: MemoizedFlow): OutlineAnswer {
  const known = outlineOfHeld(held)
  const shape: OutlineShape = {
    length: known.length,
    kind: known.kind.slice(),
    node: known.node.slice(),
    fault: known.fault.slice(),
    depth: known.depth.slice(),
    parent: known.parent.slice(),
    end: known.end.slice(),
    position: known.position.slice(),
    setSize: known.setSize.slice(),
    rowOf: known.rowOf.slice(),
  }
  const columns = Object.values(shape).filter((column) => typeof column !== 'number')
  return { shape, counts: countsOf(held), transfer: columns.map(({ buffer }) => buffer) }
}

/** The rows from `page * rowsAPage` on. */
export function outlineRowsIn(held: MemoizedFlow, { page }: { page: number }): RowFacts[] {
  const outline = outlineOfHeld(held)
  const first = page * rowsAPage
  const length = Math.max(0, Math.min(rowsAPage, outline.length - first))
  return Array.from({ length }, (_row, index): RowFacts => {
    const row = first + index
    const node = held.nodes[outline.node[row] ?? -1]
    const words = outlineRowWords(outline, row, held.nodes)
    if (node === undefined) return { words, id: null, place: null, node: null }
    const { id, type, disabled } = node
    const isOwn = kindOfRow(outline, row) === 'node'
    const own = isOwn ? { type, disabled, problem: problemsInHeld(held).get(id) ?? null } : null
    return { words, id, place: placeIn(held, { id }), node: own }
  })
}

/**
 * The next row whose text begins with the typed one, wrapping around; -1 = none.
 * @param closed collapsed rows
 * @param from the current row
 */
export function outlineTypedIn(
  held: MemoizedFlow,
  { closed, from, typed }: { closed: readonly number[]; from: number; typed: string },
): number {
  const outline = outlineOfHeld(held)
  const seen = visibleRows(outline, new Set(closed))
  const at = startingWith(seen, Math.max(0, seen.indexOf(from)), folded(typed), (row) =>
    folded(outlineRowWords(outline, row, held.nodes)),
  )
  return seen[at] ?? -1
}

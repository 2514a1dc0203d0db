import { useMemo, useState } from 'react'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { expandedTo, outlineRowPlace, visibleRows } from '#flow-data/outline/outline-rows.ts'

const noRows: ReadonlySet<number> = new Set()

/**
 * State of collapsed rows and the focused row. For a node chosen elsewhere, parents expand and its row gets current.
 */
export function useOutlineRows(outline: OutlineShape, chosenRow: number) {
  const [state, setState] = useState({
    outline,
    chosenRow,
    closed: noRows,
    active: Math.max(0, chosenRow),
  })
  if (state.outline !== outline || state.chosenRow !== chosenRow) {
    const closed = state.outline === outline ? expandedTo(outline, state.closed, chosenRow) : noRows
    const active = chosenRow === -1 ? Math.min(state.active, Math.max(0, outline.length - 1)) : chosenRow
    setState({ outline, chosenRow, closed, active })
  }
  const { closed } = state
  const seen = useMemo(() => visibleRows(outline, closed), [outline, closed])
  return {
    closed,
    seen,
    /** The index of the row in the tab order. */
    place: Math.max(0, outlineRowPlace(seen, state.active)),
    stand: (row: number) => setState((before) => (before.active === row ? before : { ...before, active: row })),
    toggle: (row: number) =>
      setState((before) => {
        const next = new Set(before.closed)
        if (!next.delete(row)) next.add(row)
        return { ...before, closed: next, active: row }
      }),
  }
}

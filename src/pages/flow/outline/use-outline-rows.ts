import { useMemo, useState } from 'react'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { expandedTo, visibleRowIndex, visibleRows } from '#flow-data/outline/outline-rows.ts'

const noRows: ReadonlySet<number> = new Set()

/** Collapsed rows and the active row. Choosing a node elsewhere expands its ancestors and activates its row. */
export function useOutlineRows(outline: OutlineShape, currentRow: number) {
  const [state, setState] = useState({
    outline,
    chosenRow: currentRow,
    collapsed: noRows,
    active: Math.max(0, currentRow),
  })
  if (state.outline !== outline || state.chosenRow !== currentRow) {
    const collapsed = state.outline === outline ? expandedTo(outline, state.collapsed, currentRow) : noRows
    const active = currentRow === -1 ? Math.min(state.active, Math.max(0, outline.length - 1)) : currentRow
    setState({ outline, chosenRow: currentRow, collapsed, active })
  }
  const { collapsed } = state
  const visible = useMemo(() => visibleRows(outline, collapsed), [outline, collapsed])
  return {
    collapsed,
    visible,
    /** Index of the active row among the visible ones; only this row is in the tab order. */
    activeIndex: Math.max(0, visibleRowIndex(visible, state.active)),
    activate: (row: number) => setState((before) => (before.active === row ? before : { ...before, active: row })),
    toggle: (row: number) =>
      setState((before) => {
        const next = new Set(before.collapsed)
        if (!next.delete(row)) next.add(row)
        return { ...before, collapsed: next, active: row }
      }),
  }
}

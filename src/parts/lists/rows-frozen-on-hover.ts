import { useState, type PointerEvent } from 'react'

interface HasId {
  id: string
}

/**
 * The shown rows with current data, without additions and removals. Returns the new rows if no row is in both lists,
 * since it is another page then, or if a row has no id. Pure.
 */
export function refreshedRows<Row extends HasId>(displayedRows: readonly Row[], now: readonly Row[]): readonly Row[] {
  const byId = new Map(now.map((row) => [row.id, row]))
  return !byId.has('') && displayedRows.some(({ id }) => byId.has(id))
    ? displayedRows.map((row) => byId.get(row.id) ?? row)
    : now
}

/**
 * Rows whose data updates, but which do not move while the pointer is over them, so that a click hits its target. New
 * rows appear when the pointer leaves. Spread `hoverHandlers` on the container of the table.
 * @param order a change of the order shows the new rows immediately
 */
export function useRowsFrozenOnHover<Row extends HasId>(rows: Row[], order: string) {
  const [isHovered, setHovered] = useState(false)
  const [state, setState] = useState({ displayedRows: rows, rows, order })
  const isFrozen = isHovered && state.order === order
  if (state.rows !== rows || state.order !== order || (!isFrozen && state.displayedRows !== rows))
    setState({ displayedRows: isFrozen ? [...refreshedRows(state.displayedRows, rows)] : rows, rows, order })
  return {
    displayedRows: state.displayedRows,
    hoverHandlers: {
      onPointerMove: ({ target, pointerType }: PointerEvent) =>
        setHovered(pointerType === 'mouse' && target instanceof Element && target.closest('tbody') !== null),
      onPointerLeave: () => setHovered(false),
    },
  }
}

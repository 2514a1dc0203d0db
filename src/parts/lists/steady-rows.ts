import { useState, type PointerEvent } from 'react'

interface HasId {
  id: string
}

/**
 * The shown rows with current data, without additions and removals. Returns the new rows if no row is in both lists,
 * since it is another page then, or if a row has no id. Pure.
 */
export function steadyRows<Row extends HasId>(shown: readonly Row[], now: readonly Row[]): readonly Row[] {
  const byId = new Map(now.map((row) => [row.id, row]))
  return !byId.has('') && shown.some(({ id }) => byId.has(id)) ? shown.map((row) => byId.get(row.id) ?? row) : now
}

/**
 * Rows whose data updates, but which do not move while the pointer is over them, so that a click hits its target. New
 * rows appear when the pointer leaves. Spread `over` on the container of the table.
 * @param order a change of the order shows the new rows immediately
 */
export function useSteadyRows<Row extends HasId>(rows: Row[], order: string) {
  const [isOver, setOver] = useState(false)
  const [state, setState] = useState({ shown: rows, rows, order })
  const isHeld = isOver && state.order === order
  if (state.rows !== rows || state.order !== order || (!isHeld && state.shown !== rows))
    setState({ shown: isHeld ? [...steadyRows(state.shown, rows)] : rows, rows, order })
  return {
    shown: state.shown,
    over: {
      onPointerMove: ({ target, pointerType }: PointerEvent) =>
        setOver(pointerType === 'mouse' && target instanceof Element && target.closest('tbody') !== null),
      onPointerLeave: () => setOver(false),
    },
  }
}

import { useState, type PointerEvent } from 'react'

interface HasId {
  id: string
}

/**
 * The shown rows with current data, without additions or removals. All new rows if none is the same, since it is then
 * another page, and if a row has no id by which it could be matched. Pure.
 */
export function steadyRows<Row extends HasId>(shown: readonly Row[], now: readonly Row[]): readonly Row[] {
  const byId = new Map(now.map((row) => [row.id, row]))
  return !byId.has('') && shown.some(({ id }) => byId.has(id)) ? shown.map((row) => byId.get(row.id) ?? row) : now
}

/**
 * Rows that update automatically but do not move while the pointer is over them, so that a click hits its target. New
 * rows appear once the pointer has left. Spread `over` on the container of the table.
 * @param order another order updates the rows immediately
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

import { useState, type PointerEvent } from 'react'

interface HasId {
  id: string
}

/**
 * The rows that are shown, as they are now: none comes and none goes. All of the new ones where no row is the same, for then
 * it is another page, and where a row has no id by which it could be found again. Pure.
 */
export function steadyRows<Row extends HasId>(shown: readonly Row[], now: readonly Row[]): readonly Row[] {
  const byId = new Map(now.map((row) => [row.id, row]))
  return !byId.has('') && shown.some(({ id }) => byId.has(id)) ? shown.map((row) => byId.get(row.id) ?? row) : now
}

/**
 * Rows that change by themselves, and do not move while the pointer is over them: what is pressed is what was aimed at. New
 * rows come in once it has left. Spread `over` on what holds the table.
 * @param order another order shows the rows anew
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

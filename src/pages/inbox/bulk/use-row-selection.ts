import { useEffect, useRef } from 'react'
import { pickRange } from '#ui/table/row-selection.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { selectionKeys } from '#pages/inbox/triage/triage-keys.ts'
import type { SelectedRows } from './use-selected-rows.ts'

/** A row and its index in the list. */
interface Loaded {
  index: number
  row: { id: string }
}

/** Row selection by x, shift with j and k, "* a" and "* n", or by checkboxes, with shift for a range. */
export function useRowSelection({
  chosen,
  loaded,
  active,
  step,
}: {
  /** Null = bulk actions are not available. */
  chosen: SelectedRows | null
  loaded: readonly Loaded[]
  /** The index of the current row. */
  active: number
  /** Moves to the next or previous row. */
  step: (by: 1 | -1) => void
}) {
  const last = useRef(active)
  const rows = loaded.toSorted((a, b) => a.index - b.index)
  const ids = rows.map(({ row }) => row.id)
  useEffect(() => chosen?.noteShown(ids.filter((id) => id !== '')))
  const placeOf = (index: number) => rows.findIndex((one) => one.index === index)
  const idAt = (index: number) => rows[placeOf(index)]?.row.id

  const pick = (index: number, isRange: boolean) => {
    const place = placeOf(index)
    if (chosen === null || place === -1) return
    const from = isRange ? Math.max(0, placeOf(last.current)) : place
    chosen.set(pickRange(chosen.isAll ? new Set(ids) : chosen.ids, ids, from, place))
    last.current = index
  }
  const extend = (by: 1 | -1) => {
    const next = Math.max(0, active + by)
    const more = [idAt(active), idAt(next)].flatMap((id) => (id === undefined || id === '' ? [] : [id]))
    chosen?.set(new Set([...chosen.ids, ...more]))
    last.current = next
    step(by)
  }
  useShortcuts(
    chosen === null
      ? {}
      : {
          [selectionKeys.row]: () => pick(active, false),
          [selectionKeys.down]: () => extend(1),
          [selectionKeys.up]: () => extend(-1),
          [selectionKeys.all]: chosen.setShown,
          [selectionKeys.none]: chosen.clear,
        },
  )
  return {
    isPicking: chosen !== null && (chosen.isAll || chosen.ids.size > 0),
    pick,
    isPicked: (id: string) => chosen !== null && (chosen.isAll || chosen.ids.has(id)),
  }
}

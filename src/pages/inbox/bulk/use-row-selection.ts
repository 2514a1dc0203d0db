import { useEffect, useRef } from 'react'
import { pickRange } from '#ui/table/row-selection.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { selectionKeys } from '#pages/inbox/triage/triage-keys.ts'
import type { SelectedRows } from './use-selected-rows.ts'

/** A row and its index in the list. */
interface LoadedRow {
  index: number
  row: { id: string }
}

/** Row selection by x, shift with j and k, "* a" and "* n", or by checkboxes, with shift for a range. */
export function useRowSelection({
  selection,
  loaded,
  active,
  step,
}: {
  /** Null = bulk actions are not available. */
  selection: SelectedRows | null
  loaded: readonly LoadedRow[]
  /** The index of the current row. */
  active: number
  /** Moves to the next or previous row. */
  step: (by: 1 | -1) => void
}) {
  const anchorIndex = useRef(active)
  const rows = loaded.toSorted((a, b) => a.index - b.index)
  const ids = rows.map(({ row }) => row.id)
  useEffect(() => selection?.setLoaded(ids.filter((id) => id !== '')))
  const positionOf = (index: number) => rows.findIndex((one) => one.index === index)
  const idAt = (index: number) => rows[positionOf(index)]?.row.id

  const pick = (index: number, isRange: boolean) => {
    const place = positionOf(index)
    if (selection === null || place === -1) return
    const from = isRange ? Math.max(0, positionOf(anchorIndex.current)) : place
    selection.set(pickRange(selection.isAll ? new Set(ids) : selection.ids, ids, from, place))
    anchorIndex.current = index
  }
  const extend = (by: 1 | -1) => {
    const next = Math.max(0, active + by)
    const more = [idAt(active), idAt(next)].flatMap((id) => (id === undefined || id === '' ? [] : [id]))
    selection?.set(new Set([...selection.ids, ...more]))
    anchorIndex.current = next
    step(by)
  }
  useShortcuts(
    selection === null
      ? {}
      : {
          [selectionKeys.row]: () => pick(active, false),
          [selectionKeys.down]: () => extend(1),
          [selectionKeys.up]: () => extend(-1),
          [selectionKeys.all]: selection.selectLoaded,
          [selectionKeys.none]: selection.clear,
        },
  )
  return {
    isPicking: selection !== null && (selection.isAll || selection.ids.size > 0),
    pick,
    isPicked: (id: string) => selection !== null && (selection.isAll || selection.ids.has(id)),
  }
}

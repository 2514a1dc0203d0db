import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import type { PageWindow } from '#api/query/page-window.ts'
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'

interface RowPosition {
  /** Identifies filter and order. */
  list: string
  id: string | undefined
  index: number
}

type LoadedRows = Pick<PageWindow<{ id: string }>, 'rowAt' | 'loaded'>

interface CurrentRow {
  /** The index of the current row. */
  active: number
  /** Moves the position to just before the row that moved up. `index` is that of the row; -1 = no row is left. */
  moveBefore: (index: number, hadFocus: boolean) => void
}

/**
 * Handles the removal of the current row, which no longer matches the filter: the row that moved up becomes current,
 * and gets the focus if the removed row had it. Returns the focus handlers of the list. `list` identifies filter and
 * order.
 */
export function useRemovedRow(list: string, total: number, rows: LoadedRows, { active, moveBefore }: CurrentRow) {
  const idAt = (index: number) => rows.rowAt(index)?.id
  const lastPosition = useRef<RowPosition>({ list, id: undefined, index: 0 })
  const focusedId = useRef<string | null>(null)
  useLayoutEffect(() => {
    const previous = lastPosition.current
    lastPosition.current = { list, id: idAt(active), index: active }
    if (previous.list !== list || previous.id === undefined || rows.loaded.some(({ row }) => row.id === previous.id))
      return
    // The row's page was unloaded because it is out of view; the row still exists.
    if (previous.index < total && idAt(previous.index) === undefined) return
    const hadFocus = focusedId.current === previous.id && isFocusLost()
    const index = Math.min(previous.index, total - 1)
    lastPosition.current = { list, id: idAt(index), index }
    moveBefore(index, hadFocus)
  })
  useEffect(
    () => () => {
      // The list was unmounted, for example because its last row was removed.
      if (focusedId.current !== null) keepFocus()
    },
    [],
  )
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focusedId.current = target.closest<HTMLElement>('[data-conversation]')?.dataset['conversation'] ?? null
    },
    // A removed row fires no blur event, so `focusedId` still names it.
    onBlur: () => {
      focusedId.current = null
    },
  }
}

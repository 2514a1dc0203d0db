import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import type { PageWindow } from '#api/query/page-window.ts'
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'

interface Stood {
  /** Identifies filter and order. */
  list: string
  id: string | undefined
  index: number
}

type Rows = Pick<PageWindow<{ id: string }>, 'rowAt' | 'loaded'>

interface Standing {
  /** The index of the current row. */
  active: number
  /** Sets the position before a row. `index` of the row that moved up, -1 if none is left. */
  standBefore: (index: number, hadFocus: boolean) => void
}

/**
 * Handles the removal of the current row, which no longer matches the filter: the row that moved up becomes current,
 * and gets the focus if the row had it. Returns the focus handlers of the list. `list` identifies filter and order.
 */
export function useRemovedRow(list: string, total: number, rows: Rows, { active, standBefore }: Standing) {
  const idAt = (index: number) => rows.rowAt(index)?.id
  const before = useRef<Stood>({ list, id: undefined, index: 0 })
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    const was = before.current
    before.current = { list, id: idAt(active), index: active }
    if (was.list !== list || was.id === undefined || rows.loaded.some(({ row }) => row.id === was.id)) return
    // The row's page was unloaded because it is out of view; the row still exists.
    if (was.index < total && idAt(was.index) === undefined) return
    const hadFocus = focused.current === was.id && isFocusLost()
    const index = Math.min(was.index, total - 1)
    before.current = { list, id: idAt(index), index }
    standBefore(index, hadFocus)
  })
  useEffect(
    () => () => {
      // The list was unmounted, for example because its last row was removed.
      if (focused.current !== null) keepFocus()
    },
    [],
  )
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.closest<HTMLElement>('[data-conversation]')?.dataset['conversation'] ?? null
    },
    // A removed row fires no blur event, so `focused` still names it.
    onBlur: () => {
      focused.current = null
    },
  }
}

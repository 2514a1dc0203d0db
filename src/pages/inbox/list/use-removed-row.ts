import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import type { PageWindow } from '#api/query/page-window.ts'
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'

interface Stood {
  /** Names filter and order. */
  list: string
  id: string | undefined
  index: number
}

type Rows = Pick<PageWindow<{ id: string }>, 'rowAt' | 'loaded'>

interface Standing {
  /** The index of the row that one stands on. */
  active: number
  /** `index` of the row that moved up, -1 where none is left. */
  standBefore: (index: number, hadFocus: boolean) => void
}

/**
 * The row one stands on leaves the list, because what was done to it is not what the filter asks for: the row that moved up
 * takes its place, and the focus, where the row had it. Gives back what the list does as the focus comes and goes.
 * `list` names filter and order.
 */
export function useRemovedRow(list: string, total: number, rows: Rows, { active, standBefore }: Standing) {
  const idAt = (index: number) => rows.rowAt(index)?.id
  const before = useRef<Stood>({ list, id: undefined, index: 0 })
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    const was = before.current
    before.current = { list, id: idAt(active), index: active }
    if (was.list !== list || was.id === undefined || rows.loaded.some(({ row }) => row.id === was.id)) return
    // A page out of sight is forgotten: its rows are not gone.
    if (was.index < total && idAt(was.index) === undefined) return
    const hadFocus = focused.current === was.id && isFocusLost()
    const index = Math.min(was.index, total - 1)
    before.current = { list, id: idAt(index), index }
    standBefore(index, hadFocus)
  })
  useEffect(
    () => () => {
      // Its last row went: what stands in its place says so.
      if (focused.current !== null) keepFocus()
    },
    [],
  )
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.closest<HTMLElement>('[data-conversation]')?.dataset['conversation'] ?? null
    },
    // A row that is taken away does not say so: what it had is remembered.
    onBlur: () => {
      focused.current = null
    },
  }
}

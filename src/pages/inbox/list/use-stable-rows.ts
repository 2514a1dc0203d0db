import { useLayoutEffect, useRef, useState } from 'react'
import { signal } from '#lib/signal.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'

/** Rows above the visible ones, and which of them are new. */
interface RowsAbove {
  /** Ids of the rows above the first visible one. */
  ids: ReadonlySet<string>
  /** The rows above that were inserted and not seen yet. */
  newIds: ReadonlySet<string>
}

export const noRowsAbove: RowsAbove = { ids: new Set(), newIds: new Set() }

/**
 * The rows above after a change. Pure.
 * @param now ids of the loaded rows above the first visible one
 * @param hasInserted the scroll position was adjusted for inserted rows, so ids that were not above before are new rows
 */
export function rowsAboveAfter(before: RowsAbove, now: readonly string[], hasInserted: boolean): RowsAbove {
  const newIds = now.filter((id) => before.newIds.has(id) || (hasInserted && !before.ids.has(id)))
  return { ids: new Set(now), newIds: new Set(newIds) }
}

interface StableRowsOptions {
  box: { current: HTMLElement | null }
  /** Identifies filter and order. */
  list: string
  loaded: readonly { index: number; row: { id: string } }[]
  /** Id of the open conversation. */
  open: string | null
  /** The index of the current row. */
  active: number
  setCurrent: (index: number) => void
  /** Height of a row in px. */
  rowHeight: number
}

/** Adds scroll space if the list is too short to scroll to `top`. */
function addScrollSpace(box: HTMLElement, top: number): void {
  const rows = box.firstElementChild
  if (!(rows instanceof HTMLElement)) return
  const needed = top + box.clientHeight
  if (box.scrollHeight < needed) rows.style.minHeight = `${needed}px`
}

/**
 * Scrolls by the number of pixels that the visible rows moved, unless the list is unused; returns whether it did.
 * @param limit the highest scroll position, which shows a row that must not move out of view
 */
function scrollWithRows(box: HTMLElement, by: number, limit: number): boolean {
  const isInUse = box.scrollTop > 0 || box.matches(':hover, :focus-within')
  if (by === 0 || !isInUse) return false
  const top = Math.min(box.scrollTop + by, limit)
  if (by > 0) addScrollSpace(box, top)
  box.scrollTo({ top })
  return true
}

function removeScrollSpace(box: HTMLElement): void {
  const rows = box.firstElementChild
  if (rows instanceof HTMLElement) rows.style.minHeight = ''
}

/**
 * Scroll anchoring: when rows are inserted above or move to the top, the visible ones stay in place, unless the list is
 * at the top and unused. The current row stays the same. Returns the number of unseen rows above.
 *
 * The row of the open conversation is not scrolled out of view when it is inserted: after an undo, it returns to the
 * list only once the list was refetched, long after it was opened.
 */
export function useStableRows({ box, list, loaded, open, active, setCurrent, rowHeight }: StableRowsOptions): number {
  const before = useRef({ list, top: '', topIndex: 0, active: '', index: 0, hasOpen: false, above: noRowsAbove })
  // A signal, since the count is known only after the rows are rendered.
  const [newRowCount] = useState(() => signal(0))
  useLayoutEffect(() => {
    const element = box.current
    const previous = before.current
    if (element === null || loaded.length === 0) return
    // A row without an id cannot be recognized after a change.
    const indexOf = (id: string) => (id === '' ? undefined : loaded.find(({ row }) => row.id === id)?.index)
    const idAt = (index: number) => loaded.find((one) => one.index === index)?.row.id ?? ''
    const isSame = previous.list === list
    const moved = isSame ? (indexOf(previous.top) ?? previous.topIndex) - previous.topIndex : 0
    const openIndex = indexOf(open ?? '')
    const limit = openIndex === undefined || previous.hasOpen ? Number.POSITIVE_INFINITY : openIndex * rowHeight
    const hasMoved = scrollWithRows(element, moved * rowHeight, limit)
    const isFocused = isSame && active === previous.index && element.contains(document.activeElement)
    const currentIndex = isFocused ? (indexOf(previous.active) ?? active) : active
    if (currentIndex !== active) setCurrent(currentIndex)
    const topIndex = Math.floor(element.scrollTop / rowHeight)
    const hidden = loaded.filter(({ index }) => index < topIndex).map(({ row }) => row.id)
    const above = rowsAboveAfter(isSame ? previous.above : noRowsAbove, hidden, hasMoved && moved > 0)
    if (topIndex === 0) removeScrollSpace(element)
    before.current = {
      list,
      top: idAt(topIndex),
      topIndex,
      active: idAt(currentIndex),
      index: currentIndex,
      hasOpen: openIndex !== undefined,
      above,
    }
    newRowCount.set(above.newIds.size)
  })
  return useStoredSetting(newRowCount)
}

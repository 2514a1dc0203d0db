import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { focusThread } from '#pages/inbox/focus-targets.ts'

interface RowNavigationOptions {
  /** Element that contains the rows; the link of each row has a `data-index`. */
  box: RefObject<HTMLElement | null>
  total: number
  /** Id of the open conversation. */
  open: string | null
  /** Index of the open conversation, if it is loaded. */
  openIndex: number | undefined
  /** Whether moving to a row opens it. */
  canPreview: boolean
  idAt: (index: number) => string | undefined
  /** Scrolls a row into view. */
  scrollToRow: (index: number) => void
  onOpen: (id: string) => void
}

/** Returns a function that focuses a row, as soon as it is mounted. */
function useRowFocus(box: RefObject<HTMLElement | null>, active: number) {
  const wantsFocus = useRef(false)
  const focusRow = (index: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    wantsFocus.current = !link
    link?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    if (wantsFocus.current) focusRow(active)
  })
  return focusRow
}

/** The index to which a key moves; undefined for other keys. */
const targetOf = (event: KeyboardEvent, active: number, total: number): number | undefined =>
  event.ctrlKey || event.metaKey || event.altKey
    ? undefined
    : { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: total - 1 }[event.key]

/** Shows the row of another conversation that was opened; it gets the focus that the row of the previous one had. */
function useOpenRow(
  box: RefObject<HTMLElement | null>,
  open: string | null,
  openIndex: number | undefined,
  { scrollToRow, focusRow }: { scrollToRow: (index: number) => void; focusRow: (index: number) => void },
): void {
  const previous = useRef(open)
  // After the layout effects, which keep the visible rows in place.
  useEffect(() => {
    if (previous.current === open || (open !== null && openIndex === undefined)) return
    const before = previous.current
    previous.current = open
    if (openIndex === undefined) return
    scrollToRow(openIndex)
    const focused = document.activeElement?.closest<HTMLElement>('[data-conversation]') ?? null
    if (before !== null && focused?.dataset['conversation'] === before && box.current?.contains(focused))
      focusRow(openIndex)
  })
}

/**
 * Keyboard navigation in a virtualized list by j, k and the arrow keys, with a roving tabindex. Moving to a row opens it,
 * where there is room for it beside the list.
 */
export function useRowNavigation(options: RowNavigationOptions) {
  const { box, total, open, openIndex, canPreview, idAt, scrollToRow, onOpen } = options
  const [active, setActive] = useState(0)
  /** Index of the current row; ahead of `active` during fast key presses. After a removal: next row minus 0.5. */
  const position = useRef<number | null>(null)
  /** Id of the row that was opened last; `open`, which comes from the URL, follows with the next render. */
  const lastOpened = useRef<string | null>(null)
  const isHistoryNavigation = useNavigationType() === NavigationType.Pop

  const setCurrent = (index: number) => {
    // After a removal the position remains between two rows until the next step.
    if (position.current === null || Math.ceil(position.current) !== index) position.current = index
    setActive(index)
  }
  const [syncedIndex, setSyncedIndex] = useState<number | undefined>(undefined)
  if (openIndex !== undefined && openIndex !== syncedIndex) {
    setSyncedIndex(openIndex)
    setActive(openIndex)
  }
  useEffect(() => {
    const isOverdue = !isHistoryNavigation && lastOpened.current !== null && lastOpened.current !== open
    if (openIndex !== undefined && !isOverdue) position.current = openIndex
  }, [openIndex, open, isHistoryNavigation])
  const focusRow = useRowFocus(box, active)
  useOpenRow(box, open, openIndex, { scrollToRow, focusRow })

  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), total - 1)
    if (next < 0) return
    position.current = next
    setActive(next)
    scrollToRow(next)
    focusRow(next)
    const id = idAt(next)
    if ((open === null && !canPreview) || id === undefined) return
    lastOpened.current = id
    onOpen(id)
  }
  const step = (by: 1 | -1) => {
    const from = position.current
    goTo(from === null ? 0 : by === 1 ? Math.floor(from) + 1 : Math.ceil(from) - 1)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  return {
    active: Math.min(active, Math.max(0, total - 1)),
    /** Makes a focused or clicked row the current one. */
    setCurrent,
    step,
    /** Focuses the first row once it is mounted. */
    focusFirst: () => {
      setCurrent(0)
      focusRow(0)
    },
    /**
     * Called after the current row was removed and the one at this index moved up. The next step down goes to that row,
     * so that resolving a conversation and then pressing j skips no row.
     */
    moveBefore: (index: number, hasFocus: boolean) => {
      if (index < 0) return
      setActive(index)
      // Shortcuts apply to the open conversation, so the focus moves there instead of to the row.
      if (hasFocus && (open === null || !focusThread())) focusRow(index)
      position.current = index - 0.5
    },
    setLastOpened: (id: string) => {
      lastOpened.current = id
    },
    /** Focuses the current row and scrolls to it: the height of the list may have changed. */
    focusActive: () => {
      focusRow(active)
      box.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = targetOf(event, active, total)
      if (target === undefined) return
      event.preventDefault()
      goTo(target)
    },
  }
}

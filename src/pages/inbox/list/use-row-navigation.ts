import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { focusThread } from '#pages/inbox/focus-targets.ts'

interface Walk {
  /** Holds the rows; each has a link with its `data-index`. */
  box: RefObject<HTMLElement | null>
  total: number
  /** Id of what is open. */
  open: string | null
  /** Its row, where that is loaded. */
  openIndex: number | undefined
  idAt: (index: number) => string | undefined
  /** Scrolls a row into sight. */
  show: (index: number) => void
  onOpen: (id: string) => void
}

/** Gives the focus to a row, as soon as it is in the page. */
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

/**
 * Walks over the rows of a virtual list by j, k and the arrow keys. One row at a time is in the tab order. Where something is
 * open, walking opens the next.
 */
export function useRowNavigation({ box, total, open, openIndex, idAt, show, onOpen }: Walk) {
  const [active, setActive] = useState(0)
  /** The row one stands on: ahead of what is rendered where keys come fast. Half a row before the one that moved up. */
  const at = useRef<number | null>(null)
  /** What was opened from here last: until it is there, the address is behind. */
  const opened = useRef<string | null>(null)
  const isBack = useNavigationType() === NavigationType.Pop

  const stand = (index: number) => {
    // Who came to a row because the one before went stays between the two, until a step is made.
    if (at.current === null || Math.ceil(at.current) !== index) at.current = index
    setActive(index)
  }
  const [synced, setSynced] = useState<number | undefined>(undefined)
  if (openIndex !== undefined && openIndex !== synced) {
    setSynced(openIndex)
    setActive(openIndex)
  }
  useEffect(() => {
    if (openIndex === undefined || (!isBack && opened.current !== null && opened.current !== open)) return
    at.current = openIndex
  }, [openIndex, open, isBack])
  const focusRow = useRowFocus(box, active)

  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), total - 1)
    if (next < 0) return
    at.current = next
    setActive(next)
    show(next)
    focusRow(next)
    const id = idAt(next)
    if (open === null || id === undefined) return
    opened.current = id
    onOpen(id)
  }
  const step = (by: 1 | -1) => {
    const from = at.current
    goTo(from === null ? 0 : by === 1 ? Math.floor(from) + 1 : Math.ceil(from) - 1)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  return {
    active: Math.min(active, Math.max(0, total - 1)),
    /** A row got the focus or was pressed. */
    stand,
    step,
    /** Gives the focus to the first row, as soon as it is there. */
    focusFirst: () => {
      stand(0)
      focusRow(0)
    },
    /**
     * The row one stood on went, and the one of this index moved up. A step on leads to that one and no further: whoever
     * resolves and steps on passes over nobody, however fast the list is.
     */
    standBefore: (index: number, hasFocus: boolean) => {
      if (index < 0) return
      setActive(index)
      // Keys are for what is open, so the focus is there too.
      if (hasFocus && (open === null || !focusThread())) focusRow(index)
      at.current = index - 0.5
    },
    opens: (id: string) => {
      opened.current = id
    },
    /** Gives the focus to the row that one came from, and shows it: the list may have had another height. */
    focusActive: () => {
      focusRow(active)
      box.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const target = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: total - 1 }[event.key]
      if (target === undefined) return
      event.preventDefault()
      goTo(target)
    },
  }
}

import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { useShortcuts } from '#ui/shortcut.ts'

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

/**
 * Walks over the rows of a virtual list by j, k and the arrow keys. One row at a time is in the tab order. Where something is
 * open, walking opens the next.
 */
export function useWalk({ box, total, open, openIndex, idAt, show, onOpen }: Walk) {
  const [active, setActive] = useState(0)
  /** The row one stands on: ahead of what is rendered where keys come fast. */
  const at = useRef<number | null>(null)
  /** What was opened from here last: until it is there, the address is behind. */
  const opened = useRef<string | null>(null)
  const wantsFocus = useRef(false)
  const isBack = useNavigationType() === NavigationType.Pop

  const stand = (index: number) => {
    at.current = index
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
  /** Gives the focus to a row, as soon as it is in the page. */
  const focusRow = (index: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    wantsFocus.current = !link
    link?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    if (wantsFocus.current) focusRow(active)
  })

  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), total - 1)
    if (next < 0) return
    stand(next)
    show(next)
    focusRow(next)
    const id = idAt(next)
    if (open === null || id === undefined) return
    opened.current = id
    onOpen(id)
  }
  const step = (by: 1 | -1) => goTo(at.current === null ? 0 : at.current + by)
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

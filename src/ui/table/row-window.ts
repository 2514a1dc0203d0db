/** Long lists of rows of one height: only those in sight are in the page. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The rows that touch the window, by their places in the list. */
export interface RowSpan {
  first: number
  /** Before `first` = none. */
  last: number
}

const nothing: RowSpan = { first: 0, last: -1 }

/** The rows that a window of `size` pixels touches when it is scrolled by `top`, in a list without end. */
export function spanOf(top: number, size: number, rowHeight: number): RowSpan {
  if (size <= 0) return nothing
  const first = Math.max(0, Math.floor(top / rowHeight))
  return { first, last: Math.max(first, Math.ceil((top + size) / rowHeight) - 1) }
}

/** The same in a list of `count` rows; one that became shorter shows its end until the browser has scrolled there. */
export function spanIn({ first, last }: RowSpan, count: number): RowSpan {
  if (last < first || count === 0) return nothing
  const end = Math.min(last, count - 1)
  return { first: Math.max(0, Math.min(first, end - (last - first))), last: end }
}

/** Places of the rows that are in the page, in order: those of the span, `beyond` more on both sides, and `kept` (-1 = none). */
export function rowPlacesIn(span: RowSpan, count: number, beyond: number, kept: number): number[] {
  const places: number[] = []
  if (span.last >= span.first)
    for (let at = Math.max(0, span.first - beyond); at <= Math.min(count - 1, span.last + beyond); at += 1)
      places.push(at)
  if (kept < 0 || kept >= count || places.includes(kept)) return places
  return kept < (places[0] ?? 0) ? [kept, ...places] : [...places, kept]
}

/** Scrolls no further than is needed to see a row. */
function showRow(box: HTMLElement, place: number, rowHeight: number): void {
  const [top, size] = [place * rowHeight, box.clientHeight]
  if (top < box.scrollTop) box.scrollTo({ top })
  else if (top + rowHeight > box.scrollTop + size) box.scrollTo({ top: top + rowHeight - size })
}

interface RowWindow {
  /** Pixels of all rows. */
  height: number
  /** Places of the rows that are in the page; `kept` stays, however far it is scrolled away: it has the focus. -1 = none. */
  placesWith: (kept: number) => number[]
  /** Scrolls no further than is needed to see a row. */
  show: (place: number) => void
}

/** The window on a list. `box` scrolls and is there from the beginning; its rows begin at its top. */
export function useRowWindow({
  box,
  count,
  rowHeight,
  beyond,
  onSeen,
  onScroll,
}: {
  box: RefObject<HTMLElement | null>
  count: number
  /** Pixels. */
  rowHeight: number
  /** Rows beyond the edges, so that a flick of the wheel shows no gap. */
  beyond: number
  /** Other rows are in sight. */
  onSeen?: (span: RowSpan) => void
  /** Pixels above the window. */
  onScroll?: (top: number) => void
}): RowWindow {
  const [looked, setLooked] = useState(nothing)
  const latest = useRef({ onSeen, onScroll })
  useLayoutEffect(() => {
    latest.current = { onSeen, onScroll }
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => {
      const span = spanOf(element.scrollTop, element.clientHeight, rowHeight)
      setLooked((before) => (before.first === span.first && before.last === span.last ? before : span))
    }
    const scrolled = () => {
      // In the frame that is scrolled, so that no gap is seen in it.
      flushSync(look)
      latest.current.onScroll?.(element.scrollTop)
    }
    const watching = new ResizeObserver(look)
    look()
    watching.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      watching.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [box, rowHeight])
  const span = spanIn(looked, count)
  const { first, last } = span
  useEffect(() => {
    if (last >= first) latest.current.onSeen?.({ first, last })
  }, [first, last])
  return {
    height: count * rowHeight,
    placesWith: (kept) => rowPlacesIn(span, count, beyond, kept),
    show: (place) => {
      if (box.current !== null && place >= 0 && place < count) showRow(box.current, place, rowHeight)
    },
  }
}

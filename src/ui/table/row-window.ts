/** Virtualized list of rows with equal height: only the visible ones are rendered. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The visible rows, by their indexes in the list. */
export interface RowSpan {
  first: number
  /** Less than `first` = none. */
  last: number
}

const nothing: RowSpan = { first: 0, last: -1 }

/** The rows that are visible in `size` pixels at scroll position `top`, in an unlimited list. */
export function spanOf(top: number, size: number, rowHeight: number): RowSpan {
  if (size <= 0) return nothing
  const first = Math.max(0, Math.floor(top / rowHeight))
  return { first, last: Math.max(first, Math.ceil((top + size) / rowHeight) - 1) }
}

/**
 * Limits a span to a list of `count` rows; a shortened list shows its end until the browser has scrolled there.
 */
export function spanIn({ first, last }: RowSpan, count: number): RowSpan {
  if (last < first || count === 0) return nothing
  const end = Math.min(last, count - 1)
  return { first: Math.max(0, Math.min(first, end - (last - first))), last: end }
}

/** Indexes of the rendered rows, in order: the visible ones, `beyond` more on both sides, and `kept` (-1 = none). */
export function rowPlacesIn(span: RowSpan, count: number, beyond: number, kept: number): number[] {
  const places: number[] = []
  if (span.last >= span.first)
    for (let at = Math.max(0, span.first - beyond); at <= Math.min(count - 1, span.last + beyond); at += 1)
      places.push(at)
  if (kept < 0 || kept >= count || places.includes(kept)) return places
  return kept < (places[0] ?? 0) ? [kept, ...places] : [...places, kept]
}

/** Scrolls only as far as needed to show a row. */
function showRow(box: HTMLElement, place: number, rowHeight: number): void {
  const [top, size] = [place * rowHeight, box.clientHeight]
  if (top < box.scrollTop) box.scrollTo({ top })
  else if (top + rowHeight > box.scrollTop + size) box.scrollTo({ top: top + rowHeight - size })
}

interface RowWindow {
  /** Pixels of all rows. */
  height: number
  /** Indexes of the rendered rows; `kept` is always rendered, since it has the focus. -1 = none. */
  placesWith: (kept: number) => number[]
  /** Scrolls only as far as needed to show a row. */
  show: (place: number) => void
}

/** Virtualization of a list. `box` is the scroll container and exists from the start; its rows begin at its top. */
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
  /** Overscan rows, so that fast scrolling shows no gap. */
  beyond: number
  /** Called when other rows become visible. */
  onSeen?: (span: RowSpan) => void
  /** Scroll position in pixels. */
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
      // In the same frame as the scroll, so that no gap is visible.
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

/** Virtualized list of rows with equal height: only the visible ones are rendered. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The visible rows, by their indexes in the list. */
export interface RowSpan {
  first: number
  /** Less than `first` = none. */
  last: number
}

const emptySpan: RowSpan = { first: 0, last: -1 }

/** The rows that are visible in `size` pixels at scroll position `top`, in an unlimited list. */
export function spanOf(top: number, size: number, rowHeight: number): RowSpan {
  if (size <= 0) return emptySpan
  const first = Math.max(0, Math.floor(top / rowHeight))
  return { first, last: Math.max(first, Math.ceil((top + size) / rowHeight) - 1) }
}

/**
 * Limits a span to a list of `count` rows; a shortened list shows its end until the browser has scrolled there.
 */
export function spanIn({ first, last }: RowSpan, count: number): RowSpan {
  if (last < first || count === 0) return emptySpan
  const end = Math.min(last, count - 1)
  return { first: Math.max(0, Math.min(first, end - (last - first))), last: end }
}

/**
 * Indexes of the rendered rows, in order: the visible ones, `overscan` more on both sides, and `pinnedIndex` (-1 =
 * none).
 */
export function renderedIndexesOf(span: RowSpan, count: number, overscan: number, pinnedIndex: number): number[] {
  const places: number[] = []
  if (span.last >= span.first)
    for (let at = Math.max(0, span.first - overscan); at <= Math.min(count - 1, span.last + overscan); at += 1)
      places.push(at)
  if (pinnedIndex < 0 || pinnedIndex >= count || places.includes(pinnedIndex)) return places
  return pinnedIndex < (places[0] ?? 0) ? [pinnedIndex, ...places] : [...places, pinnedIndex]
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
  /** Indexes of the rendered rows; `pinnedIndex` is always rendered, since it has the focus. -1 = none. */
  renderedIndexes: (pinnedIndex: number) => number[]
  /** Scrolls only as far as needed to show a row. */
  show: (place: number) => void
}

/** Virtualization of a list. `box` is the scroll container and exists from the start; its rows begin at its top. */
export function useRowWindow({
  box,
  count,
  rowHeight,
  overscan,
  onVisibleChange,
  onScroll,
}: {
  box: RefObject<HTMLElement | null>
  count: number
  /** Pixels. */
  rowHeight: number
  /** Overscan rows, so that fast scrolling shows no gap. */
  overscan: number
  /** Called when other rows become visible. */
  onVisibleChange?: (span: RowSpan) => void
  /** Scroll position in pixels. */
  onScroll?: (top: number) => void
}): RowWindow {
  const [visibleSpan, setVisibleSpan] = useState(emptySpan)
  const latest = useRef({ onVisibleChange, onScroll })
  useLayoutEffect(() => {
    latest.current = { onVisibleChange, onScroll }
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const updateSpan = () => {
      const span = spanOf(element.scrollTop, element.clientHeight, rowHeight)
      setVisibleSpan((before) => (before.first === span.first && before.last === span.last ? before : span))
    }
    const scrolled = () => {
      // In the same frame as the scroll, so that no gap is visible.
      flushSync(updateSpan)
      latest.current.onScroll?.(element.scrollTop)
    }
    const observer = new ResizeObserver(updateSpan)
    updateSpan()
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [box, rowHeight])
  const span = spanIn(visibleSpan, count)
  const { first, last } = span
  useEffect(() => {
    if (last >= first) latest.current.onVisibleChange?.({ first, last })
  }, [first, last])
  return {
    height: count * rowHeight,
    renderedIndexes: (pinnedIndex) => renderedIndexesOf(span, count, overscan, pinnedIndex),
    show: (place) => {
      if (box.current !== null && place >= 0 && place < count) showRow(box.current, place, rowHeight)
    },
  }
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TextMatch } from './text-lines.ts'
import './text-view.css'
import type { LongText } from './use-text.ts'

/** Height of a line in px (text-view.css). */
const lineHeight = 18
/** Maximum height in px, since browsers render nothing below about 17 million px. Longer texts scroll faster. */
const maxHeight = 8_000_000
/** Overscan lines above and below the visible ones. */
const margin = 20

type Kind = 'key' | 'string' | 'number' | 'plain'

/** Tokens of a line of JSON. */
function tokensOf(line: string): { text: string; kind: Kind }[] {
  const tokens: { text: string; kind: Kind }[] = []
  let end = 0
  for (const match of line.matchAll(/("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*/g)) {
    const { 0: text, 1: quoted, 2: colon, index } = match
    if (index > end) tokens.push({ text: line.slice(end, index), kind: 'plain' })
    tokens.push({ text, kind: quoted === undefined ? 'number' : colon === undefined ? 'string' : 'key' })
    end = index + text.length
  }
  if (end < line.length) tokens.push({ text: line.slice(end), kind: 'plain' })
  return tokens
}

interface MatchPosition {
  column: number
  isCurrent: boolean
}

/** A line with its matches highlighted. */
function HighlightedLine({ line, places, length }: { line: string; places: readonly MatchPosition[]; length: number }) {
  const ends = [0, ...places.map(({ column }) => column + length)]
  return (
    <>
      {places.map(({ column, isCurrent }, index) => (
        <span key={column}>
          {line.slice(ends[index], column)}
          <mark className={isCurrent ? 'current' : ''}>{line.slice(column, column + length)}</mark>
        </span>
      ))}
      {line.slice(ends.at(-1))}
    </>
  )
}

const PlainLine = ({ line }: { line: string }) => (
  <>
    {tokensOf(line).map(({ text, kind }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the tokens of a line have no id and never move
      <span key={index} className={`t-${kind}`}>
        {text}
      </span>
    ))}
  </>
)

/** Index of the first of the sorted lines that is not before a line. */
function firstFrom(lines: Uint32Array, line: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) < line) low = middle + 1
    else high = middle
  }
  return low
}

function matchesOnLine({ lines, columns }: TextMatch, line: number, current: number): MatchPosition[] {
  const places: MatchPosition[] = []
  for (let at = firstFrom(lines, line); lines[at] === line; at += 1)
    places.push({ column: columns[at] ?? 0, isCurrent: at === current })
  return places
}

/** Scrolling of a long text: the visible lines, and how to scroll one into view. */
function useScroll(count: number, current: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [view, setView] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setView(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const whole = count * lineHeight
  const height = Math.min(whole, maxHeight)
  /** Pixels of the text for each pixel of scrolling. */
  const stretch = height > view ? Math.max(1, (whole - view) / (height - view)) : 1
  useEffect(() => {
    const element = box.current
    if (element === null || current === undefined || view === 0) return
    const from = element.scrollTop * stretch
    const at = current * lineHeight
    if (at < from + lineHeight || at > from + view - 3 * lineHeight)
      element.scrollTop = Math.max(0, at - view / 2) / stretch
  }, [current, view, stretch])
  const first = Math.max(0, Math.floor((top * stretch) / lineHeight) - margin)
  const last = Math.min(count, Math.ceil((top * stretch + view) / lineHeight) + margin)
  // Compensates for the difference between scrolled pixels and pixels of the text.
  const offset = first * lineHeight - top * (stretch - 1)
  return { box, height, first, last, offset, onScroll: () => setTop(box.current?.scrollTop ?? 0) }
}

/** A long read-only text, virtualized. */
export function TextView({
  label,
  text,
  count,
  searchText,
  current,
}: {
  label: string
  text: LongText
  count: number
  /** The highlighted text. */
  searchText: string
  /** The current match among all. */
  current: number
}) {
  const matches = text.searchResult?.searchText === searchText ? text.searchResult.matches : null
  const { box, height, first, last, offset, onScroll } = useScroll(count, matches?.lines[current])
  const { load } = text
  useEffect(() => load(first, last), [load, first, last])
  const digits = String(count).length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
    <div className="file-view" role="region" aria-label={label} tabIndex={0} ref={box} onScroll={onScroll}>
      <div className="file-lines" style={{ height, minWidth: `${text.longest + digits + 5}ch` }}>
        <div style={{ transform: `translateY(${offset}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => {
            const at = first + index
            const line = text.lineAt(at) ?? ''
            const places = matches === null ? [] : matchesOnLine(matches, at, current)
            return (
              <div key={at} className="file-line">
                <span className="file-number" aria-hidden="true" style={{ width: `${digits + 2}ch` }}>
                  {at + 1}
                </span>
                {places.length > 0 ? (
                  <HighlightedLine line={line} places={places} length={searchText.length} />
                ) : (
                  <PlainLine line={line} />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

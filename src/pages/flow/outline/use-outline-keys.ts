import { useRef, type KeyboardEvent } from 'react'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { hasInside, outlineRowPlace } from '#flow-data/outline/outline-rows.ts'
import { whenAnswered } from '#flow-data/when-answered.ts'

/** Maximum time in ms between letters of one typed word. */
const wordMs = 700
const letter = /^[\p{L}\p{N}]$/u

interface Keys {
  outline: OutlineShape
  seen: Uint32Array
  closed: ReadonlySet<number>
  /** The index of the focused row. */
  place: number
  /** Rows per page of the viewport. */
  pageRows: () => number
  /** Finds the next row after a row that begins with the typed text; -1 = none. */
  startingWith: (typed: string, from: number) => Promise<number>
  goTo: (place: number) => void
  toggle: (row: number) => void
  choose: (row: number) => void
  leave: () => void
}

/** Keyboard navigation of a tree (WAI-ARIA Authoring Practices, "Tree View"), including type-ahead. */
export function useOutlineKeys(keys: Keys): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 })
  const { outline, seen, closed, place, goTo, toggle, choose } = keys
  const row = seen[place] ?? 0
  const isOpen = hasInside(outline, row) && !closed.has(row)

  const search = (event: KeyboardEvent) => {
    const text = event.timeStamp - typed.current.at < wordMs ? typed.current.text + event.key : event.key
    typed.current = { text, at: event.timeStamp }
    whenAnswered(keys.startingWith(text, row), (found) => found !== -1 && goTo(outlineRowPlace(seen, found)))
  }
  const inwards = () => {
    if (isOpen) goTo(place + 1)
    else if (closed.has(row)) toggle(row)
  }
  const outwards = () => {
    const parent = outline.parent[row] ?? -1
    if (isOpen) toggle(row)
    else if (parent !== -1) goTo(outlineRowPlace(seen, parent))
  }
  const acts: Record<string, () => void> = {
    ArrowDown: () => goTo(place + 1),
    ArrowUp: () => goTo(place - 1),
    PageDown: () => goTo(place + keys.pageRows()),
    PageUp: () => goTo(place - keys.pageRows()),
    Home: () => goTo(0),
    End: () => goTo(seen.length - 1),
    ArrowRight: inwards,
    ArrowLeft: outwards,
    Enter: () => choose(row),
    ' ': () => choose(row),
    Escape: keys.leave,
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (act === undefined && !letter.test(event.key)) return
    event.preventDefault()
    if (act === undefined) {
      search(event)
      return
    }
    // Any other key ends the type-ahead.
    typed.current = { text: '', at: 0 }
    act()
  }
}

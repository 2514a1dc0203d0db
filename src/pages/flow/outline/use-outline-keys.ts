import { useRef, type KeyboardEvent } from 'react'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { hasInside, visibleRowIndex } from '#flow-data/outline/outline-rows.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'

/** Maximum time in ms between letters of one typed word. */
const wordMs = 700
const letter = /^[\p{L}\p{N}]$/u

interface OutlineKeyOptions {
  outline: OutlineShape
  visible: Uint32Array
  collapsed: ReadonlySet<number>
  /** The index of the focused row. */
  activeIndex: number
  /** Rows per page of the viewport. */
  pageRows: () => number
  /** Finds the next row after `from` whose text begins with `typed`; -1 = none. */
  findByPrefix: (typed: string, from: number) => Promise<number>
  goTo: (activeIndex: number) => void
  toggle: (row: number) => void
  choose: (row: number) => void
  leave: () => void
}

/** Keyboard navigation of a tree (WAI-ARIA Authoring Practices, "Tree View"), including type-ahead. */
export function useOutlineKeys(keys: OutlineKeyOptions): (event: KeyboardEvent) => void {
  const typeAhead = useRef({ text: '', at: 0 })
  const { outline, visible, collapsed, activeIndex, goTo, toggle, choose } = keys
  const row = visible[activeIndex] ?? 0
  const isOpen = hasInside(outline, row) && !collapsed.has(row)

  const search = (event: KeyboardEvent) => {
    const text = event.timeStamp - typeAhead.current.at < wordMs ? typeAhead.current.text + event.key : event.key
    typeAhead.current = { text, at: event.timeStamp }
    handleFlowAnswer(keys.findByPrefix(text, row), (found) => found !== -1 && goTo(visibleRowIndex(visible, found)))
  }
  const inwards = () => {
    if (isOpen) goTo(activeIndex + 1)
    else if (collapsed.has(row)) toggle(row)
  }
  const outwards = () => {
    const parent = outline.parent[row] ?? -1
    if (isOpen) toggle(row)
    else if (parent !== -1) goTo(visibleRowIndex(visible, parent))
  }
  const actions: Record<string, () => void> = {
    ArrowDown: () => goTo(activeIndex + 1),
    ArrowUp: () => goTo(activeIndex - 1),
    PageDown: () => goTo(activeIndex + keys.pageRows()),
    PageUp: () => goTo(activeIndex - keys.pageRows()),
    Home: () => goTo(0),
    End: () => goTo(visible.length - 1),
    ArrowRight: inwards,
    ArrowLeft: outwards,
    Enter: () => choose(row),
    ' ': () => choose(row),
    Escape: keys.leave,
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (action === undefined && !letter.test(event.key)) return
    event.preventDefault()
    if (action === undefined) {
      search(event)
      return
    }
    // Any other key ends the type-ahead.
    typeAhead.current = { text: '', at: 0 }
    action()
  }
}

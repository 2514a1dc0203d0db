import { createContext, useContext, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { itemOfKey } from './menu-keys.ts'
import { placeUnder } from '#ui/browser/anchor-position.ts'
import { useDismiss } from './popup.ts'

/** Maximum time in ms between letters of one typed word. */
const wordMs = 600

/** Where the focus starts when the menu opens: by keyboard on an item, by pointer on none. */
export type InitialFocus = 'first' | 'last' | 'none'

const MenuClose = createContext<(() => void) | null>(null)

/** Returns the function that closes the surrounding menu. */
export function useMenuClose(): () => void {
  const close = useContext(MenuClose)
  if (close === null) throw new Error('A menu item must be inside a Menu.')
  return close
}

/** The visible items: some are hidden at certain breakpoints. */
const itemsOf = (box: Element): HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.getClientRects().length > 0)

/** The open menu, in the top layer. The focus returns to its button unless it moved elsewhere. */
export function MenuBox({
  anchor,
  align,
  initialFocus,
  onClose,
  children,
}: {
  anchor: HTMLElement
  align: 'start' | 'end'
  initialFocus: InitialFocus
  /** Must be a stable function. */
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const typeAhead = useRef({ letters: '', at: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    element.showPopover()
    // Content that loads later changes its height.
    const size = new ResizeObserver(() => placeUnder(element, anchor.getBoundingClientRect(), align))
    size.observe(element)
    placeUnder(element, anchor.getBoundingClientRect(), align)
    const items = itemsOf(element)
    const item = initialFocus === 'none' ? undefined : items.at(initialFocus === 'first' ? 0 : -1)
    ;(item ?? element).focus({ preventScroll: true })
    return () => {
      size.disconnect()
      if (element.contains(document.activeElement)) anchor.focus({ preventScroll: true })
    }
  }, [anchor, align, initialFocus])
  useDismiss(box, anchor, onClose)

  const typeAheadText = (event: KeyboardEvent): string => {
    const { letters, at } = typeAhead.current
    const before = event.timeStamp - at < wordMs ? letters : ''
    typeAhead.current = { letters: before + event.key, at: event.timeStamp }
    // A repeated letter is not a word.
    return [...typeAhead.current.letters].every((letter) => letter === event.key)
      ? event.key
      : typeAhead.current.letters
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Elements below the menu do not get its keys.
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey || box.current === null) return
    if (event.key === 'Escape') event.preventDefault()
    if (event.key === 'Escape' || event.key === 'Tab') {
      // From its button the focus continues in the order of the page.
      anchor.focus({ preventScroll: true })
      onClose()
      return
    }
    const items = itemsOf(box.current)
    const at = items.findIndex((item) => item === document.activeElement)
    const isLetter = [...event.key].length === 1 && event.key !== ' '
    const next = itemOfKey(
      isLetter ? typeAheadText(event) : event.key,
      at,
      items.map((item) => item.textContent),
    )
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <div
      ref={box}
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-labelledby={anchor.id}
      className="popup"
      onKeyDown={onKeyDown}
    >
      <MenuClose value={onClose}>{children}</MenuClose>
    </div>
  )
}

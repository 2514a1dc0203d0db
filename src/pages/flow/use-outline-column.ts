import { useRef, useState } from 'react'
import { useOutlineOpen } from './outline-open.ts'

/** Below this the outline takes the place of the canvas. */
const phone = '(max-width: 37.49rem)'

/** Whether the outline is open, and where the focus goes when it opens and closes. `toCanvas` gives the focus to the canvas. */
export function useOutlineColumn(toCanvas: () => void) {
  const { isOpen, setOpen } = useOutlineOpen()
  const [focusOn, setFocusOn] = useState<'find' | 'tree' | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const open = (on: 'find' | 'tree') => {
    setFocusOn(on)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  return {
    isOpen,
    focusOn,
    toggle,
    close,
    find: () => open('find'),
    press: () => (isOpen ? close() : open('tree')),
    leave: () => {
      if (matchMedia(phone).matches) setOpen(false)
      toCanvas()
    },
  }
}

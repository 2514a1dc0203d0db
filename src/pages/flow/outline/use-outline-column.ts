import { useRef, useState } from 'react'
import { phone } from '#ui/browser/media.ts'
import { useOutlineOpen } from './use-outline-open.ts'

/** What was asked for the focus, and how often: asking again focuses again. */
export interface FocusWish {
  on: 'find' | 'tree'
  times: number
}

/** Whether the outline is open, and where the focus goes when it opens and closes. `toCanvas` gives the focus to the canvas. */
export function useOutlineColumn(toCanvas: () => void) {
  const { isOpen, setOpen } = useOutlineOpen()
  const [wish, setWish] = useState<FocusWish | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const open = (on: FocusWish['on']) => {
    setWish((before) => ({ on, times: (before?.times ?? 0) + 1 }))
    setOpen(true)
  }
  const close = () => {
    setWish(null)
    setOpen(false)
    toggle.current?.focus()
  }
  return {
    isOpen,
    wish,
    toggle,
    close,
    find: () => open('find'),
    press: () => (isOpen ? close() : open('tree')),
    leave: () => {
      // The outline stood in the place of the canvas.
      if (matchMedia(phone).matches) setOpen(false)
      toCanvas()
    },
  }
}

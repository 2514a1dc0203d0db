import { useRef, useState } from 'react'
import { phone, useMedia } from '#ui/browser/media.ts'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'

const wide = storedSetting('outline-wide', ['open', 'closed'], 'open')

const narrow = storedSetting('outline-narrow', ['open', 'closed'], 'closed')

/** Whether the outline is shown beside the canvas: in wide windows by default, in narrow ones once it was opened. */
function useOutlineOpen() {
  const store = useMedia('(min-width: 80rem)') ? wide : narrow
  return { isOpen: useStoredSetting(store) === 'open', setOpen: (open: boolean) => store.set(open ? 'open' : 'closed') }
}

/** The target of the focus, and a counter: a repeated request focuses again. */
export interface FocusWish {
  on: 'find' | 'tree'
  times: number
}

/** Whether the outline is open, and the focus when it opens and closes. `toCanvas` focuses the canvas. */
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
      // On a phone the outline covered the canvas.
      if (matchMedia(phone).matches) setOpen(false)
      toCanvas()
    },
  }
}

import { useRef, useState } from 'react'
import { phone, useMedia } from '#ui/browser/media.ts'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'

const wide = storedSetting('outline-wide', ['open', 'closed'], 'open')

const narrow = storedSetting('outline-narrow', ['open', 'closed'], 'closed')

/**
 * Whether the outline is shown beside the canvas: in wide windows by default, in narrow windows once the user opened
 * it.
 */
function useOutlineOpen() {
  const store = useMedia('(min-width: 80rem)') ? wide : narrow
  return { isOpen: useStoredSetting(store) === 'open', setOpen: (open: boolean) => store.set(open ? 'open' : 'closed') }
}

/** A request to focus a part of the outline; the counter makes a repeated request focus again. */
export interface FocusWish {
  on: 'find' | 'tree'
  times: number
}

/** Opens and closes the outline, and moves the focus accordingly. `toCanvas` focuses the canvas. */
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
      // On a phone the outline covers the canvas.
      if (matchMedia(phone).matches) setOpen(false)
      toCanvas()
    },
  }
}

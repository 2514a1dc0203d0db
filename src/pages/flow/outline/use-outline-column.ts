import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { phone, useMedia } from '#ui/browser/media.ts'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'
import { resizablePane } from '#ui/panes/pane.ts'

export const outlinePane = resizablePane('outline', { min: 180, share: 0.4 })

const wideSetting = storedSetting('outline-wide', ['open', 'closed'], 'open')

const narrowSetting = storedSetting('outline-narrow', ['open', 'closed'], 'closed')

/** Windows in which the outline (240 px) takes at most a fifth of the width: from 1,200 px. */
const wide = '(min-width: 75rem)'

/**
 * Whether the outline is shown beside the canvas: in wide windows by default, in narrow windows once the user opened
 * it.
 */
function useOutlineOpen() {
  const store = useMedia(wide) ? wideSetting : narrowSetting
  return { isOpen: useStoredSetting(store) === 'open', setOpen: (open: boolean) => store.set(open ? 'open' : 'closed') }
}

/** A request to focus a part of the outline; the counter makes a repeated request focus again. */
export interface FocusRequest {
  target: 'find' | 'tree'
  count: number
}

/** Opens and closes the outline, and moves the focus accordingly. `focusCanvas` focuses the canvas. */
export function useOutlineColumn(focusCanvas: () => void) {
  const { isOpen, setOpen } = useOutlineOpen()
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null)
  const toggleButton = useRef<HTMLButtonElement>(null)
  const open = (target: FocusRequest['target']) => {
    setFocusRequest((before) => ({ target, count: (before?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const close = () => {
    // The button only exists while the outline is closed.
    flushSync(() => {
      setFocusRequest(null)
      setOpen(false)
    })
    toggleButton.current?.focus()
  }
  return {
    isOpen,
    focusRequest,
    toggleButton,
    close,
    find: () => open('find'),
    open: () => open('tree'),
    leave: () => {
      // On a phone the outline covers the canvas.
      if (matchMedia(phone).matches) setOpen(false)
      focusCanvas()
    },
  }
}

import { useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import { singleKeys, useShortcuts } from '#ui/browser/shortcut.ts'

const zoomKeys = ['0', '1', '+', '=', '-']
const arrowKeys = new Set(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'])

/** Whether no element uses arrow keys: nothing has the focus, or the title of the page, after a navigation. */
const isIdle = (): boolean => isFocusLost() || document.activeElement?.tagName === 'H1'

/**
 * Keys of the canvas that work on the whole page: zooming always, arrow keys if nothing else has the focus, which they
 * move to the canvas. `isOn`: false if the page has several canvases.
 */
export function usePageKeys(isOn: boolean): void {
  const canvas = useStore((state) => state.domNode)
  const send = ({ key, shiftKey }: KeyboardEvent) =>
    canvas?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
  useShortcuts(isOn ? Object.fromEntries(zoomKeys.map((key) => [key, send])) : {})
  useEffect(() => {
    if (canvas === null || !isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !arrowKeys.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      const isBlocked = document.querySelector('dialog[open], [role=menu]') !== null
      if (!isIdle() || isBlocked || singleKeys.get() === 'off') return
      event.preventDefault()
      canvas.focus({ preventScroll: true })
      send(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

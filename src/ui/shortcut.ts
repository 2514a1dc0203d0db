/** Shortcuts of single keys and of two keys one after the other ("g f"). They rest while something is typed or decided. */
import { useEffect, useRef } from 'react'
import { stored } from './stored.ts'

/** Speech control types letters: single keys can be switched off (WCAG 2.1.4). */
export const singleKeys = stored('single-keys', ['on', 'off'], 'on')

/** Two keys belong together within this time. */
const sequenceMs = 1_200

const takesText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Whether a key belongs to something else: a field, an open menu, or a dialog in front of the listener. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  // The path, not the target: seen from outside, a key in a shadow root (the code editor) is one of its host.
  takesText(event.composedPath()[0]) ||
  document.querySelector('dialog[open], [role=menu]') !== null

/** Listens as long as the component is there. Keys are `event.key`, in the case in which they are typed. */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (singleKeys.get() === 'off' || isTaken(event)) return
      const sequence = first !== null && event.timeStamp - first.at < sequenceMs ? `${first.key} ${event.key}` : null
      first = null
      const run = (sequence !== null ? latest.current[sequence] : undefined) ?? latest.current[event.key]
      if (run) {
        event.preventDefault()
        run()
      } else if (Object.keys(latest.current).some((name) => name.startsWith(`${event.key} `))) {
        first = { key: event.key, at: event.timeStamp }
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

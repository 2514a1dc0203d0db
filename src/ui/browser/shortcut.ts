/**
 * Shortcuts of single keys and of two keys in sequence ("g f"). They are disabled while typing, and in menus and
 * dialogs.
 */
import { useEffect, useRef } from 'react'
import { storedSetting } from './stored-setting.ts'

/** Single-key shortcuts can be turned off, since speech input may type letters (WCAG 2.1.4). */
export const singleKeys = storedSetting('single-keys', ['on', 'off'], 'on')

/** Maximum time in ms between the two keys of a sequence. */
const sequenceMs = 1_200

const takesText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Whether a key belongs to something else: a field, an open menu, or a dialog in front of the listener. */
const isHandledElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  // The path, not the target: for outside listeners, the target of a key in a shadow root (the code editor) is the
  // host.
  takesText(event.composedPath()[0]) ||
  document.querySelector('dialog[open], [role=menu]') !== null

/** The first key of a sequence, for all listeners; `usedBy` is the time of the second key. */
let sequenceStart: { key: string; at: number; usedBy: number | null } | null = null

/** The previous key, if this one may complete a sequence. All listeners get the same key one after the other. */
function sequenceKey({ timeStamp }: KeyboardEvent): string | null {
  if (sequenceStart === null || sequenceStart.at === timeStamp || timeStamp - sequenceStart.at >= sequenceMs)
    return null
  if (sequenceStart.usedBy !== null && sequenceStart.usedBy !== timeStamp) return null
  sequenceStart.usedBy = timeStamp
  return sequenceStart.key
}

/**
 * Registers shortcuts while the component is mounted. Keys are `event.key`, case-sensitive. The second key of a
 * sequence does not trigger a shortcut of its own in any listener: "g s" does not also do what "s" does.
 */
export function useShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (singleKeys.get() === 'off' || isHandledElsewhere(event)) return
      const before = sequenceKey(event)
      const run = latest.current[before === null ? event.key : `${before} ${event.key}`]
      if (run) {
        event.preventDefault()
        run(event)
      } else if (before === null && Object.keys(latest.current).some((name) => name.startsWith(`${event.key} `))) {
        sequenceStart = { key: event.key, at: event.timeStamp, usedBy: null }
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Where the focus moves when the focused element is removed. */
import { isFocusLost } from '#ui/browser/focus-loss.ts'

const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(`.inbox ${selector}`)
  if (element?.checkVisibility() !== true) return false
  element.focus({ preventScroll: true })
  return true
}

/** Focuses the header of the open conversation; false if it is not visible. */
export const focusThread = (): boolean => focus('.thread-head h2')

/** Focuses the current row, or the list if there is none; false if neither is visible. */
export const focusList = (): boolean => focus('.rows a[tabindex="0"]') || focus('.list')

/** The conversation whose composer gets the focus once it is mounted; `at`: time of the request in ms. */
let composerRequest: { id: string; at: number } | null = null
/** Time in ms in which a composer is mounted; later, letters are shortcuts again. */
const composerMountMs = 1_500

/** Focuses the composer of a conversation that is about to open, so that writing continues there. */
export function requestComposerFocus(id: string): void {
  composerRequest = { id, at: performance.now() }
}

/** Takes the request for a conversation; true if there was one. */
export function takeComposerFocus(id: string): boolean {
  const isRequested = composerRequest?.id === id
  composerRequest = null
  return isRequested
}

/** Whether a composer is about to get the focus: letters typed meanwhile are text, not shortcuts. */
export const isComposerFocusPending = (): boolean =>
  composerRequest !== null && performance.now() - composerRequest.at < composerMountMs

/** Restores lost focus, so that shortcuts keep working: to the open conversation, else to the current row. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !focusThread()) focusList()
  })
}

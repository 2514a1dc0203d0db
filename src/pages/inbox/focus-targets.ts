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

/** Restores lost focus, so that shortcuts keep working: to the open conversation, else to the current row. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !focusThread()) focusList()
  })
}

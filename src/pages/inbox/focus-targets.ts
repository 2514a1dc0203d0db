/** Targets of the focus when the focused element was removed. */
import { isFocusLost } from '#ui/browser/focus-loss.ts'

const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(`.inbox ${selector}`)
  if (element?.checkVisibility() !== true) return false
  element.focus({ preventScroll: true })
  return true
}

/** The header of the open conversation. */
export const focusThread = (): boolean => focus('.thread-head h2')

/** The current row; the list if there is none. */
export const focusList = (): boolean => focus('.rows a[tabindex="0"]') || focus('.list')

/** Restores a lost focus for the shortcuts: to the open conversation, else to the row. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !focusThread()) focusList()
  })
}

/** Where the focus goes when what had it is no longer there. */
import { isFocusLost } from '#ui/browser/focus-loss.ts'

const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(`.inbox ${selector}`)
  if (element?.checkVisibility() !== true) return false
  element.focus({ preventScroll: true })
  return true
}

/** The head of the open conversation. */
export const focusThread = (): boolean => focus('.thread-head h2')

/** The row one stands on; where there is none, the list. */
export const focusList = (): boolean => focus('.rows a[tabindex="0"]') || focus('.list')

/** What the keys of triage are for: the open conversation, else the row. Only where the focus is lost. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !focusThread()) focusList()
  })
}

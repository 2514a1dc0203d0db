/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Moves the focus if the focused element was removed, so that it does not return to the top of the page. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

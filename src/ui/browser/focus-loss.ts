/** Whether nothing has the focus: what had it was taken away. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Where the focus goes when what had it is gone: nobody starts again at the top of the page because of it. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

/** Where the focus goes when what had it is gone: nobody starts again at the top of the page because of it. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body || document.activeElement === null)
    element?.focus({ preventScroll: true })
}

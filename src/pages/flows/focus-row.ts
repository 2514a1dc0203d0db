/** Gives the focus to the name in a row, once what had it (a field, a button) has made room for the name again. */
export function focusRow(inside: Element | null): void {
  const row = inside?.closest('tr') ?? null
  requestAnimationFrame(() => row?.querySelector<HTMLElement>('a[href]')?.focus())
}

import { flushSync } from 'react-dom'

/**
 * Makes a change that gives the name in a row its place back (a field or a line in its stead goes), and puts the focus on the
 * name. React draws the change at once: a frame later is a race with it that a busy machine loses, and the focus with it.
 */
export function focusRowAfter(inside: Element | null, change: () => void): void {
  const row = inside?.closest('tr, li') ?? null
  flushSync(change)
  row?.querySelector<HTMLElement>('a[href]')?.focus()
}

import { flushSync } from 'react-dom'

/**
 * Applies a change that restores the name in a row, in place of a field or line, and focuses the name. Rendered
 * synchronously, since one frame later the focus could be lost on a busy machine.
 */
export function focusRowAfter(inside: Element | null, change: () => void): void {
  const row = inside?.closest('tr, li') ?? null
  flushSync(change)
  row?.querySelector<HTMLElement>('a[href]')?.focus()
}

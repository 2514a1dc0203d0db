import { flushSync } from 'react-dom'

/**
 * Applies a change that restores the name in a row (a field or a line in its place is removed), and focuses it. React
 * renders synchronously: one frame later the focus could be lost on a busy machine.
 */
export function focusRowAfter(inside: Element | null, change: () => void): void {
  const row = inside?.closest('tr, li') ?? null
  flushSync(change)
  row?.querySelector<HTMLElement>('a[href]')?.focus()
}

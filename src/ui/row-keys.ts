import type { RefObject } from 'react'
import { useShortcuts } from './shortcut.ts'

/** j and k move the focus over the rows (the children of `body`): to a row's first link, so that Enter opens it; x selects the row. */
export function useRowKeys(body: RefObject<HTMLElement | null>, onSelect: ((index: number) => void) | undefined): void {
  const rows = () => [...(body.current?.children ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  const go = (index: number) => {
    const all = rows()
    const row = all[Math.min(Math.max(index, 0), all.length - 1)]
    const place = row?.querySelector<HTMLElement>('a[href]') ?? row
    if (place instanceof HTMLElement) place.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({
    j: () => go(at() + 1),
    k: () => go(at() === -1 ? 0 : at() - 1),
    x: () => {
      const index = at()
      if (index >= 0) onSelect?.(index)
    },
  })
}

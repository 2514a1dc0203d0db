import { useEffect, useRef, type RefObject } from 'react'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/**
 * j and k move the focus between rows (the children of `body`): to a row's first link, so that Enter opens it; x
 * selects the row. Disabled while not `active`.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  onSelect: ((index: number) => void) | undefined,
  active = true,
): void {
  const rows = () => [...(body.current?.children ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  const go = (index: number) => {
    const all = rows()
    const row = all[Math.min(Math.max(index, 0), all.length - 1)]
    const place = row?.querySelector<HTMLElement>('a[href]') ?? row
    if (place instanceof HTMLElement) place.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const keys = {
    j: () => go(at() + 1),
    k: () => go(at() === -1 ? 0 : at() - 1),
    x: () => {
      const index = at()
      if (index >= 0) onSelect?.(index)
    },
  }
  useShortcuts(active ? keys : {})
}

/**
 * Keeps the row that is open beside the list in view, and focuses it when the focused element was closed.
 * @param open index of the open row; -1 = none of these rows
 */
export function useOpenRow(body: RefObject<HTMLTableSectionElement | null>, open: number): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = open === -1 ? before.current : -1
    before.current = open
    const row = body.current?.rows[open === -1 ? closed : open]
    if (open !== -1) row?.scrollIntoView({ block: 'nearest' })
    else if (document.activeElement === document.body) (row?.querySelector<HTMLElement>('a[href]') ?? row)?.focus()
  }, [body, open])
}

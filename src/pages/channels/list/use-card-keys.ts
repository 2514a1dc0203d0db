import type { RefObject } from 'react'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/** j and k move the focus over the cards, in whatever group they stand; Enter then opens the one. */
export function useCardKeys(box: RefObject<HTMLElement | null>): void {
  const go = (step: 1 | -1) => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('a[data-channel]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const link = links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]
    link?.focus()
    link?.closest('article')?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) })
}

import { ListTree } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { Tag } from '#ui/feedback/tag.tsx'

/** Opens and closes the outline; shows the number of matches while it is closed. `f` or `/` focuses the field. */
export function OutlineToggle({
  isOpen,
  matchCount,
  ref,
  onToggle,
  onFind,
}: {
  isOpen: boolean
  /** Number of matches; null = no search. */
  matchCount: number | null
  ref: Ref<HTMLButtonElement>
  onToggle: () => void
  onFind: () => void
}) {
  useShortcuts({ f: onFind, '/': onFind })
  return (
    <Button ref={ref} variant="quiet" icon={<ListTree />} aria-expanded={isOpen} onClick={onToggle}>
      Outline
      {!isOpen && matchCount !== null && <Tag>{matchCount.toLocaleString()} found</Tag>}
    </Button>
  )
}

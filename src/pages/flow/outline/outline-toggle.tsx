import { ListTree } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { Tag } from '#ui/feedback/tag.tsx'

/** Opens and closes the outline. While that is closed, it says how many were found. `f` leads to the field that finds. */
export function OutlineToggle({
  isOpen,
  found,
  ref,
  onToggle,
  onFind,
}: {
  isOpen: boolean
  /** How many were found; null = nothing is looked for. */
  found: number | null
  ref: Ref<HTMLButtonElement>
  onToggle: () => void
  onFind: () => void
}) {
  useShortcuts({ f: onFind, '/': onFind })
  return (
    <Button ref={ref} look="quiet" icon={<ListTree />} aria-expanded={isOpen} onClick={onToggle}>
      Outline
      {!isOpen && found !== null && <Tag>{found.toLocaleString()} found</Tag>}
    </Button>
  )
}

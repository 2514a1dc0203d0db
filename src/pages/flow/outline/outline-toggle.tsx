import { ListTree, Search } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { Tag } from '#ui/feedback/tag.tsx'

/**
 * Buttons for the outline while it is closed, with the number of matches, and for the search, which is in the outline.
 * `f` or `/` focuses its field.
 */
export function OutlineToggle({
  isOpen,
  matchCount,
  ref,
  onOpen,
  onFind,
}: {
  isOpen: boolean
  /** Number of matches; null = no search. */
  matchCount: number | null
  /** The button for the outline. */
  ref: Ref<HTMLButtonElement>
  onOpen: () => void
  onFind: () => void
}) {
  useShortcuts({ f: onFind, '/': onFind })
  return (
    <>
      {!isOpen && (
        <Button ref={ref} variant="quiet" icon={<ListTree />} title="Outline" aria-expanded={false} onClick={onOpen}>
          <span className="sr-only">Outline</span>
          {matchCount !== null && <Tag>{matchCount.toLocaleString()} found</Tag>}
        </Button>
      )}
      {/* On a phone the outline always shows the search field. */}
      <Button variant="quiet" icon={<Search />} className="max-sm:hidden" aria-keyshortcuts="f" onClick={onFind}>
        Find
        <kbd className="max-lg:hidden" aria-hidden="true">
          f
        </kbd>
      </Button>
    </>
  )
}

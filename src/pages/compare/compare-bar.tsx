import { SlidersHorizontal } from 'lucide-react'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuChoice } from '#ui/overlays/menu.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import type { CompareView } from '#parts/compare/compare-view.ts'
import { DifferenceChips } from '#parts/compare/difference-chips.tsx'

const formWords = [
  { value: 'canvas', label: 'One canvas' },
  { value: 'side', label: 'Side by side' },
  { value: 'list', label: 'List' },
] as const

/** "2 added, 1 removed"; "" if the edges are the same. */
const edgeWords = ({ edges }: ComparedFlows): string =>
  Object.entries(edges)
    .flatMap(([what, number]) => (number === 0 ? [] : `${number.toLocaleString()} ${what}`))
    .join(', ')

/** What the comparison ignores, in words. */
function scopeWords({ ids, positions }: CompareView): string {
  const without = [...(ids ? [] : ['ids']), ...(positions ? [] : ['positions'])]
  return without.length === 0 ? 'Ignore' : `Ignoring ${without.join(' and ')}`
}

/** Options of a comparison: shown changes, scope, and layout. */
export function CompareBar({
  view,
  comparison,
  onView,
}: {
  view: CompareView
  comparison: ComparedFlows | null
  onView: (change: Partial<CompareView>) => void
}) {
  const edges = comparison === null ? '' : edgeWords(comparison)
  return (
    <div className="bar compare-bar">
      <DifferenceChips view={view} comparison={comparison} onView={onView} />
      <Menu
        align="start"
        trigger={
          <Button icon={<SlidersHorizontal />} variant={view.ids && view.positions ? 'quiet' : 'default'}>
            {scopeWords(view)}
          </Button>
        }
      >
        <MenuChoice checked={!view.ids} onChange={(isOut) => onView({ ids: !isOut, at: null })}>
          Ignore ids
        </MenuChoice>
        <MenuChoice checked={!view.positions} onChange={(isOut) => onView({ positions: !isOut, at: null })}>
          Ignore positions
        </MenuChoice>
      </Menu>
      <span className="flex-1" />
      {edges !== '' && <span className="text-xs text-text-2 max-lg:hidden">Edges: {edges}</span>}
      <Segments label="View" value={view.form} options={formWords} onValue={(form) => onView({ form, at: null })} />
    </div>
  )
}

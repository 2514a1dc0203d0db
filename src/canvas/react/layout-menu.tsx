import { LayoutGrid } from 'lucide-react'
import { Menu, MenuChoice, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { laidOut, mannerOf, type Placement } from '#canvas/model/placement.ts'

const given = { value: 'given', label: 'Saved positions' } as const
const ways = [
  { value: 'right', label: 'Left to right' },
  { value: 'down', label: 'Top to bottom' },
] as const

/** Placement of nodes: the flow's positions, or the automatic layout. */
export function LayoutMenu({
  placement,
  hasPositions,
  tidyReason,
  onPlacement,
}: {
  placement: Placement
  hasPositions: boolean
  /** Why this flow cannot be laid out; null if it can. */
  tidyReason: string | null
  onPlacement: (placement: Placement) => void
}) {
  const manner = mannerOf(placement)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" aria-label="Lay out" title="Lay out">
          <LayoutGrid className="s" />
        </button>
      }
    >
      <MenuRadio
        value={manner?.direction ?? 'given'}
        options={hasPositions ? [given, ...ways] : ways}
        onValue={(value) =>
          onPlacement(value === 'given' ? 'given' : laidOut({ direction: value, tidy: manner?.tidy ?? false }))
        }
      />
      <MenuLine />
      <MenuChoice
        checked={manner?.tidy ?? false}
        reason={tidyReason}
        onChange={(tidy) => onPlacement(laidOut({ direction: manner?.direction ?? 'right', tidy }))}
      >
        Tidy (slower)
      </MenuChoice>
    </Menu>
  )
}

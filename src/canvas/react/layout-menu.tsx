import { LayoutGrid } from 'lucide-react'
import { Menu, MenuChoice, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { placementFor, layoutOptionsOf, type Placement } from '#canvas/model/placement.ts'

const given = { value: 'given', label: 'Saved positions' } as const
const directions = [
  { value: 'right', label: 'Left to right' },
  { value: 'down', label: 'Top to bottom' },
  { value: 'folded', label: 'Folded into rows' },
] as const

/** Placement of nodes: the flow's positions, or the automatic layout. */
export function LayoutMenu({
  placement,
  isFolded,
  hasPositions,
  tidyReason,
  onPlacement,
}: {
  placement: Placement
  /** Whether the visible layout is in rows: the automatic one may be. */
  isFolded: boolean
  hasPositions: boolean
  /** Why the tidy layout is not available for this flow; null if it is. */
  tidyReason: string | null
  onPlacement: (placement: Placement) => void
}) {
  const layout = layoutOptionsOf(placement)
  const direction = layout?.direction === 'auto' ? (isFolded ? 'folded' : 'right') : layout?.direction
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
        value={direction ?? 'given'}
        options={hasPositions ? [given, ...directions] : directions}
        onValue={(value) =>
          onPlacement(value === 'given' ? 'given' : placementFor({ direction: value, tidy: layout?.tidy ?? false }))
        }
      />
      <MenuLine />
      <MenuChoice
        checked={layout?.tidy ?? false}
        reason={tidyReason}
        onChange={(tidy) => onPlacement(placementFor({ direction: direction ?? 'right', tidy }))}
      >
        Tidy (slower)
      </MenuChoice>
    </Menu>
  )
}

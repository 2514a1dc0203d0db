/** Placement of nodes in the URL: "place=laid-out&way=down&tidy=1". Pure. */
import { placementFor, layoutOptionsOf, type ChosenDirection, type Placement } from '#canvas/model/placement.ts'

/** Parameters of the placement. */
export const placementNames = ['place', 'way', 'tidy']

const directions: readonly ChosenDirection[] = ['right', 'down', 'folded']

/** Limits of a flow: without positions it is always laid out, and a large one is never `tidy`. */
export interface PlacementLimits {
  hasPositions: boolean
  canTidy: boolean
}

/** The placement in the URL; invalid values are ignored. */
export function placementOf(query: URLSearchParams, { hasPositions, canTidy }: PlacementLimits): Placement {
  if (hasPositions && query.get('place') !== 'laid-out') return 'given'
  const direction = directions.find((one) => one === query.get('way'))
  const tidy = canTidy && query.get('tidy') === '1'
  return hasPositions || direction !== undefined || tidy
    ? placementFor({ direction: direction ?? 'right', tidy })
    : 'auto'
}

/** The query with another placement; defaults are left out. */
export function withPlacement(query: URLSearchParams, placement: Placement, hasPositions: boolean): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of placementNames) next.delete(name)
  const manner = layoutOptionsOf(placement)
  if (manner === null || manner.direction === 'auto') return next
  if (hasPositions) next.set('place', 'laid-out')
  if (!hasPositions || manner.direction !== 'right') next.set('way', manner.direction)
  if (manner.tidy) next.set('tidy', '1')
  return next
}

/** Where a flow's nodes stand on the canvas, as it stands in the URL: "place=laid-out&way=down&tidy=1". Pure. */
import { laidOut, mannerOf, type Placement } from '#canvas/model/placement.ts'

/** The names that say it. */
export const placementNames = ['place', 'way', 'tidy']

/** What a flow allows: without positions it is laid out in any case, and not every one has time to be tidy. */
export interface PlacementLimits {
  hasPositions: boolean
  canTidy: boolean
}

/** Nonsense counts as not given. */
export function placementOf(query: URLSearchParams, { hasPositions, canTidy }: PlacementLimits): Placement {
  if (hasPositions && query.get('place') !== 'laid-out') return 'given'
  return laidOut({
    direction: query.get('way') === 'down' ? 'down' : 'right',
    tidy: canTidy && query.get('tidy') === '1',
  })
}

/** The query with another placement; what goes without saying is not in it. */
export function withPlacement(query: URLSearchParams, placement: Placement, hasPositions: boolean): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of placementNames) next.delete(name)
  const manner = mannerOf(placement)
  if (manner === null) return next
  if (hasPositions) next.set('place', 'laid-out')
  if (manner.direction === 'down') next.set('way', 'down')
  if (manner.tidy) next.set('tidy', '1')
  return next
}

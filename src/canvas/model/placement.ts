/** Placement of nodes: the positions of the flow, or those of the automatic layout. Pure. */
import type { Node } from '#contract/flow.ts'
import { drawable } from '#flow/drawable.ts'
import type { LayeredOptions, LayoutDirection } from '#flow/layered/layered-graph.ts'

/** Directions of the automatic layout that a person chooses. */
export type ChosenDirection = Exclude<LayoutDirection, 'auto'>

/** `auto`: the layout of a flow without positions. `tidy` takes seconds to reduce edge crossings. */
export type Placement = 'given' | 'auto' | ChosenDirection | `${ChosenDirection} tidy`

/** Options of the automatic layout: direction of its layers, and whether it may take longer. */
export type LayoutOptions = Required<Pick<LayeredOptions, 'direction' | 'tidy'>>

const layoutOptions: Record<Placement, LayoutOptions | null> = {
  given: null,
  auto: { direction: 'auto', tidy: false },
  right: { direction: 'right', tidy: false },
  'right tidy': { direction: 'right', tidy: true },
  down: { direction: 'down', tidy: false },
  'down tidy': { direction: 'down', tidy: true },
  folded: { direction: 'folded', tidy: false },
  'folded tidy': { direction: 'folded', tidy: true },
}

/** Null = the positions of the flow. */
export const layoutOptionsOf = (placement: Placement): LayoutOptions | null => layoutOptions[placement]

export const placementFor = ({ direction, tidy }: { direction: ChosenDirection; tidy: boolean }): Placement =>
  tidy ? `${direction} tidy` : direction

/** Whether any node has a position; nodes without one are laid out. */
export const hasPositions = (nodes: readonly Node[]): boolean => nodes.some((node) => drawable(node).position !== null)

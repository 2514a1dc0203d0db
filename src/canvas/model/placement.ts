/** Where nodes stand: at the places of the flow, or where our own layout puts them. Pure. */
import type { Node } from '#contract/flow.ts'
import { drawable } from '#flow/drawable.ts'
import type { LayeredOptions } from '#flow/layered/layered-graph.ts'

/** `tidy` takes seconds to cross fewer edges. */
export type Placement = 'given' | 'right' | 'right tidy' | 'down' | 'down tidy'

/** How our own layout is made: where its layers lead, and whether it may take its time. */
export type LayoutManner = Required<Pick<LayeredOptions, 'direction' | 'tidy'>>

const manners: Record<Placement, LayoutManner | null> = {
  given: null,
  right: { direction: 'right', tidy: false },
  'right tidy': { direction: 'right', tidy: true },
  down: { direction: 'down', tidy: false },
  'down tidy': { direction: 'down', tidy: true },
}

/** Null = the positions of the flow. */
export const mannerOf = (placement: Placement): LayoutManner | null => manners[placement]

export const laidOut = ({ direction, tidy }: LayoutManner): Placement => (tidy ? `${direction} tidy` : direction)

/** True where the flow says where its nodes stand; those it says nothing of are laid out. */
export const hasPositions = (nodes: readonly Node[]): boolean => nodes.some((node) => drawable(node).position !== null)

/** Where nodes stand: at the places of the flow, or where our own layout puts them. Pure. */
import type { Node } from '#contract/flow.ts'
import { drawable } from '#flow/drawable.ts'

export type Placement = 'given' | 'laid out'

/** True where the flow says where its nodes stand; those it says nothing of are laid out. */
export const hasPositions = (nodes: readonly Node[]): boolean => nodes.some((node) => drawable(node).position !== null)

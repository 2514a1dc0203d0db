/** What is known of a flow that holds two compared ones: as long as it is held. */
import type { Comparison } from './comparison.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const known = new WeakMap<MemoizedFlow, Comparison>()

export const keepComparison = (held: MemoizedFlow, comparison: Comparison): void => void known.set(held, comparison)

/** Throws where the flow is none of two. */
export function comparisonIn(held: MemoizedFlow): Comparison {
  const comparison = known.get(held)
  if (comparison === undefined) throw new Error('These two flows have not been compared.')
  return comparison
}

/** The comparison that a union of two flows belongs to, kept as long as the union. */
import type { Comparison } from './comparison.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const known = new WeakMap<MemoizedFlow, Comparison>()

export const keepComparison = (held: MemoizedFlow, comparison: Comparison): void => void known.set(held, comparison)

/** Throws if the flow is not such a union. */
export function comparisonIn(held: MemoizedFlow): Comparison {
  const comparison = known.get(held)
  if (comparison === undefined) throw new Error('These two flows have not been compared.')
  return comparison
}

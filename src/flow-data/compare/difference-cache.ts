/** Caches of the last differences of versions and of comparisons, because their parts are requested separately. */
import type { FlowDiff } from '#flow/diff/diff.ts'
import type { ChangeLine } from './change-lines.ts'
import type { ViewedFlow } from '#flow-data/versions/version-store.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import type { Comparison } from './comparison.ts'

/** The stored version's key, and the version that is compared. */
export interface ViewedKey {
  key: string
  version: number
}

export interface CachedDifference {
  before: ViewedFlow
  /** By index: of removed parts in `before`, of all others in the current flow. */
  diff: FlowDiff
  /** The same as lines of text. */
  lines: ChangeLine[]
}

/** Maximum cached differences. One flow is open at a time; the user may return to the previous ones. */
const maxCompared = 3
const cache = new Map<string, CachedDifference>()

const nameOf = ({ key, version }: ViewedKey): string => JSON.stringify([key, version])

export function cacheDifference(of: ViewedKey, compared: CachedDifference): void {
  cache.set(nameOf(of), compared)
  for (const name of cache.keys()) if (cache.size > maxCompared) cache.delete(name)
}

/** Null if it is no longer cached. */
export const cachedDifference = (of: ViewedKey): CachedDifference | null => cache.get(nameOf(of)) ?? null

/** Indexes of the nodes that were added, changed or moved, in the flow's order. */
export function changedIn(of: ViewedKey): Uint32Array<ArrayBuffer> {
  const compared = cachedDifference(of)
  if (compared === null) return new Uint32Array()
  const { added, changed, moved } = compared.diff.nodes
  return Uint32Array.from([...added, ...[...changed, ...moved].map(({ after }) => after)]).toSorted()
}

/** The comparison that a union of two flows belongs to, kept as long as the union. */
const comparisons = new WeakMap<MemoizedFlow, Comparison>()

export const storeComparison = (union: MemoizedFlow, comparison: Comparison): void =>
  void comparisons.set(union, comparison)

/** The comparison of a union; throws if the flow is not the union of two compared flows. */
export function comparisonIn(union: MemoizedFlow): Comparison {
  const comparison = comparisons.get(union)
  if (comparison === undefined) throw new Error('These two flows have not been compared.')
  return comparison
}

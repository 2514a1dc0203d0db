/** What differs between versions of flows, as it was found out last: kept where it is asked for in parts. */
import type { FlowDiff } from '#flow/diff/diff.ts'
import type { ChangeLine } from './change-lines.ts'
import type { ViewedFlow } from '#flow-data/versions/viewed-version.ts'

/** Whose look at which flow, and the version that is compared. */
export interface ViewedKey {
  key: string
  version: number
}

export interface KnownDifference {
  before: ViewedFlow
  /** By index: of what is gone in `before`, of the rest in the flow as it is now. */
  diff: FlowDiff
  /** The same in words. */
  lines: ChangeLine[]
}

/** One flow is open at a time; those before may be gone back to. */
const maxCompared = 3
const known = new Map<string, KnownDifference>()

const nameOf = ({ key, version }: ViewedKey): string => JSON.stringify([key, version])

export function cacheDifference(of: ViewedKey, compared: KnownDifference): void {
  known.set(nameOf(of), compared)
  for (const name of known.keys()) if (known.size > maxCompared) known.delete(name)
}

/** Null where it is no longer known. */
export const cachedDifference = (of: ViewedKey): KnownDifference | null => known.get(nameOf(of)) ?? null

/** Places of the nodes that were added, changed or moved, in the order of the flow. */
export function changedIn(of: ViewedKey): Uint32Array<ArrayBuffer> {
  const compared = cachedDifference(of)
  if (compared === null) return new Uint32Array()
  const { added, changed, moved } = compared.diff.nodes
  return Uint32Array.from([...added, ...[...changed, ...moved].map(({ after }) => after)]).toSorted()
}

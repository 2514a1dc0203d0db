/** Findings of a flow, by level and kind: the first places of each kind, the others on request. */
import type { Finding } from '#contract/flow.ts'
import { findingGroups, type FindingPlace } from '#flow-data/findings/finding-groups.ts'
import type { FindingWords } from '#flow-data/findings/finding-words.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface FindingKind extends FindingWords {
  code: string
  /** The first places of the findings. */
  places: FindingPlace[]
  /** Number of places that can be shown, and the total: a service counts more than it lists. */
  listed: number
  count: number
}

export interface FindingLevelGroup {
  level: Finding['level']
  count: number
  kinds: FindingKind[]
}

const groups = memoized(findingGroups)

export const findingsIn = (held: MemoizedFlow, { most }: { most: number }): FindingLevelGroup[] =>
  groups(held).map(({ kinds, ...group }) => ({
    ...group,
    kinds: kinds.map(({ places, ...kind }) => ({ ...kind, places: places.slice(0, most), listed: places.length })),
  }))

/** The first places of one kind. */
export const findingPlacesIn = (
  held: MemoizedFlow,
  { level, code, most }: { level: Finding['level']; code: string; most: number },
): FindingPlace[] =>
  groups(held)
    .find((group) => group.level === level)
    ?.kinds.find((kind) => kind.code === code)
    ?.places.slice(0, most) ?? []

/** Findings of a flow, by level and kind: the first places of each kind, the others on request. */
import type { Finding } from '#contract/flow.ts'
import { findingGroups, type FindingLocation } from '#flow-data/findings/finding-groups.ts'
import type { FindingText } from '#flow-data/findings/finding-words.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface FindingKind extends FindingText {
  code: string
  /** The first places of the findings. */
  locations: FindingLocation[]
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

export const findingsIn = (flow: MemoizedFlow, { most }: { most: number }): FindingLevelGroup[] =>
  groups(flow).map(({ kinds, ...group }) => ({
    ...group,
    kinds: kinds.map(({ locations, ...kind }) => ({
      ...kind,
      locations: locations.slice(0, most),
      listed: locations.length,
    })),
  }))

/** The first places of one kind. */
export const findingLocationsIn = (
  flow: MemoizedFlow,
  { level, code, most }: { level: Finding['level']; code: string; most: number },
): FindingLocation[] =>
  groups(flow)
    .find((group) => group.level === level)
    ?.kinds.find((kind) => kind.code === code)
    ?.locations.slice(0, most) ?? []

/** Findings of a flow, by class and code: the first places of each code, the others on request. */
import type { FindingClass } from '#flow/health/findings.ts'
import { findingGroups, type FindingLocation } from '#flow-data/findings/finding-groups.ts'
import type { FindingText } from '#flow-data/findings/finding-words.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface FindingsOfCode extends FindingText {
  code: string
  /** The first places of the findings. */
  locations: FindingLocation[]
  /** Number of places that can be shown, and the total: a service counts more than it lists. */
  listed: number
  count: number
}

export interface FindingGroup {
  kind: FindingClass
  count: number
  codes: FindingsOfCode[]
}

const groups = memoized(findingGroups)

export const findingsIn = (flow: MemoizedFlow, { most }: { most: number }): FindingGroup[] =>
  groups(flow).map(({ codes, ...group }) => ({
    ...group,
    codes: codes.map(({ locations, ...ofCode }) => ({
      ...ofCode,
      locations: locations.slice(0, most),
      listed: locations.length,
    })),
  }))

/** The first places of one code. */
export const findingLocationsIn = (
  flow: MemoizedFlow,
  { kind, code, most }: { kind: FindingClass; code: string; most: number },
): FindingLocation[] =>
  groups(flow)
    .find((group) => group.kind === kind)
    ?.codes.find((ofCode) => ofCode.code === code)
    ?.locations.slice(0, most) ?? []

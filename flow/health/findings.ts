/** Classes of findings, a bounded list of findings, and the most severe finding of each node. */
import type { Finding } from '#contract/flow.ts'
import { foreignContent, foreignOutput, foreignTrigger, foreignType, noChannelStarts } from './finding-codes.ts'

/**
 * What a finding means to people. `error`: wrong for everybody; `requirement`: what this account lacks; `note`: what
 * runs only in another product, or is merely good to know. Independent of the level, which says whether a finding
 * prevents activation in this service.
 */
export type FindingClass = 'error' | 'warning' | 'requirement' | 'note'

/** Most urgent first. */
export const findingClasses: readonly FindingClass[] = ['error', 'warning', 'requirement', 'note']

/** Codes whose class differs from their level. */
const classByCode: ReadonlyMap<string, FindingClass> = new Map([
  ['missing_tool', 'requirement'],
  ['missing_channel', 'requirement'],
  ['missing_secret', 'requirement'],
  ['missing_model', 'requirement'],
  ['missing_flow', 'requirement'],
  [noChannelStarts, 'requirement'],
  [foreignType, 'note'],
  [foreignContent, 'note'],
  [foreignTrigger, 'note'],
  [foreignOutput, 'note'],
])

/** The class of a finding, of any service: an unknown code has the class of its level. */
export const findingClass = ({ code, level }: Pick<Finding, 'code' | 'level'>): FindingClass =>
  classByCode.get(code) ?? (level === 'info' ? 'note' : level)

/** Number of findings of each class, including those that the service counts without listing them. */
export function findingCounts(validation: readonly Finding[]): Record<FindingClass, number> {
  const counts = { error: 0, warning: 0, requirement: 0, note: 0 }
  for (const finding of validation) counts[findingClass(finding)] += findingCount(finding.message)
  return counts
}

/** Listed findings, and one entry per code that counts the omitted ones. */
export interface ListedFindings {
  list: Finding[]
  omitted: Finding[]
}

/** Maximum number of listed findings per code: a thousand take some 150 kB of a response. */
const maxPerCode = 1000

export class FindingCollector {
  private readonly list: Finding[] = []
  private readonly counts = new Map<string, { level: Finding['level']; count: number }>()

  add(level: Finding['level'], code: string, message: string, at: { node?: string | null; edge?: string } = {}): void {
    const count = (this.counts.get(code)?.count ?? 0) + 1
    this.counts.set(code, { level, count })
    if (count > maxPerCode) return
    const finding: Finding = { level, code, message }
    if (at.node != null) finding.node_id = at.node
    if (at.edge !== undefined) finding.edge_id = at.edge
    this.list.push(finding)
  }

  all(): ListedFindings {
    const many = [...this.counts].filter(([, { count: all }]) => all > maxPerCode)
    const omitted = many.map(([code, { level, count: all }]): Finding => ({
      level,
      code,
      message: omittedMessage(all - maxPerCode),
    }))
    return { list: this.list, omitted }
  }
}

/** Maximum length of a name in a message. */
const maxName = 60
export const quoted = (name: string): string => `“${name.length > maxName ? `${name.slice(0, maxName)}…` : name}”`

/** Message of the last entry of a full list, which counts the omitted entries of its kind. */
export const omittedMessage = (count: number): string => `${count} more of this kind.`

const omittedPattern = /^(\d+) more of this kind\.$/

/** Number of findings or warnings that an entry counts. */
export const findingCount = (message: string): number => Number(omittedPattern.exec(message)?.[1] ?? 1)

/** Number of findings, including those that are counted without being listed. */
export const countFindings = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { message }) => sum + findingCount(message), 0)

/** Number of findings that prevent activation. */
export const blockingCount = (findings: readonly Finding[]): number =>
  countFindings(findings.filter(({ level }) => level === 'error'))

/** True for the message of an entry that counts omitted ones. */
export const isOmittedMessage = (message: string): boolean => omittedPattern.test(message)

export interface NodeProblem {
  level: 'error' | 'warning'
  message: string
}

/** The most severe finding of each node, by its id: requirements count as warnings, and notes are ignored. */
export function nodeProblemsOf(validation: readonly Finding[]): Map<string, NodeProblem> {
  const mostSevere = new Map<string, NodeProblem>()
  for (const finding of validation) {
    const { node_id: id, message } = finding
    const kind = findingClass(finding)
    if (id === undefined || kind === 'note') continue
    const level = kind === 'error' ? kind : 'warning'
    const before = mostSevere.get(id)?.level
    if (before === undefined || (before === 'warning' && level === 'error')) mostSevere.set(id, { level, message })
  }
  return mostSevere
}

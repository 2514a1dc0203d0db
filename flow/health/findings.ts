/** A bounded list of findings, and the most severe finding of each node. */
import type { Finding } from '#contract/flow.ts'

/** Listed findings, and one entry per code that counts the omitted ones. */
export interface ListedFindings {
  list: Finding[]
  omitted: Finding[]
}

/** Maximum number of listed findings per code. */
const maxPerCode = 100

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

/** True for the message of an entry that counts omitted ones. */
export const isOmittedMessage = (message: string): boolean => omittedPattern.test(message)

export interface NodeProblem {
  level: 'error' | 'warning'
  message: string
}

/** The most severe finding of each node, by its id; findings of level "info" are ignored. */
export function nodeProblemsOf(validation: readonly Finding[]): Map<string, NodeProblem> {
  const mostSevere = new Map<string, NodeProblem>()
  for (const { level, node_id: id, message } of validation) {
    if (id === undefined || level === 'info') continue
    const before = mostSevere.get(id)?.level
    if (before === undefined || (before === 'warning' && level === 'error')) mostSevere.set(id, { level, message })
  }
  return mostSevere
}

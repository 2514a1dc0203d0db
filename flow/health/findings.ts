/** A bounded list of findings, and the most severe finding of each node. */
import type { Finding } from '#contract/flow.ts'

/** Listed findings, and one entry per code that counts the omitted ones. */
export interface ListedFindings {
  list: Finding[]
  more: Finding[]
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
    const more = many.map(([code, { level, count: all }]): Finding => ({
      level,
      code,
      message: moreOfKind(all - maxPerCode),
    }))
    return { list: this.list, more }
  }
}

/** Maximum length of a name in a message. */
const maxName = 60
export const quoted = (name: string): string => `“${name.length > maxName ? `${name.slice(0, maxName)}…` : name}”`

/** Message of the last entry of a full list, which counts the omitted entries of its kind. */
export const moreOfKind = (count: number): string => `${count} more of this kind.`

const form = /^(\d+) more of this kind\.$/

/** Number of findings or warnings that an entry counts. */
export const countIn = (message: string): number => Number(form.exec(message)?.[1] ?? 1)

/** True for such a counting entry. */
export const isMoreOfKind = (message: string): boolean => form.test(message)

export interface NodeProblem {
  level: 'error' | 'warning'
  words: string
}

/** The most severe finding of each node, by its id; findings of level "info" are ignored. */
export function nodeProblemsOf(validation: readonly Finding[]): Map<string, NodeProblem> {
  const worst = new Map<string, NodeProblem>()
  for (const { level, node_id: id, message } of validation) {
    if (id === undefined || level === 'info') continue
    const before = worst.get(id)?.level
    if (before === undefined || (before === 'warning' && level === 'error')) worst.set(id, { level, words: message })
  }
  return worst
}

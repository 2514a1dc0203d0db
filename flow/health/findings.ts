/** A bounded list of findings. */
import type { Finding } from '#contract/flow.ts'
import { moreOfKind } from '#flow/more-of-kind.ts'

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

/** Longest name in a message. */
const maxName = 60
export const quoted = (name: string): string => `“${name.length > maxName ? `${name.slice(0, maxName)}…` : name}”`

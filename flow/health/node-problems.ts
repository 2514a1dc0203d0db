/** The most severe finding of each node. */
import type { Finding } from '#contract/flow.ts'

export interface NodeProblem {
  level: 'error' | 'warning'
  words: string
}

/** By node id; findings of level "info" are ignored. */
export function nodeProblemsOf(validation: readonly Finding[]): Map<string, NodeProblem> {
  const worst = new Map<string, NodeProblem>()
  for (const { level, node_id: id, message } of validation) {
    if (id === undefined || level === 'info') continue
    const before = worst.get(id)?.level
    if (before === undefined || (before === 'warning' && level === 'error')) worst.set(id, { level, words: message })
  }
  return worst
}

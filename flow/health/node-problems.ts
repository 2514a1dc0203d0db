/** The worst that is wrong with each node. */
import type { Finding } from '#contract/flow.ts'

export interface Problem {
  level: 'error' | 'warning'
  words: string
}

/** By the node's id; what is only to be noted is no problem. */
export function problemsOf(validation: readonly Finding[]): Map<string, Problem> {
  const worst = new Map<string, Problem>()
  for (const { level, node_id: id, message } of validation) {
    if (id === undefined || level === 'info') continue
    const before = worst.get(id)?.level
    if (before === undefined || (before === 'warning' && level === 'error')) worst.set(id, { level, words: message })
  }
  return worst
}

/** How many flows use a tool, in words. Pure. */
import { count } from '#lib/count.ts'
import type { Usage } from './usage-graph.ts'

/** "10 flows, 3 more by other tools": the first number is that of the list of tools, which counts who names the tool itself. */
export function usedWords(id: string, flows: Usage['flows']): string {
  const direct = flows.filter(({ tools }) => tools.includes(id)).length
  const others = flows.length - direct
  if (flows.length === 0) return 'no flow'
  if (others === 0) return count(direct, 'flow')
  if (direct === 0) return `${count(others, 'flow')} by other tools`
  return `${count(direct, 'flow')}, ${others.toLocaleString()} more by other tools`
}

/** Number of flows that use a tool, in words. Pure. */
import { count } from '#lib/count.ts'
import type { Usage } from './usage-graph.ts'

/**
 * "10 flows directly, 3 more by other tools": the first number is that of the list of tools ("Used directly"), which
 * counts direct users.
 */
export function usedWords(id: string, flows: Usage['flows']): string {
  const direct = flows.filter(({ tools }) => tools.includes(id)).length
  const others = flows.length - direct
  if (flows.length === 0) return 'no flows'
  if (direct === 0) return `no flows directly, ${others.toLocaleString()} by other tools`
  const first = `${count(direct, 'flow')} directly`
  return others === 0 ? first : `${first}, ${others.toLocaleString()} more by other tools`
}

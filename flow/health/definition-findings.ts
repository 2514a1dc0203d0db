/** Findings about the graph of a flow, which hold in whatever product it runs. Pure. */
import type { Finding } from '#contract/flow.ts'

/** Codes of such findings. All others are about running a flow in the reference service. */
const definitionCodes: ReadonlySet<string> = new Set([
  'duplicate_id',
  'duplicate_name',
  'dangling_edge',
  'unusable_place',
  'unusable_parent',
  'parallel_edges',
  'unreachable',
  'endless_cycle',
  'empty_flow',
])

export const definitionFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ code }) => definitionCodes.has(code))

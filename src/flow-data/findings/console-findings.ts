/** Findings of the console about a flow, for a service that gives none. */
import type { Finding } from '#contract/flow.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** Without requirements, because the objects of the account are unknown. */
export const consoleFindings = (flow: Parameters<typeof lintFlow>[0]): Finding[] => ownFindings(lintFlow(flow))

/** Findings that do not depend on node types: only the service knows, for example, which types start a flow. */
const serviceIndependentCodes: ReadonlySet<string> = new Set([
  'dangling_edge',
  'unusable_place',
  'unusable_parent',
  'parallel_edges',
])

/** Findings about a flow of a service that gives none. */
export const foreignFindings = ({ nodes, edges }: Pick<MemoizedFlow, 'nodes' | 'edges'>): Finding[] =>
  consoleFindings({ name: '', description: '', nodes, edges, metadata: {}, variables: [], settings: {} }).filter(
    ({ code }) => serviceIndependentCodes.has(code),
  )

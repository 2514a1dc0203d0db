/** What is wrong with a flow, where nobody but the console looked. */
import type { Finding } from '#contract/flow.ts'
import { findingsOf, lintFlow, type Known } from '#flow/health/lint.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** Everything that a flow needs is taken to be there: what an account has is another question. */
const anything: Known['tools'] = Object.assign(new Set<string>(), { has: () => true })
const allKnown: Known = { tools: anything, channels: anything, secrets: anything, around: null }

export const consoleFindings = (flow: Parameters<typeof lintFlow>[0]): Finding[] => findingsOf(lintFlow(flow), allKnown)

/** What is wrong whichever words the service has for its nodes: which of them starts a flow only it knows. */
const ofAnyService: ReadonlySet<string> = new Set([
  'dangling_edge',
  'unusable_place',
  'unusable_parent',
  'parallel_edges',
])

/** Findings about a flow of a service that gives none. */
export const foreignFindings = ({ nodes, edges }: Pick<MemoizedFlow, 'nodes' | 'edges'>): Finding[] =>
  consoleFindings({ name: '', description: '', nodes, edges, metadata: {}, variables: [], settings: {} }).filter(
    ({ code }) => ofAnyService.has(code),
  )

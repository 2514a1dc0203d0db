/** Which flows of an account a file may be a version of, by size and content. Pure. */
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import type { FlowSize } from '#pages/import/account-keys.ts'

/** A flow of fewer nodes is equal to many others by chance. */
const leastNodes = 4
/** Larger flows are not read only to find out. */
const maxNodes = 2_000
/** Difference in the number of nodes, as a share of those of the file. */
const maxDifference = 0.2
/** Flows that are read and compared: each is a request. */
const maxCandidates = 3
/** Share of equal steps from which two flows count as the same one. */
const leastShare = 2 / 3

/** The flows of nearly the same size, most similar first. `nodes`: number of nodes in the file. */
export function similarFlows(nodes: number, flows: readonly FlowSize[]): FlowSize[] {
  if (nodes < leastNodes || nodes > maxNodes) return []
  const distance = (flow: FlowSize) => Math.abs(flow.nodes - nodes)
  return flows
    .filter((flow) => flow.nodes >= leastNodes && distance(flow) <= nodes * maxDifference)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, maxCandidates)
}

export const isSameFlow = ({ steps, isSameOrigin }: Pick<UpdateFacts, 'steps' | 'isSameOrigin'>): boolean =>
  isSameOrigin === true || (steps.same >= leastNodes && steps.same >= Math.max(steps.before, steps.after) * leastShare)

/** How a flow differs from the one of the same name at another service, by the definitions that both export. */
import type { Connection } from '#api/connection/connection.ts'
import { readServiceFlow } from '#api/services/read-service-flow.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { changeCount, diffFlows } from '#flow/diff/diff.ts'
import { diffDefinitions } from '#flow/diff/diff-definitions.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'

/**
 * `unknown`: not compared. `differs`: neither is known to be the later one. `behind`: this one was changed later, and
 * the other one lacks that many changes. `changed there`: the other one was changed later.
 */
export type FlowDifference =
  | { is: 'unknown' | 'same' | 'differs' | 'changed there' }
  | { is: 'behind'; changes: number }

/** As exported: without secrets. Names are the same already; metadata names the place where a flow is. */
const comparable = ({ nodes, edges, variables, settings }: FlowDetail) =>
  redactFlow({ name: '', description: '', metadata: {}, nodes, edges, variables, settings }).flow

export function differenceOf(here: FlowDetail, there: FlowDetail): FlowDifference {
  const [own, other] = [comparable(here), comparable(there)]
  const changes =
    changeCount(diffFlows(other, own, { ids: false, positions: false })) + diffDefinitions(other, own).length
  if (changes === 0) return { is: 'same' }
  const laterBy = Date.parse(here.updated_at) - Date.parse(there.updated_at)
  if (laterBy > 0) return { is: 'behind', changes }
  return { is: laterBy < 0 ? 'changed there' : 'differs' }
}

/** Rejects like `readService`. */
export async function readFlowDifference(
  here: { service: Connection; id: string },
  there: { service: Connection; id: string },
  signal: AbortSignal,
): Promise<FlowDifference> {
  const both = await Promise.all([here, there].map(({ service, id }) => readServiceFlow(service, id, signal)))
  const [own, other] = both
  return own == null || other == null ? { is: 'unknown' } : differenceOf(own, other)
}

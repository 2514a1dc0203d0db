/** How a flow differs from the one of the same name at another service, by the definitions that both export. */
import type { Connection } from '#api/connection/connection.ts'
import { isContract } from '#api/dialect/fields/is-contract.ts'
import { readResponse } from '#api/dialect/read-response.ts'
import { asResponseBody, parsedBytes } from '#api/request/read-bytes.ts'
import { readService } from '#api/services/service-request.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { flowReadAt } from '#contract/kernel/early-paths.ts'
import { changeCount, diffFlows } from '#flow/diff/diff.ts'
import { diffDefinitions } from '#flow/diff/diff-definitions.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { isReturned } from '#lib/absent.ts'

/**
 * `unknown`: not compared. `differs`: neither is known to be the later one. `behind`: this one was changed later, and
 * the other one lacks that many changes. `changed there`: the other one was changed later.
 */
export type FlowDifference =
  | { is: 'unknown' | 'same' | 'differs' | 'changed there' }
  | { is: 'behind'; changes: number }

/** Maximum bytes of a flow that is compared on the page: some 2,000 nodes. The comparison page has no such limit. */
const maxBytes = 1_000_000

/** Null if the flow is too large, or the service returns no nodes and edges with it. */
async function definitionOf(service: Connection, id: string, signal: AbortSignal): Promise<FlowDetail | null> {
  const { bytes } = await readService(service, flowReadAt(id), signal)
  if (bytes.byteLength > maxBytes) return null
  const parsed = parsedBytes(bytes)
  if (parsed.is !== 'answer') return null
  const body = isContract(flowApi.read, parsed.body)
    ? parsed.body
    : readResponse(flowApi.read, parsed.body, { now: Date.now() }).body
  if (typeof body !== 'object' || body === null || !isReturned(body, 'nodes') || !isReturned(body, 'edges')) return null
  return asResponseBody(flowApi.read, body)
}

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
  const both = await Promise.all([here, there].map(({ service, id }) => definitionOf(service, id, signal)))
  const [own, other] = both
  return own == null || other == null ? { is: 'unknown' } : differenceOf(own, other)
}

/** One whole flow of a service in the list, in the shape of the contract. */
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { flowReadAt } from '#contract/kernel/early-paths.ts'
import { isReturned } from '#lib/absent.ts'
import type { Connection } from '#api/connection/connection.ts'
import { isContract } from '#api/dialect/fields/is-contract.ts'
import { readResponse } from '#api/dialect/read-response.ts'
import { asResponseBody, parsedBytes } from '#api/request/read-bytes.ts'
import { readService } from './service-request.ts'

/** Maximum bytes of a flow that is read on the page: some 2,000 nodes. The comparison page has no such limit. */
const maxBytes = 1_000_000

/** Null if the flow is too large, or the service returns no nodes and edges with it. Rejects like `readService`. */
export async function readServiceFlow(
  service: Connection,
  id: string,
  signal: AbortSignal,
): Promise<FlowDetail | null> {
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

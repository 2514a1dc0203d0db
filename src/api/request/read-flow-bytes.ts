/** Reads the bytes of one flow, for workers: without endpoints, and only with the fields of a flow. */
import type { flow } from '#contract/flow.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { exactJson } from '#api/dialect/values/exact-json.ts'
import { flowFields } from '#api/dialect/fields/flow-fields.ts'
import { rowChecks } from '#api/dialect/fields/row-checks.ts'
import { Specs } from '#api/dialect/fields/spec-text.ts'
import { parsedBytes, type ParsedResponse } from './read-bytes.ts'

type FlowBody = ResponseBody<typeof flow.read>

const isContractFlow = rowChecks(new Specs<keyof typeof flowFields>(flowFields))('flowDetail')

/** In the shape of the contract. Code for dialects is only loaded if it is needed. */
export async function readFlowBytes(bytes: ArrayBuffer): Promise<ParsedResponse<FlowBody>> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  if (isContractFlow(read.body)) return { is: 'answer', body: read.body as FlowBody, findings: null }
  const { readObject } = await import('#api/dialect/read-object.ts')
  const { object, findings } = readObject('flowDetail', exactJson(new TextDecoder().decode(bytes), read.body), {
    now: Date.now(),
  })
  return { is: 'answer', body: (object ?? read.body) as FlowBody, findings }
}

/** Reads the bytes of one flow, for workers: without endpoints, and only with the fields of a flow. */
import type { flow } from '#contract/flow.ts'
import type { Answer } from '#contract/kernel/endpoint.ts'
import { exactJson } from '#api/dialect/values/exact-json.ts'
import { flowFields } from '#api/dialect/fields/flow-fields.ts'
import { rowChecks } from '#api/dialect/fields/row-checks.ts'
import { Specs } from '#api/dialect/fields/spec-text.ts'
import { parsedBytes, type ParsedAnswer } from './read-bytes.ts'

type FlowAnswer = Answer<typeof flow.read>

const isContractFlow = rowChecks(new Specs<keyof typeof flowFields>(flowFields))('flowDetail')

/** In the shape of the contract. Code for dialects is only loaded if it is needed. */
export async function readFlowBytes(bytes: ArrayBuffer): Promise<ParsedAnswer<FlowAnswer>> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  if (isContractFlow(read.answer)) return { is: 'answer', answer: read.answer as FlowAnswer, findings: null }
  const { readObject } = await import('#api/dialect/read-object.ts')
  const { object, findings } = readObject('flowDetail', exactJson(new TextDecoder().decode(bytes), read.answer), {
    now: Date.now(),
  })
  return { is: 'answer', answer: (object ?? read.answer) as FlowAnswer, findings }
}

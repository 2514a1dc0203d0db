/** Bytes that are one flow: for workers, which know no endpoints, and have the fields of a flow with them. */
import type { flow } from '#contract/flow.ts'
import type { Answer } from '#contract/kernel.ts'
import { exactJson } from './dialect/exact-json.ts'
import { flowFields } from './dialect/flow-fields.ts'
import { rowChecks } from './dialect/row-checks.ts'
import { Specs } from './dialect/spec-text.ts'
import { parsedBytes, type Read } from './read-bytes.ts'

type FlowAnswer = Answer<typeof flow.read>

const isContractFlow = rowChecks(new Specs<keyof typeof flowFields>(flowFields))('flowDetail')

/** In the shape of the contract. What reads dialects is loaded where they are not in that shape already. */
export async function readFlowBytes(bytes: ArrayBuffer): Promise<Read<FlowAnswer>> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  if (isContractFlow(read.answer)) return { is: 'answer', answer: read.answer as FlowAnswer, findings: null }
  const { readObject } = await import('./dialect/read-object.ts')
  const { object, findings } = readObject('flowDetail', exactJson(new TextDecoder().decode(bytes), read.answer), {
    now: Date.now(),
  })
  return { is: 'answer', answer: (object ?? read.answer) as FlowAnswer, findings }
}

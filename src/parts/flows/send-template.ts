/** Sends a flow template as the bytes it is: nothing of a large file is read or written on the page. */
import { callRaw, readRaw } from '#api/request/client.ts'
import { flow as flowApi, ImportResult } from '#contract/flow.ts'
import { createdFlowId } from './created-id.ts'

/** The body of an import; `template` is JSON. Without a name the flow keeps its own. */
export const templateBody = (template: Blob, name?: string): Blob =>
  new Blob(['{"template":', template, name === undefined ? '}' : `,"name":${JSON.stringify(name)}}`])

/** Bytes from which the answer, which holds the flow again, is read where flows are held and not on the page. */
const largeAnswer = 500_000

export const nothingTold: ImportResult = {
  warnings: [],
  missing: { tools: [], channels: [], secrets: [] },
  redacted: [],
  renamed_from: null,
  source_format: '',
}

export interface SentTemplate {
  /** '' where nothing says which flow it is. */
  id: string
  name: string
  result: ImportResult
}

/**
 * Rejects with ApiError. However often it is sent with one key, it makes one flow.
 * @param name of the flow, by which it is looked for where the answer gives no id
 */
export async function sendTemplate(body: Blob, idempotencyKey: string, name: string): Promise<SentTemplate> {
  const since = Date.now()
  const sent = await send(body, idempotencyKey)
  return { ...sent, name: sent.name || name, id: sent.id || (await createdFlowId(name, since)) }
}

async function send(body: Blob, idempotencyKey: string): Promise<SentTemplate> {
  const input = { body: { template: '' } }
  const options = { idempotencyKey, json: body }
  // Before anything is sent: what cannot be loaded then must not lose an answer.
  const flowData = body.size < largeAnswer ? null : await import('#flow-data/flow-data.ts').catch(() => null)
  const answer = await callRaw(flowApi.import, input, options)
  // A large file may be answered in a few words.
  if (flowData === null || answer.bytes.byteLength < largeAnswer) {
    const { id, name, import: result } = await readRaw(flowApi.import, answer)
    return { id, name, result }
  }
  const opened = await flowData.openFlowData(answer.bytes, null)
  if (opened.is !== 'flow') throw await answer.refusal(opened)
  // What an import answers beside the flow is a field of it.
  const told = ImportResult.safeParse(Reflect.get(opened.head, 'import'))
  return { id: opened.head.id, name: opened.head.name, result: told.data ?? nothingTold }
}

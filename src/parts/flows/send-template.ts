/** Sends a flow template as bytes: a large file is neither parsed nor serialized on the page. */
import { callRaw, readRaw } from '#api/request/client.ts'
import { flow as flowApi, ImportResult } from '#contract/flow.ts'
import { createdFlowId } from './created-id.ts'

/** The body of an import; `template` is JSON. Without a name the flow keeps its own. */
export const templateBody = (template: Blob, name?: string): Blob =>
  new Blob(['{"template":', template, name === undefined ? '}' : `,"name":${JSON.stringify(name)}}`])

/** Bytes from which on the answer, which contains the flow again, is parsed in the worker instead of on the page. */
const largeAnswer = 500_000

export const nothingTold: ImportResult = {
  warnings: [],
  missing: { tools: [], channels: [], secrets: [] },
  redacted: [],
  renamed_from: null,
  source_format: '',
}

export interface SentTemplate {
  /** '' if the answer does not identify the flow. */
  id: string
  name: string
  result: ImportResult
}

/**
 * Rejects with ApiError. Repeated with the same key, it creates one flow.
 * @param name of the flow, by which it is looked up if the answer contains no id
 */
export async function sendTemplate(body: Blob, idempotencyKey: string, name: string): Promise<SentTemplate> {
  const since = Date.now()
  const sent = await send(body, idempotencyKey)
  return { ...sent, name: sent.name || name, id: sent.id || (await createdFlowId(name, since)) }
}

async function send(body: Blob, idempotencyKey: string): Promise<SentTemplate> {
  const input = { body: { template: '' } }
  const options = { idempotencyKey, json: body }
  // Loaded before anything is sent, so that a failure to load cannot lose an answer.
  const flowData = body.size < largeAnswer ? null : await import('#flow-data/flow-data.ts').catch(() => null)
  const answer = await callRaw(flowApi.import, input, options)
  // A large file may have a short answer.
  if (flowData === null || answer.bytes.byteLength < largeAnswer) {
    const { id, name, import: result } = await readRaw(flowApi.import, answer)
    return { id, name, result }
  }
  const opened = await flowData.openFlowData(answer.bytes, null)
  if (opened.is !== 'flow') throw await answer.refusal(opened)
  // The import's own result is a field beside the flow.
  const told = ImportResult.safeParse(Reflect.get(opened.head, 'import'))
  return { id: opened.head.id, name: opened.head.name, result: told.data ?? nothingTold }
}

/** Sends a flow template as bytes, so that the page neither parses nor serializes a large file. */
import { callRaw, readRaw } from '#api/request/client.ts'
import { flow as flowApi, ImportResult } from '#contract/flow.ts'
import { createdFlowId } from './created-id.ts'

/** Request body of an import; `template` is JSON. Without `name`, the flow has the name in the template. */
export const templateBody = (template: Blob, name?: string): Blob =>
  new Blob(['{"template":', template, name === undefined ? '}' : `,"name":${JSON.stringify(name)}}`])

/** Size in bytes from which the response, which contains the flow, is parsed in a worker. */
const largeAnswer = 500_000

export const emptyImportResult: ImportResult = {
  warnings: [],
  missing: { tools: [], channels: [], secrets: [] },
  redacted: [],
  renamed_from: null,
  source_format: '',
}

export interface ImportedFlow {
  /** '' if the id is unknown. */
  id: string
  name: string
  result: ImportResult
}

/**
 * Imports a template. A retry with the same key does not create a second flow. Rejects with ApiError.
 * @param name name by which the flow is looked up if the response contains no id
 */
export async function sendTemplate(body: Blob, idempotencyKey: string, name: string): Promise<ImportedFlow> {
  const since = Date.now()
  const sent = await send(body, idempotencyKey)
  return { ...sent, name: sent.name || name, id: sent.id || (await createdFlowId(name, since)) }
}

async function send(body: Blob, idempotencyKey: string): Promise<ImportedFlow> {
  const input = { body: { template: '' } }
  const options = { idempotencyKey, json: body }
  // Loaded before the request, so that a failure to load does not lose a response.
  const flowData = body.size < largeAnswer ? null : await import('#flow-data/flow-data.ts').catch(() => null)
  const answer = await callRaw(flowApi.import, input, options)
  // The response to a large file may be short.
  if (flowData === null || answer.bytes.byteLength < largeAnswer) {
    const { id, name, import: result } = await readRaw(flowApi.import, answer)
    return { id, name, result }
  }
  const openedFlow = await flowData.openFlowData(answer.bytes, null)
  if (openedFlow.is !== 'flow') throw await answer.refusal(openedFlow)
  // The result of the import is a field of the flow.
  const importResult = ImportResult.safeParse(Reflect.get(openedFlow.head, 'import'))
  return { id: openedFlow.head.id, name: openedFlow.head.name, result: importResult.data ?? emptyImportResult }
}

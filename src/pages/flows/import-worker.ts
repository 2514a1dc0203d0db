/** Reads files off the main thread: a file of 30 MB must not stop the page. One message in, one message out. */
import { z } from 'zod'
import { countsOf } from '#flow/counts.ts'
import { readFlowFile } from '#flow/read.ts'
import { writeTemplate } from '#flow/template.ts'
import { isRecord, type Json } from '#lib/json.ts'
import type { ReadAnswer, ReadFlow, ReadRequest } from './import-messages.ts'

// A worker has a zod of its own, which must not try `new Function` either.
z.config({ jitless: true })

const generator = { name: 'Flow Console', version: '1' }

function read({ name, bytes }: ReadRequest): ReadAnswer['result'] {
  const result = readFlowFile({ name, bytes: new Uint8Array(bytes) })
  if (!result.ok) return result
  const exportedAt = new Date().toISOString()
  const flows = result.flows.flatMap((draft): ReadFlow[] => {
    // As it will be sent: plain JSON, without what JSON cannot say.
    const template: Json = JSON.parse(JSON.stringify(writeTemplate(draft, { exportedAt, generator })))
    if (!isRecord(template)) return []
    const { nodes, edges } = countsOf(draft)
    return [{ name: draft.name, nodes, edges, warnings: draft.warnings.map(({ message }) => message), template }]
  })
  return { ok: true, format: result.format, flows }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const answer: ReadAnswer = { id: data.id, result: read(data) }
  self.postMessage(answer)
})

self.postMessage('ready')

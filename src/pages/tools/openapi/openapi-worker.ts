/**
 * Worker that parses and keeps an OpenAPI document: parsing a large one takes seconds, and the page does not need its
 * schemas.
 */
import { importLimit } from '#contract/kernel/limits.ts'
import type { OpenApiReply, OpenApiRequest } from './openapi-messages.ts'
import { listOperations } from './operations.ts'
import { readOpenapiDocument, type OpenApiDocument } from './read-document.ts'
import { readOperation } from './read-operation.ts'
import { schemesOf } from './sign-in-scheme.ts'
import { toolOf, type OperationChoices, type MadeTool } from './to-tool.ts'

let held: OpenApiDocument | null = null

const refused = (message: string, line: number | null = null): OpenApiReply => ({ is: 'refused', message, line })

async function open(file: File): Promise<OpenApiReply> {
  if (file.size > importLimit) return refused(`The file has more than ${importLimit / 1024 / 1024} MB.`)
  const text = await file.text().catch(() => null)
  if (text === null) return refused('The file could not be read. It may have been moved or changed. Choose it again.')
  const read = readOpenapiDocument(text)
  if (!read.ok) return refused(read.message, read.line)
  held = read.document
  const list = { ...listOperations(held), title: held.title }
  return list.rows.length === 0 ? refused('The document contains no operations.') : { is: 'opened', list }
}

function make(id: string, choices: OperationChoices): MadeTool {
  if (held === null) return { ok: false, reason: 'No document is open.' }
  const [method = '', ...path] = id.split(' ')
  const read = readOperation(held, schemesOf(held), [path.join(' '), method])
  return read.ok ? toolOf(held, read.operation, choices) : read
}

const answer = async (request: OpenApiRequest): Promise<OpenApiReply> =>
  request.ask === 'open' ? open(request.file) : { is: 'made', made: make(request.id, request.choices) }

let last: Promise<void> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<OpenApiRequest>) => {
  last = last.then(async () => self.postMessage(await answer(data)))
})

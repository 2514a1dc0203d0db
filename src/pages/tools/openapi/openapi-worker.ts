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
import { toolOf, type OperationChoices, type ToolConversion } from './to-tool.ts'

let currentDocument: OpenApiDocument | null = null

const refused = (message: string, line: number | null = null): OpenApiReply => ({ is: 'refused', message, line })

async function readFile(file: File): Promise<OpenApiReply> {
  if (file.size > importLimit)
    return refused(`The file has more than ${importLimit / 1024 / 1024} MB. Choose a smaller file.`)
  const text = await file.text().catch(() => null)
  if (text === null) return refused('The file could not be read. It may have been moved or changed. Choose it again.')
  const read = readOpenapiDocument(text)
  if (!read.ok) return refused(read.message, read.line)
  currentDocument = read.document
  const list = { ...listOperations(currentDocument), title: currentDocument.title }
  return list.rows.length === 0 ? refused('The document contains no operations.') : { is: 'opened', list }
}

function convertOperation(id: string, choices: OperationChoices): ToolConversion {
  if (currentDocument === null) return { ok: false, reason: 'The document is no longer open. Choose the file again.' }
  const [method = '', ...path] = id.split(' ')
  const read = readOperation(currentDocument, schemesOf(currentDocument), [path.join(' '), method])
  return read.ok ? toolOf(currentDocument, read.operation, choices) : read
}

const handleRequest = async (request: OpenApiRequest): Promise<OpenApiReply> =>
  request.ask === 'open' ? readFile(request.file) : { is: 'made', tool: convertOperation(request.id, request.choices) }

let queue: Promise<void> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<OpenApiRequest>) => {
  queue = queue.then(async () => self.postMessage(await handleRequest(data)))
})

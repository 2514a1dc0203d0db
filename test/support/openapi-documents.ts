/** Small OpenAPI documents, and the tools made from them, for tests. */
import { tool as toolApi } from '#contract/tool.ts'
import { recordOf, type JsonRecord } from '#lib/json/json.ts'
import { listOperations } from '#pages/tools/openapi/operations.ts'
import { readOpenapiDocument, type OpenApiDocument } from '#pages/tools/openapi/read-document.ts'
import { readOperation } from '#pages/tools/openapi/read-operation.ts'
import { schemesOf } from '#pages/tools/openapi/sign-in-scheme.ts'
import { toolOf } from '#pages/tools/openapi/to-tool.ts'

/** An operation that answers 200. */
export const operation = (overrides: JsonRecord = {}): JsonRecord => ({
  responses: { 200: { description: 'ok' } },
  ...overrides,
})

/** A document with these paths, parsed. */
export function documentOf(paths: JsonRecord, overrides: JsonRecord = {}): OpenApiDocument {
  const root = {
    openapi: '3.1.0',
    info: { title: 'Pets' },
    servers: [{ url: 'https://pets.example/v1/' }],
    paths,
    ...overrides,
  }
  const read = readOpenapiDocument(JSON.stringify(root))
  if (!read.ok) throw new Error(read.message)
  return read.document
}

/** The reasons why operations cannot become tools, by the id of their row; null = they can. */
export const reasonsOf = (document: OpenApiDocument): Record<string, string | null> =>
  Object.fromEntries(listOperations(document).rows.map(({ id, reason }) => [id, reason]))

/** The tool of an operation, validated by the contract. */
export function toolOfOperation(document: OpenApiDocument, path: string, method: string, host = '') {
  const read = readOperation(document, schemesOf(document), [path, method])
  if (!read.ok) throw new Error(read.reason)
  const tool = toolOf(document, read.operation, {
    key: 'a_key',
    host,
    secretKeys: { key: 'pets_key', main: 'pets_main' },
  })
  if (!tool.ok) throw new Error(tool.reason)
  toolApi.create.body.parse(tool.body)
  return { ...tool, config: recordOf(tool.body['config']), input: recordOf(tool.body['input_schema']) }
}

/** A parameter of the type string. */
export const parameter = (name: string, place: string, overrides: JsonRecord = {}): JsonRecord => ({
  name,
  in: place,
  schema: { type: 'string' },
  ...overrides,
})

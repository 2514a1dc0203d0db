/** Reader of OpenAPI documents, 3.0 or 3.1, in JSON or YAML. Pure. */
import { isRecord, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'

/** Maximum nesting depth; the deepest published schemas have about forty levels. */
const maxDepth = 100

export interface OpenApiDocument {
  root: JsonRecord
  /** Some schema keywords differ in 3.0. */
  version: '3.0' | '3.1'
  title: string
}

export type ReadDocument = { ok: true; document: OpenApiDocument } | { ok: false; message: string; line: number | null }

const refuse = (message: string, line: number | null = null): ReadDocument => ({ ok: false, message, line })

/** Text that begins with a brace is JSON; any other is parsed as YAML. */
const isJson = (text: string): boolean => /^\s*\{/.test(text)

/**
 * Reads the text of a file. A syntax error is reported with its line; an unsupported version is named in the message.
 */
export function readOpenapiDocument(given: string): ReadDocument {
  const text = given.replace(/^\uFEFF/, '')
  const read = isJson(text) ? parseJson(text, { depth: maxDepth }) : parseYaml(text, { depth: maxDepth })
  if (!read.ok) return refuse(read.message, read.line ?? null)
  const root = read.value
  if (!isRecord(root)) return refuse('The file does not contain an object, so it is not an OpenAPI document.')
  if (root['swagger'] !== undefined)
    return refuse(
      'This is Swagger 2.0. Convert it to OpenAPI 3 (for example with editor.swagger.io), then choose that file.',
    )
  const versionField = root['openapi']
  if (versionField === undefined) return refuse('This is not an OpenAPI document: the field “openapi” is missing.')
  const version = /^3\.([01])(\.|$)/.exec(
    typeof versionField === 'number' ? String(versionField) : textOf(versionField),
  )
  if (version === null)
    return refuse(`This is OpenAPI ${JSON.stringify(versionField)}; only 3.0 and 3.1 are supported.`)
  if (!isRecord(root['paths'])) return refuse('The document has no paths, so it contains no operations.')
  return {
    ok: true,
    document: {
      root,
      version: version[1] === '0' ? '3.0' : '3.1',
      title: textOf(recordOf(root['info'])['title']).trim(),
    },
  }
}

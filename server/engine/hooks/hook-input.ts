/**
 * Converts a webhook request to the input of a run: its body. If the body is an object, query parameters are added as
 * `query`, and header values of the preset as `headers`, unless it has fields of these names.
 */
import { Fault } from '#server/base/fault.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'

export interface HookPayload {
  /** In lower case: "application/json; charset=utf-8". Empty if none was sent. */
  contentType: string
  contentEncoding: string
  query: URLSearchParams
  body: Buffer
  /** Header values that the preset passes on (signature-schemes.ts). */
  presetHeaders: JsonRecord
}

/** Parses JSON with the same checks as other request bodies. */
type ReadJson = (bytes: Buffer) => Promise<unknown>

/** Maximum number of form fields. */
const maxFields = 1000
/** Query parameter with the id of a waiting run; not part of the input. */
export const runParameter = 'run'

function textOfBytes(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('malformed_json', 'The body is not valid UTF-8. Encode it as UTF-8.')
  }
  if (text.includes('\0')) throw new Fault('malformed_json', 'The body contains NUL characters. Remove them.')
  return text
}

/** Fields by name; the values of a repeated name become a list. 400 for NUL and invalid UTF-8. */
function recordOfFields(fields: URLSearchParams, omitted?: string): JsonRecord {
  const read = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of fields) {
    if (name === omitted || name === '__proto__') continue
    count += 1
    if (count > maxFields)
      throw new Fault('malformed_json', `The form or query has more than ${maxFields} fields. Send fewer, or use JSON.`)
    if (/[\0\uFFFD]/.test(name + value))
      throw new Fault('malformed_json', 'The form or query contains NUL or invalid UTF-8. Remove it.')
    read.set(name, [...(read.get(name) ?? []), value])
  }
  return Object.fromEntries([...read].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

const isJson = (value: unknown): value is Json => value !== undefined

async function readBody({ contentType, contentEncoding, body }: HookPayload, json: ReadJson): Promise<Json> {
  if (body.length === 0) return {}
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length) ?? 'utf-8'
  const encoded = contentEncoding !== '' && contentEncoding !== 'identity'
  if (!encoded && /^"?(?:utf-8|us-ascii)"?$/.test(charset)) {
    if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) {
      const value = await json(body)
      return isJson(value) ? value : {}
    }
    if (type === 'application/x-www-form-urlencoded') return readForm(textOfBytes(body), json)
    if (type.startsWith('text/')) return textOfBytes(body)
  }
  throw new Fault('unsupported_media_type', 'Send JSON, a form or text, in UTF-8 and uncompressed.')
}

/** If the only field is `payload` and contains a JSON object, as sent by GitHub and Slack, returns that object. */
async function readForm(text: string, json: ReadJson): Promise<Json> {
  const fields = recordOfFields(new URLSearchParams(text))
  const { payload } = fields
  if (Object.keys(fields).length > 1 || typeof payload !== 'string' || !payload.startsWith('{')) return fields
  const value = await json(Buffer.from(payload))
  return isJson(value) ? value : {}
}

/**
 * Reads the input from a request. 415 for anything but JSON, forms and text, and for compressed content or another
 * charset than UTF-8; 400 if the content is malformed.
 */
export async function readInput(payload: HookPayload, json: ReadJson): Promise<Json> {
  const body = await readBody(payload, json)
  if (!isRecord(body)) return body
  const query = recordOfFields(payload.query, runParameter)
  const added = { query, headers: payload.presetHeaders }
  const more = Object.entries(added).filter(
    ([name, part]) => Object.keys(part).length > 0 && !Object.hasOwn(body, name),
  )
  return { ...body, ...Object.fromEntries(more) }
}

/** Validates responses against the OpenAPI document. */
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

export interface CheckedResponse {
  status: number
  /** Content type, with or without its parameters. */
  type: string
  text: string
  /** The JSON of the answer, or undefined. */
  body: unknown
}

/** The problem of a response to an operation, or null. `path` as in the document: "/flow/{id}/". */
export type ResponseCheck = (operation: { method: string; path: string }, response: CheckedResponse) => string | null

const escape = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )

export function createResponseCheck(document: object): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return ({ method, path }, { status, type, text, body }) => {
    const responsePath = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    if (valueAt(document, responsePath) === undefined)
      return `answered ${status}, which the document does not list: ${text.slice(0, 300)}`
    if (status === 204) return text === '' ? null : 'answered 204 with a body.'
    if (!type.includes('json')) return null
    const pointer = [...responsePath, 'content', type.split(';')[0] ?? '', 'schema'].map(escape).join('/')
    const validate = ajv.getSchema(`document#/${pointer}`) ?? ajv.compile({ $ref: `document#/${pointer}` })
    if (validate(body)) return null
    return `${status}: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 500)}`
  }
}

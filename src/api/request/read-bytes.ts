/**
 * Conversion of a response's text, used in workers and on the page. Pure. Its type assertions state that a converted
 * response has the contract's type.
 */
import type { AnyEndpoint, ResponseBody } from '#contract/kernel/endpoint.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { exactJson } from '#api/dialect/values/exact-json.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { isProduct, isReference } from '#api/connection/service-kind.ts'
import { idInLocation, writtenObjectOf } from './write-response.ts'

/** Why a body with status 2xx is not a valid response. */
export type UnreadableResponse =
  | { is: 'not json' }
  /** Some services report an error in the body of a 200; `raw` = the body. */
  | { is: 'failure'; raw: string }
  /** JSON without a list where one was requested. */
  | { is: 'no list' }

export type ParsedResponse<T> =
  | {
      is: 'answer'
      body: T
      /** Findings of the conversion; null if the response had the shape of the contract. */
      findings: DialectFindings | null
    }
  | UnreadableResponse

/** Keys that may be beside errors in a response without data: GraphQL, JSON:API. */
const errorEnvelopeKeys = new Set(['errors', 'data', 'extensions', 'jsonapi', 'meta'])

function reportsFailure(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const { success, ok, errors, data = null }: Readonly<Record<string, unknown>> = { ...json }
  const isBare = Array.isArray(errors) && errors.length > 0 && data === null
  return success === false || ok === false || (isBare && Object.keys(json).every((key) => errorEnvelopeKeys.has(key)))
}

/** @param trusted `ok: false` is a valid value of the contract: a check with findings */
function parse(raw: string, trusted = false): ParsedResponse<Json> {
  let json: Json = null
  try {
    json = JSON.parse(raw)
  } catch {
    return { is: 'not json' }
  }
  return !trusted && reportsFailure(json) ? { is: 'failure', raw } : { is: 'answer', body: json, findings: null }
}

/**
 * Whether a response needs no check: it comes from the reference service, or from an endpoint that only the reference
 * service and products behind a connector have, which leave out fields. The table of fields and the code for dialects are only loaded for other responses.
 */
const isTrusted = ({ extension }: AnyEndpoint): boolean =>
  isReference() === true || (extension !== null && !isProduct())

/**
 * A response's text in the shape of the contract; null if the endpoint returns nothing. Any body of a successful write
 * is valid unless it is HTML or reports an error; fields that it lacks, even the id, are absent.
 * @param location header of the response: the URL of the created object
 */
export async function readResponseText<E extends AnyEndpoint>(
  endpoint: E,
  raw: string,
  location: string | null,
): Promise<ParsedResponse<ResponseBody<E>>> {
  if (endpoint.returns === null) return { is: 'answer', body: null as ResponseBody<E>, findings: null }
  const read = parse(raw, isTrusted(endpoint))
  const isWrite = endpoint.method !== 'GET'
  // A text such as "OK" after a write means success without an object. An HTML page comes from a proxy or another
  // server.
  if (read.is === 'not json' && isWrite && !raw.trimStart().startsWith('<'))
    return readWriteResponse(endpoint, {}, location)
  if (read.is !== 'answer') return read
  if (isWrite && !isObject(read.body)) return readWriteResponse(endpoint, writtenObjectOf(read.body), location)
  if (isTrusted(endpoint)) return { is: 'answer', body: read.body as ResponseBody<E>, findings: null }
  const { isContract } = await import('#api/dialect/fields/is-contract.ts')
  if (isContract(endpoint, read.body)) {
    const isSummary = isProduct() && endpoint.id === 'run.summary' && isRecord(read.body)
    const body = isSummary
      ? (await import('#api/dialect/absent-costs.ts')).withAbsentCosts(read.body as JsonRecord)
      : read.body
    return { is: 'answer', body: body as ResponseBody<E>, findings: null }
  }
  const json = exactJson(raw, read.body)
  if (isWrite && isRecord(json)) return readWriteResponse(endpoint, json, location)
  const { readResponse } = await import('#api/dialect/read-response.ts')
  const { body, findings } = readResponse(endpoint, json, { now: Date.now() })
  return { is: 'answer', body: body as ResponseBody<E>, findings }
}

/** A list with one entry counts as an object. */
const isObject = (json: Json): boolean => isRecord(json) || (Array.isArray(json) && json.length > 0)

/** The converted response to a write; null if it is empty and its noun is not in the table. */
async function readWriteResponse<E extends AnyEndpoint>(
  endpoint: E,
  json: JsonRecord,
  location: string | null,
): Promise<ParsedResponse<ResponseBody<E>>> {
  const [{ readResponse }, { nounOf }] = await Promise.all([
    import('#api/dialect/read-response.ts'),
    import('#api/dialect/fields/is-contract.ts'),
  ])
  const isEmpty = Object.keys(json).length === 0
  if (isEmpty && nounOf(endpoint) === null) return { is: 'answer', body: null as ResponseBody<E>, findings: null }
  const { body, findings } = readResponse(endpoint, json, { now: Date.now() })
  const isUnnamed = typeof body === 'object' && body !== null && 'id' in body && body.id === ''
  const identified =
    isUnnamed && endpoint.method === 'POST' ? { ...body, id: idInLocation(location, endpoint.path) } : body
  return { is: 'answer', body: identified as ResponseBody<E>, findings: isEmpty ? null : findings }
}

/** Parses bytes as JSON. */
export const parsedBytes = (bytes: ArrayBuffer): ParsedResponse<Json> => parse(new TextDecoder().decode(bytes))

/** Bytes as a page of the contract; null if they are a list of another shape, or not a list. */
export async function readResponsePage<E extends AnyEndpoint>(
  endpoint: E,
  bytes: ArrayBuffer,
): Promise<ParsedResponse<ResponseBody<E>> | null> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  const isPage =
    isTrusted(endpoint) || (await import('#api/dialect/fields/is-contract.ts')).isContract(endpoint, read.body)
  if (isPage) return { is: 'answer', body: read.body as ResponseBody<E>, findings: null }
  if (!isProduct() || !isRecord(read.body)) return null
  // The page is that of the contract, only fields of its rows are missing.
  const { readResponse } = await import('#api/dialect/read-response.ts')
  const { body, findings } = readResponse(endpoint, read.body, { now: Date.now() })
  const page = { ...read.body, results: Reflect.get(Object(body), 'results') }
  return { is: 'answer', body: page as ResponseBody<E>, findings }
}

/** A page assembled by the console, typed as a response of the contract. */
export const asResponseBody = <E extends AnyEndpoint>(_endpoint: E, page: object): ResponseBody<E> =>
  page as ResponseBody<E>

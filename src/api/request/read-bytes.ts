/**
 * Conversion of an answer's text, used in workers and on the page. Pure. Its type assertions state that a converted
 * answer has the contract's type.
 */
import type { AnyEndpoint, Answer } from '#contract/kernel/endpoint.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { exactJson } from '#api/dialect/values/exact-json.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { isReference } from '#api/connection/service-kind.ts'
import { idInLocation, writeAnswerObject } from './write-answer.ts'

/** Why a body with status 2xx is not an answer. */
export type NoAnswer =
  | { is: 'not json' }
  /** Some services report an error in the body of a 200; `raw` = the body. */
  | { is: 'failure'; raw: string }
  /** JSON without a list where one was requested. */
  | { is: 'no list' }

export type ParsedAnswer<T> =
  | {
      is: 'answer'
      answer: T
      /** Findings of the conversion; null if the answer had the shape of the contract. */
      findings: DialectFindings | null
    }
  | NoAnswer

/** Keys that may be beside errors in an answer without data: GraphQL, JSON:API. */
const besideErrors = new Set(['errors', 'data', 'extensions', 'jsonapi', 'meta'])

function saysFailure(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const { success, ok, errors, data = null }: Readonly<Record<string, unknown>> = { ...json }
  const isBare = Array.isArray(errors) && errors.length > 0 && data === null
  return success === false || ok === false || (isBare && Object.keys(json).every((key) => besideErrors.has(key)))
}

/** @param trusted `ok: false` is a valid value of the contract: a check with findings */
function parsed(raw: string, trusted = false): ParsedAnswer<Json> {
  let json: Json = null
  try {
    json = JSON.parse(raw)
  } catch {
    return { is: 'not json' }
  }
  return !trusted && saysFailure(json) ? { is: 'failure', raw } : { is: 'answer', answer: json, findings: null }
}

/**
 * Whether an answer needs no check: it comes from the reference service, or from an endpoint that only this service
 * has. The table of fields and the code for dialects are only loaded for other answers.
 */
const isTrusted = ({ extension }: AnyEndpoint): boolean => isReference() === true || extension !== null

/**
 * An answer's text in the shape of the contract; null if the endpoint returns nothing. Any body of a successful write
 * is an answer, and fields that it lacks, even the id, are absent.
 * @param location header of the answer: the URL of the created object
 */
export async function readAnswerText<E extends AnyEndpoint>(
  endpoint: E,
  raw: string,
  location: string | null,
): Promise<ParsedAnswer<Answer<E>>> {
  if (endpoint.returns === null) return { is: 'answer', answer: null as Answer<E>, findings: null }
  const read = parsed(raw, isTrusted(endpoint))
  const isWrite = endpoint.method !== 'GET'
  // A text such as "OK" after a write means success without an object. An HTML page comes from a proxy or another
  // server.
  if (read.is === 'not json' && isWrite && !raw.trimStart().startsWith('<')) return written(endpoint, {}, location)
  if (read.is !== 'answer') return read
  if (isWrite && !isObject(read.answer)) return written(endpoint, writeAnswerObject(read.answer), location)
  if (isTrusted(endpoint)) return { is: 'answer', answer: read.answer as Answer<E>, findings: null }
  const { isContract } = await import('#api/dialect/fields/is-contract.ts')
  if (isContract(endpoint, read.answer)) return { is: 'answer', answer: read.answer as Answer<E>, findings: null }
  const json = exactJson(raw, read.answer)
  if (isWrite && isRecord(json)) return written(endpoint, json, location)
  const { readAnswer } = await import('#api/dialect/read-answer.ts')
  const { answer, findings } = readAnswer(endpoint, json, { now: Date.now() })
  return { is: 'answer', answer: answer as Answer<E>, findings }
}

/** A list with one entry counts as an object. */
const isObject = (json: Json): boolean => isRecord(json) || (Array.isArray(json) && json.length > 0)

/** The converted answer to a write; null if it is empty and its noun is not in the table. */
async function written<E extends AnyEndpoint>(
  endpoint: E,
  json: JsonRecord,
  location: string | null,
): Promise<ParsedAnswer<Answer<E>>> {
  const [{ readAnswer }, { nounOf }] = await Promise.all([
    import('#api/dialect/read-answer.ts'),
    import('#api/dialect/fields/is-contract.ts'),
  ])
  const isEmpty = Object.keys(json).length === 0
  if (isEmpty && nounOf(endpoint) === null) return { is: 'answer', answer: null as Answer<E>, findings: null }
  const { answer, findings } = readAnswer(endpoint, json, { now: Date.now() })
  const isUnnamed = typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === ''
  const made =
    isUnnamed && endpoint.method === 'POST' ? { ...answer, id: idInLocation(location, endpoint.path) } : answer
  return { is: 'answer', answer: made as Answer<E>, findings: isEmpty ? null : findings }
}

/** Parses bytes as JSON. */
export const parsedBytes = (bytes: ArrayBuffer): ParsedAnswer<Json> => parsed(new TextDecoder().decode(bytes))

/** Bytes as a page of the contract; null if they are a list of another shape, or not a list. */
export async function readAnswerPage<E extends AnyEndpoint>(
  endpoint: E,
  bytes: ArrayBuffer,
): Promise<ParsedAnswer<Answer<E>> | null> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  const isPage =
    isTrusted(endpoint) || (await import('#api/dialect/fields/is-contract.ts')).isContract(endpoint, read.answer)
  return isPage ? { is: 'answer', answer: read.answer as Answer<E>, findings: null } : null
}

/** A page assembled by the console, typed as an answer of the contract. */
export const asAnswer = <E extends AnyEndpoint>(_endpoint: E, page: object): Answer<E> => page as Answer<E>

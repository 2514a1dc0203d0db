/**
 * Tolerant reading: the answer of every endpoint passes through here, so that no page guards against shapes (API.md §6).
 * What a service may answer stands in tables; a further dialect is a further row. Pure.
 */
import type { AnyEndpoint } from '#contract/kernel.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Whether an endpoint answers with a page: its schema has `results`. */
function answersWithPage(endpoint: AnyEndpoint): boolean {
  const { returns } = endpoint
  return returns !== null && 'shape' in returns && isObject(returns.shape) && 'results' in returns.shape
}

/** Finds the rows of a list in an answer; null = this row of the table does not apply. */
interface ListShape {
  name: string
  rows: (json: unknown, noun: string) => unknown[] | null
}

const under =
  (key: string) =>
  (json: unknown): unknown[] | null => {
    const value = isObject(json) ? json[key] : undefined
    return isList(value) ? value : null
  }

/** The one array of objects (`{flows: […]}`); two of them would be a guess. */
function onlyArray(json: unknown): unknown[] | null {
  if (!isObject(json)) return null
  const lists = Object.values(json).filter((value): value is unknown[] => isList(value) && value.every(isObject))
  return lists.length === 1 ? (lists[0] ?? null) : null
}

const listShapes: readonly ListShape[] = [
  { name: 'bare array', rows: (json) => (isList(json) ? json : null) },
  { name: 'results', rows: under('results') },
  { name: 'data', rows: under('data') },
  { name: 'items', rows: under('items') },
  { name: 'plural noun', rows: (json, noun) => under(`${noun}s`)(json) },
  { name: 'only array', rows: onlyArray },
]

/** Objects in which a list or its figures may stand one level deeper. */
const wrappers = ['data', 'result', 'response', 'payload'] as const
/** Objects beside the rows that carry figures. */
const figures = ['meta', 'pagination', 'page'] as const
const totals = ['count', 'total', 'total_count', 'totalCount'] as const

function inner(json: unknown): Json[] {
  return isObject(json) ? wrappers.map((key) => json[key]).filter(isObject) : []
}

const findRows = (json: unknown, noun: string): unknown[] | null => {
  for (const level of [json, ...inner(json)]) {
    for (const shape of listShapes) {
      const rows = shape.rows(level, noun)
      if (rows !== null) return rows
    }
  }
  return null
}

function findTotal(json: unknown): number | null {
  for (const level of [json, ...inner(json)]) {
    if (!isObject(level)) continue
    for (const place of [level, ...figures.map((key) => level[key]).filter(isObject)]) {
      for (const key of totals) {
        const value = place[key]
        if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
      }
    }
  }
  return null
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function readPage(json: unknown, noun: string): unknown {
  const rows = findRows(json, noun)
  if (rows === null) return json
  const top = isObject(json) ? json : {}
  const about = top['count_is'] === 'about' ? { count_is: 'about' } : {}
  return {
    count: findTotal(json) ?? rows.length,
    ...about,
    next: textOrNull(top['next']),
    previous: textOrNull(top['previous']),
    results: rows.map(idsAsText),
  }
}

/** Wrappers of a single object; the noun's own name comes first (`{flow: {…}}`). */
const objectWrappers = ['data', 'result', 'item'] as const
/** Fields that may stand beside a wrapper without being part of the object. */
const beside = new Set(['success', 'status', 'message', 'meta', 'code'])

function readObject(json: unknown, noun: string): unknown {
  if (!isObject(json)) return json
  for (const key of [noun, ...objectWrappers]) {
    const value = json[key]
    const others = Object.keys(json).filter((name) => name !== key)
    if (isObject(value) && others.every((name) => beside.has(name))) return idsAsText(value)
  }
  return idsAsText(json)
}

/** What a person or another program wrote: kept to the letter, numbers called "id" included. */
const opaque = new Set([
  'config',
  'metadata',
  'settings',
  'variables',
  'custom_fields',
  'fields',
  'input_schema',
  'output_schema',
])
const idNames = ['id', '_id', 'uuid', 'pk'] as const

/** Ids as strings under the name `id`, at every depth outside of opaque fields. An object whose id is text already is left as it is. */
function idsAsText(value: unknown): unknown {
  if (isList(value)) return value.map(idsAsText)
  if (!isObject(value) || typeof value['id'] === 'string') return value
  const name = idNames.find((key) => typeof value[key] === 'string' || typeof value[key] === 'number')
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    opaque.has(key) ? one : idsAsText(one),
  ])
  return name === undefined ? Object.fromEntries(entries) : { ...Object.fromEntries(entries), id: String(value[name]) }
}

/** The shape of the contract: nothing is to be done. */
const isContractPage = (json: unknown): boolean => {
  if (!isObject(json) || !isList(json['results']) || typeof json['count'] !== 'number' || !('next' in json))
    return false
  const first = json['results'][0]
  return first === undefined || (isObject(first) && typeof first['id'] === 'string')
}

/** An answer in the shape of the contract, whichever dialect the service speaks. What is not understood is given back as it is. */
export function readAnswer(endpoint: AnyEndpoint, json: unknown): unknown {
  if (endpoint.returns === null) return null
  if (endpoint.media !== 'json') return json
  if (answersWithPage(endpoint)) return isContractPage(json) ? json : readPage(json, endpoint.noun)
  if (isObject(json) && typeof json['id'] === 'string') return json
  return readObject(json, endpoint.noun)
}

import { expect, test } from 'vitest'
import { me } from '#contract/account.ts'
import { flow } from '#contract/flow.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { person } from '#contract/person.ts'
import type { Json } from '#lib/json/json.ts'
import { isContract } from './fields/is-contract.ts'
import { readResponse } from './read-response.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const read = (endpoint: AnyEndpoint, json: Json) => readResponse(endpoint, json, { now }).body

const rows = [
  { id: 'a', name: 'One' },
  { id: 'b', name: 'Two' },
]

test.each<[string, Json, number]>([
  ['bare array', rows, 2],
  ['results without next', { results: rows, count: 7 }, 7],
  ['data and meta', { data: rows, meta: { total: 7 } }, 7],
  ['data and pagination', { data: rows, pagination: { total_count: 7 } }, 7],
  ['items and total', { items: rows, total: 7 }, 7],
  ['the noun in plural', { flows: rows, tags: [{ id: 'x' }] }, 2],
  ['the one array of objects', { workflows: rows, ok: true }, 2],
  ['one level deeper', { success: true, data: { flows: rows, total: 7 } }, 7],
  ['two levels deeper', { response: { data: { items: rows } } }, 2],
  ['HAL', { _embedded: { flows: rows }, total: 7 }, 7],
  ['by id', { flows: { a: { name: 'One', status: 'draft' }, b: { name: 'Two', status: 'draft' } } }, 2],
])('a list as %s', (_name, json, count) => {
  expect(read(flow.list, json)).toMatchObject({ count, next: null, previous: null, results: rows })
})

test('an empty list stays empty in every shape', () => {
  const shapes: Json[] = [[], { results: [] }, { data: [] }, { items: [], total: 0 }]
  for (const json of shapes) expect(read(flow.list, json)).toMatchObject({ count: 0, results: [] })
})

test.each<[string, Json]>([
  ['bare', { id: 'a', name: 'One' }],
  ['data', { data: { id: 'a', name: 'One' } }],
  ['the noun, with success beside it', { success: true, flow: { id: 'a', name: 'One' } }],
  ['nested', { status: 'ok', response: { data: { flow: { id: 'a', name: 'One' } } } }],
  ['JSON:API', { data: { type: 'flows', id: 'a', attributes: { name: 'One' } } }],
  ['a list with one entry', [{ id: 'a', name: 'One' }]],
])('an object as %s', (_name, json) => {
  expect(read(flow.read, json)).toMatchObject({ id: 'a', name: 'One' })
})

test('an object with a field called data is not unwrapped', () => {
  const json = { id: 5, data: { id: 6 }, name: 'One' }
  expect(read(flow.read, json)).toMatchObject({ id: '5', name: 'One', $raw: json })
})

test('ids become text, and numbers in config stay numbers', () => {
  const json = { id: 12, nodes: [{ id: 3, config: { id: 4 } }], tools: [{ pk: 9, name: 'x' }] }
  expect(read(flow.read, json)).toMatchObject({
    id: '12',
    nodes: [{ id: '3', config: { id: 4 } }],
    tools: [{ id: '9', name: 'x' }],
  })
})

test('for a noun that is not in the table, only ids are converted', () => {
  expect(read(person.list, { data: [{ pk: 7, name: 'Ada', inner: { id: 3 } }] })).toMatchObject({
    results: [{ id: '7', pk: 7, name: 'Ada', inner: { id: '3' } }],
  })
})

test('an endpoint without an answer needs no conversion', () => {
  expect(isContract(flow.remove, { deleted: true })).toBe(true)
})

test('if there are two arrays of objects, neither is read as the list', () => {
  const json = { alpha: rows, beta: rows }
  expect(read(flow.list, json)).toBe(json)
})

test('an answer of unknown shape is returned unchanged', () => {
  expect(read(flow.list, 'nonsense')).toBe('nonsense')
  expect(read(me.read, null)).toBeNull()
})

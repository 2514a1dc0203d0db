import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { me } from '#contract/account.ts'
import { readAnswer } from './dialect.ts'

const rows = [
  { id: 'a', name: 'One' },
  { id: 'b', name: 'Two' },
]

test('a page of the contract passes untouched', () => {
  const page = { count: 40, next: 'https://x/?cursor=c', previous: null, results: rows }
  expect(readAnswer(flow.list, page)).toBe(page)
})

test.each([
  ['bare array', rows, 2],
  ['results without next', { results: rows, count: 7 }, 7],
  ['data and meta', { data: rows, meta: { total: 7 } }, 7],
  ['data and pagination', { data: rows, pagination: { total_count: 7 } }, 7],
  ['items and total', { items: rows, total: 7 }, 7],
  ['the noun in plural', { flows: rows, tags: [{ id: 'x' }] }, 2],
  ['the one array of objects', { workflows: rows, ok: true }, 2],
  ['one level deeper', { success: true, data: { flows: rows, total: 7 } }, 7],
])('a list as %s', (_name, json, count) => {
  expect(readAnswer(flow.list, json)).toEqual({ count, next: null, previous: null, results: rows })
})

test('an empty list stays empty in every shape', () => {
  for (const json of [[], { results: [] }, { data: [] }, { items: [], total: 0 }])
    expect(readAnswer(flow.list, json)).toMatchObject({ count: 0, results: [] })
})

test.each([
  ['bare', { id: 'a', name: 'One' }],
  ['data', { data: { id: 'a', name: 'One' } }],
  ['the noun, with success beside', { success: true, flow: { id: 'a', name: 'One' } }],
])('an object as %s', (_name, json) => {
  expect(readAnswer(flow.read, json)).toEqual({ id: 'a', name: 'One' })
})

test('an object that has a field called data is not taken apart', () => {
  const json = { id: 5, data: { id: 6 }, name: 'One' }
  expect(readAnswer(flow.read, json)).toMatchObject({ id: '5', name: 'One' })
})

test('ids become text, numbers inside of config stay', () => {
  const json = { id: 12, nodes: [{ id: 3, config: { id: 4 } }], tools: [{ pk: 9, name: 'x' }] }
  expect(readAnswer(flow.read, json)).toEqual({
    id: '12',
    nodes: [{ id: '3', config: { id: 4 } }],
    tools: [{ id: '9', pk: 9, name: 'x' }],
  })
})

test('an endpoint without an answer gives null, whatever came', () => {
  expect(readAnswer(flow.remove, { deleted: true })).toBeNull()
})

test('of two arrays of objects none is taken for the list', () => {
  const json = { alpha: rows, beta: rows }
  expect(readAnswer(flow.list, json)).toBe(json)
})

test('what is not understood is given back', () => {
  expect(readAnswer(flow.list, 'nonsense')).toBe('nonsense')
  expect(readAnswer(me.read, null)).toBeNull()
})

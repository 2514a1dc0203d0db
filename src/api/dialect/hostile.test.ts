/** Malformed answers: nothing throws, and no invented data are shown. */
import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { readList } from './read-list.ts'
import { readObject } from './read-object.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const list = (json: Json) => readList('flow', json, { now })
const nested = (depth: number): Json => JSON.parse(`${'{"data":'.repeat(depth)}1${'}'.repeat(depth)}`)

test('rows that are not objects are reported, and not shown', () => {
  const { rows, findings } = list([null, 'x', 3, [], { id: 1, name: null }])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    id: '1',
    name: '',
    node_count: Number.NaN,
    created_at: '',
    created_by: null,
    tags: [],
  })
  expect(findings.notes).toContain('4 rows are not objects and cannot be shown.')
})

test('duplicate ids are reported', () => {
  expect(list([{ id: 1 }, { id: '1' }, { id: 2 }]).findings.notes).toEqual([
    'Rows with the same id as another row: 1 of 3.',
  ])
})

test('invalid answers give no list', () => {
  for (const json of [null, 1, 'x', {}, { a: 1 }, nested(200)]) expect(list(json).shape).toBeNull()
})

test('200 levels of nesting and names of built-in properties are read like any other', () => {
  const json: Json = JSON.parse(
    '{"id":"a","__proto__":{"name":"x"},"constructor":{"id":2},"hasOwnProperty":1,"name":{"toString":1}}',
  )
  const { object } = readObject('flowDetail', json, { now })
  expect(object).toMatchObject({ id: 'a', name: '' })
  expect(readObject('flowDetail', nested(200), { now }).object).toMatchObject({ id: '', nodes: [] })
  expect(list([{ id: 1, tags: nested(200), tools: [nested(200)] }]).rows[0]).toMatchObject({ id: '1', tags: [] })
})

test('an id that lost digits in JSON is left out', () => {
  expect(list(JSON.parse('[{"id":12345678901234567890,"name":"x"}]')).rows[0]).toMatchObject({ id: '' })
})

test('an unknown choice stays as it was written', () => {
  expect(list([{ id: 1, status: 'On Hold' }]).rows[0]).toMatchObject({ status: 'On Hold' })
})

test('an amount in another currency than the rest is left out and reported', () => {
  const { object, findings } = readObject('balance', { balance: '5 USD', available: '1', currency: 'EUR' }, { now })
  expect(object).toMatchObject({ balance: '', available: '1.000000', currency: 'EUR' })
  expect(findings.notes[0]).toContain('in USD, but')
})

test('an unknown currency is not replaced by that of the whole answer', () => {
  const { rows } = list({ data: [{ id: 1, cost_30d: 5, currency: 'credits' }], meta: { currency: 'EUR' } })
  expect(rows[0]).toMatchObject({ cost_last_30_days: '5.000000', currency: '' })
})

test('nodes with the same id and entries that are not objects are reported; edges without ends are kept', () => {
  const json: Json = { id: 1, nodes: [{ id: 'a' }, { id: 'a' }, null, {}], edges: [['a', 'b'], { from: 'a' }, 'x'] }
  const { object, findings } = readObject('flowDetail', json, { now })
  expect(object).toMatchObject({
    nodes: [{ id: 'a', name: 'a', position: null }, { id: 'a~2' }, { id: 'node-3' }],
    edges: [
      { source: 'a', target: 'b' },
      { source: 'a', target: '' },
    ],
  })
  expect(findings.notes).toHaveLength(3)
})

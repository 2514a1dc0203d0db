import { beforeEach, expect, test } from 'vitest'
import { forgetNames, withNames, type Call } from './reference-names.ts'

const run = { id: 'run.list' }
const flows = [
  { id: '1', name: 'Order intake' },
  { id: '2', name: 'Returns' },
  { id: '3', name: 'Returns' },
]

beforeEach(() => forgetNames(['flow', 'channel']))

/** A service with these flows, in pages of two, and the number of requests to it. */
function serviceOf(rows: readonly object[]): { call: Call; requestCount: () => number } {
  let requests = 0
  const call: Call = (_endpoint, input) => {
    requests += 1
    const from = Number(JSON.parse(JSON.stringify(input)).offset)
    const results = rows.slice(from, from + 2)
    const next = from + 2 < rows.length ? `?offset=${from + 2}` : null
    return Promise.resolve(JSON.parse(JSON.stringify({ count: rows.length, next, previous: null, results })))
  }
  return { call, requestCount: () => requests }
}

const flowsOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['flow'])

test('the name of the flow of a run is looked up by its id, page by page', async () => {
  const { call, requestCount } = serviceOf(flows)
  const rows = [
    { id: 'a', flow: { id: '1', name: '' }, channel: null },
    { id: 'b', flow: { id: '3', name: '' }, channel: null },
    { id: 'c', flow: { id: '9', name: '' }, channel: null },
    { id: 'd', flow: { id: '2', name: 'As the run says' }, channel: null },
  ]
  const { rows: named, found } = await withNames(run, rows, call)
  expect(flowsOf(named)).toEqual([
    { id: '1', name: 'Order intake' },
    { id: '3', name: 'Returns' },
    { id: '9', name: '' },
    { id: '2', name: 'As the run says' },
  ])
  expect(found).toEqual(['flow'])
  expect(requestCount()).toBe(2)
  await withNames(run, rows, call)
  expect(requestCount()).toBe(2)
})

test('an ambiguous text is looked up as an id, then as a unique name', async () => {
  const { call } = serviceOf(flows)
  const texts = ['1', 'Order intake', 'Returns']
  const rows = texts.map((text) => ({ id: 'a', flow: { id: text, name: text }, channel: null }))
  expect(flowsOf((await withNames(run, rows, call)).rows)).toEqual([
    { id: '1', name: 'Order intake' },
    { id: '1', name: 'Order intake' },
    { id: 'Returns', name: 'Returns' },
  ])
})

test('without missing names no request is sent, and unreadable references are unchanged', async () => {
  const { call, requestCount } = serviceOf(flows)
  const complete = [{ id: 'a', flow: { id: '1', name: 'Mine' }, channel: null }]
  expect((await withNames(run, complete, call)).rows).toBe(complete)
  const open = [{ id: 'a', flow: { id: '1', name: '' }, channel: null }]
  expect((await withNames({ id: 'tool.list' }, open, call)).rows).toBe(open)
  expect(requestCount()).toBe(0)
  expect((await withNames(run, open, () => Promise.reject(new Error('refused')))).rows).toEqual(open)
})

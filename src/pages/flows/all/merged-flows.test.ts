import { expect, test } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { ServiceFlowsView } from '#api/services/use-service-flows.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { readAllFlowsView, unfilteredAllFlows, writeAllFlowsView } from './all-flows-view.ts'
import { matchingFlows, mergedFlows, mergedFlowId } from './merged-flows.ts'
import { failureWords, partWords, serviceCounts } from './service-words.ts'

const flowOf = (id: string, name: string, more: Partial<FlowSummary> = {}): FlowSummary => ({
  id,
  name,
  description: '',
  status: 'active',
  version: 1,
  tags: [],
  node_count: 1,
  edge_count: 0,
  trigger_types: [],
  tools: [],
  channels: [],
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  cost_last_30_days: '0.000000',
  currency: 'EUR',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  created_by: null,
  sample: false,
  ...more,
})

const failed = (code: string, status = 0) =>
  new ApiError({
    status,
    code,
    detail: '',
    fieldErrors: {},
    requestId: null,
    method: 'GET',
    path: '/flow/',
    durationMs: 1,
    at: '',
    retryAfter: null,
    current: undefined,
    body: undefined,
  })

const viewOf = (
  id: string,
  rows: FlowSummary[],
  error: Error | null = null,
  total = rows.length,
): ServiceFlowsView => ({
  service: { id, name: `Service ${id}`, base: `/services/${id}/api`, kind: 'bearer', header: '', product: 'n8n' },
  flows: { rows, total, isComplete: total === rows.length, product: 'n8n', at: 5 },
  error,
  isLoading: false,
  onRetry: () => undefined,
})

const view = (text = '') => readAllFlowsView(new URLSearchParams(text), ['a', 'b'])

test('flows of one id at two services are two rows, in the order of the view', () => {
  const flows = mergedFlows([
    viewOf('a', [flowOf('1', 'Zebra'), flowOf('2', 'apple', { updated_at: '2026-02-01T00:00:00Z' })]),
    viewOf('b', [flowOf('1', 'Mango', { updated_at: '2026-03-01T00:00:00Z' })]),
  ])
  expect(new Set(flows.map(mergedFlowId)).size).toBe(3)
  expect(matchingFlows(flows, view()).map(({ name }) => name)).toEqual(['Mango', 'apple', 'Zebra'])
  expect(matchingFlows(flows, view('ordering=name')).map(({ name }) => name)).toEqual(['apple', 'Mango', 'Zebra'])
})

test('a flow is also at another service if exactly one there has its name', () => {
  const [one, two, other, third] = mergedFlows([
    viewOf('a', [flowOf('1', ' Order Status'), flowOf('2', 'Twice')]),
    viewOf('b', [flowOf('9', 'order status'), flowOf('7', 'twice'), flowOf('8', 'Twice')]),
  ])
  expect(one?.alsoAt.map(({ service, flow }) => [service.id, flow.id])).toEqual([['b', '9']])
  expect(other?.alsoAt.map(({ flow }) => flow.id)).toEqual(['1'])
  // Which of the two is meant, nobody can say.
  expect([two?.alsoAt, third?.alsoAt]).toEqual([[], []])
})

test('filters by service, status, search and counterpart', () => {
  const flows = mergedFlows([
    viewOf('a', [flowOf('1', 'Order status', { tags: ['vip'] }), flowOf('2', 'Refund', { status: 'draft' })]),
    viewOf('b', [flowOf('3', 'Order status')]),
  ])
  const found = (text: string) => matchingFlows(flows, view(text)).map(({ id }) => id)
  expect(found('in=b')).toEqual(['3'])
  expect(found('status=draft')).toEqual(['2'])
  expect(found('search=order+vip')).toEqual(['1'])
  expect(found('also=elsewhere')).toEqual(['1', '3'])
  expect(found('also=nowhere')).toEqual(['2'])
  expect(found('in=elsewhere')).toEqual(['1', '2', '3'])
})

test('the URL contains the view, without defaults', () => {
  const text = 'search=x&status=draft&ordering=name&page=2&in=b&also=nowhere'
  expect(writeAllFlowsView(view(text)).toString()).toBe(text)
  expect(writeAllFlowsView(unfilteredAllFlows(view(text))).toString()).toBe('ordering=name')
})

test('rows of a service that failed are as of its last response', () => {
  const [row] = mergedFlows([viewOf('a', [flowOf('1', 'One')], failed('timeout'))])
  expect(row?.staleSince).toBe(5)
  const views = [viewOf('a', [flowOf('1', 'One')], failed('timeout')), viewOf('b', [flowOf('1', 'Two')])]
  expect(serviceCounts(views, () => '14:12')).toBe('1 in Service a, as of 14:12 · 1 in Service b')
})

test.each([
  [failed('timeout'), '14:12', 'has not responded since 14:12.'],
  [failed('timeout'), null, 'does not respond.'],
  [failed('upstream_unreachable', 502), null, 'cannot be reached.'],
  [failed('not_authenticated', 401), '14:12', 'asks you to sign in.'],
  [failed('internal', 500), null, 'could not be read (500).'],
])('a failure is one sentence: %s, %s', (error, clock, words) => {
  expect(failureWords(error, clock)).toBe(words)
})

test('a list that is too long to be merged says how many of its flows are shown', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => flowOf(`${index}`, `Flow ${index}`))
  expect(partWords(viewOf('a', rows, null, 5_210))).toContain('1,000 of 5,210 flows')
  expect(partWords(viewOf('a', rows))).toBeNull()
})

import { expect, test } from 'vitest'
import type { FlowDetail } from '#contract/flow.ts'
import { differenceOf } from './flow-difference.ts'

const nodeOf = (id: string, name: string, config: FlowDetail['nodes'][number]['config'] = {}, x = 0) => ({
  id,
  type: 'http',
  name,
  position: { x, y: 0 },
  size: null,
  parent: null,
  tool: null,
  config,
  disabled: false,
  notes: '',
})

const flowOf = (nodes: FlowDetail['nodes'], updated: string, more: Partial<FlowDetail> = {}): FlowDetail => ({
  id: '1',
  name: 'Order status',
  description: '',
  status: 'active',
  version: 3,
  tags: [],
  node_count: nodes.length,
  edge_count: 0,
  trigger_types: [],
  tools: [],
  channels: [],
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  cost_last_30_days: '0.000000',
  currency: 'EUR',
  created_at: updated,
  updated_at: updated,
  created_by: null,
  sample: false,
  nodes,
  edges: [],
  metadata: {},
  variables: [],
  settings: {},
  viewport: null,
  validation: [],
  bindings: { tools: {}, channels: {}, secrets: {} },
  ...more,
})

const [early, late] = ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z']
const call = (url: string) => [nodeOf('a', 'start'), nodeOf('b', 'ask', { url })]

test('flows with other ids, positions, versions and metadata are the same', () => {
  const moved = [nodeOf('x', 'start', {}, 400), nodeOf('y', 'ask', { url: 'https://one' }, 90)]
  const there = flowOf(moved, late, { id: '77', version: 9, metadata: { instance: 'prod' } })
  expect(differenceOf(flowOf(call('https://one'), early), there)).toEqual({ is: 'same' })
})

test('the flow that was changed later is ahead of the other by its changes', () => {
  const [old, now] = [flowOf(call('https://old'), early), flowOf([...call('https://new'), nodeOf('c', 'log')], late)]
  expect(differenceOf(now, old)).toEqual({ is: 'behind', changes: 2 })
  expect(differenceOf(old, now)).toEqual({ is: 'changed there' })
})

test('without times nobody can say which one is ahead', () => {
  expect(differenceOf(flowOf(call('https://old'), ''), flowOf(call('https://new'), late))).toEqual({ is: 'differs' })
})

test('a changed setting or variable is a change', () => {
  const here = flowOf(call('https://one'), late, { settings: { retries: 3 }, variables: [{ key: 'a', value: 1 }] })
  expect(differenceOf(here, flowOf(call('https://one'), early))).toEqual({ is: 'behind', changes: 2 })
})

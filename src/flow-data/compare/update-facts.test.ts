import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { compareFlows } from './comparison.ts'
import { updateFacts } from './update-facts.ts'

const definitions = (source: JsonRecord, settings: JsonRecord = {}) => ({
  name: 'Flow',
  description: '',
  metadata: { source },
  variables: [],
  settings,
})
const trigger = (id: string, config: JsonRecord) => makeNode({ id, type: 'trigger', name: id, config })
const options = { ids: true, positions: true, isMasked: false }

test('an update by a file: equal steps, origin, requirements and starts', () => {
  const before = {
    nodes: [
      trigger('nightly', { kind: 'schedule', schedule: { cron: '0 4 * * *' } }),
      trigger('chat', { kind: 'message', channel: 'support' }),
      makeNode({ id: 'ask', type: 'agent', name: 'Ask', tool: 'crm', config: { model: 'small' } }),
      makeNode({ id: 'log', type: 'subflow', name: 'Log', config: { flow: 'Log to sheet' } }),
    ],
    edges: [makeEdge({ id: 'e', source: 'chat', target: 'ask' })],
    validation: [],
  }
  const after = {
    nodes: [
      trigger('nightly', { kind: 'schedule', schedule: { cron: '30 5 * * *' } }),
      makeNode({ id: 'ask', type: 'agent', name: 'Ask', tool: 'orders', config: { model: 'large' } }),
      makeNode({ id: 'log', type: 'code', name: 'Another', config: {} }),
    ],
    edges: [],
    validation: [],
  }
  const sources = [
    { format: 'n8n', id: 'a1', updatedAt: '2026-11-01T08:00:00Z' },
    { format: 'n8n', id: 'a1', updatedAt: '2026-11-02T08:00:00Z' },
  ] as const
  const comparison = compareFlows(before, after, {
    ...options,
    definitions: {
      before: definitions(sources[0], { timeout_s: 60 }),
      after: definitions(sources[1], { timeout_s: 90 }),
    },
  })
  const facts = updateFacts(comparison)
  expect(facts).toMatchObject({ steps: { before: 4, after: 3, same: 2 }, isSameOrigin: true, isNewer: true })
  expect(facts.requirements.tools.map(({ name, change }) => [name, change])).toEqual([
    ['orders', 'added'],
    ['crm', 'removed'],
  ])
  expect(facts.requirements.models.map(({ name }) => name)).toEqual(['large', 'small'])
  expect(facts.requirements.subflows).toMatchObject([{ name: 'Log to sheet', change: 'removed' }])
  expect(facts.requirements.channels).toMatchObject([{ name: 'support', change: 'removed' }])
  expect(facts.requirements.settings).toEqual([{ name: 'timeout_s', change: 'changed', before: '60', after: '90' }])
  expect(facts.starts).toEqual([
    { kind: 'schedule', change: 'changed', name: 'nightly', before: '0 4 * * *', after: '30 5 * * *' },
    { kind: 'message', change: 'removed', name: 'chat', before: 'support', after: null },
  ])
})

test('flows with other origins, or none', () => {
  const parts = { nodes: [], edges: [], validation: [] }
  const facts = (a: JsonRecord, b: JsonRecord) =>
    updateFacts(
      compareFlows(parts, parts, { ...options, definitions: { before: definitions(a), after: definitions(b) } }),
    )
  expect(facts({ format: 'n8n', id: 'a' }, { format: 'n8n', id: 'b' }).isSameOrigin).toBe(false)
  expect(facts({ format: 'n8n', id: 'a' }, { format: 'dify', id: 'a' }).isSameOrigin).toBe(false)
  expect(facts({ format: 'node-red', z: 'tab' }, { format: 'node-red', z: 'tab' }).isSameOrigin).toBe(true)
  expect(facts({}, { format: 'n8n', id: 'b' })).toMatchObject({ isSameOrigin: null, isNewer: null })
})

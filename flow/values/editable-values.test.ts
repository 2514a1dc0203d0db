import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { makeNode } from '#flow/draft.ts'
import { fixture, nodeOf, only } from '#test/support/flow-fixtures.ts'
import { editableValues, nodeValues, valueReader } from './editable-values.ts'

const node = (type: string, config: JsonRecord, more: Partial<Node> = {}) =>
  makeNode({ id: 'n', type, name: 'N', config, ...more })
const values = (of: Node, product: string | null = null): Record<string, Json> =>
  Object.fromEntries(nodeValues(of, product).map(({ path, value }) => [path.join('.'), value]))
const kinds = (of: Node) => Object.fromEntries(nodeValues(of, null).map(({ path, kind }) => [path.join('.'), kind]))

test('a request: address, headers, the values of its body, time limit and retries', () => {
  const config = {
    method: 'POST',
    url: 'https://a.example/x',
    headers: { accept: 'text/html' },
    body: { model: 'small', deep: [{ n: 3, on: true }] },
    retry: { times: 2 },
    auth: { kind: 'bearer', secret: '{{ secrets.shop }}' },
  }
  expect(values(node('api', config))).toEqual({
    'config.method': 'POST',
    'config.url': 'https://a.example/x',
    'config.query': null,
    'config.headers': { accept: 'text/html' },
    'config.auth.secret': '{{ secrets.shop }}',
    'config.timeout_ms': null,
    'config.retry.times': 2,
    'config.retry.wait_ms': null,
    disabled: false,
    'config.body.model': 'small',
    'config.body.deep.0.n': 3,
  })
})

test('the address and credentials of a tool are not those of the node', () => {
  const found = Object.keys(values(node('api', { query: { a: '1' } }, { tool: 'orders' })))
  expect(found).toContain('config.query')
  expect(found).not.toContain('config.url')
  expect(found).not.toContain('config.method')
})

test.each<[string, JsonRecord, Record<string, string>]>([
  ['a cron expression', { cron: '0 8 * * *' }, { 'config.schedule.cron': 'cron', 'config.schedule.zone': 'time zone' }],
  ['an interval', { every_seconds: 300 }, { 'config.schedule.every_seconds': 'interval' }],
  ['nothing yet', {}, { 'config.schedule.cron': 'cron', 'config.schedule.zone': 'time zone' }],
])('a schedule with %s', (_, schedule, expected) => {
  expect(kinds(node('trigger', { kind: 'schedule', schedule }))).toEqual({ ...expected, disabled: 'boolean' })
})

test('a schedule that is a text', () => {
  expect(kinds(node('trigger', { kind: 'schedule', schedule: '@daily' }))).toMatchObject({ 'config.schedule': 'cron' })
})

test('agents, messages, waits, notes and code', () => {
  expect(kinds(node('agent', { instructions: 'Be kind.' }))).toMatchObject({
    'config.model': 'model',
    'config.instructions': 'long text',
    'config.temperature': 'number',
  })
  expect(kinds(node('message', { channel: 'reply', text: 'Hello' }))).toMatchObject({ 'config.text': 'long text' })
  expect(kinds(node('wait', { seconds: 5 }))).toEqual({ 'config.seconds': 'duration', disabled: 'boolean' })
  expect(kinds(node('wait', { event: 'reply' }))).toMatchObject({
    'config.event': 'choice',
    'config.timeout_s': 'duration',
  })
  expect(kinds(node('note', { text: '' }))).toEqual({ 'config.text': 'long text' })
  expect(kinds(node('code', { source: 'return 1' }))).not.toHaveProperty('config.source')
  expect(kinds(node('group', { label: 'x' }))).toEqual({})
})

test('a text in the place of a number is edited as text, a value of another shape not at all', () => {
  expect(kinds(node('agent', { temperature: 'warm', model: { name: 'x' }, max_steps: '3' }))).toMatchObject({
    'config.temperature': 'text',
    'config.max_steps': 'number',
  })
  expect(kinds(node('agent', { model: { name: 'x' } }))).not.toHaveProperty('config.model')
  expect(kinds(node('api', { headers: { a: { b: 1 } } }))).not.toHaveProperty('config.headers')
})

test('a step of another product has the strings and numbers of its original, without ids, ports and places', () => {
  const comfy = only(fixture('comfyui/portrait.json'))
  expect(values(nodeOf(comfy, '2'), 'ComfyUI')).toEqual({
    disabled: true,
    'config.original.widgets_values.0': 'a portrait',
  })
  const condition = nodeOf(only(fixture('n8n-orders.json')), 'i1')
  expect(values(condition, 'n8n')).toMatchObject({
    'config.original.parameters.conditions.conditions.0.leftValue': '={{ $json.stock }}',
    'config.original.parameters.conditions.conditions.0.rightValue': 0,
  })
  expect(Object.keys(values(condition, 'n8n')).filter((path) => /\.(?:type|typeVersion|id)$/.test(path))).toEqual([])
  const api = only(fixture('comfyui-api/portrait.json'))
  const paths = api.nodes.flatMap((one) => Object.keys(values(one, 'ComfyUI')))
  // Links between nodes are ["4", 0].
  expect(paths.filter((path) => /inputs\.(?:clip|model|positive|images|mask)\b/.test(path))).toEqual([])
  expect(paths).toContain('config.original.inputs.text')
})

test('a converted step that runs here has no values of its original', () => {
  const request = nodeOf(only(fixture('n8n-orders.json')), 'h1')
  expect(Object.keys(values(request, 'n8n')).filter((path) => path.startsWith('config.original'))).toEqual([])
  expect(values(request, 'n8n')).toMatchObject({ 'config.url': 'https://warehouse.example.com/reserve' })
})

test('a node of an unknown type without an original has the values of its config', () => {
  expect(values(node('robot', { speed: 3, on: true, deep: { word: 'go' } }))).toEqual({
    disabled: false,
    'config.speed': 3,
    'config.deep.word': 'go',
  })
})

test('variables, settings and nodes, each id and key once', () => {
  const flow = {
    metadata: {},
    settings: { timezone: 'Europe/Oslo', extra: { limit: 5 } },
    variables: [
      { key: 'base', value: 'https://a.example' },
      { key: 'on', value: true },
      { key: 'list', value: [1, { x: 'y' }] },
      { key: 'empty' },
      { key: 'base', value: 'again' },
    ],
    nodes: [node('note', { text: 'first' }), node('note', { text: 'second' })],
  }
  expect(editableValues(flow).map(({ label, kind, value }) => [label, kind, value])).toEqual([
    ['base', 'text', 'https://a.example'],
    ['on', 'boolean', true],
    ['list.0', 'number', 1],
    ['list.1.x', 'text', 'y'],
    ['empty', 'text', null],
    ['Time zone', 'time zone', 'Europe/Oslo'],
    ['Time limit of a run', 'duration', null],
    ['extra.limit', 'number', 5],
    ['Text', 'long text', 'first'],
  ])
  const read = valueReader(flow)
  expect(read({ kind: 'node', id: 'n' }).map(({ value }) => value)).toEqual(['first'])
  expect(read({ kind: 'variable', key: 'base' }).map(({ value }) => value)).toEqual(['https://a.example'])
  expect(read({ kind: 'node', id: '__proto__' })).toEqual([])
})

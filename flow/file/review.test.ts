import { expect, test } from 'vitest'
import { readFlowFile } from './read.ts'
import { messageLine } from './message-counts.ts'
import { groupWarnings, reviewOf, type FlowReview } from './review.ts'

const reviewsOf = (document: unknown, name = 'file.json'): FlowReview[] => {
  const read = readFlowFile({ name, text: JSON.stringify(document) })
  return read.ok ? read.flows.map(reviewOf) : []
}
const template = (flow: object, more: object = {}) => ({
  format: 'flow-template',
  format_version: '1.0',
  flow: { name: 'Orders', nodes: [], edges: [], ...flow },
  ...more,
})
const node = (id: string, type: string, more: object = {}) => ({ id, type, name: `The ${id}`, ...more })

test('counts the parts of a flow', () => {
  const [review] = reviewsOf(
    template({
      nodes: [
        node('a', 'trigger', { position: { x: 0, y: 0 } }),
        node('b', 'code', { disabled: true }),
        node('c', 'code', { position: { x: 9, y: 9 } }),
        node('n', 'note'),
        node('g', 'group'),
      ],
      edges: [{ id: 'e', source: 'a', target: 'b' }],
      variables: [{ key: 'zone' }],
      settings: { retries: 2, zone: 'UTC' },
    }),
  )
  expect(review?.counts).toEqual({
    nodes: 4,
    edges: 1,
    groups: 1,
    notes: 1,
    disabled: 1,
    placed: 2,
    variables: 1,
    settings: 2,
  })
})

test('a secret is listed with its key and places, never with its value', () => {
  const secret = 'Bearer c0ffee4deadbeef17c1e'
  const [review] = reviewsOf(
    template({
      nodes: [
        node('look', 'api', { config: { headers: { authorization: secret } } }),
        node('again', 'api', {
          config: { headers: { authorization: secret }, url: 'https://x.example/{{ secrets.shop }}' },
        }),
      ],
      metadata: { source: { password: 'hunter2-is-long' } },
    }),
  )
  const [first, second] = review?.secrets.first ?? []
  expect(first).toEqual({
    key: 'authorization',
    isUsed: true,
    occurrences: {
      count: 2,
      first: [
        { node: { id: 'look', name: 'The look' }, field: 'headers.authorization' },
        { node: { id: 'again', name: 'The again' }, field: 'headers.authorization' },
      ],
    },
  })
  expect(second).toMatchObject({ key: 'password', isUsed: false })
  // An existing reference is a requirement, not a secret found in the file.
  expect(review?.needs.secrets.first.map(({ key }) => key)).toEqual(['shop'])
  expect(JSON.stringify(review)).not.toContain('c0ffee4deadbeef17c1e')
})

test('a secret used as an id is counted', () => {
  const [review] = reviewsOf(template({ nodes: [node('sk-live-4f2a9c0b7d1e88435a6b', 'code')] }))
  expect(review?.renamedSecrets).toBe(1)
  expect(JSON.stringify(review)).not.toContain('4f2a9c0b7d1e8843')
})

test('tools and channels are listed with the nodes that need them', () => {
  const [review] = reviewsOf(
    template({
      nodes: [
        node('start', 'trigger', { config: { kind: 'message', channel: 'chat' } }),
        node('look', 'api', { tool: 'orders_api' }),
        node('ask', 'agent', { config: { tools: ['orders_api', 'crm'] } }),
      ],
    }),
  )
  expect(review?.needs.tools.first).toEqual([
    {
      key: 'orders_api',
      nodes: {
        count: 2,
        first: [
          { id: 'look', name: 'The look' },
          { id: 'ask', name: 'The ask' },
        ],
      },
    },
    { key: 'crm', nodes: { count: 1, first: [{ id: 'ask', name: 'The ask' }] } },
  ])
  expect(review?.needs.channels.first).toMatchObject([{ key: 'chat' }])
})

test('unknown types, dangling edges, changed ids and a newer version are reported', () => {
  const [review] = reviewsOf(
    template(
      {
        nodes: [node('a', 'trigger'), node('a', 'xmlParse')],
        edges: [{ id: 'e', source: 'a', target: 'gone' }],
      },
      { format_version: '2.0' },
    ),
  )
  expect(review?.verdict).toMatchObject({ steps: 2, foreign: 1 })
  expect(review?.dangling.count).toBe(1)
  expect(review?.changedIds).toEqual({ count: 1, first: [{ kind: 'node', from: 'a', to: 'a~2' }] })
  expect(review?.warnings.map(({ code }) => code)).toContain('template_version')
})

test.each([
  ['1.0', false],
  ['1', false],
  [1, false],
  ['1.0.3', false],
  ['1.7', true],
  ['1.x', true],
  ['0.9', true],
  ['', true],
])('an unknown format version, even a minor one, is reported: %s', (version, isTold) => {
  const [review] = reviewsOf(template({ nodes: [node('a', 'trigger')] }, { format_version: version }))
  expect(review?.warnings.some(({ code }) => code === 'template_version')).toBe(isTold)
})

test('warnings are grouped, and equal and omitted ones are counted', () => {
  const message = 'Not a node.'
  expect(
    groupWarnings([
      { code: 'not_a_node', message, node_id: 'x' },
      { code: 'not_a_node', message },
      { code: 'not_a_node', message: '3 more of this kind.' },
      { code: 'other', message: 'Other.' },
    ]),
  ).toEqual([
    { code: 'not_a_node', count: 5, lines: [{ message, count: 2 }], node: 'x' },
    { code: 'other', count: 1, lines: [{ message: 'Other.', count: 1 }], node: null },
  ])
})

test('a message that was counted several times is one line', () => {
  expect([1, 1200].map((count) => messageLine({ message: 'Not a node.', count }))).toEqual([
    'Not a node.',
    'Not a node. (1,200 times)',
  ])
})

test('the size of a review is limited', () => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    node(`n${at}`, `type-${at}`, { tool: `tool_${at}`, config: { password: `secret-${at}-long` } }),
  )
  const [review] = reviewsOf(template({ nodes: many }))
  expect(review?.secrets.count).toBe(5_000)
  expect(review?.needs.tools.count).toBe(5_000)
  expect(JSON.stringify(review).length).toBeLessThan(60_000)
})

test('names like __proto__ are ordinary names', () => {
  const [review] = reviewsOf(template({ nodes: [node('constructor', '__proto__', { tool: '__proto__' })] }))
  expect(review?.needs.tools.first).toMatchObject([{ key: '__proto__' }])
})

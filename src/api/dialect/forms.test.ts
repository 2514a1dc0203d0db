/** Rows and objects in the formats of other vendors, and values that only resemble such a format. */
import { expect, test } from 'vitest'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { readList } from './read-list.ts'
import { readObject } from './read-object.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const rowsOf = (noun: string, json: Json) => readList(noun, json, { now }).rows
const first = (noun: string, row: JsonRecord): JsonRecord => rowsOf(noun, [row])[0] ?? {}
const read = (noun: string, json: Json) => readObject(noun, json, { now }).object

test.each<[string, string, JsonRecord, string]>([
  ['id takes precedence', 'flow', { id: 7, uuid: 'x', url: '/flows/8/', name: 'a' }, '7'],
  ['a URL with a host', 'flow', { url: 'http://inside:8000/api/v1/flows/12/', name: 'a' }, '12'],
  ['a URL with another word for the noun', 'flow', { href: '/v2/workflows/a%20b?x=1', name: 'a' }, 'a b'],
  ['JSON-LD', 'flow', { '@id': '/api/things/12', '@type': 'Flow', name: 'a' }, '12'],
  ['a URN', 'flow', { '@id': 'urn:uuid:6ba7b810', name: 'a' }, '6ba7b810'],
  ['self', 'run', { self: 'https://x.example/executions/12', status: 'failed' }, '12'],
  ['a link of JSON:API', 'flow', { links: { self: '/flows/12' }, name: 'a' }, '12'],
  ['a link of HAL', 'flow', { _links: { self: { href: '/flows/12' } }, name: 'a' }, '12'],
  ['a list of links', 'flow', { links: [{ rel: 'self', href: '/flows/12' }], name: 'a' }, '12'],
  ['a resource name', 'flow', { name: 'projects/x/flows/123', displayName: 'a' }, '123'],
  ['MongoDB', 'flow', { _id: { $oid: '65f0' }, name: 'a' }, '65f0'],
  ['an id named after the noun', 'run', { execution_id: 5, status: 'failed' }, '5'],
  ['null, and a URL', 'flow', { id: null, url: '/flows/12', name: 'a' }, '12'],
  ['none from the URL of a webhook', 'channel', { url: 'https://hooks.example/in/12', name: 'a', type: 'webhook' }, ''],
  ['none from the URL of a web page', 'flow', { url: 'https://shop.example/', name: 'a' }, ''],
  ['none from a blank node', 'flow', { '@id': '_:b0', name: 'a' }, ''],
  ['none from a display name with a slash', 'flow', { name: 'Sales/Orders' }, ''],
  ['none from a compound id', 'flow', { id: { tenant: 'x', number: 3 }, name: 'a' }, ''],
  ['none without a source', 'flow', { name: 'a' }, ''],
])('the id of a row: %s', (_name, noun, row, id) => {
  expect(first(noun, row)['id']).toBe(id)
})

test('the display name is used, and the resource name only if there is none', () => {
  expect(first('flow', { name: 'projects/x/flows/1', displayName: 'Intake' })['name']).toBe('Intake')
  expect(first('flow', { name: 'projects/x/flows/1' })['name']).toBe('projects/x/flows/1')
  expect(first('flow', { id: 1, name: 'a/b' })['name']).toBe('a/b')
})

test('if resource names end alike, the whole name is the id', () => {
  const names = ['projects/x/flows/1', 'projects/y/flows/1']
  const rows = rowsOf('flow', { flows: names.map((name) => ({ name, displayName: 'a' })) })
  expect(rows.map(({ id }) => id)).toEqual(names)
})

const run = { id: '3', name: 'Intake' }
test.each<[string, JsonRecord, JsonRecord | null]>([
  ['an id', { flow: 3 }, { id: '3', name: '' }],
  ['an id with a name beside it', { flow: 3, flow_name: 'Intake' }, run],
  ['a name with an id beside it', { flow: 'Intake', flow_id: 3 }, run],
  ['another word for the noun', { workflow_id: 3 }, { id: '3', name: '' }],
  ['a URL', { flow: 'http://x.example/flows/3/' }, { id: '3', name: '' }],
  ['a resource name', { flow: 'projects/x/flows/3' }, { id: '3', name: '' }],
  ['an object with a URL', { flow: { url: '/flows/3', title: 'Intake' } }, run],
  ['a link of HAL', { _links: { flow: { href: '/flows/3', title: 'Intake' } } }, run],
  ['embedded', { _embedded: { flow: { id: 3, name: 'Intake' } } }, run],
  ['a plain text', { flow: 'Intake' }, { id: 'Intake', name: 'Intake' }],
])('the flow of a run: %s', (_name, row, flow) => {
  expect(first('run', { id: 1, status: 'failed', ...row })['flow']).toMatchObject({ ...flow })
})

test('the resources of JSON:API are joined, also with cyclic references', () => {
  const flow = {
    type: 'flows',
    id: '3',
    attributes: { name: 'Intake' },
    relationships: { flow: { data: { type: 'flows', id: '3' } } },
  }
  const json: Json = {
    data: [
      {
        type: 'runs',
        id: '1',
        attributes: { status: 'failed', 'started-at': '2026-11-01T00:00:00Z' },
        relationships: {
          flow: { data: { type: 'flows', id: '3' } },
          channel: { data: { type: 'channels', id: '9' } },
          conversation: { data: null },
        },
      },
    ],
    included: [flow],
    meta: { 'record-count': 41 },
    links: { next: '/runs?page%5Bnumber%5D=2' },
  }
  const { rows, total, paging } = readList('run', json, { now })
  expect(rows[0]).toMatchObject({
    id: '1',
    flow: { id: '3', name: 'Intake' },
    channel: { id: '9', name: '' },
    conversation: null,
    started_at: '2026-11-01T00:00:00.000Z',
  })
  expect([total, paging.next]).toEqual([41, { 'page[number]': 2 }])
})

test('`attributes` of a contact are read as its custom fields', () => {
  const contact = { id: 1, name: 'Ada', attributes: { plan: 'gold' } }
  expect(first('conversation', { id: 1, contact })['contact']).toMatchObject({ name: 'Ada', fields: { plan: 'gold' } })
})

const flow = { id: 1, name: 'a', status: 'draft' }
test.each<[string, Json, number | null, object | null]>([
  [
    'GraphQL',
    {
      data: { flows: { edges: [{ node: flow }], pageInfo: { hasNextPage: true, endCursor: 'c1' }, totalCount: 9 } },
      errors: [],
    },
    9,
    { after: 'c1' },
  ],
  [
    'the last page of GraphQL',
    { data: { flows: { edges: [{ node: flow }], pageInfo: { hasNextPage: false, endCursor: 'c1' } } } },
    null,
    null,
  ],
  [
    'result and nodes, with lists of errors beside them',
    { success: true, errors: [], messages: [], result: { nodes: [flow] } },
    null,
    null,
  ],
  ['OData', { '@odata.count': 9, value: [flow], '@odata.nextLink': 'https://x/flow/?$skip=1' }, 9, { $skip: 1 }],
  ['OData 2', { d: { results: [flow], __count: '9', __next: 'https://x/flow/?$skip=1' } }, 9, { $skip: 1 }],
  ['HAL', { _embedded: { flows: [flow] }, _links: { next: { href: '/flows?page=2' } }, total: 9 }, 9, { page: 2 }],
  [
    'Spring',
    { content: [flow], totalElements: 9, totalPages: 9, number: 0, size: 1, last: false, pageable: { pageNumber: 0 } },
    9,
    { page: 1 },
  ],
  [
    'Elasticsearch',
    {
      took: 1,
      hits: { total: { value: 9, relation: 'eq' }, hits: [{ _id: '1', _source: { name: 'a', status: 'draft' } }] },
    },
    9,
    null,
  ],
  [
    'links with their relation',
    { items: [flow], links: [{ rel: 'next', href: '/flows?cursor=c1' }] },
    null,
    { cursor: 'c1' },
  ],
  ['a count of this page with a total', { data: [flow], count: 1, total: 9 }, 9, null],
  ['a count of this page without a total', { data: [flow], count: 1, next: '/flows?page=2' }, null, { page: 2 }],
])('total and next page of a list: %s', (_name, json, total, next) => {
  const list = readList('flow', json, { now })
  expect(list.rows).toMatchObject([{ id: '1', name: 'a', status: 'draft' }])
  expect([list.total, list.paging.next]).toEqual([total, next])
})

test.each<[string, Json]>([
  ['numbers', [1, 2, 3]],
  ['other objects', [{ colour: 'red' }, { colour: 'blue' }]],
  ['errors only', { errors: [{ message: 'no' }], data: null }],
  ['other objects under `result`', { result: [{ colour: 'red' }] }],
])('an array of %s is not a list of flows', (_name, json) => {
  expect(readList('flow', json, { now }).shape).toBeNull()
})

test.each<[string, JsonRecord, JsonRecord]>([
  ['counts of GraphQL', { nodes: { totalCount: 3 }, runs: { totalCount: 5 } }, { node_count: 3, run_count: 5 }],
  ['counts in a nested object', { stats: { nodes: 3, run_count: 5 } }, { node_count: 3, run_count: 5 }],
  ['counts of Prisma', { _count: { nodes: 3, runs: 5 } }, { node_count: 3, run_count: 5 }],
  ['lists that can be counted', { nodes: [{}, {}, {}], runs: [{}] }, { node_count: 3, run_count: Number.NaN }],
  ['a count that takes precedence over the list', { nodes: [{}], node_count: 3 }, { node_count: 3 }],
  ['tags of a GraphQL connection', { tags: { edges: [{ node: { name: 'a' } }] } }, { tags: ['a'] }],
  ['tags in a text', { tags: 'shop, daily' }, { tags: ['shop', 'daily'] }],
  ['tags in JSON', { tags: '["shop","daily"]' }, { tags: ['shop', 'daily'] }],
  ['a flag that means a status', { isActive: true }, { status: 'active' }],
  ['a flag that does not determine the status', { active: false }, { status: '' }],
  ['two flags, of which “archived” takes precedence', { active: true, archived: true }, { status: 'archived' }],
  ['a count that looks like a flag', { active: 1 }, { status: '' }],
  ['a currency in the name', { cost_30d_usd: 12.5 }, { cost_last_30_days: '12.500000', currency: 'USD' }],
  ['a currency in capitals', { cost30DaysEUR: '3' }, { cost_last_30_days: '3.000000', currency: 'EUR' }],
  [
    'a currency beside the amount',
    { cost_30d: '3', cost_30d_currency: 'EUR' },
    { cost_last_30_days: '3.000000', currency: 'EUR' },
  ],
  ['one currency for all amounts', { cost_30d: '3', billing: { currency: { code: 'eur' } } }, { currency: 'EUR' }],
  ['an amount in another currency', { cost_30d_usd: 3, currency: 'EUR' }, { cost_last_30_days: '', currency: 'EUR' }],
  ['a word that is also a currency code', { cost_30d_all: 3 }, { cost_last_30_days: '' }],
  ['a time of Java', { created: [2026, 11, 1, 8, 30] }, { created_at: '2026-11-01T08:30:00.000Z' }],
  ['a time of Google', { createTime: '2026-11-01T08:30:00.5Z' }, { created_at: '2026-11-01T08:30:00.500Z' }],
])('fields of a flow: %s', (_name, row, fields) => {
  expect(first('flow', { id: 1, name: 'a', ...row })).toMatchObject(fields)
})

test.each<[string, JsonRecord, JsonRecord]>([
  ['connected', { isConnected: true }, { status: 'connected' }],
  ['not connected', { connected: false }, { status: 'disconnected' }],
  ['a status that takes precedence over a flag', { status: 'error', connected: false }, { status: 'error' }],
  ['a constant', { type: 'CHANNEL_TYPE_EMAIL' }, { type: 'email' }],
])('fields of a channel: %s', (_name, row, fields) => {
  expect(first('channel', { id: 1, name: 'a', ...row })).toMatchObject(fields)
})

test.each<[JsonRecord, boolean]>([
  [{ enabled: 'Y' }, true],
  [{ enabled: 'N' }, false],
  [{ is_active: 0 }, false],
  [{ disabled: true }, false],
  [{ disabled: 'no' }, true],
  [{ enabled: 'perhaps' }, true],
])('whether a tool is enabled: %j', (row, enabled) => {
  expect(first('tool', { id: 1, key: 'k', ...row })['enabled']).toBe(enabled)
})

test('a plain text is read as a message, with the fields beside it', () => {
  const row = { id: 1, lastMessage: 'Hello', lastMessageAt: 1_795_161_600, last_message_direction: 'IN' }
  expect(first('conversation', row)['last_message']).toEqual({
    at: '2026-11-20T08:00:00.000Z',
    direction: 'in',
    author: '',
    text: 'Hello',
  })
  expect(first('run', { id: 1, error: 'Refused.', error_code: 'e1' })['error']).toEqual({
    code: 'e1',
    message: 'Refused.',
    node_id: null,
  })
})

test.each<[string, Json, JsonRecord]>([
  [
    'inside of an account',
    { account: { id: 7, status: 'active', available: '5', balance: '6', currency: 'EUR' } },
    { available: '5.000000', balance: '6.000000', currency: 'EUR' },
  ],
  [
    'beside an account',
    { balance: '6', balance_currency: 'EUR', account: { available: '5', status: 'active' } },
    { balance: '6.000000', available: '5.000000', currency: 'EUR', status: '' },
  ],
  [
    'money of Google',
    { balance: { currencyCode: 'USD', units: '-3', nanos: -250_000_000 } },
    { balance: '-3.250000', currency: 'USD' },
  ],
  ['a whole number in an unknown unit', { amount: 1204, currency: 'EUR' }, { balance: '' }],
  ['a whole number in a currency without cents', { amount: 1204, currency: 'JPY' }, { balance: '1204.000000' }],
  ['a number with a fraction', { amount: 12.04, currency: 'EUR' }, { balance: '12.040000' }],
  ['zero in any unit', { amount: 0, currency: 'EUR' }, { balance: '0.000000' }],
  ['an object with a whole number', { balance: { amount: 1204, currency: 'EUR' } }, { balance: '' }],
  [
    '`month` with the number of a month',
    { balance: '1', spend: { month: 11, today: '2026-11-01' } },
    { spend: { today: '', month_to_date: '', last_30_days: '' } },
  ],
])('a balance: %s', (_name, json, fields) => {
  expect(read('balance', json)).toMatchObject(fields)
})

test('a graph is read beside its flow, from JSON text, and from GraphQL connections', () => {
  const node = {
    id: 'a',
    position: { x: 1, y: 2 },
    data: { label: 'Ask', type: 'api', config: { url: 'x' }, tool: 't' },
  }
  const edge = { id: 'e', source: 'a', target: 'a', data: { label: 'again' } }
  const graphs: Json[] = [
    { flow, nodes: [node], edges: [edge] },
    { flow, definition: JSON.stringify({ nodes: [node], edges: [edge] }), links: { self: '/flows/1' } },
    { data: { flow: { ...flow, nodes: { edges: [{ node }] }, edges: { nodes: [edge] } } } },
  ]
  for (const json of graphs)
    expect(read('flowDetail', json)).toMatchObject({
      id: '1',
      name: 'a',
      nodes: [{ id: 'a', name: 'Ask', type: 'api', config: { url: 'x' }, tool: 't', position: { x: 1, y: 2 } }],
      edges: [{ id: 'e', source: 'a', target: 'a', label: 'again' }],
    })
})

test('URLs are not edges', () => {
  expect(read('flowDetail', { ...flow, links: { self: { href: '/flows/1' } } })).toMatchObject({ edges: [] })
  expect(read('flowDetail', { ...flow, links: { self: { href: '/flows/1' } } })).toMatchObject({
    $absent: expect.arrayContaining(['edges']),
  })
})

test('renamed fields and doubtful amounts are reported', () => {
  const { findings } = readList('channel', [{ url: '/channels/1', isConnected: true, name: 'a', cost: 1 }], { now })
  expect(findings.mapped).toEqual(
    expect.arrayContaining([
      ['url', 'id'],
      ['isConnected', 'status'],
    ]),
  )
  const balance = readObject('balance', { amount: 1204, currency: 'EUR' }, { now })
  expect(balance.findings.notes).toContain('balance: a whole number may be in cents, shown raw.')
})

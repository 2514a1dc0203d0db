import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { emptyFlow, makeNode, type RawFlow } from '#flow/draft.ts'
import { fixture } from '#test/support/flow-fixtures.ts'
import { editableValues } from './editable-values.ts'
import { fieldKey, type ValueChange, type ValueField, type ValueOwner } from './value-field.ts'
import { withValues } from './with-values.ts'

const owner: ValueOwner = { kind: 'node', id: 'n' }
const flowWith = (type: string, config: JsonRecord, parts: Partial<RawFlow> = {}): RawFlow => ({
  ...emptyFlow(),
  nodes: [makeNode({ id: 'n', type, name: 'N', config }), makeNode({ id: 'other', type: 'note', name: 'Other' })],
  ...parts,
})
const change = (path: string, value: Json, of: ValueOwner = owner): ValueChange => ({
  owner: of,
  path: path.split('.'),
  value,
})
const changed = (flow: RawFlow, ...changes: ValueChange[]): RawFlow => {
  const result = withValues(flow, changes)
  return result.ok ? result.flow : expect.fail(result.problems.map(({ message }) => message).join())
}
const problems = (flow: RawFlow, ...changes: ValueChange[]): string[] => {
  const result = withValues(flow, changes)
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const fixtures = [
  'template-small.json',
  'n8n-orders.json',
  'n8n-help-centre.json',
  'node-red-garden.json',
  'flowise/returns.json',
  'langflow/summary.json',
  'dify/complaints.yml',
  'comfyui/portrait.json',
  'comfyui-api/portrait.json',
  'kestra/orders.yaml',
  'activepieces/deals.json',
  'windmill/orders.json',
  'sim/leads.json',
  'rivet/talk.rivet-project',
]

/** Another valid value of a field. */
function anotherValue({ kind, value, options = [], max = 1_000, min = 0 }: ValueField): Json {
  switch (kind) {
    case 'boolean':
      return value !== true
    case 'number':
    case 'duration':
      return value === min ? max : min
    case 'interval':
      return value === 60 ? 120 : 60
    case 'url':
      return 'https://changed.example/'
    case 'choice':
      return options.find((one) => one !== value) ?? ''
    case 'cron':
      return value === '1 2 3 4 5' ? '0 0 * * *' : '1 2 3 4 5'
    case 'time zone':
      return value === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo'
    case 'pairs':
      return { accept: `changed ${Object.keys(value ?? {}).length}` }
    default:
      return `${typeof value === 'string' ? value : ''} changed`
  }
}

/** Sets a value in a JSON document, independent of the tested code. */
function setIn(document: object, [key = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    Reflect.set(document, key, value)
    return
  }
  if (!Reflect.has(document, key)) Reflect.set(document, key, {})
  const inner: unknown = Reflect.get(document, key)
  if (typeof inner === 'object' && inner !== null) setIn(inner, rest, value)
}

/** The path of a field in the document. */
function placeOf(flow: RawFlow, { owner: of, path }: ValueField): string[] {
  if (of.kind === 'settings') return ['settings', ...path]
  const index =
    of.kind === 'node'
      ? flow.nodes.findIndex(({ id }) => id === of.id)
      : flow.variables.findIndex(({ key }) => key === of.key)
  return [of.kind === 'node' ? 'nodes' : 'variables', String(index), ...path]
}

const otherChange = (field: ValueField): ValueChange => ({
  owner: field.owner,
  path: field.path,
  value: anotherValue(field),
})

test.each(fixtures)('%s: exactly the chosen values change, byte for byte', (name) => {
  for (const flow of fixture(name)) {
    const all = editableValues(flow)
    // In the place of a secret, the other value is refused.
    const fields = all.filter((field) => withValues(flow, [otherChange(field)]).ok)
    expect(fields.length).toBeGreaterThan(all.length * 0.8)
    const before = JSON.stringify(flow)
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 8 }), (chosen) => {
        const after = changed(flow, ...chosen.map(otherChange))
        const expected: object = JSON.parse(before)
        for (const field of chosen) setIn(expected, placeOf(flow, field), anotherValue(field))
        expect(JSON.stringify(after)).toBe(JSON.stringify(expected))
        expect(JSON.stringify(after)).not.toBe(before)
        expect(JSON.stringify(flow)).toBe(before)
      }),
      { numRuns: 40 },
    )
  }
})

test('a value is set, created and removed, and unchanged parts are shared', () => {
  const flow = flowWith('api', { url: 'https://a.example', timeout_ms: 5, headers: { a: '1' } })
  const after = changed(flow, change('config.retry.times', 3), change('config.timeout_ms', null))
  expect(JSON.stringify(after.nodes[0]?.config)).toBe(
    '{"url":"https://a.example","headers":{"a":"1"},"retry":{"times":3}}',
  )
  expect(after.nodes[1]).toBe(flow.nodes[1])
  expect(after.nodes[0]?.config['headers']).toBe(flow.nodes[0]?.config['headers'])
})

test('variables and settings', () => {
  const flow = flowWith(
    'note',
    {},
    { variables: [{ key: 'a', value: { deep: [1, 2] }, note: 'x' }], settings: { x: 1 } },
  )
  const after = changed(
    flow,
    change('value.deep.1', 5, { kind: 'variable', key: 'a' }),
    change('timezone', 'Asia/Tokyo', { kind: 'settings' }),
  )
  expect(after.variables).toEqual([{ key: 'a', value: { deep: [1, 5] }, note: 'x' }])
  expect(after.settings).toEqual({ x: 1, timezone: 'Asia/Tokyo' })
})

test('of equal ids the first is changed', () => {
  const twice = makeNode({ id: 'n', type: 'note', name: 'Twice', config: { text: 'b' } })
  const flow = flowWith('note', { text: 'a' }, {})
  const after = changed({ ...flow, nodes: [...flow.nodes, twice] }, change('config.text', 'c'))
  expect(after.nodes.map(({ config }) => config['text'])).toEqual(['c', undefined, 'b'])
})

test('all problems are found at once, each at its field', () => {
  const flow = flowWith('api', { url: 'https://a.example' })
  expect(
    problems(
      flow,
      change('config.url', 'nowhere'),
      change('config.timeout_ms', 0),
      change('config.gone', 1),
      change('id', 'x'),
      change('config.url', 'https://b.example', { kind: 'node', id: 'nobody' }),
    ),
  ).toEqual([
    'config.url: Use a URL that begins with https:// or http://.',
    'config.timeout_ms: Enter a number from 1 to 600000 ms.',
    'config.gone: This value no longer exists, or cannot be changed here.',
    'id: This value no longer exists, or cannot be changed here.',
    'config.url: This value no longer exists, or cannot be changed here.',
  ])
})

const canary = 'kan4ry-Zx81qP07LmWv'

test.each<[string, string, JsonRecord, ValueChange]>([
  ['a header', 'api', {}, change('config.headers', { authorization: `Bearer ${canary}` })],
  ['a URL', 'api', {}, change('config.url', `https://a.example/?api_key=${canary}`)],
  ['a prompt', 'agent', {}, change('config.instructions', `Use sk-${canary}.`)],
  [
    'a name of a pair',
    'api',
    {},
    change('config.query', { [`ghp_${canary.replaceAll('-', '')}${'a'.repeat(20)}`]: '1' }),
  ],
  ['a reference', 'api', { auth: { secret: '{{ secrets.a }}' } }, change('config.auth.secret', canary)],
  ['an original', 'robot', { original: { password: '{{ secrets.a }}' } }, change('config.original.password', canary)],
])('a literal secret in %s is refused', (_, type, config, one) => {
  const found = problems(flowWith(type, { ...config, url: 'https://a.example' }), one)
  expect(found).toEqual([expect.stringContaining('This looks like a secret.')])
  expect(found.join()).not.toContain(canary)
})

test('a literal secret in a variable is refused, a reference is not', () => {
  const token: ValueOwner = { kind: 'variable', key: 'api_token' }
  const flow = flowWith('note', {}, { variables: [{ key: 'api_token', value: '{{ secrets.a }}' }] })
  expect(problems(flow, change('value', canary, token))).toHaveLength(1)
  expect(problems(flow, change('value', '{{ secrets.b }}', token))).toEqual([])
})

test('a change is identified by owner and path', () => {
  const keys = [
    fieldKey(change('a.b', 1)),
    fieldKey({ owner, path: ['a.b'] }),
    fieldKey(change('a.b', 1, { kind: 'variable', key: 'n' })),
    fieldKey(change('a.b', 1, { kind: 'settings' })),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

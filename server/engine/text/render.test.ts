/** Rendering of templates: values, secrets and their masking, errors. */
import { afterAll, expect, test } from 'vitest'
import { templateNames } from '#flow/health/foreign-expression.ts'
import type { Json } from '#lib/json/json.ts'
import { makeLog } from '#server/base/log.ts'
import type { Values } from '#server/engine/node.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'
import { withoutSecrets } from './masked-value.ts'
import { fillValue, renderText, scopeOf, type RenderContext } from './render.ts'

const log = makeLog('silent', true, () => undefined)
const sandbox = makeSandbox(log, 2)
afterAll(() => sandbox.close())

const values: Values = {
  input: { name: 'Ada', total: 12.5, lines: [{ sku: 'a1' }, { sku: 'b2' }], at: '2026-11-01T08:30:00Z' },
  nodes: { find: { visits: 1, output: { state: 'done', secretLike: '{{ secrets.token }}' } } },
  vars: { city: 'Leipzig' },
  now: '2026-11-01T08:30:00Z',
  run: { id: 'run_1', flow: 'flw_1', trigger: 'manual', is_test: false },
  conversation: { id: 'cnv_1', number: 7, channel: 'chn_1', contact: { name: 'Grace', fields: { tier: 'gold' } } },
}
const kept: Record<string, Json> = {
  token: 's3cr3t-token',
  port: 8080,
  other: 'never',
  list: [{ a: 'one' }, { a: 'two' }],
}
const asked: string[] = []
const derived: Json[] = []
const filling: RenderContext = {
  sandbox,
  values,
  secretValue: async (key: string) => {
    asked.push(key)
    return kept[key] ?? null
  },
  isSecret: (text) => text === 'sealed' || text === 'sealed {{ input.name }}',
  registerDerived: (pieces) => void derived.push(...pieces),
}
/** Both forms of a rendered template. */
async function both(template: string, more: Partial<RenderContext> = {}) {
  const { wire, record } = await renderText({ ...filling, ...more }, template)
  return [wire, record]
}

test.each([
  ['Hello {{ input.name }} from {{ vars.city }}', 'Hello Ada from Leipzig'],
  ['{{ nodes.find.output.state | upcase }}, {{ contact.fields.tier }}, {{ conversation.number }}', 'DONE, gold, 7'],
  ['{{ input.lines | map: "sku" | join: ", " }} {{ input.lines | json }}', 'a1, b2 [{"sku":"a1"},{"sku":"b2"}]'],
  ['{{ input.at | date: "%d %B %Y %H:%M" }}', '01 November 2026 08:30'],
  ['{% if input.total > 10 %}much{% else %}little{% endif %}{{ input.nothing.at.all }}', 'much'],
  [
    '{{ "Größe €" | base64_encode | base64_decode }} {{ "ab" | base64_encode }} {{ "??>" | base64_url_safe_encode }}',
    'Größe € YWI= Pz8-',
  ],
  ['nothing to fill in, not even { this }', 'nothing to fill in, not even { this }'],
])('%s', async (template, text) => {
  expect(await renderText(filling, template)).toEqual(withoutSecrets(text))
})

test('the checks of a flow know the names that templates have', () => {
  expect([...Object.keys(scopeOf(values)), 'previous', 'secrets'].toSorted()).toEqual(templateNames.toSorted())
})

test('the output of the previous node is available as previous', async () => {
  const previous = { ...filling, previous: { text: 'Bob' } }
  expect(await fillValue(previous, ['{{ previous.text }}', '{{ previous }}'])).toEqual(
    withoutSecrets(['Bob', { text: 'Bob' }]),
  )
})

test('an error quotes the text in which it occurred', async () => {
  const texts = [
    '{{ input.name }}',
    'Dear {{ secrets.nobody }}, this is a text that goes on and on, and then some more',
  ]
  await expect(fillValue(filling, texts)).rejects.toThrow(
    /^The text “Dear .{54,60}…” could not be rendered: The secret “/,
  )
})

test('only secrets that a template names are read', async () => {
  asked.length = 0
  expect(await both('Bearer {{ secrets.token }}:{{ secrets["port"] }}')).toEqual([
    'Bearer s3cr3t-token:8080',
    'Bearer ••••:••••',
  ])
  expect(asked).toEqual(['token', 'port'])
  expect(await both('{{ nodes.find.output.secretLike }}')).toEqual(['{{ secrets.token }}', '{{ secrets.token }}'])
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['Basic {{ "me:" | append: secrets.token | base64_encode }}', `Basic ${base64('me:s3cr3t-token')}`, 'Basic ••••'],
  ['{{ secrets.token | split: "" | reverse | join: "-" }}', 'n-e-k-o-t---t-3-r-c-3-s', '••••'],
  ['{{ secrets.token | slice: 0, 3 }}, {{ input.name }}', 's3c, Ada', '••••, Ada'],
  ['{{ input.name | append: secrets.token | size }}', '15', '••••'],
  ['{% assign a = secrets.token | upcase %}{% assign b = a %}{{ b }} {{ input.name }}', 'S3CR3T-TOKEN Ada', '•••• Ada'],
  [
    '{{ later }}{% for i in (1..2) %}{{ later }},{% assign later = secrets.port %}{% endfor %}',
    ',8080,',
    '••••••••,••••,',
  ],
  ['{% capture c %}a {{ secrets.token }}{% endcapture %}<{{ c | upcase }}>', '<A S3CR3T-TOKEN>', '<••••>'],
  ['{% for each in secrets.list %}{{ each.a }};{{ input.name }};{% endfor %}', 'one;Ada;two;Ada;', '••••'],
  ['{% if secrets.token contains "s3" %}yes{% else %}no{% endif %}!', 'yes!', '••••!'],
  ['{% if input.name == "Bob" %}{% elsif secrets.port > 1 %}{{ input.name }}{% endif %}', 'Ada', '••••'],
  ['{% unless secrets.token == "x" %}{% assign f = "found" %}{% endunless %}{{ f }}', 'found', '••••••••'],
  ['{% case secrets.port %}{% when 8080 %}usual{% endcase %}', 'usual', '••••'],
  ['{% case 8080 %}{% when secrets.port %}usual{% endcase %}', 'usual', '••••'],
  ['{% if secrets.port %}{% increment n %}{% endif %}{% increment n %}', '01', '••••••••'],
  ['{% cycle secrets.token, "b" %}{% cycle "a", "b" %}', 's3cr3t-tokena', '••••a'],
  ['{% liquid assign a = secrets.token\n echo a\n echo input.name %}', 's3cr3t-tokenAda', '••••Ada'],
  ['{% tablerow a in secrets.list %}{{ a.a }}{% endtablerow %}', expect.stringContaining('one'), '••••'],
  ['{% if input.name %}Bearer {{ secrets.token }}{% endif %}', 'Bearer s3cr3t-token', 'Bearer ••••'],
  ['{{ input.lines | where: "sku", secrets.token | size }}', '0', '••••'],
  [
    '{{ "a" | split: "," | group_by_exp: "i", "secrets.token" | json }} {{ input.name }}',
    expect.stringContaining('s3'),
    '••••',
  ],
  [
    '{% assign k = "secrets" %}{{ [k].token }} {{ input.name }}{% comment %}{{ secrets.token }}{% endcomment %}',
    's3cr3t-token Ada',
    '••••',
  ],
  ['{% if input.nothing %}{{ secrets.token }}{% endif %}none', 'none', 'none'],
])('%s is recorded without parts that depend on a secret', async (template, wire, record) => {
  expect(await both(template)).toEqual([wire, record])
})

test('counters and variables are not shared between texts', async () => {
  const texts = ['{% if secrets.token %}{% increment n %}{% endif %}', '{% increment n %}']
  expect(await fillValue(filling, texts)).toEqual({ wire: ['0', '0'], record: ['••••', '0'] })
})

test('derived forms of a secret are reported', async () => {
  const list = '{% assign all = secrets.token | split: "" %}{% for c in all %}{{ c }}-{% endfor %}'
  const texts = [
    'a {{ secrets.token | upcase }} {{ input.name }}',
    '{{ secrets.list }}',
    list,
    '{% if secrets.port %}a{% endif %}',
  ]
  const letters = '{% for i in (0..5) %}{{ secrets.token | slice: i }}+{% endfor %}{{ input.name }}'
  derived.length = 0
  await fillValue(filling, [...texts, letters])
  expect(derived).toEqual(['S3CR3T-TOKEN', kept['list'], 's-3-c-r-3-t---t-o-k-e-n-', 's+3+c+r+3+t+Ada'])
})

test('only the secret parts of a tool input are masked', async () => {
  const input = { wire: { key: 'abc', no: 7, list: ['abc'] }, record: { key: '••••', no: 7, list: ['••••'] } }
  expect(await both('{{ input.key | upcase }} {{ input.no }}', { input })).toEqual(['ABC 7', '•••• 7'])
  expect(await both('{% for each in input.list %}{{ each }}{% endfor %}', { input })).toEqual(['abc', '••••'])
  expect(await both('{{ input | json }}', { input })).toEqual([JSON.stringify(input.wire), '••••'])
  expect(await both('{{ input["key"] | base64_encode }} {{ input.no }}', { input })).toEqual(['YWJj 7', '•••• 7'])
})

test('an input that is passed on unchanged keeps its own marks', async () => {
  const input = { wire: { key: 'abcdef', no: '1234567' }, record: { key: '••••', no: '1234567' } }
  derived.length = 0
  expect(await fillValue({ ...filling, input }, ['{{ input }}', '{{ input.no }}', '{{ input.key }}'])).toEqual({
    wire: [input.wire, '1234567', 'abcdef'],
    record: [input.record, '1234567', '••••'],
  })
  expect(derived).toEqual([])
})

test('a text that is itself a stored secret is masked, with or without placeholders', async () => {
  expect(await fillValue(filling, ['sealed', 'sealed {{ input.name }}', 'open'])).toEqual({
    wire: ['sealed', 'sealed Ada', 'open'],
    record: ['••••', '••••', 'open'],
  })
})

test('errors do not reveal secrets', async () => {
  for (const template of [
    '{{ input.lines | where_exp: "i", secrets.token }}{{ "(((" | append: secrets.token | base64_decode }}',
    '{{ secrets[secrets.token] }}',
  ])
    await expect(renderText(filling, template)).rejects.toThrow(/^(?!.*could not be rendered.*s3cr)/)
})

test('invalid templates and missing secrets fail with a reason', async () => {
  const wrong = [
    ['{{ secrets.nothing }}', 'missing_secret', 'nothing'],
    ['{{ input.name | shout }}', 'syntax', 'shout'],
    ['{% include "x" %}', 'syntax', 'include'],
    ['{{ input.name', 'syntax', 'not closed'],
  ] as const
  for (const [template, code, words] of wrong)
    await expect(renderText(filling, template)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    })
})

test('within a value, a text that is a single expression becomes the value of the expression', async () => {
  const value = {
    total: '{{ input.total }}',
    lines: ['{{ input.lines }}', ' {{ input.lines | size }} '],
    text: '{{ input.total }} €',
    token: '{{ secrets.token }}',
    none: '{{ input.nothing }}',
    'kept {{ input.name }}': [1, true, null, 'plain'],
  }
  const filled = {
    total: 12.5,
    lines: [[{ sku: 'a1' }, { sku: 'b2' }], 2],
    text: '12.5 €',
    token: 's3cr3t-token',
    none: null,
    'kept {{ input.name }}': [1, true, null, 'plain'],
  }
  expect(await fillValue(filling, value)).toEqual({ wire: filled, record: { ...filled, token: '••••' } })
})

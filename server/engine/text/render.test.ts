/** Texts of nodes: what is filled in, what is empty, and what is an error. */
import { afterAll, expect, test } from 'vitest'
import type { Json } from '#lib/json.ts'
import { makeLog } from '#server/log.ts'
import type { Values } from '#server/engine/node.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'
import { fillValue, renderText } from './render.ts'

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
const kept: Record<string, Json> = { token: 's3cr3t-token', port: 8080, other: 'never' }
const asked: string[] = []
const filling = {
  sandbox,
  values,
  secret: async (key: string) => {
    asked.push(key)
    return kept[key] ?? null
  },
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
  expect(await renderText(filling, template)).toEqual({ text, used: [] })
})

test('what the node before gave has its name', async () => {
  const { value } = await fillValue({ ...filling, previous: { text: 'Bob' } }, [
    '{{ previous.text }}',
    '{{ previous }}',
  ])
  expect(value).toEqual(['Bob', { text: 'Bob' }])
})

test('an error says in which text it is', async () => {
  const texts = [
    '{{ input.name }}',
    'Dear {{ secrets.nobody }}, this is a text that goes on and on, and then some more',
  ]
  await expect(fillValue(filling, texts)).rejects.toThrow(
    /^The text “Dear .{54,60}…” could not be filled in: There is no/,
  )
})

test('a secret is asked for by its key alone, and told', async () => {
  asked.length = 0
  expect(await renderText(filling, 'Bearer {{ secrets.token }}:{{ secrets["port"] }}')).toEqual({
    text: 'Bearer s3cr3t-token:8080',
    used: ['token', 'port'],
  })
  expect(asked).toEqual(['token', 'port'])
  const basic = await renderText(filling, '{{ "me:" | append: secrets.token | base64_encode }}')
  expect(basic.text).toBe(Buffer.from('me:s3cr3t-token').toString('base64'))
  expect(await renderText(filling, '{{ nodes.find.output.secretLike }}')).toEqual({
    text: '{{ secrets.token }}',
    used: [],
  })
})

test('what cannot be filled in is an error with its reason', async () => {
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

test('within a value, a text that is one expression gives the value itself', async () => {
  const value = {
    total: '{{ input.total }}',
    lines: ['{{ input.lines }}', ' {{ input.lines | size }} '],
    text: '{{ input.total }} €',
    token: '{{ secrets.token }}',
    none: '{{ input.nothing }}',
    'kept {{ input.name }}': [1, true, null, 'plain'],
  }
  expect(await fillValue(filling, value)).toEqual({
    value: {
      total: 12.5,
      lines: [[{ sku: 'a1' }, { sku: 'b2' }], 2],
      text: '12.5 €',
      token: 's3cr3t-token',
      none: null,
      'kept {{ input.name }}': [1, true, null, 'plain'],
    },
    used: ['token'],
  })
})

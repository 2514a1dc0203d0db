import { expect, test } from 'vitest'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { makeNode } from './draft.ts'
import { nodeSize, outputsOf, summaryOf } from './node-kind.ts'

const node = (type: string, config: JsonRecord = {}) => makeNode({ id: 'n', type, name: 'n', config })
const outputs = (type: string, config?: JsonRecord) => outputsOf(node(type, config)).map((output) => output.id)

test.each([
  ['trigger', ['out']],
  ['api', ['out', 'error']],
  ['transform', ['out', 'error']],
  ['agent', ['out', 'error']],
  ['code', ['out', 'error']],
  ['message', ['out', 'error']],
  ['subflow', ['out', 'error']],
  ['wait', ['out', 'timeout']],
  ['condition', ['else']],
  ['note', []],
  ['group', []],
  ['mqtt in', ['out']],
])('outputs of %s', (type, ids) => {
  expect(outputs(type)).toEqual(ids)
})

test('a condition has an output for each case, and an else output unless `else` is false', () => {
  const cases: Json[] = [{ id: 'yes', label: 'Late', expression: 'days > 3' }, {}]
  expect(outputsOf(node('condition', { cases }))).toEqual([
    { id: 'yes', label: 'Late', expression: 'days > 3' },
    { id: 'case_1', label: 'case_1', expression: '' },
    { id: 'else', label: 'else' },
  ])
  expect(outputs('condition', { cases, else: false })).toEqual(['yes', 'case_1'])
  expect(outputs('condition', { cases: 'none' })).toEqual(['else'])
})

test.each<[string, JsonRecord, string]>([
  [
    'trigger',
    { kind: 'schedule', schedule: { cron: '0 7 * * *', zone: 'Europe/Oslo' } },
    'schedule · 0 7 * * * Europe/Oslo',
  ],
  ['trigger', { kind: 'message', channel: 'web' }, 'message · web'],
  ['trigger', { kind: 'other' }, 'other'],
  ['trigger', { kind: 'other', original: { type: 'io.kestra.plugin.core.trigger.Flow' } }, 'Flow'],
  ['trigger', { kind: 'other', original: { type: 'gmail_poller' } }, 'gmail_poller'],
  ['api', { method: 'POST', url: 'https://api.example.com/v1/x?y=1' }, 'POST /v1/x?y=1'],
  ['api', { url: '{{ vars.base }}/a' }, '{{ vars.base }}/a'],
  ['transform', { expression: 'a\n  .b' }, 'a .b'],
  ['condition', { cases: [{ expression: 'a > 1' }, { expression: 'b' }] }, 'a > 1 · b'],
  ['agent', { model: 'small', tools: ['search', 'crm'], temperature: 0 }, 'small · search, crm · temperature 0'],
  ['code', { source: 'const a = 1\nreturn {\n  a\n}\n// end\n' }, 'a'],
  ['message', { text: 'Hello\nthere' }, 'Hello there'],
  ['api', { query: { order_no: '1' }, body: { note: 'x' }, timeout_ms: 5 }, 'order_no, note'],
  ['wait', { seconds: 60, timeout_s: 5 }, '1 min · at most 5 s'],
  ['wait', { seconds: 90, timeout_s: 86_400 }, '90 s · at most 24 h'],
  ['wait', { seconds: 172_800 }, '2 d'],
  ['wait', { event: 'reply' }, 'until a reply'],
  ['subflow', { flow: 'Refund', wait: false }, 'Refund · does not wait'],
  ['note', { text: ' Mind the gap ' }, 'Mind the gap'],
  ['group', { label: 'Box' }, 'Box'],
  ['mqtt in', {}, ''],
  ['text', { expression: 'Be\nkind' }, 'Be kind'],
  ['CLIPTextEncode', { original: { inputs: { clip: ['4', 1], text: 'a cat' } } }, 'a cat'],
  ['VAELoader', { original: { inputs: { vae_name: 'ae.safetensors' } } }, 'ae.safetensors'],
  ['LoadImage', { original: { type: 'LoadImage', widgets_values: [1, 'cat.png', 'image'] } }, 'cat.png'],
  ['chain', { original: { data: { inputs: { model: '{{llm_0.data.instance}}' } } } }, ''],
  ['KSampler', { original: { type: 'KSampler', widgets_values: [1, 'fixed'] } }, ''],
  ['Memory', { original: { data: { node: { template: { api_key: { value: 'k' } } } } } }, ''],
  ['Parser', { original: { data: { node: { template: { template: { value: '{a}' } } } } } }, '{a}'],
  ['text', { text: 'word '.repeat(1000), original: [] }, `${'word '.repeat(40).slice(0, 199)}…`],
  ['api', { method: 5, url: ['x'] }, ''],
])('summary of %s %j', (type, config, text) => {
  expect(summaryOf(node(type, config))).toBe(text)
})

test('the length of a summary is limited', () => {
  expect(summaryOf(node('note', { text: 'word '.repeat(1_000_000) }))).toHaveLength(200)
})

test('the height of a condition grows with its number of branches', () => {
  expect(nodeSize(node('api'))).toEqual({ width: 216, height: 70 })
  expect(nodeSize(node('condition', { cases: [{}, {}] }))).toEqual({ width: 216, height: 142 })
  expect(nodeSize(makeNode({ id: 'n', type: 'note', name: '', size: { width: 10, height: 20 } }))).toEqual({
    width: 10,
    height: 20,
  })
})

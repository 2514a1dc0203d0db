import { expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import type { JsonRecord } from '#lib/json/json.ts'

/** The config of a request of n8n, without its original. */
function requestOf(parameters: JsonRecord): JsonRecord {
  const node = { id: 'a', name: 'a', type: 'n8n-nodes-base.httpRequest', position: [0, 0], parameters }
  const read = readFlowFile({ name: 'a.json', text: JSON.stringify({ name: 'a', nodes: [node], connections: {} }) })
  const { original: _, ...config } = (read.ok ? read.flows[0]?.nodes[0]?.config : undefined) ?? {}
  return config
}

const url = 'https://a.example'
const pairs = (name: string, value: string) => ({ parameters: [{ name, value }] })

test.each<[string, JsonRecord, JsonRecord]>([
  ['JSON', { specifyBody: 'json', jsonBody: '{"a": [1]}' }, { body: { a: [1] } }],
  [
    'JSON with expressions in its texts',
    { specifyBody: 'json', jsonBody: '={"a": "{{ $json.b }}"}' },
    { body: { a: '{{ $json.b }}' } },
  ],
  [
    'an expression',
    { specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' },
    { body: '{{ JSON.stringify($json) }}' },
  ],
  ['fields', { bodyParameters: pairs('a', 'b') }, { body: { a: 'b' } }],
  ['a form', { contentType: 'form-urlencoded', bodyParameters: pairs('a', 'b') }, {}],
  ['invalid JSON', { specifyBody: 'json', jsonBody: '{a}' }, {}],
])('the body of a request of n8n: %s', (_what, parameters, config) => {
  expect(requestOf({ method: 'POST', url, sendBody: true, ...parameters })).toEqual({ method: 'POST', url, ...config })
})

test('headers as JSON are read if all of them are texts', () => {
  const headers = (jsonHeaders: string) => requestOf({ url, specifyHeaders: 'json', jsonHeaders })['headers']
  expect(headers('{"accept": "text/html"}')).toEqual({ accept: 'text/html' })
  expect(headers('{"accept": 1}')).toBeUndefined()
})

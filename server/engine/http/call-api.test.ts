/** API calls: requests, outputs, and rendering of templates. */
import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import { builtInPrices } from '#server/base/prices.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'
import { makeLog } from '#server/base/log.ts'
import { both, closeAll, outgoing, serve } from '#test/support/local-server.ts'
import { mapRendered, withoutSecrets } from '#server/engine/text/masked-value.ts'
import { callApi } from './call-api.ts'
import type { Resolve } from './connect.ts'
import { fillUrl } from './url.ts'

afterEach(closeAll)

/** Minimal template rendering for these tests: `{{ input.x }}` only. */
const fillIn = (text: string, input: Json): string =>
  text.replaceAll(/\{\{ input\.(\w+) \}\}/g, (_, name: string) => (isRecord(input) ? textOf(input[name]) : ''))

function fillAll(value: Json, input: Json): Json {
  if (typeof value === 'string') return fillIn(value, input)
  if (Array.isArray(value)) return value.map((item) => fillAll(item, input))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillAll(item, input)]))
    : value
}

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

interface Answer {
  status?: number
  body?: string
  /** The input with masked secrets; absent = same as the input. */
  record?: Json
  resolve?: Resolve
}

/** One call to a server that responds with `status` and `body`. */
async function call(config: JsonRecord, input: Json = {}, answer: Answer = {}) {
  const seen: Seen[] = []
  const listener = async (request: Parameters<Parameters<typeof serve>[0]>[0]) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
  }
  const port = await serve((request, response) => {
    void listener(request).then(() => {
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', 'set-cookie': 'a=b', etag: '"1"' })
      return response.end(answer.body ?? '{"state": "transit", "status": "spoofed", "body": 1}')
    })
  })
  const log = makeLog('silent', false)
  const messenger = { send: async () => ({ ok: false as const, code: '', message: '', retryable: false }) }
  const tools: EngineTools = {
    log,
    outgoing: outgoing({ resolve: answer.resolve }),
    sandbox: makeSandbox(log),
    messenger,
    prices: builtInPrices,
    model: null,
  }
  const told: Json[] = []
  const derived: Json[] = []
  const filled = { wire: input, record: answer.record ?? input }
  const url = textOf(config['url'] ?? 'http://127.0.0.1:PORT/').replace('PORT', String(port))
  const done = await callApi({ ...config, url }, filled, {
    tools,
    key: 'run/call#1',
    signal: new AbortController().signal,
    text: async (template, own) => mapRendered(own ?? withoutSecrets(null), (values) => fillIn(template, values)),
    fill: async (value, own) => mapRendered(own ?? withoutSecrets(null), (values) => fillAll(value, values)),
    registerDerived: (pieces) => void derived.push(...pieces),
    onRequest: (value) => void told.push(value),
    containsSecret: () => false,
  })
  return { done, seen, derived, told: JSON.stringify(told) }
}

test('response fields are added to the output, but cannot replace status, headers and body', async () => {
  const { done } = await call({ method: 'GET' })
  expect(done).toMatchObject({
    ok: true,
    output: {
      state: 'transit',
      status: 200,
      headers: { etag: '"1"' },
      body: { state: 'transit', status: 'spoofed', body: 1 },
    },
    costs: [{ kind: 'api', quantity: 1, unit: 'call', micros: builtInPrices.apiCall }],
  })
  expect(JSON.stringify(done.ok ? done.output : null)).not.toContain('a=b')
})

test('writes have a constant idempotency key; reads have none', async () => {
  const [first, again, read] = [
    await call({ method: 'POST', body: { a: '{{ input.x }}' } }, { x: 'y' }),
    await call({ method: 'POST', body: {} }),
    await call({ method: 'GET', body: { a: 1 } }),
  ]
  expect(first.seen[0]).toMatchObject({ method: 'POST', body: '{"a":"y"}' })
  expect(first.seen[0]?.headers['content-type']).toBe('application/json')
  expect(first.seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/)
  expect(again.seen[0]?.headers['idempotency-key']).toBe(first.seen[0]?.headers['idempotency-key'])
  expect(read.seen[0]?.headers['idempotency-key']).toBeUndefined()
  expect(read.seen[0]?.body).toBe('')
})

test.each<[JsonRecord, string, string]>([
  [{ kind: 'bearer', secret: '{{ input.key }}' }, 'authorization', 'Bearer hidden'],
  [{ kind: 'basic', user: 'me', secret: '{{ input.key }}' }, 'authorization', 'Basic bWU6aGlkZGVu'],
  [{ kind: 'header', header: 'X-Key', secret: '{{ input.key }}' }, 'x-key', 'hidden'],
  [{ kind: 'none' }, 'x-none', ''],
])('authenticates with %j without recording the secret', async (auth, header, value) => {
  const { seen, told } = await call({ auth }, { key: 'hidden' })
  expect(String(seen[0]?.headers[header] ?? '')).toBe(value)
  expect(told).not.toMatch(/hidden|bWU6aGlkZGVu/)
})

test.each([
  [404, [200, 404], true, false],
  [200, [201], false, false],
  [404, [], false, false],
  [429, [], false, true],
  [503, [], false, true],
  [408, [], false, true],
])('status %i with expected statuses %j', async (status, expect_, ok, retryable) => {
  const { done } = await call({ expect: expect_ }, {}, { status })
  expect(done.ok).toBe(ok)
  if (!done.ok) expect(done).toMatchObject({ code: 'unexpected_status', retryable, output: { status } })
  expect(done.costs).toHaveLength(1)
})

test('a request that cannot be sent costs nothing', async () => {
  for (const url of ['http://10.0.0.1/', 'http://127.0.0.1:1/', 'file:///etc/passwd', ''])
    expect((await call({ url })).done).toMatchObject({ ok: false, costs: [] })
})

describe('a secret in the host', () => {
  const a = { a: 'ToK3n', b: 'Z9' }
  const record = { a: '••••', b: '••••' }
  const notFound: Resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))

  test.each<[string, Answer, string]>([
    ['an unknown name', { resolve: notFound }, '••••ö••••.invalid:PORT was not found by DNS.'],
    ['a name without address', { resolve: async () => [] }, '••••ö••••.invalid:PORT has no address.'],
    ['a private address', { resolve: async () => both('10.0.0.1') }, '••••ö••••.invalid:PORT is at an address that'],
    ['HTTP 500', { resolve: async () => both('127.0.0.1'), status: 500 }, '••••ö••••.invalid:PORT returned status 500'],
  ])('is masked in the error message for %s', async (_, answer, expected) => {
    const url = 'http://{{ input.a }}ö{{ input.b }}.invalid:PORT/'
    const { done, derived } = await call({ url }, a, { ...answer, record })
    const message = done.ok ? '' : done.message.replace(/:\d+/, ':PORT')
    expect(message.startsWith(expected) ? expected : message).toBe(expected)
    expect(derived).toEqual(['xn--tok3nz9-e1a.invalid'])
  })

  test('that is the complete address is replaced by “The host”', async () => {
    const { done } = await call({ url: '{{ input.a }}' }, { a: 'http://tök3n.invalid/' }, { resolve: notFound, record })
    expect(done).toMatchObject({ message: 'The host was not found by DNS.' })
  })
})

test('forms and text are sent with their content type; connection headers are dropped', async () => {
  const form = await call({
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Host: 'other.example', 'X-A': 'b' },
    body: { a: 'b c' },
  })
  expect(form.seen[0]).toMatchObject({ body: 'a=b+c', headers: { 'x-a': 'b' } })
  expect(form.seen[0]?.headers.host).toMatch(/^127/)
  const text = await call({ method: 'PUT', body: 'plain' })
  expect(text.seen[0]).toMatchObject({ body: 'plain', headers: { 'content-type': 'text/plain; charset=utf-8' } })
})

const url = async (template: string, input: JsonRecord, query: [string, string][] = []) => {
  try {
    return (await fillUrl(template, withoutSecrets(query), async (text) => withoutSecrets(fillIn(text, input)))).wire
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

test.each<[string, string, string]>([
  ['https://a.example/orders/{{ input.x }}', 'A 1/2?x#y', 'https://a.example/orders/A%201%2F2%3Fx%23y'],
  ['https://a.example/{{ input.x }}/end', '..', 'UrlError'],
  ['https://a.example/{{ input.x }}{{ input.x }}/end', '.', 'UrlError'],
  ['https://a.example/{{ input.x }}/end', '%2e%2e', 'https://a.example/%252e%252e/end'],
  ['https://a.example/?q={{ input.x }}', 'a&b=c', 'https://a.example/?q=a%26b%3Dc'],
  ['https://{{ input.x }}.example/', 'tenant', 'https://tenant.example/'],
  ['https://{{ input.x }}.example/', 'evil.test/?', 'UrlError'],
  ['https://{{ input.x }}/', 'user@evil.test', 'UrlError'],
  ['{{ input.x }}/orders', 'https://b.example/v1', 'https://b.example/v1/orders'],
  ['/orders', '', 'UrlError'],
  ['https://a.example/{% if x %}a{% endif %}', '', 'UrlError'],
])('template %s with value %j renders as %s', async (template, x, expected) => {
  expect(await url(template, { x })).toBe(expected)
})

test('query parameters are encoded and appended to the URL', async () => {
  expect(await url('https://a.example/?a=1', {}, [['b', 'c&d']])).toBe('https://a.example/?a=1&b=c%26d')
})

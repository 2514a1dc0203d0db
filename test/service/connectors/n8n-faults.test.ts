/** What the console says if n8n refuses, fails, answers something else or not at all; and where keys never go. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { flows, n8nConsole, n8nKey, recordedAnswer, recordedN8n } from './n8n-product.ts'
import { recordedProduct, consoleOf, stopAll } from './support.ts'

afterAll(stopAll)
const n8n = await recordedN8n()
const shared = await n8nConsole(n8n)
beforeEach(() => n8n.restore())

const listPath = 'GET /api/v1/workflows?limit=250&excludePinnedData=true'
const wrongKey = 'n8n_api_ffffffffffffffff'

describe('keys', () => {
  test('a request without a key gets the way to one', async () => {
    const { status, json } = await shared.ask('GET /flow/')
    expect(status).toBe(401)
    expect(json).toMatchObject({
      code: 'not_authenticated',
      sign_in: { kind: 'n8n', title: 'n8n', label: 'API key', url: `${n8n.origin}/settings/api` },
    })
  })

  test('a wrong key gets it too, and is told that n8n refused it', async () => {
    for (const request of [
      'GET /me/',
      'GET /flow/',
      'GET /billing/runs/',
      'GET /tool/',
      `GET /flow/${flows.orders}/`,
    ]) {
      const { status, json } = await shared.ask(request, { key: wrongKey })
      expect([status, json], request).toMatchObject([401, { code: 'not_authenticated', sign_in: { kind: 'n8n' } }])
    }
  })

  test.each<Record<string, string>>([
    { 'x-api-key': n8nKey },
    { authorization: `Token ${n8nKey}` },
    { authorization: `bearer ${n8nKey}` },
  ])('a key is also read from %s', async (headers) => {
    expect((await shared.ask('GET /me/', { headers })).status).toBe(200)
  })

  test('API_KEY signs in those who send none, and the link goes to the public address', async () => {
    const signedIn = await n8nConsole(n8n, { apiKey: n8nKey, publicBase: new URL('https://n8n.example.com/') })
    const { status, json } = await signedIn.ask('GET /me/')
    expect([status, json]).toMatchObject([
      200,
      { product: { links: { flow: 'https://n8n.example.com/workflow/{flow}' } } },
    ])
    expect((await signedIn.ask('GET /me/', { key: wrongKey })).status).toBe(401)
  })

  test('a key without a right gets 403 for that alone', async () => {
    n8n.replace('GET /api/v1/executions?limit=250&status=running', { status: 403, answer: { message: 'Forbidden' } })
    n8n.replace('GET /api/v1/credentials?limit=250', { status: 403, answer: { message: 'Forbidden' } })
    const limited = await n8nConsole(n8n)
    const runs = await limited.ask('GET /billing/runs/', { key: n8nKey })
    expect([runs.status, runs.json]).toMatchObject([403, { code: 'permission_denied' }])
    // Credentials are left out, the other tools are there.
    expect((await limited.ask('GET /tool/', { key: n8nKey })).json).toMatchObject({ count: 2 })
  })

  test('a key that n8n does not accept any more sees nothing that is kept', async () => {
    const at = await n8nConsole(n8n)
    for (const list of ['GET /flow/', 'GET /billing/runs/'])
      expect((await at.ask(list, { key: n8nKey })).status).toBe(200)
    n8n.replaceAll((_, response) => response.writeHead(401).end('{"message":"unauthorized"}'))
    // Whatever asks n8n first ends it for all lists, also those that are still fresh.
    expect((await at.ask(`GET /flow/${flows.orders}/`, { key: n8nKey })).status).toBe(401)
    for (const list of ['GET /flow/', 'GET /billing/runs/', 'GET /flow/tag/', 'GET /channel/'])
      expect((await at.ask(list, { key: n8nKey })).status, list).toBe(401)
  })

  test('two keys share nothing', async () => {
    const at = await n8nConsole(n8n)
    expect((await at.ask('GET /flow/', { key: n8nKey })).json).toMatchObject({ count: 8 })
    const other = await at.ask('GET /flow/', { key: wrongKey })
    expect(other.status).toBe(401)
    expect(other.text).not.toContain('Orders')
    expect((await at.ask('GET /flow/', { key: n8nKey })).json).toMatchObject({ count: 8 })
  })

  test('a key is sent in its header alone, and is in no log and no answer', async () => {
    const at = await n8nConsole(n8n)
    const answers = [
      await at.ask('GET /me/', { key: n8nKey }),
      await at.ask('GET /billing/runs/1/', { key: n8nKey }),
      await at.ask('GET /me/', { key: wrongKey }),
    ]
    // A product that repeats the key in its error.
    n8n.replace(`GET /api/v1/workflows/${flows.tax}`, (request, response) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ message: `The key ${String(request.headers['x-n8n-api-key'])} is too long` })),
    )
    const repeated = await at.ask(`GET /flow/${flows.tax}/`, { key: n8nKey })
    expect(repeated.json).toMatchObject({ detail: expect.stringContaining('The key *** is too long') })
    const all = [...answers, repeated].map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')
    for (const secret of [n8nKey, wrongKey]) {
      expect(all).not.toContain(secret)
      expect(at.log()).not.toContain(secret)
    }
    expect(at.log()).toContain('"path":"/api/billing/runs/1/"')
    for (const { headers, target, body } of n8n.requests) {
      const { 'x-n8n-api-key': sent, ...others } = headers
      expect(JSON.stringify(others) + target + body).not.toContain('n8n_api_')
      expect([undefined, n8nKey, wrongKey]).toContain(sent)
    }
  })
})

describe('answers that are none', () => {
  test.each([
    ['HTML with a stack trace', 500, '<html><pre>Error: x\n    at parse (/srv/n8n/dist/a.js:1:2)</pre></html>', 502],
    [
      'a JSON stack trace',
      500,
      '{"message":"Error: x\\n    at parse (/srv/n8n/dist/a.js:1:2)","stack":"at /srv/n8n"}',
      502,
    ],
    ['a page with 200', 200, '<!DOCTYPE html><html><body>Sign in</body></html>', 502],
    ['half of a JSON', 200, '{"data":[{"id":"1","na', 502],
    ['nothing', 200, '', 502],
    ['another form', 200, '{"items":[]}', 502],
    ['a path that is gone', 404, '{"message":"not found"}', 404],
    ['a refusal with a trace', 400, '{"message":"Bad <b>input</b>\\n at /srv/n8n/dist"}', 400],
  ])('%s', async (_, status, body, expected) => {
    n8n.replace(listPath, (_request, response) => response.writeHead(status).end(body))
    const at = await n8nConsole(n8n)
    const answer = await at.ask('GET /flow/', { key: n8nKey })
    expect([answer.status, answer.json]).toMatchObject([expected, { detail: expect.stringContaining('n8n') }])
    expect(answer.text).not.toMatch(/\/srv\/|<|at parse/)
    expect(at.log()).not.toMatch(/\/srv\/|at parse/)
  })

  test.each([['name'], ['active'], ['nodes']])('another version without %s', async (field) => {
    const { [field]: _, ...rest } = z.looseObject({}).parse(recordedAnswer('workflow-orders'))
    n8n.replace(`GET /api/v1/workflows/${flows.orders}`, { answer: rest })
    const { status, json } = await shared.ask(`GET /flow/${flows.orders}/`, { key: n8nKey })
    expect([status, json]).toMatchObject([502, { code: 'upstream_broken', detail: expect.stringContaining(field) }])
  })

  test('another version with new fields and a workflow that cannot be read as a flow', async () => {
    const recorded = z.looseObject({ data: z.array(z.looseObject({})) }).parse(recordedAnswer('workflows-list'))
    const data = recorded.data.map((row) => ({ ...row, brandNew: { a: [1] } }))
    n8n.replace(listPath, { answer: { ...recorded, data, total: 8 } })
    expect((await (await n8nConsole(n8n)).ask('GET /flow/', { key: n8nKey })).json).toMatchObject({ count: 8 })
  })

  test('429 passes its Retry-After on', async () => {
    n8n.replace(listPath, { status: 429, headers: { 'Retry-After': '17' }, answer: { message: 'Slow down' } })
    const { status, json, headers } = await (await n8nConsole(n8n)).ask('GET /flow/', { key: n8nKey })
    expect([status, json]).toMatchObject([429, { code: 'throttled' }])
    expect(headers['retry-after']).toBe('17')
  })

  test('silence ends', async () => {
    n8n.replace(listPath, () => {})
    const at = await n8nConsole(n8n, { silence: 500 })
    const started = performance.now()
    const { status, json } = await at.ask('GET /flow/', { key: n8nKey })
    expect([status, json]).toMatchObject([504, { code: 'upstream_timeout' }])
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('an answer that stops halfway ends too', async () => {
    n8n.replace(listPath, (_, response) => void response.writeHead(200).write('{"data":['))
    const { status } = await (await n8nConsole(n8n, { silence: 500 })).ask('GET /flow/', { key: n8nKey })
    expect(status).toBe(504)
  })

  test('pages in a circle end', async () => {
    n8n.replace(listPath, { answer: { data: [], nextCursor: 'a' } })
    n8n.replace(`${listPath}&cursor=a`, { answer: { data: [], nextCursor: 'b' } })
    n8n.replace(`${listPath}&cursor=b`, { answer: { data: [], nextCursor: 'a' } })
    const { status, json } = await (await n8nConsole(n8n)).ask('GET /flow/', { key: n8nKey })
    expect([status, json]).toMatchObject([502, { code: 'upstream_broken' }])
    expect(n8n.asked.filter((request) => request.includes('/api/v1/workflows')).length).toBeLessThan(10)
  })

  test('a failure in the middle of a list is no shorter list', async () => {
    const recorded = z.looseObject({ data: z.array(z.unknown()) }).parse(recordedAnswer('workflows-list'))
    n8n.replace(listPath, { answer: { data: recorded.data.slice(0, 5), nextCursor: 'a' } })
    n8n.replace(`${listPath}&cursor=a`, { status: 500, answer: 'Oops' })
    const at = await n8nConsole(n8n)
    expect((await at.ask('GET /flow/', { key: n8nKey })).status).toBe(502)
    n8n.restore()
    expect((await at.ask('GET /flow/', { key: n8nKey })).json).toMatchObject({ count: 8 })
  })
})

test('the key never follows a redirect', async () => {
  const other = await recordedProduct('n8n-2.30')
  n8n.replace(listPath, (_, response) =>
    response.writeHead(302, { location: `${other.origin}/api/v1/workflows` }).end(),
  )
  const { status, json } = await (await n8nConsole(n8n)).ask('GET /flow/', { key: n8nKey })
  expect([status, json]).toMatchObject([502, { code: 'upstream_redirect' }])
  expect(other.requests).toEqual([])
})

describe('other pages', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('a write from %s is refused, with API_KEY and without', async (headers) => {
    const signedIn = await n8nConsole(n8n, { apiKey: n8nKey })
    for (const [at, key] of [
      [signedIn, {}],
      [shared, { key: n8nKey }],
    ] as const) {
      const { status } = await at.ask(`POST /flow/${flows.nightly}/activate/`, { headers, ...key })
      expect(status).toBe(403)
    }
    expect(n8n.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('no answer allows another origin to read it', async () => {
    const signedIn = await n8nConsole(n8n, { apiKey: n8nKey })
    const { headers } = await signedIn.ask('GET /flow/', { headers: { origin: 'https://evil.example' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a foreign host name is refused', async () => {
    const { status } = await shared.ask('GET /flow/', { key: n8nKey, headers: { host: 'evil.example' } })
    expect(status).toBe(421)
    expect(n8n.requests).toEqual([])
  })
})

test('a service that no connector knows is asked unchanged', async () => {
  n8n.replaceAll(({ method, target, headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify([method, target, headers.authorization])),
  )
  const { json } = await (await consoleOf(n8n.origin)).ask('GET /flow/?limit=2', { key: n8nKey })
  expect(json).toEqual(['GET', '/flow/?limit=2', `Bearer ${n8nKey}`])
})

test('a product that starts after the console is found', async () => {
  n8n.replaceAll((_, response) => response.destroy())
  const at = await n8nConsole(n8n)
  expect((await at.ask('GET /me/', { key: n8nKey })).status).toBe(502)
  n8n.restore()
  expect((await at.ask('GET /me/', { key: n8nKey })).json).toMatchObject({ product: { kind: 'n8n' } })
})

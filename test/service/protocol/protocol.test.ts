/** Rules for all requests. */
import { request as send } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody, ProblemBody } from '#contract/kernel/error.ts'
import { allEndpoints } from '#contract/api.ts'
import { eachDatabase, type TestResponse, type TestService } from '#test/service/support/harness.ts'

const codeOf = (response: TestResponse) => `${response.status} ${response.as(ErrorBody).code}`

/** Sends a request with headers that fetch does not allow. */
const rawRequest = (service: TestService, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((done, fail) => {
    const sent = send(`${service.origin}${path}`, { method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.once('error', fail)
    sent.end()
  })

eachDatabase('protocol', (service) => {
  const write = (path: string, sent: object) => service.request('POST', path, { as: service.one.owner, ...sent })

  test('returns errors in both forms, with the request id', async () => {
    const plain = await service.request('GET', '/flow/flw_none/', {
      as: service.one.owner,
      headers: { 'x-request-id': 'my-request-1' },
    })
    expect(plain.status).toBe(404)
    expect(plain.as(ErrorBody)).toMatchObject({ code: 'not_found', request_id: 'my-request-1' })
    expect(plain.headers.get('x-request-id')).toBe('my-request-1')
    const problem = await service.request('GET', '/flow/flw_none/', {
      as: service.one.owner,
      headers: { accept: 'application/problem+json' },
    })
    expect(problem.headers.get('content-type')).toBe('application/problem+json')
    expect(problem.as(ProblemBody)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('replaces an invalid request id', async () => {
    const response = await service.request('GET', '/me/', { headers: { 'x-request-id': 'no spaces, please' } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends the security headers with every response', async () => {
    const answers = [
      await service.request('GET', '/setup/'),
      await service.request('GET', '/me/'),
      await service.request('GET', '/nothing/'),
      await service.request('POST', '/flow/', { as: service.one.owner, raw: '{' }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'",
      )
      expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      // Sent only if PUBLIC_URL is https.
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('redirects reads without the trailing slash, and refuses writes', async () => {
    const read = await service.request('GET', '/flow?limit=3')
    expect([read.status, read.headers.get('location')]).toEqual([308, `${service.origin}/api/flow/?limit=3`])
    const written = await service.request('POST', '/flow', { body: {} })
    expect(codeOf(written)).toBe('404 not_found')
    expect(written.text).toContain('/api/flow/')
    expect(codeOf(await service.request('GET', '/nowhere/'))).toBe('404 not_found')
  })

  test('answers an unsupported method with the allowed methods', async () => {
    const response = await service.request('DELETE', '/flow/', { as: service.one.owner })
    expect(codeOf(response)).toBe('405 method_not_allowed')
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect((await service.request('OPTIONS', '/flow/')).status).toBe(204)
  })

  test('answers HEAD like GET without a body', async () => {
    const response = await service.request('HEAD', '/me/', { as: service.one.owner })
    expect([response.status, response.text]).toEqual([200, ''])
  })

  test('answers known hosts only', async () => {
    expect((await rawRequest(service, '/api/setup/', { host: 'evil.example' })).status).toBe(421)
    expect((await rawRequest(service, '/', { host: 'evil.example' })).status).toBe(421)
    for (const host of ['localhost', 'localhost:99', '127.0.0.1', 'LOCALHOST.'])
      expect((await rawRequest(service, '/api/setup/', { host })).status).toBe(200)
  })

  test('accepts a write with a cookie from our own origin only', async () => {
    const { cookie = '' } = service.one.owner.headers
    const from = async (headers: Record<string, string>) =>
      (await service.request('POST', '/flow/', { headers: { cookie, ...headers }, body: { name: 'x' } })).status
    expect(await from({ origin: service.origin })).toBe(201)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ origin: service.origin.replace('http:', 'https:') })).toBe(403)
    expect(await from({ origin: service.origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await from({})).toBe(403)
    // A key is accepted from anywhere, because browsers do not send keys automatically.
    const { authorization = '' } = service.one.writeKey.headers
    expect((await service.request('POST', '/flow/', { headers: { authorization }, body: { name: 'x' } })).status).toBe(
      201,
    )
  })

  test('refuses bodies that are not JSON or too large', async () => {
    expect(
      codeOf(
        await write('/flow/', { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      ),
    ).toBe('415 unsupported_media_type')
    expect(codeOf(await write('/flow/', { raw: '{}', headers: { 'content-type': 'text/plain' } }))).toBe(
      '415 unsupported_media_type',
    )
    const large = JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024) })
    expect(codeOf(await write('/flow/', { raw: large }))).toBe('413 too_large')
    const huge = `{"template":"${'y'.repeat(33 * 1024 * 1024)}"}`
    expect(codeOf(await write('/flow/import/', { raw: huge }))).toBe('413 too_large')
    // The next request on the same connection works.
    expect((await service.request('GET', '/me/', { as: service.one.owner })).status).toBe(200)
  })

  test.each([
    ['not JSON', 'name'],
    ['truncated', '{"name":"x"'],
    ['depth', `{"name":"x","description":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['duplicate keys', '{"name":"x","name":"y"}'],
    ['a number too large', '{"name":"x","description":1e400}'],
    ['an integer that would change', '{"name":"x","description":9007199254740993}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"a\\ud800b"}'],
    ['a large truncated text', `{"name":"${'x'.repeat(500_000)}`],
  ])('refuses invalid JSON and JSON that cannot be stored: %s', async (_what, raw) => {
    const before = await service.request('GET', '/flow/', { as: service.one.owner })
    expect(codeOf(await write('/flow/', { raw }))).toBe('400 malformed_json')
    expect((await service.request('GET', '/flow/', { as: service.one.owner })).text).toBe(before.text)
  })

  test('refuses invalid UTF-8', async () => {
    expect(codeOf(await write('/flow/', { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) }))).toBe(
      '400 malformed_json',
    )
  })

  test('names invalid fields', async () => {
    const errors = async (body: unknown) => (await write('/flow/', { body })).as(ErrorBody).errors
    expect(await errors({})).toEqual({ name: ['This field is required.'] })
    expect(await errors({ name: '   ' })).toEqual({ name: ['This field may not be blank.'] })
    expect(await errors({ name: 'x', colour: 'red' })).toEqual({ colour: ['Unknown field.'] })
    expect(await errors({ name: 'x'.repeat(100_000) })).toHaveProperty('name')
    expect(await errors([])).toHaveProperty('non_field_errors')
    const activate = await write('/flow/flw_none/activate/', { body: { force: true } })
    expect(activate.as(ErrorBody).errors).toEqual({ force: ['Unknown field.'] })
  })

  test('stores a name trimmed and in NFC', async () => {
    const response = await write('/flow/', { body: { name: '  Cafe\u0301 ' } })
    expect(response.as(z.looseObject({ name: z.string() })).name).toBe('Caf\u00e9')
  })

  test('does not pollute prototypes by __proto__ in a body', async () => {
    const response = await write('/flow/', { raw: '{"name":"proto","__proto__":{"polluted":true}}' })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect([201, 400]).toContain(response.status)
  })

  test('queries', async () => {
    const list = (query: string) => service.request('GET', `/flow/?${query}`, { as: service.one.owner })
    expect((await list('limit=-1')).as(ErrorBody).errors).toHaveProperty('limit')
    expect((await list('limit=101')).as(ErrorBody).errors).toHaveProperty('limit')
    expect((await list('offset=x')).as(ErrorBody).errors).toHaveProperty('offset')
    expect((await list('search=%00')).as(ErrorBody).errors).toHaveProperty('search')
    expect((await list('colour=red')).status).toBe(200)
    const unknown = await service.request('GET', '/conversation/?colour=red', { as: service.one.owner })
    expect(codeOf(unknown)).toBe('400 unknown_filter')
    expect(unknown.as(ErrorBody).errors).toHaveProperty('colour')
  })

  test('links a page to the next one, on the requested host', async () => {
    for (const name of ['p1', 'p2', 'p3']) await write('/flow/', { body: { name } })
    const Page = z.object({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(z.looseObject({ id: z.string() })),
    })
    const first = (await service.request('GET', '/flow/?limit=2&search=p', { as: service.one.owner })).as(Page)
    expect(first.previous).toBeNull()
    expect(first.next).toMatch(new RegExp(`^${service.origin}/api/flow/\\?limit=2&search=p&cursor=`))
    const second = await fetch(first.next ?? '', { headers: service.one.owner.headers })
    const ids = Page.parse(await second.json()).results.map(({ id }) => id)
    expect(ids).not.toContain(first.results[0]?.id)
    expect(ids.length).toBeGreaterThan(0)
  })

  test('answers 304 for an unchanged ETag, and refuses a write with an outdated one', async () => {
    const created = await write('/flow/', { body: { name: 'etag' } })
    const { id } = created.as(z.looseObject({ id: z.string() }))
    expect(created.headers.get('location')).toBe(`/api/flow/${id}/`)
    const as = service.one.owner
    const etag = (await service.request('GET', `/flow/${id}/`, { as })).headers.get('etag') ?? ''
    expect((await service.request('GET', `/flow/${id}/`, { as, headers: { 'if-none-match': etag } })).status).toBe(304)
    const rename = (name: string) =>
      service.request('PATCH', `/flow/${id}/`, { as, body: { name }, headers: { 'if-match': etag } })
    expect((await rename('first')).status).toBe(200)
    const second = await rename('second')
    expect(codeOf(second)).toBe('409 version_conflict')
    expect(second.body).toMatchObject({ current: { name: 'first' } })
  })

  test('has the same endpoints in router, OpenAPI document and contract', async () => {
    const Document = z.object({
      paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
    })
    const { paths } = (await service.request('GET', '/openapi.json')).as(Document)
    const inDocument = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const inContract = allEndpoints.map(({ method, path }) => `${method} ${path}`)
    const inRouter = service.app.http.routes.map(
      ({ method, path }) => `${method} ${path.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(inDocument.toSorted()).toEqual(inContract.toSorted())
    expect(inRouter.toSorted()).toEqual(inContract.toSorted())
  })

  test('describes the response to an unsupported method in the OpenAPI document', async () => {
    const Answer = z.object({
      description: z.literal('method_not_allowed'),
      headers: z.object({ Allow: z.object({}) }),
    })
    const Operation = z.object({ responses: z.looseObject({ 405: Answer }) })
    const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
    const response = await service.request('GET', '/openapi.json')
    expect(Document.safeParse(response.body).error).toBeUndefined()
  })

  test('asks clients to retry while the service stops', async () => {
    const { lifecycle } = service.app.services
    lifecycle.state = 'stopping'
    try {
      const response = await service.request('GET', '/me/', { as: service.one.owner })
      expect([codeOf(response), response.headers.get('retry-after')]).toEqual(['503 unavailable', '1'])
      expect((await service.request('GET', '/health/ready')).status).toBe(503)
      expect((await service.request('GET', '/health/live')).status).toBe(200)
    } finally {
      lifecycle.state = 'serving'
    }
    expect((await service.request('GET', '/health/ready')).status).toBe(200)
  })

  test('metrics', async () => {
    const response = await service.request('GET', '/metrics')
    expect(response.text).toMatch(/flow_requests_total\{endpoint="flow\.list",status="200"\} \d+/)
    // Other machines need a key.
    expect((await service.request('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      401,
    )
  })
})

eachDatabase('behind https', { settings: { PUBLIC_URL: 'https://flows.example' } }, (service) => {
  test('requires a key for metrics, because a proxy may run on this machine', async () => {
    expect((await service.request('GET', '/metrics')).status).toBe(401)
    expect((await service.request('GET', '/metrics', { as: service.one.readKey })).status).toBe(200)
  })

  test('sends Secure cookies, HSTS, and links below PUBLIC_URL', async () => {
    const response = await service.request('POST', '/session/', {
      body: { email: service.one.owner.email, password: 'a sentence that nobody guesses' },
    })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Secure-flow\.session_token=.*; HttpOnly; Secure; SameSite=Lax/,
    )
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
    const read = await service.request('GET', '/flow')
    expect(read.headers.get('location')).toBe('https://flows.example/api/flow/')
    expect((await rawRequest(service, '/api/setup/', { host: 'flows.example' })).status).toBe(200)
  })
})

/** Requests through the console to an existing service, and the responses: paths, headers, cookies, redirects. */
import { gzipSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { sendRequest, startBehindConsole, sendRaw } from '#test/service/support/proxy-harness.ts'

const console = startBehindConsole()

test('forwards method, path, query and body below the path of the base URL', async () => {
  const received: unknown[] = []
  console.respondWith((request, response) => {
    void text(request).then((body) => {
      received.push([request.method, request.url, body])
      response.writeHead(201, { location: '/base/flow/1/' }).end('{"id":1}')
    })
  })
  const headers = { 'content-type': 'application/json' }
  const response = await sendRequest(console.origin, 'POST', '/api/flow/?x=1&y=%20', { headers, body: '{"name":"n"}' })
  expect(received).toEqual([['POST', '/base/flow/?x=1&y=%20', '{"name":"n"}']])
  expect(response).toMatchObject({ status: 201, text: '{"id":1}' })
  expect(response.headers.location).toBe('/api/flow/1/')
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('forwards %s', async (method) => {
  let received = ''
  console.respondWith((request, response) => {
    received = request.method ?? ''
    response.setHeader('content-length', '2')
    response.end(method === 'HEAD' ? undefined : '{}')
  })
  const response = await sendRequest(console.origin, method, '/api/flow/')
  expect([received, response.status, response.headers['content-length'], response.text]).toEqual([
    method,
    200,
    '2',
    method === 'HEAD' ? '' : '{}',
  ])
})

test('forwards only the required headers', async () => {
  let received: IncomingMessage['headers'] = {}
  console.respondWith((request, response) => {
    received = request.headers
    response.end('{}')
  })
  const forwardedHeaders = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'accept-language': 'de',
    authorization: 'Token abc',
    'idempotency-key': 'k1',
    'if-match': '"3"',
    'if-none-match': '"4"',
    'last-event-id': '7',
    range: 'bytes=0-1',
    'x-api-key': 'secret',
  }
  const droppedHeaders = {
    connection: 'keep-alive, x-hop',
    'x-hop': '1',
    cookie: 'sid=1; api.sid=2',
    forwarded: 'for=1.2.3.4',
    origin: console.origin,
    referer: `${console.origin}/flows`,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'A browser',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'elsewhere.example',
    'x-http-method-override': 'DELETE',
    'x-tenant': 'not asked for',
  }
  await sendRequest(console.origin, 'GET', '/api/flow/', { headers: { ...forwardedHeaders, ...droppedHeaders } })
  expect(received).toMatchObject({
    ...forwardedHeaders,
    host: new URL(console.service).host,
    'user-agent': 'flow-console/test',
  })
  expect(Object.keys(received).toSorted()).toEqual(
    [...Object.keys(forwardedHeaders), 'connection', 'host', 'user-agent', 'x-request-id'].toSorted(),
  )
})

test('returns status and headers, without cookies and those that concern the connection or origin', async () => {
  const back = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''a.json",
    'cache-control': 'max-age=60',
    date: 'Sun, 22 Nov 2026 00:00:00 GMT',
    etag: '"7"',
    link: '<https://other.example/flow/?page=2>; rel="next"',
    'retry-after': '30',
    'www-authenticate': 'Bearer realm="api"',
    'x-ratelimit-remaining': '0',
    'x-request-id': 'theirs-1234',
  }
  console.respondWith((_request, response) => {
    response.writeHead(429, {
      ...back,
      connection: 'x-hop',
      'x-hop': '1',
      'keep-alive': 'timeout=99',
      'proxy-authenticate': 'Basic',
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'alt-svc': 'h3=":443"',
      'clear-site-data': '"*"',
      'content-security-policy': 'default-src *',
      'strict-transport-security': 'max-age=1',
      'service-worker-allowed': '/',
      refresh: '0;url=https://elsewhere.example',
      'set-cookie': 'sid=1; Path=/',
    })
    response.end('{}')
  })
  const { status, headers } = await sendRequest(console.origin, 'GET', '/api/flow/')
  expect(status).toBe(429)
  expect(headers).toMatchObject(back)
  for (const name of ['x-hop', 'proxy-authenticate', 'alt-svc', 'clear-site-data', 'refresh', 'set-cookie'])
    expect(headers).not.toHaveProperty(name)
  expect(Object.keys(headers).filter((name) => /^(access-control|strict|service-worker)/.test(name))).toEqual([])
  expect(headers['keep-alive'] ?? '').not.toContain('99')
  expect(headers['content-security-policy']).toContain("default-src 'none'; frame-ancestors 'none'; sandbox")
})

test("removes a challenge that would open the browser's own dialog", async () => {
  console.respondWith((_request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('{}'),
  )
  const { status, headers } = await sendRequest(console.origin, 'GET', '/api/flow/')
  expect([status, headers['www-authenticate']]).toEqual([401, undefined])
})

test('returns a compressed body unchanged', async () => {
  const body = gzipSync('{"a":1}')
  console.respondWith((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
  const response = await sendRequest(console.origin, 'GET', '/api/flow/')
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(response.body.equals(body)).toBe(true)
})

test.each([204, 304])('returns %i without a body, with its headers', async (status) => {
  console.respondWith((_request, response) => response.writeHead(status, { etag: '"7"' }).end())
  const response = await sendRequest(console.origin, 'GET', '/api/flow/')
  expect([response.status, response.headers.etag, response.text]).toEqual([status, '"7"', ''])
})

test('returns HTML of a service with a policy that runs no script', async () => {
  console.respondWith((_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<script>1</script>'),
  )
  const { headers, text: body } = await sendRequest(console.origin, 'GET', '/api/flow/')
  expect([headers['content-type'], body]).toEqual(['text/html', '<script>1</script>'])
  expect(headers['content-security-policy']).toContain('sandbox')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('rewrites a redirect below the base URL to this origin', async () => {
  console.respondWith((_request, response) =>
    response.writeHead(308, { location: `${console.service}/base/flow/?x=1` }).end(),
  )
  const response = await sendRequest(console.origin, 'GET', '/api/flow?x=1')
  expect([response.status, response.headers.location]).toEqual([308, '/api/flow/?x=1'])
})

test.each([
  ['https://elsewhere.example/base/flow/', 'https://elsewhere.example'],
  ['/login/?next=/base/', '/login/'],
])('reports a redirect to %s as an error with its target', async (location, named) => {
  console.respondWith((_request, response) => response.writeHead(302, { location }).end())
  const response = await sendRequest(console.origin, 'GET', '/api/flow/', { headers: { authorization: 'Token abc' } })
  expect(response.headers.location).toBeUndefined()
  expect([response.status, response.error().code]).toEqual([502, 'upstream_redirect'])
  expect(response.error().detail).toContain(named)
})

test.each(['/api/../admin', '/api/%2e%2e/admin', '/api/..%2fadmin', '/api/%252e%252e/admin'])(
  'refuses the path %s before it reaches the service',
  async (path) => {
    let wasReached = false
    console.respondWith((_request, response) => {
      wasReached = true
      response.end()
    })
    const response = await sendRequest(console.origin, 'GET', path)
    expect([response.status, response.error().code, wasReached]).toEqual([400, 'invalid', false])
  },
)

test.each([
  [
    'two content lengths',
    'POST /api/flow/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  ],
  [
    'a length and chunks',
    'POST /api/flow/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'another coding',
    'POST /api/flow/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a read with a body',
    'GET /api/flow/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc',
  ],
  ['two hosts', 'GET /api/flow/ HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  [
    'a URL of another host',
    'GET http://elsewhere.example/api/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ],
  [
    'a WebSocket',
    'GET /api/flow/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  ],
])('refuses a request with %s before it reaches the service', async (what, bytes) => {
  let wasReached = false
  console.respondWith((_request, response) => {
    wasReached = true
    response.end()
  })
  const said = await sendRaw(console.origin, bytes)
  expect(said).toMatch(what === 'a URL of another host' ? /^HTTP\/1\.1 421 / : /^HTTP\/1\.1 400 /)
  expect(wasReached).toBe(false)
})

test.each(['TRACE', 'PROPFIND'])('does not forward %s', async (method) => {
  const response = await sendRequest(console.origin, method, '/api/flow/')
  expect([response.status, response.error().code]).toEqual([405, 'method_not_allowed'])
})

test('answers another Host with 421, for any path', async () => {
  for (const path of ['/api/flow/', '/health/live', '/'])
    expect((await sendRequest(console.origin, 'GET', path, { headers: { host: 'evil.example' } })).status).toBe(421)
})

test('has its health endpoint outside /api, where the service may have one', async () => {
  console.respondWith((request, response) => response.end(request.url))
  expect((await sendRequest(console.origin, 'GET', '/health/live')).text).toContain('"status":"ok"')
  expect((await sendRequest(console.origin, 'GET', '/api/health/live')).text).toBe('/base/health/live')
})

test.each([
  ['sec-fetch-site', 'cross-site'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
])('does not forward a cross-site write (%s: %s)', async (name, value) => {
  const headers = { [name]: value }
  const response = await sendRequest(console.origin, 'POST', '/api/flow/', { headers, body: '{}' })
  expect([response.status, response.error().code]).toEqual([403, 'permission_denied'])
})

test('returns its own errors in both forms', async () => {
  const headers = { accept: 'application/problem+json' }
  const response = await sendRequest(console.origin, 'GET', '/api/%2e./', { headers })
  expect([response.headers['content-type'], response.text.includes('"type":"about:blank#invalid"')]).toEqual([
    'application/problem+json',
    true,
  ])
})

describe('with cookies and an additional header', () => {
  const cookieConsole = startBehindConsole({ cookies: true, headers: ['x-tenant'] })

  test('forwards cookies of the service both ways, and no others', async () => {
    let received: string | undefined
    cookieConsole.respondWith((request, response) => {
      received = request.headers.cookie
      response.setHeader('set-cookie', [
        'sid=2; Domain=other.example; Path=/base/; HttpOnly; Secure',
        'elsewhere=1; Path=/elsewhere/',
      ])
      response.end('{}')
    })
    const headers = { cookie: 'other=1; api.sid=1' }
    const response = await sendRequest(cookieConsole.origin, 'GET', '/api/flow/', { headers })
    expect(received).toBe('sid=1')
    expect(response.headers['set-cookie']).toEqual(['api.sid=2; Path=/api; HttpOnly; SameSite=Lax'])
  })

  test('sends a write of the console with the origin of the service', async () => {
    let received: IncomingMessage['headers'] = {}
    cookieConsole.respondWith((request, response) => {
      received = request.headers
      response.end('{}')
    })
    const headers = { cookie: 'api.sid=1', origin: cookieConsole.origin, 'x-csrftoken': 'c', 'x-tenant': 't' }
    const response = await sendRequest(cookieConsole.origin, 'POST', '/api/flow/', { headers, body: '{}' })
    expect(response.status).toBe(200)
    expect(received).toMatchObject({
      cookie: 'sid=1',
      origin: cookieConsole.service,
      'x-csrftoken': 'c',
      'x-tenant': 't',
    })
  })

  test('does not forward a write with a cookie but without an origin', async () => {
    const response = await sendRequest(cookieConsole.origin, 'POST', '/api/flow/', {
      headers: { cookie: 'api.sid=1' },
      body: '{}',
    })
    expect([response.status, response.error().code]).toEqual([403, 'permission_denied'])
  })
})

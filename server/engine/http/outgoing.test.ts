/** HTTP client: redirects, size limits, encodings and errors. Uses real sockets. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpRequest } from '#server/engine/engine-tools.ts'
import { both, closeAll, codeOf, get, listen, outgoing, serve } from '#test/support/local-server.ts'

afterEach(closeAll)

describe('redirects', () => {
  /** A redirect between two origins, or within one; returns the second request. */
  async function chain(status: number, elsewhere: boolean, more: Partial<HttpRequest> = {}) {
    const seen: { at: string; method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
    const listener = (at: string, to: string | null) => async (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      seen.push({ at, method: request.method, headers: request.headers, body })
      if (to !== null && request.url === '/start') response.writeHead(status, { location: to }).end()
      else response.end('arrived')
    }
    const second = await serve((request, response) => void listener('second', null)(request, response))
    const to = elsewhere ? `http://127.0.0.1:${second}/end` : '/end'
    const first = await serve((request, response) => void listener('first', to)(request, response))
    const headers = {
      authorization: 'Bearer secret',
      cookie: 'a=b',
      'x-api-key': 'secret',
      'content-type': 'text/plain',
    }
    const answer = await outgoing().request(
      get(`http://127.0.0.1:${first}/start`, { method: 'POST', body: 'text', headers, ...more }),
    )
    expect(answer.body).toBe('arrived')
    return seen[1]
  }

  test('credentials are kept on redirects within an origin and dropped on others', async () => {
    const other = await chain(307, true)
    expect(other).toMatchObject({ at: 'second', method: 'POST', body: 'text' })
    expect(JSON.stringify(other?.headers)).not.toContain('secret')
    expect(other?.headers['cookie']).toBeUndefined()
    const same = await chain(308, false)
    expect(same?.headers).toMatchObject({ authorization: 'Bearer secret', cookie: 'a=b', 'x-api-key': 'secret' })
  })

  test('a body with a secret is not sent to another origin', async () => {
    for (const status of [307, 308])
      expect(await codeOf(chain(status, true, { hasSecretBody: true }))).toBe('redirected_elsewhere')
    expect(await chain(303, true, { hasSecretBody: true })).toMatchObject({ at: 'second', method: 'GET', body: '' })
    expect(await chain(307, false, { hasSecretBody: true })).toMatchObject({
      at: 'first',
      method: 'POST',
      body: 'text',
    })
  })

  test.each([301, 302, 303])('a POST becomes a GET without a body after %i', async (status) => {
    const next = await chain(status, false)
    expect(next).toMatchObject({ method: 'GET', body: '' })
    expect(next?.headers['content-type']).toBeUndefined()
  })

  test('at most three redirects are followed', async () => {
    let asked = 0
    const port = await serve((request, response) => {
      asked += 1
      const left = Number((request.url ?? '').slice(1))
      if (left === 0) response.end('arrived')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const { request } = outgoing()
    expect(await request(get(`http://127.0.0.1:${port}/3`))).toMatchObject({ body: 'arrived' })
    asked = 0
    expect(await codeOf(request(get(`http://127.0.0.1:${port}/100`)))).toBe('too_many_redirects')
    expect(asked).toBe(4)
  })
})

test('a secret host is masked in errors after redirects', async () => {
  const second = await serve((_, response) => void response.end('arrived'))
  const first = await serve((request, response) => {
    const location = request.url === '/loop' ? '/loop' : `http://xn--tk3n-5qa.localhost:${second}/`
    response.writeHead(307, { location }).end()
  })
  const { request } = outgoing({ resolve: async () => both('127.0.0.1') })
  const messageOf = (path: string, more: Partial<HttpRequest> = {}) =>
    request(get(`http://tök3n.localhost:${first}${path}`, { shownHost: '••••', ...more })).then(
      () => 'an answer',
      (error: unknown) => String(error),
    )
  expect(await messageOf('/loop')).toBe('OutgoingError: •••• redirects more than 3 times. Use the final URL.')
  expect(await messageOf('/', { method: 'POST', body: 'x', hasSecretBody: true })).toBe(
    'OutgoingError: •••• redirects to another host, so the request was not forwarded: its body contains a secret. If you trust that host, call it directly.',
  )
  expect(await messageOf('/', { headers: { a: 'b\r\nc: d' } })).toBe(
    'OutgoingError: •••• was not contacted because a header has an invalid name or character.',
  )
})

describe('responses', () => {
  const answered = async (answer: RequestListener, more: Partial<HttpRequest> = {}) =>
    outgoing().request(get(`http://127.0.0.1:${await serve(answer)}/`, more))
  const raw = async (text: string | Buffer, more: Partial<HttpRequest> = {}) => {
    const port = await listen(createTcpServer((socket) => void socket.on('error', () => {}).end(text)))
    return outgoing().request(get(`http://127.0.0.1:${port}/`, more))
  }
  const typed = (type: string, body: string | Buffer) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  }

  test('JSON is parsed, text is decoded, an empty body is null, binary content is base64', async () => {
    expect((await answered(typed('application/json', '{"a": [1]}'))).body).toEqual({ a: [1] })
    expect((await answered(typed('application/problem+json; charset=utf-8', '\ufeff{"a":1}'))).body).toEqual({ a: 1 })
    expect((await answered(typed('text/plain', 'ä\u0000b'))).body).toBe('ä\ufffdb')
    expect((await answered(typed('text/plain; charset=iso-8859-1', Buffer.from([0xe4])))).body).toBe('ä')
    expect((await answered(typed('text/plain; charset=no-such', 'x'))).body).toBe('x')
    expect((await answered(typed('image/png', Buffer.from([0x89, 0xff])))).body).toBe('data:image/png;base64,if8=')
    expect((await answered((_, response) => void response.writeHead(204).end())).body).toBeNull()
  })

  test.each(['{"a": 1', '{"a": 1, "a": 2}', '[12345678901234567890]', '"\\u0000"', '['.repeat(100), '<html>'])(
    'invalid JSON is returned as text with a problem: %s',
    async (text) => {
      const { body, problem } = await answered(typed('application/json', text))
      expect(body).toBe(text)
      expect(problem).toMatch(/^Line 1/)
    },
  )

  test('compressed responses are decoded; decompression bombs are refused', async () => {
    const coded = (coding: string, bytes: Buffer) => (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': coding,
        'content-length': bytes.length,
      })
      response.end(bytes)
    }
    expect((await answered(coded('gzip', gzipSync('{"a":1}')))).body).toEqual({ a: 1 })
    expect((await answered(coded('br', brotliCompressSync('{"a":1}')))).body).toEqual({ a: 1 })
    const bomb = Buffer.alloc(100 * 1024 * 1024)
    expect(await codeOf(answered(coded('gzip', gzipSync(bomb))))).toBe('too_large')
    expect(await codeOf(answered(coded('br', brotliCompressSync(bomb, { params: { 1: 1 } }))))).toBe('too_large')
    expect(await codeOf(answered(coded('gzip', Buffer.from('no gzip'))))).toBe('bad_answer')
    expect(await codeOf(answered(coded('gzip', gzipSync('{"a":1}').subarray(0, 12))))).toBe('bad_answer')
    expect(await codeOf(answered(coded('gzip, gzip', gzipSync(gzipSync('x')))))).toBe('bad_answer')
    expect((await answered(coded('gzip', Buffer.alloc(0)))).body).toBeNull()
    const head = await answered(coded('gzip', gzipSync('x')), { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: null })
  })

  /** Writes until the connection is closed. */
  const endless =
    (piece: Buffer, wait: () => Promise<unknown>) => async (_: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => {})
      while (!response.destroyed) {
        if (!response.write(piece)) await Promise.race([new Promise((go) => response.once('drain', go)), wait()])
        await wait()
      }
    }

  test('an endless body fails at the size limit', async () => {
    const flood = endless(Buffer.alloc(64 * 1024, 97), () => setImmediate())
    expect(await codeOf(answered((...pair) => void flood(...pair)))).toBe('too_large')
    expect(await codeOf(answered((...pair) => void flood(...pair), { maxBytes: 1000 }))).toBe('too_large')
  })

  test('a body that trickles in fails at the timeout', async () => {
    const drip = endless(Buffer.from('a'), () => new Promise((go) => setTimeout(go, 20)))
    expect(await codeOf(answered((...pair) => void drip(...pair), { timeoutMs: 200 }))).toBe('timeout')
    expect(await codeOf(answered(() => {}, { timeoutMs: 100 }))).toBe('timeout')
  })

  test('a request ends immediately when it is cancelled', async () => {
    const controller = new AbortController()
    const asked = answered(() => controller.abort(), { signal: controller.signal })
    expect(await codeOf(asked)).toBe('cancelled')
    expect(await codeOf(answered(() => {}, { signal: AbortSignal.abort() }))).toBe('cancelled')
  })

  test.each([
    ['too many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`, 'too_large'],
    ['a header that is too long', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(200_000)}\r\n\r\n`, 'too_large'],
    ['a body shorter than its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'unreachable'],
    ['an invalid content-length', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n', 'bad_answer'],
    ['two content-lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'unreachable'],
    ['a response that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'bad_answer'],
    ['a closed connection', '', 'unreachable'],
  ])('reports %s', async (_, text, code) => {
    expect(await codeOf(raw(text))).toBe(code)
  })

  test('bytes beyond the content-length belong to neither this response nor the next', async () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil'
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {}).on('data', () => socket.write(text))
      }),
    )
    const { request } = outgoing()
    const answers = [1, 2].map(() => request(get(`http://127.0.0.1:${port}/`)))
    for (const answer of await Promise.allSettled(answers))
      expect(answer).not.toMatchObject({ value: { body: expect.stringContaining('evil') } })
  })

  test('a refused connection is retryable; an invalid header or method is not', async () => {
    const { request } = outgoing()
    await expect(request(get('http://127.0.0.1:1/'))).rejects.toMatchObject({ code: 'unreachable', retryable: true })
    await expect(request(get('http://127.0.0.1:1/', { headers: { a: 'b\r\nc: d' } }))).rejects.toMatchObject({
      code: 'bad_request',
      message: '127.0.0.1 was not contacted because a header has an invalid name or character.',
      retryable: false,
    })
    await expect(request(get('http://127.0.0.1:1/', { method: 'CONNECT' }))).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('errors name the host, but not path and query', async () => {
    const error: unknown = await outgoing()
      .request(get('http://127.0.0.1:1/path?key=secret'))
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('127.0.0.1')
    expect(String(error)).not.toMatch(/secret|path/)
  })
})

describe('fetch', () => {
  test('returns a standard Response with the decoded body', async () => {
    const port = await serve((request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-a': 'b' })
      response.end(gzipSync(JSON.stringify({ method: request.method, type: request.headers['content-type'] })))
    })
    const { fetch } = outgoing()
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-a')).toBe('b')
    expect(await answer.json()).toEqual({ method: 'POST', type: 'application/json' })
  })

  test('the trusted internal origin is reachable, but no other port, host or protocol', async () => {
    const port = await serve((_, response) => void response.end('model'))
    const other = await serve((_, response) => void response.end('neighbour'))
    const trusted = new URL(`http://127.0.0.1:${port}/v1`)
    const { fetch } = outgoing({ allow: [], trusted })
    expect(await (await fetch(`${trusted.href}/chat`)).text()).toBe('model')
    await expect(fetch(`http://127.0.0.1:${other}/`)).rejects.toMatchObject({
      code: 'refused_address',
      message: expect.stringContaining('127.0.0.1 is not a public address.'),
    })
    await expect(fetch(`http://localhost:${port}/`)).rejects.toMatchObject({ code: 'refused_address' })
    await expect(fetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'refused_address' })
    // Names are checked at connection time only.
    const named = outgoing({ allow: [], trusted: new URL(`http://localhost:${port}/v1`) })
    expect(await (await named.fetch(`http://localhost:${port}/v1/chat`)).text()).toBe('model')
    await expect(named.fetch(`http://localhost:${other}/`)).rejects.toMatchObject({ code: 'refused_address' })
  })
})

/** Nothing of the inside is reached, and nothing from outside is taken without limit. Real sockets; names are answered by the test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HttpRequest, Outgoing } from '#server/engine/engine-tools.ts'
import { makeLog } from '#server/log.ts'
import { makeCertificate } from '#test/certificate.ts'
import { isPublic, makeAllowed } from './networks.ts'
import { makeOutgoing, type OutgoingOptions } from './outgoing.ts'

const log = makeLog('silent', false)
let open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.toReversed()) await close()
  open = []
})

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => void server.listen(0, host, done))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => void server.close(done))
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

const serve = (answer: RequestListener) => listen(createServer({ maxHeaderSize: 1024 * 1024 }, answer))

function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const made = makeOutgoing({ allow: ['127.0.0.1'], log, ...options })
  open.push(() => made.close())
  return made
}

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
  ...more,
})

/** The code of the refusal. */
async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'an answer'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `no OutgoingError: ${String(error)}`
  }
}

const both = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 }]

describe('the inside', () => {
  let port = 0
  let requests = 0
  let connections = 0
  beforeEach(async () => {
    requests = 0
    connections = 0
    const server = createServer((_, response) => {
      requests += 1
      response.end('the inside')
    })
    server.on('connection', () => (connections += 1))
    port = await listen(server, '::')
  })

  /** Names that the test's own name server knows. */
  const names: Record<string, string[]> = {
    'to-loopback.example': ['127.0.0.1'],
    'to-loopback-6.example': ['::1'],
    'to-mapped.example': ['::ffff:127.0.0.1'],
    'to-translated.example': ['64:ff9b::7f00:1'],
    'to-local-6.example': ['fd00::1'],
    'to-zero.example': ['0.0.0.0'],
    'to-link.example': ['fe80::1'],
    'to-metadata.example': ['169.254.169.254'],
    'good-and-bad.example': ['93.184.216.34', '127.0.0.1'],
    'bad-and-good.example': ['127.0.0.1', '93.184.216.34'],
    'no-address.example': [],
  }
  const hostile = [
    ...Object.keys(names).map((name) => `http://${name}:PORT/`),
    'http://to-loopback.example.:PORT/',
    'https://to-loopback.example:PORT/',
    'http://localhost:PORT/',
    'http://localhost.:PORT/',
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://0x7f000001:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://[::]:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://100.100.100.200/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://255.255.255.255/',
    'http://user:word@93.184.216.34/',
    'http://93.184.216.34@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@93.184.216.34/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_GET',
    'ftp://127.0.0.1/',
    'data:text/plain,inside',
    'javascript:1',
    '//127.0.0.1:PORT/',
    'http://',
    '',
  ]
  // Names of "localhost" go to the system, as in the service.
  const resolve = async (host: string) =>
    /^localhost\.?$/.test(host) ? both('127.0.0.1') : (names[host.replace(/\.$/, '')] ?? []).flatMap(both)

  test.each(hostile)('%s is refused before anything is sent', async (url) => {
    const { request, fetch } = outgoing({ allow: [], resolve })
    const target = url.replace('PORT', String(port))
    const code = await codeOf(request(get(target)))
    expect(url.includes('no-address') ? 'refused_address' : code).toMatch(/^(refused_address|bad_url)$/)
    expect(await codeOf(fetch(target))).not.toBe('an answer')
    expect({ requests, connections }).toEqual({ requests: 0, connections: 0 })
  })

  test('the same server is reached where its address is allowed', async () => {
    const { request } = outgoing({ allow: ['127.0.0.0/8'], resolve })
    expect(await request(get(`http://to-loopback.example:${port}/`))).toMatchObject({ status: 200, body: 'the inside' })
    expect(await request(get(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 })
    // An allowed address says nothing of the same one in another family.
    expect(await codeOf(request(get(`http://[::ffff:127.0.0.1]:${port}/`)))).toBe('refused_address')
    expect(await codeOf(request(get(`http://[::1]:${port}/`)))).toBe('refused_address')
  })

  test('the system is asked where no other resolver is given', async () => {
    const { request } = outgoing({ allow: [] })
    expect(await codeOf(request(get(`http://localhost:${port}/`)))).toBe('refused_address')
    expect(requests).toBe(0)
  })

  test('a name that changes its address between calls is refused at the second one', async () => {
    const answers = [both('127.0.0.1'), both('127.0.0.2')]
    let calls = 0
    const { request } = outgoing({ resolve: async () => answers[Math.min(calls++, 1)] ?? [] })
    // The connection is not kept, so that the second call needs another one.
    const headers = { connection: 'close' }
    expect(await codeOf(request(get(`http://rebind.example:${port}/`, { headers })))).not.toBe('refused_address')
    const before = requests
    const other = `http://rebind.example:${port}/again`
    const again = outgoing({ resolve: async () => both('127.0.0.2') })
    expect(await codeOf(again.request(get(other)))).toBe('refused_address')
    expect(requests).toBe(before)
  })

  test('one look-up a connection: what was checked is what is connected to', async () => {
    let calls = 0
    const { request } = outgoing({
      resolve: async () => {
        calls += 1
        return both(calls === 1 ? '127.0.0.1' : '127.0.0.2')
      },
    })
    expect(await request(get(`http://once.example:${port}/`))).toMatchObject({ status: 200 })
    expect(calls).toBe(1)
  })

  test.each([
    ['http://169.254.169.254/latest/', 'refused_address'],
    ['http://to-loopback.example:PORT/', 'refused_address'],
    ['http://[::1]:PORT/', 'refused_address'],
    ['file:///etc/passwd', 'bad_url'],
    ['http://user:word@127.0.0.1/', 'bad_url'],
  ])('a redirect to %s is refused', async (to, code) => {
    const outside = await serve((_, response) => {
      response.writeHead(302, { location: to.replace('PORT', String(port)) }).end()
    })
    const { request } = outgoing({
      allow: ['127.0.0.3'],
      resolve: async (host) => (host === 'outside.example' ? both('127.0.0.3') : resolve(host)),
    })
    // 127.0.0.3 stands for the outside here: the server listens there too.
    const beyond = await listenAt('127.0.0.3', to.replace('PORT', String(port)))
    expect(outside).toBeGreaterThan(0)
    expect(await codeOf(request(get(`http://outside.example:${beyond}/`)))).toBe(code)
    expect(requests).toBe(0)
  })
})

const listenAt = (host: string, location: string) =>
  listen(
    createServer((_, response) => void response.writeHead(302, { location }).end()),
    host,
  )

test('public and special addresses', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111'])
    expect(isPublic(address)).toBe(true)
  for (const address of ['2001:db8::1', '3fff::1', '2002:101:101::', '::', 'fc00::1', 'ff02::1', '192.0.2.1', 'x', ''])
    expect(isPublic(address)).toBe(false)
  const allowed = makeAllowed(['10.1.0.0/16', 'fd00::/8'])
  expect(['10.1.255.1', '10.2.0.1', 'fd12::1', 'fe80::1', '::ffff:10.1.0.1'].map(allowed)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

describe('redirects', () => {
  /** Two origins that tell what arrived. */
  async function chain(status: number, elsewhere: boolean) {
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
      get(`http://127.0.0.1:${first}/start`, { method: 'POST', body: 'text', headers }),
    )
    expect(answer.body).toBe('arrived')
    return seen[1]
  }

  test('what signs in goes to no other origin, and stays on the same', async () => {
    const other = await chain(307, true)
    expect(other).toMatchObject({ at: 'second', method: 'POST', body: 'text' })
    expect(JSON.stringify(other?.headers)).not.toContain('secret')
    expect(other?.headers['cookie']).toBeUndefined()
    const same = await chain(308, false)
    expect(same?.headers).toMatchObject({ authorization: 'Bearer secret', cookie: 'a=b', 'x-api-key': 'secret' })
  })

  test.each([301, 302, 303])('a POST goes on as a GET without its body after %i', async (status) => {
    const next = await chain(status, false)
    expect(next).toMatchObject({ method: 'GET', body: '' })
    expect(next?.headers['content-type']).toBeUndefined()
  })

  test('three are followed, a fourth is not', async () => {
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

describe('answers', () => {
  const answered = async (answer: RequestListener, more: Partial<HttpRequest> = {}) =>
    outgoing().request(get(`http://127.0.0.1:${await serve(answer)}/`, more))
  const raw = async (text: string | Buffer, more: Partial<HttpRequest> = {}) => {
    const port = await listen(createTcpServer((socket) => void socket.on('error', () => {}).end(text)))
    return outgoing().request(get(`http://127.0.0.1:${port}/`, more))
  }
  const typed = (type: string, body: string | Buffer) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  }

  test('JSON is its value, text is text, nothing is null, what is no text is base64', async () => {
    expect((await answered(typed('application/json', '{"a": [1]}'))).body).toEqual({ a: [1] })
    expect((await answered(typed('application/problem+json; charset=utf-8', '\ufeff{"a":1}'))).body).toEqual({ a: 1 })
    expect((await answered(typed('text/plain', 'ä\u0000b'))).body).toBe('ä\ufffdb')
    expect((await answered(typed('text/plain; charset=iso-8859-1', Buffer.from([0xe4])))).body).toBe('ä')
    expect((await answered(typed('text/plain; charset=no-such', 'x'))).body).toBe('x')
    expect((await answered(typed('image/png', Buffer.from([0x89, 0xff])))).body).toBe('data:image/png;base64,if8=')
    expect((await answered((_, response) => void response.writeHead(204).end())).body).toBeNull()
  })

  test.each(['{"a": 1', '{"a": 1, "a": 2}', '[12345678901234567890]', '"\\u0000"', '['.repeat(100), '<html>'])(
    'JSON that is none is text, and why is said: %s',
    async (text) => {
      const { body, problem } = await answered(typed('application/json', text))
      expect(body).toBe(text)
      expect(problem).toMatch(/^Line 1/)
    },
  )

  test('compressed answers are decoded, and their bombs are not', async () => {
    const coded = (coding: string, bytes: Buffer) => (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(bytes)
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

  /** Writes until the other side has enough. */
  const endless =
    (piece: Buffer, wait: () => Promise<unknown>) => async (_: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => {})
      while (!response.destroyed) {
        if (!response.write(piece)) await Promise.race([new Promise((go) => response.once('drain', go)), wait()])
        await wait()
      }
    }

  test('an endless body is cut at the limit', async () => {
    const flood = endless(Buffer.alloc(64 * 1024, 97), () => setImmediate())
    expect(await codeOf(answered((...pair) => void flood(...pair)))).toBe('too_large')
    expect(await codeOf(answered((...pair) => void flood(...pair), { maxBytes: 1000 }))).toBe('too_large')
  })

  test('a body that drips ends at the limit in time', async () => {
    const drip = endless(Buffer.from('a'), () => new Promise((go) => setTimeout(go, 20)))
    expect(await codeOf(answered((...pair) => void drip(...pair), { timeoutMs: 200 }))).toBe('timeout')
    expect(await codeOf(answered(() => {}, { timeoutMs: 100 }))).toBe('timeout')
  })

  test('whoever gives up is heard at once', async () => {
    const controller = new AbortController()
    const asked = answered(() => controller.abort(), { signal: controller.signal })
    expect(await codeOf(asked)).toBe('cancelled')
    expect(await codeOf(answered(() => {}, { signal: AbortSignal.abort() }))).toBe('cancelled')
  })

  test.each([
    ['headers that are too long', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`, 'too_large'],
    ['one header that is too long', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(200_000)}\r\n\r\n`, 'too_large'],
    ['less than its length says', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'unreachable'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n', 'bad_answer'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'unreachable'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'bad_answer'],
    ['a hang-up', '', 'unreachable'],
  ])('%s is told', async (_, text, code) => {
    expect(await codeOf(raw(text))).toBe(code)
  })

  test('more than its length says is no part of this answer, nor of the next', async () => {
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

  test('a refused connection may go well later; a header that cannot be sent never will', async () => {
    const { request } = outgoing()
    await expect(request(get('http://127.0.0.1:1/'))).rejects.toMatchObject({ code: 'unreachable', retryable: true })
    await expect(request(get('http://127.0.0.1:1/', { headers: { a: 'b\r\nc: d' } }))).rejects.toMatchObject({
      code: 'bad_request',
      retryable: false,
    })
    await expect(request(get('http://127.0.0.1:1/', { method: 'CONNECT' }))).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('errors name the host and nothing that may be secret', async () => {
    const error: unknown = await outgoing()
      .request(get('http://127.0.0.1:1/path?key=secret'))
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('127.0.0.1')
    expect(String(error)).not.toMatch(/secret|path/)
  })
})

describe('TLS', () => {
  const authority = makeCertificate({ name: 'authority', isAuthority: true })
  const resolve = async () => both('127.0.0.1')
  const secure = (hosts: string[], more = {}) =>
    listen(
      createTlsServer(makeCertificate({ name: 'server', hosts, by: authority, ...more }), (_, response) =>
        response.end('safe'),
      ),
    )

  test('the name is the one of the address, not of where it leads', async () => {
    const port = await secure(['right.example'])
    const { request } = outgoing({ resolve, ca: authority.cert })
    expect((await request(get(`https://right.example:${port}/`))).body).toBe('safe')
    await expect(request(get(`https://other.example:${port}/`))).rejects.toMatchObject({
      code: 'unreachable',
      retryable: false,
    })
  })

  test('a certificate of nobody known, or of another time, is refused, whatever the environment says', async () => {
    const { request } = outgoing({ resolve })
    const port = await secure(['right.example'])
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      expect(await codeOf(request(get(`https://right.example:${port}/`)))).toBe('unreachable')
      const old = await secure(['right.example'], { from: new Date(0), to: new Date(1e12) })
      const known = outgoing({ resolve, ca: authority.cert })
      expect(await codeOf(known.request(get(`https://right.example:${old}/`)))).toBe('unreachable')
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })
})

describe('fetch', () => {
  test('gives what a library expects, by the same guard', async () => {
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

  test('one origin of the operator is reached although it is inside, its neighbours are not', async () => {
    const port = await serve((_, response) => void response.end('model'))
    const other = await serve((_, response) => void response.end('neighbour'))
    const trusted = new URL(`http://127.0.0.1:${port}/v1`)
    const { fetch } = outgoing({ allow: [], trusted })
    expect(await (await fetch(`${trusted.href}/chat`)).text()).toBe('model')
    await expect(fetch(`http://127.0.0.1:${other}/`)).rejects.toMatchObject({ code: 'refused_address' })
    await expect(fetch(`http://localhost:${port}/`)).rejects.toMatchObject({ code: 'refused_address' })
    await expect(fetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'refused_address' })
  })
})

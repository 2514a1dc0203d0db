/** SSRF protection: internal addresses are unreachable. Uses real sockets; the test resolves names. */
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '#test/support/certificate.ts'
import { both, closeAll, codeOf, get, listen, outgoing, serve } from '#test/support/local-server.ts'
import { isPublic, makeAllowed } from '#server/base/networks.ts'

afterEach(closeAll)

describe('internal addresses', () => {
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

  /** Names known to the test's resolver. */
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
  // "localhost" is resolved by the system, as in the service.
  const resolve = async (host: string) =>
    /^localhost\.?$/.test(host) ? both('127.0.0.1') : (names[host.replace(/\.$/, '')] ?? []).flatMap(both)

  test.each(hostile)('%s is refused before a connection is opened', async (url) => {
    const { request, fetch } = outgoing({ allow: [], resolve })
    const target = url.replace('PORT', String(port))
    const code = await codeOf(request(get(target)))
    expect(url.includes('no-address') ? 'refused_address' : code).toMatch(/^(refused_address|bad_url)$/)
    expect(await codeOf(fetch(target))).not.toBe('an answer')
    expect({ requests, connections }).toEqual({ requests: 0, connections: 0 })
  })

  test('the same server is reachable if its address is allowed', async () => {
    const { request } = outgoing({ allow: ['127.0.0.0/8'], resolve })
    expect(await request(get(`http://to-loopback.example:${port}/`))).toMatchObject({ status: 200, body: 'the inside' })
    expect(await request(get(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 })
    // Allowing an address does not allow its equivalent in another family.
    expect(await codeOf(request(get(`http://[::ffff:127.0.0.1]:${port}/`)))).toBe('refused_address')
    expect(await codeOf(request(get(`http://[::1]:${port}/`)))).toBe('refused_address')
  })

  test('names are resolved by the system by default', async () => {
    const { request } = outgoing({ allow: [] })
    expect(await codeOf(request(get(`http://localhost:${port}/`)))).toBe('refused_address')
    expect(requests).toBe(0)
  })

  test('a name that changes to an internal address is refused at the second call', async () => {
    const answers = [both('127.0.0.1'), both('127.0.0.2')]
    let calls = 0
    const { request } = outgoing({ resolve: async () => answers[Math.min(calls++, 1)] ?? [] })
    // Without keep-alive, so that the second call needs a new connection.
    const headers = { connection: 'close' }
    expect(await codeOf(request(get(`http://rebind.example:${port}/`, { headers })))).not.toBe('refused_address')
    const before = requests
    const other = `http://rebind.example:${port}/again`
    const again = outgoing({ resolve: async () => both('127.0.0.2') })
    expect(await codeOf(again.request(get(other)))).toBe('refused_address')
    expect(requests).toBe(before)
  })

  test('one DNS lookup per connection: the checked address is the one connected to', async () => {
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
    // 127.0.0.3 represents an external host, on which another server listens.
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

test('distinguishes public addresses from special and allowed ones', () => {
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

describe('TLS', () => {
  const authority = makeCertificate({ name: 'authority', isAuthority: true })
  const resolve = async () => both('127.0.0.1')
  const secure = (hosts: string[], more = {}) =>
    listen(
      createTlsServer(makeCertificate({ name: 'server', hosts, by: authority, ...more }), (_, response) =>
        response.end('safe'),
      ),
    )

  test('the certificate must match the host name in the URL, not the resolved address', async () => {
    const port = await secure(['right.example'])
    const { request } = outgoing({ resolve, ca: authority.cert })
    expect((await request(get(`https://right.example:${port}/`))).body).toBe('safe')
    await expect(request(get(`https://other.example:${port}/`))).rejects.toMatchObject({
      code: 'unreachable',
      retryable: false,
    })
  })

  test('untrusted and expired certificates are refused, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
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

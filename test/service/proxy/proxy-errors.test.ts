/** Messages when the service cannot be reached or trusted, with real sockets and certificates. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { makeCertificate, type Certificate } from '#test/support/certificate.ts'
import { sendRequest, startConsole, startPlainServer } from '#test/service/support/proxy-harness.ts'

const day = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * day)

/** The error of a read through a console in front of `base`. */
async function errorThrough(base: string, options: Parameters<typeof startConsole>[1] = {}) {
  const { origin, stop } = await startConsole(base, options)
  const response = await sendRequest(origin, 'GET', '/api/flow/')
  await stop()
  return { status: response.status, ...response.error() }
}

async function errorBehindTls(certificate: Certificate) {
  let requestCount = 0
  const { origin, stop } = await startPlainServer((_request, response) => {
    requestCount += 1
    response.end('{}')
  }, certificate)
  const error = await errorThrough(origin)
  await stop()
  expect(requestCount, 'requests that reached the service').toBe(0)
  return error
}

const hosts = ['127.0.0.1', 'localhost']
const authority = makeCertificate({ name: 'An authority', isAuthority: true })
const chained = makeCertificate({ name: 'chained', hosts, by: authority })

test.each([
  ['its own signature', makeCertificate({ name: 'own', hosts }), 'self-signed', 'NODE_EXTRA_CA_CERTS'],
  [
    'an authority that it does not send',
    makeCertificate({ name: 'signed', hosts, by: authority }),
    'intermediate certificate',
    'NODE_EXTRA_CA_CERTS',
  ],
  [
    'an unknown authority',
    { ...chained, cert: chained.cert + authority.cert },
    'unknown authority',
    'NODE_EXTRA_CA_CERTS',
  ],
])('rejects a certificate with %s', async (_what, certificate, what, todo) => {
  const error = await errorBehindTls(certificate)
  expect([error.status, error.code]).toEqual([502, 'upstream_untrusted'])
  for (const words of [what, todo, 'Nothing was sent.']) expect(error.detail).toContain(words)
})

/** Starts a console in a separate process, because Node reads NODE_EXTRA_CA_CERTS only at the start. */
async function readWithKnownAuthority(certificate: Certificate, host: string) {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'))
  const file = join(folder, 'authority.pem')
  await writeFile(file, authority.cert)
  const service = await startPlainServer((_request, response) => response.end('{"a":1}'), certificate)
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../dist/server/main.mjs')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      API_BASE_URL: service.origin.replace('127.0.0.1', host),
      NODE_EXTRA_CA_CERTS: file,
      LOG_LEVEL: 'warn',
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  while (!output.includes('Cookies')) await once(child.stdout, 'data')
  const origin = `http://127.0.0.1:${port}`
  const response = await sendRequest(origin, 'GET', '/api/flow/')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [exitCode] = await ended
  await service.stop()
  const left = await readdir(folder)
  await rm(folder, { recursive: true })
  return { ...response, output, exitCode, left }
}

test('trusts a configured authority; the process prints its address, leaves no files and ends in order', async () => {
  const signed = makeCertificate({ name: 'signed', hosts, by: authority })
  const { status, text, output, exitCode, left } = await readWithKnownAuthority(signed, 'localhost')
  expect([status, text, exitCode, left]).toEqual([200, '{"a":1}', 0, ['authority.pem']])
  expect(output).toMatch(
    /Service {2}https:\/\/localhost:\d+ \(API_BASE_URL\), reached at http:\/\/127\.0\.0\.1:\d+\/api/,
  )
  expect(output).toContain('Cookies  not forwarded')
})

test.each([
  ['an expired certificate', { from: daysFromNow(-3), to: daysFromNow(-2) }, 'localhost'],
  ['is not valid yet', { from: daysFromNow(2), to: daysFromNow(3) }, 'localhost'],
  ['for another host name', { hosts: ['other.example'] }, 'localhost'],
  ['for another host name', { hosts: ['localhost'] }, '127.0.0.1'],
])('rejects a certificate of a known authority: %s', async (what, wanted, host) => {
  const certificate = makeCertificate({ name: 'signed', hosts, by: authority, ...wanted })
  const response = await readWithKnownAuthority(certificate, host)
  expect([response.status, response.error().code]).toEqual([502, 'upstream_untrusted'])
  expect(response.error().detail).toContain(what)
})

test('reports https for a service without TLS', async () => {
  const { origin, stop } = await startPlainServer((_request, response) => response.end())
  const error = await errorThrough(origin.replace('http:', 'https:'))
  await stop()
  expect([error.code, error.detail]).toEqual([
    'upstream_untrusted',
    expect.stringContaining('begins with https:// although the service uses http'),
  ])
})

test('reports a host name that does not exist', async () => {
  const { status, code, detail } = await errorThrough('https://no-such-name.invalid')
  expect([status, code]).toEqual([502, 'upstream_unreachable'])
  // Without DNS the lookup fails with another message.
  expect(detail).toMatch(/was not found by DNS|cannot be looked up/)
})

test('reports a refused connection', async () => {
  const { code, detail } = await errorThrough(`http://127.0.0.1:${await freePort()}`)
  expect([code, detail]).toEqual([
    'upstream_unreachable',
    expect.stringContaining('refused the connection. Start the service'),
  ])
})

test('reports a handshake that never ends as a failed connection', async () => {
  const silent = createTcpServer(() => undefined)
  await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const waits = { connect: 150, upload: 20_000, answer: 20_000, rest: 20_000 }
  const { code, detail } = await errorThrough(`https://127.0.0.1:${port}`, { limits: { waits, maxBodyBytes: 1 } })
  expect([code, detail]).toEqual([
    'upstream_unreachable',
    expect.stringContaining('did not accept the connection within 0.2 s'),
  ])
  silent.close()
})

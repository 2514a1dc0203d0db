import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ErrorBody } from '#contract/kernel/error.ts'
import { listen } from './listen.ts'
import { makeLog } from '#server/base/log.ts'
import { openSocket } from './open-socket.ts'

let server: Server
let port = 0
beforeAll(async () => {
  const made = await listen({ host: '127.0.0.1', port: 0, publicUrl: null }, makeLog('silent', false), () => null)
  server = made.server
  port = Number(new URL(made.url).port)
})
afterAll(() => void server.close())

/** Everything received until the connection ends. */
const send = (bytes: string) =>
  new Promise<string>((done, fail) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.once('close', () => done(text))
    socket.once('error', fail)
  })

/** Number of open connections. */
const connections = () =>
  new Promise<number>((done, fail) => server.getConnections((error, count) => (error ? fail(error) : done(count))))

test('an endless request gets a 408, and its connection is closed even if the client keeps it open', async () => {
  server.headersTimeout = 50
  server.requestTimeout = 100
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
  await vi.waitFor(() => expect(text).toMatch(/^HTTP\/1\.1 408 .*\r\n\r\n\{.*\}$/s), { timeout: 30_000, interval: 50 })
  expect(text.toLowerCase()).toContain('connection: close')
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 30_000, interval: 50 })
  socket.destroy()
})

test.each([
  ['a request that is not HTTP', 400, 'no HTTP at all\r\n\r\n'],
  ['a header that is too large', 431, `GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a missing Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an invalid Host', 400, 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
])('%s gets a %i response as JSON, with the usual headers', async (_what, status, bytes) => {
  const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const name of ['content-security-policy', 'x-content-type-options', 'content-type: application/json'])
    expect(head.toLowerCase()).toContain(name)
  const error = ErrorBody.parse(JSON.parse(body))
  expect(error.code).toBe('invalid')
  expect(head).toContain(`x-request-id: ${error.request_id}`)
})

test('a pipelined request starts when the previous response is sent', async () => {
  const begun: string[] = []
  let underWay = 0
  const place = { host: '127.0.0.1', port: 0, publicUrl: null }
  const made = await openSocket(place, makeLog('silent', false), ({ url = '' }, response) => {
    underWay += 1
    begun.push(`${url} ${underWay}`)
    setTimeout(() => {
      underWay -= 1
      response.end(url)
    }, 20)
  })
  const ahead = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
  const socket = connect(Number(new URL(made.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.write(ahead('/a') + ahead('/b') + ahead('/c', 'Connection: close\r\n'))
  await vi.waitFor(() => expect(text.match(/\/[abc]/g)).toEqual(['/a', '/b', '/c']), { timeout: 30_000 })
  expect(begun).toEqual(['/a 1', '/b 1', '/c 1'])
  made.server.close()
})

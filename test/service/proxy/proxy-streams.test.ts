/** Bodies between browser and service in both directions: streaming, aborted, too slow, too large. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ask, behindConsole, open } from '#test/service/support/proxy-harness.ts'

const megabyte = 1024 * 1024

/** Timeouts short enough for tests; the tested one is shortened by the test. */
const waits = { connect: 20_000, upload: 20_000, answer: 20_000, rest: 20_000 }
const short = 150

const console = behindConsole()

/** A promise with an external resolver. */
function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const nextChunk = async (answer: IncomingMessage): Promise<string> => String((await once(answer, 'data'))[0])

test('the first chunk arrives while the service holds the rest', async () => {
  const held = promised<ServerResponse>()
  console.answer((_request, response) => {
    response.write('[1,')
    held.resolve(response)
  })
  const answer = await open(console.origin, 'GET', '/api/flow/')
  expect(await nextChunk(answer)).toBe('[1,')
  const response = await held.promise
  response.end('2]')
  expect((await buffer(answer)).toString()).toBe('2]')
})

test('events arrive one by one; the header before any of them', async () => {
  const held = promised<ServerResponse>()
  console.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    held.resolve(response)
  })
  const answer = await open(console.origin, 'GET', '/api/event/', { headers: { accept: 'text/event-stream' } })
  expect(answer.headers['content-type']).toBe('text/event-stream')
  const response = await held.promise
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    response.write(event)
    expect(await nextChunk(answer)).toBe(event)
  }
  answer.destroy()
})

test.each([
  ['chunks', {}],
  ['a length', { 'content-length': '100' }],
])('a body with %s that is aborted is an error, not short', async (_how, headers) => {
  console.answer((_request, response) => {
    response.writeHead(200, headers)
    response.write('[1,', () => response.destroy())
  })
  await expect(ask(console.origin, 'GET', '/api/flow/')).rejects.toThrow('aborted')
})

test('a body that the browser aborts does not arrive whole', async () => {
  const arrived = promised<boolean>()
  console.answer((request) => {
    request.resume()
    request.once('close', () => arrived.resolve(request.complete))
  })
  const { hostname, port } = new URL(console.origin)
  const outgoing = requestHttp({ hostname, port, method: 'POST', path: '/api/flow/import/', agent: false })
  outgoing.on('error', () => undefined)
  outgoing.write('{"a":', () => void pause(50).then(() => outgoing.destroy()))
  expect(await arrived.promise).toBe(false)
})

test('a browser that disconnects ends the request at the service', async () => {
  const asked = promised<IncomingMessage>()
  console.answer((request) => asked.resolve(request))
  const { hostname, port } = new URL(console.origin)
  const outgoing = requestHttp({ hostname, port, path: '/api/flow/', agent: false }).end()
  outgoing.on('error', () => undefined)
  const request = await asked.promise
  const ended = once(request.socket, 'close')
  outgoing.destroy()
  await ended
  expect(request.socket.destroyed).toBe(true)
})

test('a browser that disconnects in the middle of an answer ends it at the service', async () => {
  const held = promised<ServerResponse>()
  console.answer((_request, response) => {
    response.write('[1,')
    held.resolve(response)
  })
  const answer = await open(console.origin, 'GET', '/api/flow/')
  const response = await held.promise
  const ended = once(response, 'close')
  answer.destroy()
  await ended
  expect(response.writableFinished).toBe(false)
})

test('10 MB pass unchanged, with a length and in chunks', async () => {
  const body = Buffer.alloc(10 * megabyte, 'flow')
  const digest = createHash('sha256').update(body).digest('hex')
  console.answer((request, response) => {
    void buffer(request).then((got) => {
      const facts = [request.headers['content-length'] ?? null, request.headers['transfer-encoding'] ?? null]
      response.end(JSON.stringify([createHash('sha256').update(got).digest('hex'), ...facts]))
    })
  })
  const sent = (headers: Record<string, string>) => ask(console.origin, 'POST', '/api/flow/import/', { body, headers })
  expect((await sent({ 'content-length': String(body.length) })).text).toBe(
    JSON.stringify([digest, String(body.length), null]),
  )
  expect((await sent({ 'transfer-encoding': 'chunked' })).text).toBe(JSON.stringify([digest, null, 'chunked']))
})

test('backpressure: a service that reads nothing stops the browser, without buffering between them', async () => {
  const asked = promised<IncomingMessage>()
  console.answer((request, response) => {
    request.pause()
    asked.resolve(request)
    request.once('end', () => response.end('taken'))
  })
  const { hostname, port } = new URL(console.origin)
  const headers = { 'transfer-encoding': 'chunked' }
  const outgoing = requestHttp({ hostname, port, method: 'POST', path: '/api/flow/import/', headers, agent: false })
  const answered = once(outgoing, 'response')
  const piece = Buffer.alloc(megabyte)
  let taken = 0
  const pieces = 50
  for (let index = 0; index < pieces; index++) outgoing.write(piece, () => (taken += 1))
  outgoing.end()
  const request = await asked.promise
  // Up to the capacity of the socket buffers, then no more.
  let before = -1
  while (before !== taken) {
    before = taken
    await pause(300)
  }
  expect(taken).toBeLessThan(pieces / 2)
  request.resume()
  await answered
  expect(taken).toBe(pieces)
})

describe('timeouts', () => {
  const slow = behindConsole({ limits: { waits: { ...waits, answer: short }, maxBodyBytes: megabyte } })

  test('no answer is 504, and for a write the message says that it may have arrived', async () => {
    slow.answer(() => undefined)
    const read = (await ask(slow.origin, 'GET', '/api/flow/')).error()
    expect([read.code, read.detail]).toEqual([
      'upstream_timeout',
      expect.stringMatching(/did not respond for 0\.2 s\. Check the service or try again\.$/),
    ])
    const write = await ask(slow.origin, 'POST', '/api/flow/', { body: '{}' })
    expect([write.status, write.error().code]).toEqual([504, 'upstream_timeout'])
    expect(write.error().detail).toContain('Check before you repeat it')
  })

  test('the time of the body does not count as waiting for the answer', async () => {
    slow.answer((request, response) => {
      request.resume()
      request.once('end', () => response.end('{}'))
    })
    const { hostname, port } = new URL(slow.origin)
    const outgoing = requestHttp({ hostname, port, method: 'POST', path: '/api/flow/', agent: false })
    const answered = once(outgoing, 'response')
    outgoing.write('{')
    await pause(3 * short)
    outgoing.end('}')
    expect((await answered)[0]).toMatchObject({ statusCode: 200 })
  })

  test('a body above the limit is 413, with or without a length', async () => {
    slow.answer((request) => void request.resume())
    const body = Buffer.alloc(3 * megabyte)
    const announced = await ask(slow.origin, 'POST', '/api/flow/', {
      body,
      headers: { 'content-length': String(body.length) },
    })
    expect([announced.status, announced.error().code]).toEqual([413, 'too_large'])
    const chunked = await ask(slow.origin, 'POST', '/api/flow/', { body, headers: { 'transfer-encoding': 'chunked' } })
    expect([chunked.status, chunked.error().code]).toEqual([413, 'too_large'])
  })
})

describe('stalled bodies', () => {
  const still = behindConsole({
    limits: { waits: { ...waits, rest: short, upload: short }, maxBodyBytes: 64 * megabyte },
  })

  test('an answer that stalls is aborted', async () => {
    still.answer((_request, response) => void response.write('[1,'))
    await expect(ask(still.origin, 'GET', '/api/flow/')).rejects.toThrow('aborted')
  })

  test('a service that stops reading is 504', async () => {
    still.answer((request) => void request.pause())
    const body = Buffer.alloc(40 * megabyte)
    const got = await ask(still.origin, 'POST', '/api/flow/', { body, headers: { 'transfer-encoding': 'chunked' } })
    expect([got.status, got.error().code]).toEqual([504, 'upstream_timeout'])
  })
})

test("a service's refusal before the end of the body is passed on", async () => {
  console.answer((request, response) => {
    // Servers that want their answer to be read discard the rest of the request.
    request.once('data', () => {
      request.resume()
      response.writeHead(413).end('{"detail":"Too much."}')
    })
  })
  const body = Buffer.alloc(20 * megabyte)
  const got = await ask(console.origin, 'POST', '/api/flow/import/', {
    body,
    headers: { 'transfer-encoding': 'chunked' },
  })
  expect([got.status, got.text]).toEqual([413, '{"detail":"Too much."}'])
})

/** Bodies between browser and service in both directions: streaming, aborted, too slow, too large. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sendRequest, startBehindConsole, openResponse } from '#test/service/support/proxy-harness.ts'

const megabyte = 1024 * 1024

/** Long timeouts, of which a test replaces the tested one by a short one. */
const waits = { connect: 20_000, upload: 20_000, answer: 20_000, rest: 20_000 }
const short = 150

const console = startBehindConsole()

/** A promise with an external resolver. */
function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const nextChunk = async (answer: IncomingMessage): Promise<string> => String((await once(answer, 'data'))[0])

test('forwards the first chunk before the service sends the rest', async () => {
  const pendingResponse = promised<ServerResponse>()
  console.respondWith((_request, response) => {
    response.write('[1,')
    pendingResponse.resolve(response)
  })
  const received = await openResponse(console.origin, 'GET', '/api/flow/')
  expect(await nextChunk(received)).toBe('[1,')
  const response = await pendingResponse.promise
  response.end('2]')
  expect((await buffer(received)).toString()).toBe('2]')
})

test('forwards the headers first, then events one by one', async () => {
  const pendingResponse = promised<ServerResponse>()
  console.respondWith((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    pendingResponse.resolve(response)
  })
  const received = await openResponse(console.origin, 'GET', '/api/event/', {
    headers: { accept: 'text/event-stream' },
  })
  expect(received.headers['content-type']).toBe('text/event-stream')
  const response = await pendingResponse.promise
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    response.write(event)
    expect(await nextChunk(received)).toBe(event)
  }
  received.destroy()
})

test.each([
  ['chunks', {}],
  ['a length', { 'content-length': '100' }],
])('reports an aborted body with %s as an error instead of a short body', async (_how, headers) => {
  console.respondWith((_request, response) => {
    response.writeHead(200, headers)
    response.write('[1,', () => response.destroy())
  })
  await expect(sendRequest(console.origin, 'GET', '/api/flow/')).rejects.toThrow('aborted')
})

test('aborts the body at the service when the browser aborts it', async () => {
  const completed = promised<boolean>()
  console.respondWith((request) => {
    request.resume()
    request.once('close', () => completed.resolve(request.complete))
  })
  const { hostname, port } = new URL(console.origin)
  const outgoing = requestHttp({ hostname, port, method: 'POST', path: '/api/flow/import/', agent: false })
  outgoing.on('error', () => undefined)
  outgoing.write('{"a":', () => void pause(50).then(() => outgoing.destroy()))
  expect(await completed.promise).toBe(false)
})

test('ends the request at the service when the browser disconnects', async () => {
  const receivedRequest = promised<IncomingMessage>()
  console.respondWith((request) => receivedRequest.resolve(request))
  const { hostname, port } = new URL(console.origin)
  const outgoing = requestHttp({ hostname, port, path: '/api/flow/', agent: false }).end()
  outgoing.on('error', () => undefined)
  const request = await receivedRequest.promise
  const ended = once(request.socket, 'close')
  outgoing.destroy()
  await ended
  expect(request.socket.destroyed).toBe(true)
})

test('ends the response at the service when the browser disconnects in the middle of it', async () => {
  const pendingResponse = promised<ServerResponse>()
  console.respondWith((_request, response) => {
    response.write('[1,')
    pendingResponse.resolve(response)
  })
  const received = await openResponse(console.origin, 'GET', '/api/flow/')
  const response = await pendingResponse.promise
  const ended = once(response, 'close')
  received.destroy()
  await ended
  expect(response.writableFinished).toBe(false)
})

test('forwards 10 MB unchanged, with a length and in chunks', async () => {
  const body = Buffer.alloc(10 * megabyte, 'flow')
  const digest = createHash('sha256').update(body).digest('hex')
  console.respondWith((request, response) => {
    void buffer(request).then((got) => {
      const facts = [request.headers['content-length'] ?? null, request.headers['transfer-encoding'] ?? null]
      response.end(JSON.stringify([createHash('sha256').update(got).digest('hex'), ...facts]))
    })
  })
  const sent = (headers: Record<string, string>) =>
    sendRequest(console.origin, 'POST', '/api/flow/import/', { body, headers })
  expect((await sent({ 'content-length': String(body.length) })).text).toBe(
    JSON.stringify([digest, String(body.length), null]),
  )
  expect((await sent({ 'transfer-encoding': 'chunked' })).text).toBe(JSON.stringify([digest, null, 'chunked']))
})

test('backpressure: stops the browser, without buffering, while the service reads nothing', async () => {
  const receivedRequest = promised<IncomingMessage>()
  console.respondWith((request, response) => {
    request.pause()
    receivedRequest.resolve(request)
    request.once('end', () => response.end('taken'))
  })
  const { hostname, port } = new URL(console.origin)
  const headers = { 'transfer-encoding': 'chunked' }
  const outgoing = requestHttp({ hostname, port, method: 'POST', path: '/api/flow/import/', headers, agent: false })
  const answered = once(outgoing, 'response')
  const piece = Buffer.alloc(megabyte)
  let writtenPieces = 0
  const pieces = 50
  for (let index = 0; index < pieces; index++) outgoing.write(piece, () => (writtenPieces += 1))
  outgoing.end()
  const request = await receivedRequest.promise
  // Accepts only as much as the socket buffers hold.
  let before = -1
  while (before !== writtenPieces) {
    before = writtenPieces
    await pause(300)
  }
  expect(writtenPieces).toBeLessThan(pieces / 2)
  request.resume()
  await answered
  expect(writtenPieces).toBe(pieces)
})

describe('timeouts', () => {
  const slow = startBehindConsole({ limits: { waits: { ...waits, answer: short }, maxBodyBytes: megabyte } })

  test('answers 504 without a response, and says that a write may have arrived', async () => {
    slow.respondWith(() => undefined)
    const read = (await sendRequest(slow.origin, 'GET', '/api/flow/')).error()
    expect([read.code, read.detail]).toEqual([
      'upstream_timeout',
      expect.stringMatching(/did not respond for 0\.2 s\. Check the service or try again\.$/),
    ])
    const write = await sendRequest(slow.origin, 'POST', '/api/flow/', { body: '{}' })
    expect([write.status, write.error().code]).toEqual([504, 'upstream_timeout'])
    expect(write.error().detail).toContain('Check before you repeat it')
  })

  test('does not count sending the body as waiting for the response', async () => {
    slow.respondWith((request, response) => {
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

  test('answers 413 for a body above the limit, with or without a length', async () => {
    slow.respondWith((request) => void request.resume())
    const body = Buffer.alloc(3 * megabyte)
    const announced = await sendRequest(slow.origin, 'POST', '/api/flow/', {
      body,
      headers: { 'content-length': String(body.length) },
    })
    expect([announced.status, announced.error().code]).toEqual([413, 'too_large'])
    const chunked = await sendRequest(slow.origin, 'POST', '/api/flow/', {
      body,
      headers: { 'transfer-encoding': 'chunked' },
    })
    expect([chunked.status, chunked.error().code]).toEqual([413, 'too_large'])
  })
})

describe('stalled bodies', () => {
  const still = startBehindConsole({
    limits: { waits: { ...waits, rest: short, upload: short }, maxBodyBytes: 64 * megabyte },
  })

  test('aborts a stalled response', async () => {
    still.respondWith((_request, response) => void response.write('[1,'))
    await expect(sendRequest(still.origin, 'GET', '/api/flow/')).rejects.toThrow('aborted')
  })

  test('answers 504 when the service stops reading', async () => {
    still.respondWith((request) => void request.pause())
    const body = Buffer.alloc(40 * megabyte)
    const got = await sendRequest(still.origin, 'POST', '/api/flow/', {
      body,
      headers: { 'transfer-encoding': 'chunked' },
    })
    expect([got.status, got.error().code]).toEqual([504, 'upstream_timeout'])
  })
})

test("forwards a service's refusal that arrives before the end of the body", async () => {
  console.respondWith((request, response) => {
    // Discards the rest of the request, like servers that want their response to be read.
    request.once('data', () => {
      request.resume()
      response.writeHead(413).end('{"detail":"Too much."}')
    })
  })
  const body = Buffer.alloc(20 * megabyte)
  const got = await sendRequest(console.origin, 'POST', '/api/flow/import/', {
    body,
    headers: { 'transfer-encoding': 'chunked' },
  })
  expect([got.status, got.text]).toEqual([413, '{"detail":"Too much."}'])
})

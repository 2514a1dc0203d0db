/** Connections to a service that close early, break, or are not HTTP. */
import { createServer as createTcpServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { sendRequest, startConsole } from '#test/service/support/proxy-harness.ts'

/** Starts a raw socket server as the service, and a console in front of it. */
async function startBehindSocket(onSocket: (socket: Socket) => void) {
  const server = createTcpServer(onSocket)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const front = await startConsole(`http://127.0.0.1:${port}`)
  return {
    origin: front.origin,
    stop: () => Promise.all([front.stop(), new Promise((done) => void server.close(done))]),
  }
}

test('answers 502 when the service aborts in the middle of a body', async () => {
  const { origin, stop } = await startBehindSocket((socket) => {
    socket.once('error', () => undefined)
    socket.once('data', () => void socket.resetAndDestroy())
  })
  const body = Buffer.alloc(20 * 1024 * 1024)
  const response = await sendRequest(origin, 'POST', '/api/flow/import/', {
    body,
    headers: { 'transfer-encoding': 'chunked' },
  })
  expect([response.status, response.error().code]).toEqual([502, 'upstream_broken'])
  await stop()
})

test('answers 502 when a connection ends without a response, and sends a write once', async () => {
  let writes = 0
  const { origin, stop } = await startBehindSocket((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      if (bytes.toString().startsWith('GET ')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
      else {
        writes += 1
        socket.resetAndDestroy()
      }
    })
  })
  // This leaves an idle keep-alive connection.
  expect((await sendRequest(origin, 'GET', '/api/flow/')).status).toBe(200)
  const response = await sendRequest(origin, 'DELETE', '/api/flow/1/')
  expect([response.status, response.error().code, writes]).toEqual([502, 'upstream_broken', 1])
  expect(response.error().detail).toContain('Check before you repeat it')
  await stop()
})

test('reports a response that is not HTTP', async () => {
  const { origin, stop } = await startBehindSocket((socket) => {
    socket.once('error', () => undefined)
    socket.resume()
    socket.end('220 mail.example ESMTP\r\n')
  })
  const { code, detail } = (await sendRequest(origin, 'GET', '/api/flow/')).error()
  expect([code, detail]).toEqual(['upstream_broken', expect.stringContaining('did not respond with valid HTTP')])
  await stop()
})

test('repeats a read once when its idle connection has been closed', async () => {
  const connectionNumbers: number[] = []
  let connections = 0
  const { origin, stop } = await startBehindSocket((socket) => {
    const own = ++connections
    let requestCount = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      connectionNumbers.push(own)
      requestCount += 1
      if (requestCount === 2) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  expect((await sendRequest(origin, 'GET', '/api/flow/')).status).toBe(200)
  expect((await sendRequest(origin, 'GET', '/api/flow/')).status).toBe(200)
  expect(connectionNumbers).toEqual([1, 1, 2])
  await stop()
})

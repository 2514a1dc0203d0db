/** A client that needs little CPU, which the service needs: one request after the other on each connection. */
import { connect } from 'node:net'

/** Result of a load: responses per second, and the number of failures. */
export interface Load {
  perSecond: number
  failed: number
}

/** Sends the same GET on `clients` connections for `seconds`. */
export async function load(
  url: string,
  headers: Record<string, string>,
  clients: number,
  seconds: number,
): Promise<Load> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  const ends = performance.now() + seconds * 1000
  let responseCount = 0
  let failed = 0
  const sendOne = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname)
      let waiting = 0
      let head = ''
      socket.setNoDelay()
      socket.once('error', fail)
      socket.once('connect', () => socket.write(request))
      const onResponse = () => {
        responseCount += 1
        head = ''
        if (performance.now() < ends) socket.write(request)
        else {
          socket.destroy()
          done()
        }
      }
      socket.on('data', (chunk: Buffer) => {
        if (waiting > 0) {
          waiting -= chunk.length
          if (waiting <= 0) onResponse()
          return
        }
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 200')) failed += 1
        const size = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        waiting = size - (head.length - end - 4)
        if (waiting <= 0) onResponse()
      })
    })
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, sendOne))
  return { perSecond: responseCount / ((performance.now() - began) / 1000), failed }
}

/** Clients that send slowly, incompletely, or do not read: others are still served, and their sockets are closed. */
import { sized } from '#bench/harness.ts'
import { connect, type Socket } from 'node:net'
import type { Fault } from './faulty-proxy.ts'
import { baselinePingOf, watchPings } from './ping-watch.ts'
import type { Suite, Tally } from './suite.ts'
import { headersOf, type SuiteContext } from './suite-context.ts'

/** Maximum additional waiting time of others in ms. */
const pingLimit = 1_000
/** Time in ms after which the head of a request must be complete, including the check interval. */
const headLimit = sized(40_000, 1_000)
/** The same for a whole request. */
const bodyLimit = 140_000
const maxMemoryGrowthMb = 400

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

interface SlowClient {
  socket: Socket
  received: string
  /** The other side has closed its sending half. */
  hasEnded: boolean
  /** The connection is closed: sent bytes no longer arrive. */
  isBroken: boolean
}

/** Keeps its own side open when the other one ends, like a client that wants to hold the connection. */
function openSocket({ url }: SuiteContext, first: string): Promise<SlowClient> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const client: SlowClient = { socket, received: '', hasEnded: false, isBroken: false }
    socket.on('data', (chunk) => (client.received = (client.received + chunk.toString('latin1')).slice(0, 2_000)))
    socket.once('end', () => (client.hasEnded = true))
    socket.on('error', () => (client.isBroken = true))
    socket.once('close', () => {
      client.isBroken = true
      done(client)
    })
    socket.once('connect', () => {
      socket.write(first)
      done(client)
    })
  })
}

interface Kind {
  name: string
  first: (host: string, key: string) => string
  /** Sent every second. */
  dripText: string
  /** Time in ms within which the service must close the socket; null = the socket may stay open. */
  endsWithin: number | null
  isPaused?: boolean
}

const line = (host: string, key: string, method = 'GET', path = '/api/flow/') =>
  `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${key}\r\n`

const kinds: readonly Kind[] = [
  { name: 'sends nothing', first: () => '', dripText: '', endsWithin: null },
  {
    name: 'sends a header byte by byte',
    first: (host) => `GET /api/flow/ HTTP/1.1\r\nhost: ${host}\r\nx-slow: `,
    dripText: 'a',
    endsWithin: headLimit,
  },
  {
    name: 'sends header after header',
    first: (host) => `GET /api/flow/ HTTP/1.1\r\nhost: ${host}\r\n`,
    dripText: 'x-a: b\r\n',
    endsWithin: headLimit,
  },
  { name: 'sends half a request line', first: () => 'GET /api/', dripText: '', endsWithin: headLimit },
  {
    name: 'sends a body byte by byte',
    first: (host, key) =>
      `${line(host, key, 'POST')}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"name": "`,
    dripText: 'x',
    endsWithin: bodyLimit,
  },
  {
    name: 'sends chunk by chunk',
    first: (host, key) =>
      `${line(host, key, 'POST', '/api/flow/import/')}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    dripText: '1\r\nx\r\n',
    endsWithin: bodyLimit,
  },
  {
    name: 'stops in the middle of a body',
    first: (host, key) =>
      `${line(host, key, 'POST', '/api/flow/import/')}content-type: application/json\r\ncontent-length: 30000000\r\n\r\n{"template": `,
    dripText: '',
    endsWithin: bodyLimit,
  },
  {
    name: 'requests large responses and reads nothing',
    first: (host, key) => `${line(host, key, 'GET', '/api/openapi.json')}\r\n`.repeat(6),
    dripText: '',
    endsWithin: null,
    isPaused: true,
  },
  {
    name: 'pipelines many requests in one write',
    first: (host, key) => `${line(host, key, 'GET', '/api/me/')}\r\n`.repeat(20),
    dripText: '',
    endsWithin: null,
  },
  {
    name: 'sends an endless webhook',
    first: (host) =>
      `POST /api/hook/none/ HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
    dripText: ' ',
    endsWithin: bodyLimit,
  },
]

/** A client that sent its request and closed its sending half may get a response; its socket must be closed. */
async function tryHalfClosed(context: SuiteContext, tally: Tally, host: string, key: string) {
  for (let round = 0; round < (context.isQuick ? 3 : 20); round += 1) {
    const slow = await openSocket(context, `${line(host, key)}connection: close\r\n\r\n`)
    slow.socket.end()
    for (let waited = 0; waited < 100 && !slow.hasEnded && !slow.isBroken; waited += 1) await pause(50)
    tally.check(
      slow.hasEnded || slow.isBroken,
      'the socket of a client that closed its side stays open',
      () => `GET /api/flow/, then FIN → ${slow.received.slice(0, 100)}`,
    )
    slow.socket.destroy()
  }
}

/** Clients that disconnect in the middle of a request. */
async function abortConnections(context: SuiteContext, host: string, key: string) {
  for (let round = 0; round < (context.isQuick ? 10 : 200); round += 1) {
    const kind = kinds[round % kinds.length]
    if (!kind) continue
    const { socket } = await openSocket(context, kind.first(host, key))
    await pause(2)
    if (round % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
}

/** After its time limit a slow client gets a response and its socket is closed: further bytes are not read. */
async function checkEndings(
  context: SuiteContext,
  tally: Tally,
  groups: readonly { kind: Kind; slow: SlowClient[] }[],
  isAlive: () => boolean,
) {
  const startedAt = performance.now()
  const expected = groups.filter(
    ({ kind }) => kind.endsWithin !== null && !(context.isQuick && kind.endsWithin > headLimit),
  )
  const longest = Math.max(...expected.map(({ kind }) => kind.endsWithin ?? 0))
  const areAllClosed = () => expected.every(({ slow }) => slow.every(({ hasEnded, isBroken }) => hasEnded || isBroken))
  while (performance.now() - startedAt < longest && !areAllClosed() && isAlive()) await pause(500)
  for (const { kind, slow } of expected)
    for (const one of slow)
      tally.check(
        one.hasEnded || one.isBroken,
        `a client that ${kind.name} is never disconnected`,
        () => `open after ${Math.round((performance.now() - startedAt) / 1000)} s; heard: ${one.received.slice(0, 80)}`,
      )
  // The response was sent; the socket must close although the client keeps sending.
  for (let second = 0; second < sized(10, 1); second += 1) {
    for (const { slow } of expected)
      for (const { socket, isBroken } of slow) if (!isBroken && socket.writable) socket.write('x')
    await pause(1_000)
  }
  for (const { kind, slow } of expected)
    for (const one of slow)
      tally.check(
        one.isBroken,
        `the socket of a client that ${kind.name} stays half open`,
        () => `heard: ${one.received.slice(0, 60).replaceAll('\r\n', ' | ')}; 10 s after the end it still accepts data`,
      )
}

const faults: Fault[] = [{ name: 'serves one client at a time', isSerial: true }]

export const slowClients: Suite = {
  name: 'slow clients',
  faults,
  async run(context, tally) {
    const { one, two, url, service, isQuick } = context
    const { host } = new URL(url)
    const key = one.writeKey.headers['authorization'] ?? ''
    const watch = watchPings(url, two.readKey)
    const baselinePing = await baselinePingOf(watch)
    const before = service.memory()
    const each = isQuick ? sized(8, 2) : 40
    const groups = await Promise.all(
      kinds.map(async (kind) => ({
        kind,
        slow: await Promise.all(Array.from({ length: each }, () => openSocket(context, kind.first(host, key)))),
      })),
    )
    for (const { kind, slow } of groups) if (kind.isPaused === true) for (const { socket } of slow) socket.pause()
    const dripTimer = setInterval(() => {
      for (const { kind, slow } of groups)
        for (const { socket, isBroken, hasEnded } of slow)
          if (kind.dripText !== '' && !isBroken && !hasEnded && socket.writable) socket.write(kind.dripText)
    }, 1_000)
    try {
      // Others are served while these connections stay open.
      for (let look = 0; look < (isQuick ? 4 : 20); look += 1) {
        await pause(500)
        const ms = watch.worst()
        tally.worst('ping', ms, 'ms')
        tally.check(
          ms <= baselinePing + pingLimit,
          'slow clients delay another account',
          () => `${Math.round(ms)} ms for GET /api/view/?limit=1 beside ${each * kinds.length} slow clients`,
        )
        const response = await context.call('GET', '/me/', {
          as: one.owner,
          headers: headersOf(one.owner, url),
          timeoutMs: 10_000,
        })
        tally.check(
          response.status === 200,
          'slow clients of an account block its other requests',
          () => `GET /api/me/ → ${response.status} ${response.text}`,
        )
      }
      await tryHalfClosed(context, tally, host, key)
      await abortConnections(context, host, key)
      if (tally.failures.length === 0 || !isQuick)
        await checkEndings(context, tally, groups, () => service.memory() > 0)
      const grown = service.memory() - before
      tally.worst('growth', grown, 'MB')
      tally.check(grown <= maxMemoryGrowthMb, 'slow clients use too much memory', () => `${Math.round(grown)} MB`)
    } finally {
      clearInterval(dripTimer)
      for (const { slow } of groups) for (const { socket } of slow) socket.destroy()
      await watch.stop()
    }
  },
}

/**
 * Event streams: the maximum number, isolation between accounts, no lost or repeated events, and clients that do not
 * read.
 */
import { sized } from '#bench/harness.ts'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { readEvents, type EventReader } from '#test/service/support/event-reader.ts'
import { createKey, sender } from './accounts.ts'
import type { Fault } from './faulty-proxy.ts'
import { baselinePingOf, watchPings } from './ping-watch.ts'
import type { Suite, Tally } from './suite.ts'
import { headersOf, type Caller, type SuiteContext } from './suite-context.ts'

/** Maximum streams of one person or key. */
const maxStreamsPerKey = 20
const streamTimeoutMs = sized(15_000, 3_000)
/** Maximum growth of the process in MB while clients do not read. */
const maxGrowthMb = 300
/** Time in ms after which the stream of a revoked key must have ended; keys of streams are checked every minute. */
const revokedMs = sized(75_000, 500)

const Id = z.looseObject({ id: z.string() })

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

async function until(holds: () => boolean): Promise<boolean> {
  for (const ends = performance.now() + streamTimeoutMs; performance.now() < ends; await pause(25))
    if (holds()) return true
  return holds()
}

const open = ({ url }: SuiteContext, as: Caller, headers: Record<string, string> = {}): Promise<EventReader> =>
  readEvents(`${url}/api/event/`, { ...headersOf(as, url), ...headers })

async function addTool({ url, agent }: SuiteContext, as: Caller): Promise<string> {
  const body = { name: 'Heard of', category: 'global', config: { value: 1, type: 'number', secret: false } }
  return Id.parse((await sender(agent, url)(as, 'POST', '/tool/', { body })).body).id
}

const idsOf = (reader: EventReader): string[] => reader.changes().map(({ id }) => id)

/** A socket to the service that has sent nothing yet. */
function connected({ url }: SuiteContext): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, () => done(socket))
    socket.on('error', () => done(socket))
  })
}

function streamRequest({ url }: SuiteContext, as: Caller): string {
  const headers = Object.entries({ host: new URL(url).host, ...headersOf(as, url) })
  return `GET /api/event/ HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

/** Many streams at the same moment by one key: only the maximum is accepted; closed ones free slots. */
async function tryMany(context: SuiteContext, tally: Tally) {
  const { service, agent, one, isQuick } = context
  const key = await createKey(sender(agent, service.process.url), one.owner, 'key of many streams', 'read')
  const count = isQuick ? sized(60, 25) : 300
  for (let round = 0; round < 3; round += 1) {
    const sockets = await Promise.all(Array.from({ length: count }, () => connected(context)))
    const received = sockets.map((socket) => {
      const answer = { text: '' }
      socket.on('data', (chunk) => (answer.text = (answer.text + chunk.toString('latin1')).slice(0, 100)))
      return answer
    })
    for (const socket of sockets) socket.write(streamRequest(context, key))
    await until(() => received.every(({ text }) => text !== ''))
    const opened = received.filter(({ text }) => text.startsWith('HTTP/1.1 200')).length
    tally.check(
      opened <= maxStreamsPerKey,
      `one key opens more than ${maxStreamsPerKey} streams`,
      () => `GET /api/event/ on ${count} sockets at once opens ${opened}`,
    )
    tally.check(opened > 0, 'no stream was opened', () => received.map(({ text }) => text.slice(0, 15)).join())
    for (const { text } of received)
      tally.check(
        /^HTTP\/1\.1 (?:200|429|503)/.test(text),
        'a stream above the maximum gets an unexpected status',
        () => text,
      )
    for (const socket of sockets) socket.destroy()
    await pause(500)
  }
  const again = await open(context, key)
  tally.check(again.status === 200, 'closed streams do not free their slots', () => `GET /api/event/ → ${again.status}`)
  again.close()
}

/** An account receives all its own events, and none of another account. */
async function tryOthers(context: SuiteContext, tally: Tally) {
  const { one, two } = context
  const [ownStream, otherStream] = [await open(context, one.readKey), await open(context, two.readKey)]
  const count = context.isQuick ? 5 : 40
  const [own, other] = [new Array<string>(), new Array<string>()]
  for (let index = 0; index < count; index += 1) {
    own.push(await addTool(context, one.writeKey))
    other.push(await addTool(context, two.writeKey))
  }
  await until(() => own.every((id) => idsOf(ownStream).includes(id)))
  for (const id of own) {
    tally.check(idsOf(ownStream).includes(id), 'an event is missing', () => `POST /api/tool/ → ${id}`)
    tally.check(
      !JSON.stringify(otherStream.received).includes(id),
      'an event is sent to another account',
      () => `POST /api/tool/ → ${id}`,
    )
  }
  for (const id of other)
    tally.check(
      !JSON.stringify(ownStream.received).includes(id),
      'a stream contains an event of another account',
      () => `POST /api/tool/ → ${id}`,
    )
  ownStream.close()
  otherStream.close()
  return { own: ownStream.received.at(-1)?.id ?? '', other: otherStream.received.at(-1)?.id ?? '' }
}

/** Missed events are replayed once; an invalid position, or one of another account, resets the stream. */
async function tryResume(context: SuiteContext, tally: Tally, lastIds: { own: string; other: string }) {
  const { one } = context
  for (let round = 0; round < (context.isQuick ? 2 : 10); round += 1) {
    const first = await open(context, one.readKey)
    const received = await addTool(context, one.writeKey)
    await until(() => idsOf(first).includes(received))
    const lastId = first.received.at(-1)?.id ?? ''
    first.close()
    // Wait until another reader has received them: events published after the reconnect would not be replayed.
    const witness = await open(context, one.readKey)
    const missedIds = [await addTool(context, one.writeKey), await addTool(context, one.writeKey)]
    await until(() => missedIds.every((id) => idsOf(witness).includes(id)))
    witness.close()
    const second = await open(context, one.readKey, { 'last-event-id': lastId })
    await until(() => missedIds.every((id) => idsOf(second).includes(id)))
    const replayedIds = idsOf(second)
    for (const id of missedIds)
      tally.check(
        replayedIds.filter((one_) => one_ === id).length === 1,
        'a missed event is not replayed exactly once',
        () => `after ${lastId}: ${replayedIds.join(', ')}`,
      )
    tally.check(
      !replayedIds.includes(received),
      'an event that was already received is replayed',
      () => `after ${lastId}: ${replayedIds.join(', ')}`,
    )
    second.close()
  }
  const invalidIds = [
    lastIds.other,
    '0',
    '-1',
    '999999999999999999999',
    'x'.repeat(5_000),
    '%00',
    `${lastIds.own}0`,
    '1.5',
    '../1',
  ]
  for (const lastId of invalidIds) {
    const reader = await open(context, one.readKey, { 'last-event-id': lastId })
    await until(() => reader.received.length > 0 || reader.status !== 200)
    // The position of another account may be valid here by coincidence.
    const isOurs = lastId === lastIds.other && reader.received.length === 0
    const first = reader.received[0]?.event
    tally.check(
      reader.status === 200 && (isOurs || first === 'reset' || lastId === lastIds.other),
      'an invalid Last-Event-ID does not reset the stream',
      () => `last-event-id: ${lastId.slice(0, 40)} → ${reader.status} ${first}`,
    )
    reader.close()
  }
}

/** Opens a stream without reading it. */
async function openUnreadStream(context: SuiteContext, as: Caller): Promise<Socket> {
  const socket = await connected(context)
  socket.write(streamRequest(context, as))
  return socket.pause()
}

/** Many events while some clients do not read: others receive all, and the service buffers little for those clients. */
async function tryUnread(context: SuiteContext, tally: Tally) {
  const { one, two, service, url, isQuick } = context
  const watch = watchPings(url, two.readKey)
  const baselinePing = await baselinePingOf(watch)
  const before = service.memory()
  const sockets = await Promise.all(
    Array.from({ length: maxStreamsPerKey - 2 }, () => openUnreadStream(context, one.viewer)),
  )
  const reader = await open(context, one.readKey)
  const ids: string[] = []
  for (let round = 0; round < (isQuick ? sized(5, 1) : 30); round += 1)
    ids.push(...(await Promise.all(Array.from({ length: 10 }, () => addTool(context, one.writeKey)))))
  await until(() => ids.every((id) => idsOf(reader).includes(id)))
  const known = new Set(idsOf(reader))
  for (const id of ids) tally.check(known.has(id), 'clients that do not read block the events of others', () => id)
  const grown = service.memory() - before
  tally.worst('growth', grown, 'MB')
  tally.check(grown <= maxGrowthMb, 'clients that do not read use too much memory', () => `${Math.round(grown)} MB`)
  const ms = watch.worst()
  tally.worst('ping', ms, 'ms')
  tally.check(
    ms <= baselinePing + 1_000,
    'clients that do not read delay another account',
    () => `${Math.round(ms)} ms`,
  )
  reader.close()
  for (const socket of sockets) socket.destroy()
  await watch.stop()
}

/** Callers with a revoked key or without one receive nothing. */
async function tryUnauthorized(context: SuiteContext, tally: Tally) {
  const { one, agent, service } = context
  const send = sender(agent, service.process.url)
  const key = await createKey(send, one.owner, 'key that ends', 'read')
  await send(one.owner, 'DELETE', `/key/${key.id}/`)
  for (const as of [key, { name: 'nobody', headers: {}, isSession: false }]) {
    const reader = await open(context, as)
    tally.check(reader.status === 401, `a stream of ${as.name} returns ${reader.status}`, () => 'GET /api/event/')
    reader.close()
  }
}

/** Opens a stream and revokes its key. The returned function checks that the stream ends within `revokedMs`. */
async function startRevokedStream(context: SuiteContext): Promise<(tally: Tally) => Promise<void>> {
  const { one, agent, service } = context
  const send = sender(agent, service.process.url)
  const ending = await createKey(send, one.owner, 'key that ends soon', 'read')
  const reader = await open(context, ending)
  await send(one.owner, 'DELETE', `/key/${ending.id}/`)
  const ends = performance.now() + revokedMs
  return async (tally) => {
    while (performance.now() < ends && !reader.hasEnded) await pause(500)
    tally.check(
      reader.hasEnded,
      'the stream of a revoked key stays open',
      () => 'GET /api/event/, DELETE /api/key/{id}/: still open 75 s later',
    )
    reader.close()
  }
}

const isStream = (path: string) => path.startsWith('/api/event/')

const faults: Fault[] = [
  {
    name: 'opens the stream of another account',
    request: (passing, { one, two }) =>
      isStream(passing.path) && passing.headers['authorization'] === two.readKey.headers['authorization']
        ? { ...passing, headers: { ...passing.headers, ...one.readKey.headers } }
        : passing,
  },
  {
    name: 'drops Last-Event-ID',
    request: (passing) => {
      const { 'last-event-id': _id, ...headers } = passing.headers
      return isStream(passing.path) ? { ...passing, headers } : passing
    },
  },
  { name: 'sends every event twice', stream: (chunk) => (chunk.includes('event: change') ? chunk + chunk : chunk) },
]

export const eventStreams: Suite = {
  name: 'event streams',
  faults,
  async run(context, tally) {
    const checkRevoked = sized(context.isQuick, false) ? null : await startRevokedStream(context)
    await tryUnauthorized(context, tally)
    const lastIds = await tryOthers(context, tally)
    await tryResume(context, tally, lastIds)
    await tryMany(context, tally)
    await tryUnread(context, tally)
    await checkRevoked?.(tally)
  },
}

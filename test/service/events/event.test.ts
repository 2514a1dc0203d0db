/** Live events: recipients, order, and recovery after a loss. */
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Me } from '#contract/account.ts'
import { makeEventStreams } from '#server/engine/events/event-streams.ts'
import { makeEvents } from '#server/engine/events/make-events.ts'
import { makeLog } from '#server/base/log.ts'
import { readEvents, type EventReader } from '#test/service/support/event-reader.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'

const CreatedObject = z.looseObject({ id: z.string() })
const quiet = makeLog('silent', false)
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const now = () => new Date()

const readers: EventReader[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})

eachDatabase('events', { differs: 'locks' }, (service) => {
  const listen = async (as: TestCaller, headers: Record<string, string> = {}) => {
    const reader = await readEvents(`${service.origin}/api/event/`, { ...as.headers, ...headers })
    readers.push(reader)
    return reader
  }
  const nounsOf = (reader: EventReader) => reader.changes().map(({ noun, id, change }) => `${noun} ${id} ${change}`)
  /** A marker event after the tested ones, so that a missing event can be detected. */
  const publishLast = async (reader: EventReader, account: string) => {
    service.app.services.events.publish(account, { noun: 'balance', id: 'last', change: 'changed' })
    await until(() => expect(nounsOf(reader)).toContain('balance last changed'))
  }

  test('sends a reset first, then every committed write, to its account only', async () => {
    const [own, foreign] = [await listen(service.one.viewer), await listen(service.two.owner)]
    expect(own.headers.get('content-type')).toBe('text/event-stream')
    expect(own.headers.get('cache-control')).toBe('no-store')
    await until(() => expect([own, foreign].map(({ received }) => received[0]?.event)).toEqual(['reset', 'reset']))
    const created = await service.request('POST', '/flow/', { as: service.one.owner, body: { name: 'Told' } })
    const { id } = created.as(CreatedObject)
    await until(() => expect(nounsOf(own)).toEqual([`flow ${id} created`]))
    await service.request('PATCH', `/flow/${id}/`, { as: service.one.owner, body: { name: 'Told again' } })
    await until(() => expect(nounsOf(own)).toEqual([`flow ${id} created`, `flow ${id} changed`]))
    await service.request('DELETE', `/flow/${id}/`, { as: service.one.owner })
    await until(() => expect(nounsOf(own).at(-1)).toBe(`flow ${id} removed`))
    await publishLast(foreign, service.two.id)
    expect(nounsOf(foreign)).toEqual(['balance last changed'])
  })

  test('begins at the event that the reader of the account named, without a reset', async () => {
    const me = (await service.request('GET', '/me/', { as: service.one.owner })).as(Me)
    const body = { name: 'After the page began' }
    const { id } = (await service.request('POST', '/flow/', { as: service.one.owner, body })).as(CreatedObject)
    const reader = await listen(service.one.owner, { 'last-event-id': me.last_event_id ?? '' })
    await until(() => expect(nounsOf(reader)).toContain(`flow ${id} created`))
    expect(reader.received.map(({ event }) => event)).not.toContain('reset')
    await service.request('DELETE', `/flow/${id}/`, { as: service.one.owner })
    await until(() => expect(nounsOf(reader)).toContain(`flow ${id} removed`))
  })

  test('sends nothing for a refused or repeated write', async () => {
    const reader = await listen(service.one.readKey)
    const body = { name: 'Once' }
    const headers = { 'idempotency-key': 'told-once' }
    await service.request('POST', '/flow/', { as: service.one.owner, body: { name: '' } })
    for (let time = 0; time < 3; time += 1)
      await service.request('POST', '/flow/', { as: service.one.owner, body, headers })
    await publishLast(reader, service.one.id)
    expect(nounsOf(reader).filter((text) => text.startsWith('flow'))).toHaveLength(1)
  })

  test('sends duplicates within a short time once, as the stronger event', async () => {
    const reader = await listen(service.one.owner)
    const { events } = service.app.services
    const publish = (change: 'created' | 'changed', flow?: string) =>
      events.publish(service.one.id, { noun: 'run', id: 'run_1', change, ...(flow === undefined ? {} : { flow }) })
    publish('created', 'flw_1')
    for (let time = 0; time < 50; time += 1) publish('changed')
    await publishLast(reader, service.one.id)
    expect(reader.changes().filter(({ noun }) => noun === 'run')).toEqual([
      { noun: 'run', id: 'run_1', change: 'created', flow: 'flw_1', at: expect.any(String) },
    ])
  })

  test('continues for a reconnecting reader without a gap or a reset', async () => {
    const first = await listen(service.one.owner)
    const { events } = service.app.services
    await publishLast(first, service.one.id)
    first.close()
    for (let number = 0; number < 30; number += 1)
      events.publish(service.one.id, { noun: 'run', id: `run_${number}`, change: 'created' })
    const again = await listen(service.one.owner, { 'last-event-id': first.received.at(-1)?.id ?? '' })
    await until(() => expect(again.changes()).toHaveLength(30))
    expect(nounsOf(again)).toEqual(Array.from({ length: 30 }, (_, number) => `run run_${number} created`))
    expect(again.received.every(({ event }) => event === 'change')).toBe(true)
  })

  test('sends a reset for an event id that is too old, invalid, or of another account or process', async () => {
    const reader = await listen(service.one.owner)
    const { events } = service.app.services
    await publishLast(reader, service.one.id)
    const old = reader.received.at(-1)?.id ?? ''
    for (let number = 0; number < 600; number += 1)
      events.publish(service.one.id, { noun: 'run', id: `run_${number}`, change: 'created' })
    await until(() => expect(reader.changes().length).toBeGreaterThan(600))
    const newest = reader.received.at(-1)?.id ?? ''
    for (const [as, id] of [
      [service.one.owner, old],
      [service.two.owner, newest],
      [service.one.owner, newest.replace(/.-/, '?-')],
      [service.one.owner, `${newest}0`],
      [service.one.owner, 'x'.repeat(5_000)],
      [service.one.owner, '--1'],
    ] as const) {
      const again = await listen(as, { 'last-event-id': id })
      await until(() => expect(again.received[0]?.event).toBe('reset'))
    }
    const exact = await listen(service.one.owner, { 'last-event-id': newest })
    events.publish(service.one.id, { noun: 'tool', id: 'tool_1', change: 'changed' })
    await until(() => expect(nounsOf(exact)).toEqual(['tool tool_1 changed']))
  })

  test('opens no stream for HEAD, and at most twenty for one person; closing one frees a slot', async () => {
    const { streams } = service.app.services
    await until(() => expect(streams.count).toBe(0))
    expect((await service.request('HEAD', '/event/', { as: service.one.operator })).status).toBe(200)
    expect(streams.count).toBe(0)
    const open = []
    for (let number = 0; number < 20; number += 1) open.push(await listen(service.one.operator))
    await until(() => expect(streams.count).toBe(20))
    const refusedCount = await service.request('GET', '/event/', { as: service.one.operator })
    expect([refusedCount.status, refusedCount.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await listen(service.one.viewer)).status).toBe(200)
    open[0]?.close()
    await until(() => expect(streams.count).toBe(20))
    expect((await listen(service.one.operator)).status).toBe(200)
  })

  test('sends heartbeats, and ends the streams of a revoked key or an ended session', async () => {
    const { services } = service.app
    const streams = makeEventStreams(services.events, { heartbeatMs: 20, checkMs: 50 })
    const originalStreams = services.streams
    services.streams = streams
    try {
      const created = await service.request('POST', '/key/', {
        as: service.one.owner,
        body: { name: 'k', scope: 'read' },
      })
      const { id, key } = created.as(z.looseObject({ id: z.string(), key: z.string() }))
      const session = await service.signIn(service.one.viewer.email)
      const byKey = await listen({ headers: { authorization: `Token ${key}` } })
      const bySession = await listen(session)
      await until(() => expect(Math.min(byKey.comments, bySession.comments)).toBeGreaterThan(3))
      expect([byKey.hasEnded, bySession.hasEnded]).toEqual([false, false])
      await service.request('DELETE', `/key/${id}/`, { as: service.one.owner })
      await until(() => expect(byKey.hasEnded).toBe(true))
      expect(bySession.hasEnded).toBe(false)
      await service.request('DELETE', '/session/', { as: session })
      await until(() => expect(bySession.hasEnded).toBe(true))
      expect(streams.count).toBe(0)
    } finally {
      streams.close()
      services.streams = originalStreams
    }
  })

  test('ends open streams on close, and refuses new ones', async () => {
    const { services } = service.app
    const originalStreams = services.streams
    services.streams = makeEventStreams(services.events)
    try {
      const reader = await listen(service.one.owner)
      await until(() => expect(reader.received).toHaveLength(1))
      services.streams.close()
      await until(() => expect(reader.hasEnded).toBe(true))
      expect((await service.request('GET', '/event/', { as: service.one.owner })).status).toBe(503)
    } finally {
      services.streams = originalStreams
    }
  })
})

test('counts a stream before it is read, and releases it if it is cancelled unread', async () => {
  const bus = await makeEvents({ now, log: quiet, notices: null })
  const streams = makeEventStreams(bus)
  const request = { account: 'acc', caller: 'key', lastId: null, isStillValid: () => Promise.resolve(true) }
  const opened: ReadableStream[] = []
  let refusedCount = 0
  for (let number = 0; number < 300; number += 1)
    try {
      opened.push(streams.open(request))
    } catch (error) {
      expect(error).toMatchObject({ code: 'throttled' })
      refusedCount += 1
    }
  expect([opened.length, refusedCount, streams.count]).toEqual([20, 280, 20])
  await opened[0]?.cancel()
  expect(streams.count).toBe(19)
  const last = streams.open(request)
  streams.close()
  expect(streams.count).toBe(0)
  expect(await last.getReader().read()).toMatchObject({ done: true })
  await bus.close()
})

test('disconnects a reader that does not read, without affecting others', async () => {
  const bus = await makeEvents({ now, log: quiet, notices: null })
  const streams = makeEventStreams(bus)
  const request = { account: 'acc', caller: 'usr', lastId: null, isStillValid: () => Promise.resolve(true) }
  const [slow, quick] = [streams.open(request).getReader(), streams.open(request).getReader()]
  let bytes = 0
  const read = async () => {
    for (let chunk = await quick.read(); !chunk.done; chunk = await quick.read()) bytes += chunk.value.byteLength
  }
  const reading = read()
  await slow.read()
  await until(() => expect(streams.count).toBe(2))
  let eventCount = 0
  while (streams.count === 2) {
    for (let number = 0; number < 500; number += 1) {
      bus.publish('acc', { noun: 'run', id: `run_${eventCount}`, change: 'created' })
      eventCount += 1
    }
    await until(() => expect(bytes).toBeGreaterThan(eventCount * 80))
  }
  expect(streams.count).toBe(1)
  await expect(slow.read()).rejects.toThrow('too slow to read')
  streams.close()
  await reading
  await bus.close()
})

test('reports lost events with the next notification, even if it was collected before the failure', async () => {
  const sent: string[] = []
  let failFirst: (error: Error) => void = () => {}
  const send = (text: string) => {
    sent.push(text)
    return sent.length === 1 ? new Promise<void>((_, reject) => (failFirst = reject)) : Promise.resolve()
  }
  const notices = { send, close: () => Promise.resolve() }
  const bus = await makeEvents({ now, log: quiet, notices: () => Promise.resolve(notices) })
  bus.publish('acc', { noun: 'run', id: 'run_1', change: 'created' })
  await until(() => expect(sent).toHaveLength(1))
  bus.publish('acc', { noun: 'run', id: 'run_2', change: 'created' })
  // Closing sends the second notification after the first.
  const closing = bus.close()
  failFirst(new Error('The connection was lost.'))
  await closing
  expect(sent.map((text) => z.object({ missed: z.boolean() }).parse(JSON.parse(text)).missed)).toEqual([false, true])
})

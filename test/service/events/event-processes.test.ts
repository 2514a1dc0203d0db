/** Events between processes on one Postgres: two buses, each with its own connections. */
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import type { PublishedEvent } from '#server/engine/events/events.ts'
import { makeEvents } from '#server/engine/events/make-events.ts'
import { makeLog } from '#server/base/log.ts'
import { openNotices } from '#server/store/db/notices.ts'

const url = process.env['TEST_DATABASE_URL'] ?? ''
const quiet = makeLog('silent', false)
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function makeProcess() {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  ending.push(() => pool.end())
  const bus = await makeEvents({
    now: () => new Date(),
    log: quiet,
    notices: (received) => openNotices(url, pool, received, quiet),
  })
  ending.push(() => bus.close())
  const received: PublishedEvent[] = []
  let resets = 0
  bus.subscribe('acc', { change: (event) => received.push(event), reset: () => void (resets += 1) })
  return { bus, received, resets: () => resets, ids: () => received.map(({ id }) => id) }
}

test.runIf(url !== '')('delivers events of one process to both, in order and once', async () => {
  const [one, other] = [await makeProcess(), await makeProcess()]
  const expected = Array.from({ length: 400 }, (_, number) => `run_${number}_${'x'.repeat(100)}`)
  for (const id of expected) one.bus.publish('acc', { noun: 'run', id, change: 'created', flow: 'flw' })
  other.bus.publish('acc', { noun: 'flow', id: 'flw', change: 'changed' })
  other.bus.publish('strange', { noun: 'flow', id: 'flw', change: 'changed' })
  await until(() => expect([one.received.length, other.received.length]).toEqual([401, 401]))
  for (const { ids } of [one, other]) {
    expect(ids().filter((id) => id !== 'flw')).toEqual(expected)
    expect(ids()).toContain('flw')
  }
  // A position of one process is meaningless in another.
  expect(other.bus.eventsAfter('acc', one.received.at(-1)?.seq ?? '')).toBe(null)
  expect(one.bus.eventsAfter('acc', one.received.at(-2)?.seq ?? '')).toEqual([one.received.at(-1)])
  expect([one.resets(), other.resets()]).toEqual([0, 0])
})

test.runIf(url !== '')('replaces a lost connection, and sends a reset because of possible gaps', async () => {
  const [one, other] = [await makeProcess(), await makeProcess()]
  const before = one.bus.currentSeq('acc')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  ending.push(() => client.end())
  const listening = `from pg_stat_activity where application_name = 'flow-console events' and datname = current_database()`
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${listening}`)
  expect(rowCount).toBe(2)
  await until(() => expect([one.resets(), other.resets()]).toEqual([1, 1]))
  expect(one.bus.eventsAfter('acc', before)).toBe(null)
  other.bus.publish('acc', { noun: 'run', id: 'after', change: 'created' })
  await until(() => expect(one.ids()).toEqual(['after']))
})

test.runIf(url !== '')('ignores other notifications', async () => {
  const one = await makeProcess()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  ending.push(() => client.end())
  for (const text of ['', 'not json', '{"from":1}', '{"from":"x","missed":false,"events":[["acc",{"noun":"none"}]]}'])
    await client.query('select pg_notify($1, $2)', ['flow_event', text])
  one.bus.publish('acc', { noun: 'run', id: 'mine', change: 'created' })
  await until(() => expect(one.ids()).toEqual(['mine']))
})

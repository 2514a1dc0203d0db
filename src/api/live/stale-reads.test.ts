import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangeEvent } from '#contract/event.ts'
import { StaleReads } from './stale-reads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (noun: ChangeEvent['noun'], id: string, more: Partial<ChangeEvent> = {}): ChangeEvent => ({
  noun,
  id,
  change: 'changed',
  at: '2026-11-01T00:00:00Z',
  ...more,
})

/** A client that shows these reads, and the number of requests for each. `readMs` = duration of a request. */
async function clientWithReads(keys: readonly (readonly unknown[])[], readMs = 0) {
  const client = new QueryClient()
  const reads = keys.map(() => 0)
  for (const [at, queryKey] of keys.entries()) {
    const queryFn = () => {
      reads[at] = (reads[at] ?? 0) + 1
      return new Promise((done) => void setTimeout(() => done(reads[at]), readMs))
    }
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => null)
  }
  await vi.advanceTimersByTimeAsync(readMs)
  reads.fill(0)
  return { client, reads, stale: new StaleReads(client, () => Date.now()) }
}

test('a run invalidates its own read, the lists of runs and the balance, and no other run', async () => {
  const { reads, stale } = await clientWithReads([
    ['run', 'run.read', { id: 'a' }],
    ['run', 'run.read', { id: 'b' }],
    ['run', 'run.list', { limit: 25 }],
    ['balance', 'balance.read', {}],
    ['tool', 'tool.list', {}],
    ['conversation', 'conversation.messages', { id: 'c', limit: 40 }, 'growing'],
    ['conversation', 'conversation.read', { id: 'd' }],
  ])
  stale.record(change('run', 'a', { conversation: 'c' }))
  await vi.advanceTimersByTimeAsync(300)
  expect(reads).toEqual([1, 0, 1, 1, 0, 1, 0])
})

test('an event without an id invalidates every open object of the noun', async () => {
  const { reads, stale } = await clientWithReads([
    ['conversation', 'conversation.read', { id: 'a' }],
    ['contact', 'contact.read', { id: 'a' }],
  ])
  stale.record(change('conversation', ''))
  await vi.advanceTimersByTimeAsync(300)
  expect(reads).toEqual([1, 0])
})

test('expensive reads of one object are refetched no more often than sums', async () => {
  const { reads, stale } = await clientWithReads([
    ['channel', 'channel.read', { id: 'a' }],
    ['channel', 'channel.history', { id: 'a' }],
    ['channel', 'channel.history', { id: 'b' }],
    ['channel', 'channel.hours', { channel: 'a,b' }],
  ])
  for (let ms = 0; ms < 6_000; ms += 100) {
    stale.record(change('channel', 'a'))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(reads[0]).toBeGreaterThan(10)
  // Reads about all channels of a list are only refreshed on a timer.
  expect(reads.slice(1)).toEqual([2, 0, 0])
})

test('many events cause one read per second for a list, one in five seconds for sums, and lose no change', async () => {
  const { reads, stale } = await clientWithReads([
    ['run', 'run.list', {}],
    ['run', 'run.summary', {}],
  ])
  for (let ms = 0; ms < 10_000; ms += 10) {
    stale.record(change('run', `r${ms}`))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(reads[0]).toBeGreaterThanOrEqual(9)
  expect(reads[0]).toBeLessThanOrEqual(11)
  expect(reads[1]).toBeLessThanOrEqual(3)
  const before = [...reads]
  stale.record(change('run', 'last'))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reads[0]).toBeGreaterThan(before[0] ?? 0)
  expect(reads[1]).toBeGreaterThan(before[1] ?? 0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a read in progress is not aborted, but repeated afterwards', async () => {
  const { client, reads, stale } = await clientWithReads([['run', 'run.list', {}]], 3_000)
  void client.invalidateQueries()
  await vi.advanceTimersByTimeAsync(100)
  for (let ms = 0; ms < 2_000; ms += 100) {
    stale.record(change('run', 'a'))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(reads).toEqual([1])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reads).toEqual([2])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reads).toEqual([2])
})

test('all reads of a noun can be invalidated, and nothing is read after close', async () => {
  const { reads, stale } = await clientWithReads([
    ['run', 'run.read', { id: 'a' }],
    ['flow', 'flow.list', {}],
  ])
  stale.recordAll(['run'])
  await vi.advanceTimersByTimeAsync(300)
  expect(reads).toEqual([1, 0])
  stale.recordAll(['run', 'flow'])
  stale.close()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reads).toEqual([1, 0])
})

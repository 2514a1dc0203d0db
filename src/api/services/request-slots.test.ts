import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestSlots } from './request-slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silence = new Error('silent')
const isSilence = (error: unknown) => error === silence

/** Slots with services that hang, and others that respond after 100 ms. */
function slotsWith(...hanging: string[]) {
  const slots = new RequestSlots()
  const started: string[] = []
  const open = new Set<string>()
  let most = 0
  const ask = (service: string, abort?: AbortSignal) =>
    slots.run(
      service,
      (signal, onResponse) =>
        new Promise<string>((resolve, reject) => {
          started.push(service)
          open.add(service)
          most = Math.max(most, open.size)
          const end = (settle: () => void) => {
            open.delete(service)
            settle()
          }
          signal.addEventListener('abort', () => end(() => reject(new DOMException('', 'AbortError'))))
          if (hanging.includes(service)) setTimeout(() => end(() => reject(silence)), 8_000)
          else
            setTimeout(() => {
              onResponse()
              end(() => resolve(service))
            }, 100)
        }),
      isSilence,
      abort,
    )
  return { ask, started, open, most: () => most }
}

test('one request per service and three in all are open at a time', async () => {
  const { ask, most, open } = slotsWith()
  const all = ['a', 'a', 'b', 'c', 'd', 'e', 'e'].map((service) => ask(service))
  expect([...open]).toEqual(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(400)
  expect(await Promise.all(all)).toEqual(['a', 'a', 'b', 'c', 'd', 'e', 'e'])
  expect(most()).toBe(3)
})

test('services that hang hold up another one for the patience only, and are asked again', async () => {
  const { ask, started } = slotsWith('x', 'y', 'z')
  const hanging = ['x', 'y', 'z'].map((service) => ask(service).catch((error: unknown) => error))
  const good = ask('good')
  await vi.advanceTimersByTimeAsync(2_100)
  expect(await good).toBe('good')
  expect(started).toEqual(['x', 'y', 'z', 'good', 'x'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await Promise.all(hanging)).toEqual([silence, silence, silence])
})

test('a service that did not respond takes one slot at most, and comes last', async () => {
  const { ask, started, open } = slotsWith('x', 'y')
  const first = ['x', 'y'].map((service) => ask(service).catch(() => null))
  await vi.advanceTimersByTimeAsync(8_000)
  await Promise.all(first)
  started.length = 0
  const again = ['x', 'y', 'a', 'b', 'c'].map((service) => ask(service).catch(() => null))
  expect([...open]).toEqual(['x', 'a', 'b'])
  await vi.advanceTimersByTimeAsync(250)
  expect(started).toEqual(['x', 'a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(20_000)
  await Promise.all(again)
  expect(started.at(-1)).toBe('y')
})

test('an abort ends a request that waits, and one that is open', async () => {
  const { ask, started, open } = slotsWith('x')
  const controller = new AbortController()
  const outcomes = [ask('x', controller.signal), ask('x', controller.signal)].map((one) =>
    one.catch((error: unknown) => (error instanceof DOMException ? error.name : error)),
  )
  controller.abort()
  expect(await Promise.all(outcomes)).toEqual(['AbortError', 'AbortError'])
  expect([started, [...open]]).toEqual([['x'], []])
  expect(await Promise.race([ask('a'), vi.advanceTimersByTimeAsync(150)])).toBe('a')
})

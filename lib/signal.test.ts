import { expect, test } from 'vitest'
import { signal } from './signal.ts'

test('listeners are notified of changes only, and not after unsubscribing', () => {
  const count = signal(0)
  const heard: number[] = []
  const stop = count.subscribe(() => heard.push(count.get()))
  count.set(1)
  count.set(1)
  count.set(2)
  stop()
  count.set(3)
  expect(heard).toEqual([1, 2])
  expect(count.get()).toBe(3)
})

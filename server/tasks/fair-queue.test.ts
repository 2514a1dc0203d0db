import { expect, test } from 'vitest'
import { makeAccountTurns } from './fair-queue.ts'

test('an account runs one item at a time, and the least recently served account comes first', () => {
  const turns = makeAccountTurns<string>()
  for (const work of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(work.charAt(0), work)
  expect(turns.waiting('a')).toBe(3)
  const a1 = turns.next()
  const b1 = turns.next()
  expect([a1?.work, b1?.work]).toEqual(['a1', 'b1'])
  turns.add('d', 'd1')
  a1?.done()
  const c1 = turns.next()
  const d1 = turns.next()
  expect([c1?.work, d1?.work, turns.next()?.work, turns.next()]).toEqual(['c1', 'd1', 'a2', null])
  b1?.done()
  expect(turns.next()?.work).toBe('b2')
  expect(turns.drain()).toEqual(['a3'])
  expect(turns.next()).toBe(null)
})

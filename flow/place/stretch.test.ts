import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchFor } from './stretch.ts'

test('nothing asked, nothing moved', () => {
  expect([-5, 0.3, 1e7].map(stretchFor([{ from: 0, to: 10, room: 10 }]))).toEqual([-5, 0.3, 1e7])
})

test('what is asked is widened evenly, and what lies behind moves along', () => {
  const map = stretchFor([{ from: 0, to: 100, room: 150 }])
  expect([-20, 0, 50, 100, 300].map(map)).toEqual([-20, 0, 75, 150, 350])
})

test('rows that are all too narrow become one regular row, and one that spans others asks no more', () => {
  const map = stretchFor([
    { from: 0, to: 200, room: 210 },
    { from: 0, to: 100, room: 150 },
    { from: 100, to: 200, room: 150 },
  ])
  expect([0, 100, 200].map(map)).toEqual([0, 150, 300])
})

test('where most is missing is widened first: less is left to do for those that span it', () => {
  const map = stretchFor([
    { from: 0, to: 200, room: 250 },
    { from: 0, to: 100, room: 150 },
  ])
  expect([100, 200].map(map)).toEqual([150, 250])
})

test('a crowd becomes three times as long, one step more, and no longer', () => {
  const map = stretchFor(Array.from({ length: 100 }, (_, at) => ({ from: 5 * at, to: 5 * at + 5, room: 100 })))
  expect(map(500)).toBe(3 * (500 + 100))
})

const need = fc.record({
  from: fc.integer({ max: 2000, min: 0 }),
  length: fc.integer({ min: 1, max: 400 }),
  room: fc.nat(600),
})

test('every need is met to the pixel, or the whole is three times as long; order is kept', () => {
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 60 }), (given) => {
      const needs = given.map(({ from, length, room }) => ({ from, to: from + length, room }))
      const map = stretchFor(needs)
      for (let at = -10; at < 2500; at += 7) expect(map(at + 7)).toBeGreaterThanOrEqual(map(at))
      const [start, end] = [Math.min(...needs.map(({ from }) => from)), Math.max(...needs.map(({ to }) => to))]
      const length = map(end) - map(start)
      expect(length).toBeLessThanOrEqual(3 * (end - start + 600) + 1)
      if (length > 2.9 * (end - start)) return
      for (const { from, to, room } of needs) expect(map(to) - map(from)).toBeGreaterThanOrEqual(room - 1)
    }),
  )
})

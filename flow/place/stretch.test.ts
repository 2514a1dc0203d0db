import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchFor } from './stretch.ts'

test('without unmet needs, nothing is moved', () => {
  expect([-5, 0.3, 1e7].map(stretchFor([{ from: 0, to: 10, minDistance: 10 }]))).toEqual([-5, 0.3, 1e7])
})

test('a range is widened evenly, and coordinates behind it are shifted', () => {
  const map = stretchFor([{ from: 0, to: 100, minDistance: 150 }])
  expect([-20, 0, 50, 100, 300].map(map)).toEqual([-20, 0, 75, 150, 350])
})

test('equal needs are widened equally, and a need that spans them adds nothing', () => {
  const map = stretchFor([
    { from: 0, to: 200, minDistance: 210 },
    { from: 0, to: 100, minDistance: 150 },
    { from: 100, to: 200, minDistance: 150 },
  ])
  expect([0, 100, 200].map(map)).toEqual([0, 150, 300])
})

test('the greatest need is met first, which reduces the needs that span it', () => {
  const map = stretchFor([
    { from: 0, to: 200, minDistance: 250 },
    { from: 0, to: 100, minDistance: 150 },
  ])
  expect([100, 200].map(map)).toEqual([150, 250])
})

test('the total stretch is limited to three times the length', () => {
  const map = stretchFor(Array.from({ length: 100 }, (_, at) => ({ from: 5 * at, to: 5 * at + 5, minDistance: 100 })))
  expect(map(500)).toBe(3 * (500 + 100))
})

const need = fc.record({
  from: fc.integer({ max: 2000, min: 0 }),
  length: fc.integer({ min: 1, max: 400 }),
  minDistance: fc.nat(600),
})

test('every need is met, unless the maximum stretch is reached; order is kept', () => {
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 60 }), (given) => {
      const requirements = given.map(({ from, length, minDistance }) => ({ from, to: from + length, minDistance }))
      const map = stretchFor(requirements)
      for (let at = -10; at < 2500; at += 7) expect(map(at + 7)).toBeGreaterThanOrEqual(map(at))
      const [start, end] = [
        Math.min(...requirements.map(({ from }) => from)),
        Math.max(...requirements.map(({ to }) => to)),
      ]
      const length = map(end) - map(start)
      expect(length).toBeLessThanOrEqual(3 * (end - start + 600) + 1)
      if (length > 2.9 * (end - start)) return
      for (const { from, to, minDistance } of requirements)
        expect(map(to) - map(from)).toBeGreaterThanOrEqual(minDistance - 1)
    }),
  )
})

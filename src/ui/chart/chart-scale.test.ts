import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridLines, labelledBars } from './chart-scale.ts'

test('grid lines are at round values up to the maximum', () => {
  expect(gridLines(0, 212)).toEqual([0, 80, 160, 240])
  expect(gridLines(0, 0)).toEqual([0, 1])
  expect(gridLines(3, 3)).toEqual([0, 1, 2, 3])
  expect(gridLines(-50, 100)).toEqual([-50, 0, 50, 100])
})

test('at most five grid lines span all values', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: -1e12, max: 1e12 }), (a, b) => {
      const lines = gridLines(Math.min(a, b), Math.max(a, b))
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(lines).toContain(0)
      expect(lines[0]).toBeLessThanOrEqual(Math.min(a, b))
      expect(lines.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b))
    }),
  )
})

test('the first and the last bar have a label, and labels do not overlap', () => {
  expect(labelledBars(30)).toEqual([0, 7, 14, 21, 29])
  expect(labelledBars(1)).toEqual([0])
  expect(labelledBars(3)).toEqual([0, 1, 2])
  expect(labelledBars(0)).toEqual([])
  expect(labelledBars(366).length).toBeLessThanOrEqual(6)
})

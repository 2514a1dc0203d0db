import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFrom, lastUpTo } from './binary-search.ts'

test('binary search gives the same result as linear search, even with duplicate values', () => {
  const value = fc.integer({ min: -9, max: 9 })
  fc.assert(
    fc.property(fc.array(value), value, (values, asked) => {
      const sorted = Float64Array.from(values).toSorted()
      expect(lastUpTo(sorted, asked)).toBe(sorted.findLastIndex((one) => one <= asked))
      expect(firstFrom(sorted, asked)).toBe(sorted.filter((one) => one < asked).length)
    }),
  )
})

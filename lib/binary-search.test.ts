import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFrom, lastUpTo } from './binary-search.ts'

test('searched by halves as one by one, also where values stand more than once', () => {
  const value = fc.integer({ min: -9, max: 9 })
  fc.assert(
    fc.property(fc.array(value), value, (values, asked) => {
      const sorted = Float64Array.from(values).toSorted()
      expect(lastUpTo(sorted, asked)).toBe(sorted.findLastIndex((one) => one <= asked))
      expect(firstFrom(sorted, asked)).toBe(sorted.filter((one) => one < asked).length)
    }),
  )
})

import { expect, test } from 'vitest'
import { rowPlacesIn, spanIn, spanOf } from './row-window.ts'

test('rows that are visible, including partly', () => {
  expect(spanOf(0, 200, 50)).toEqual({ first: 0, last: 3 })
  expect(spanOf(49, 200, 50)).toEqual({ first: 0, last: 4 })
  expect(spanOf(-30, 20, 50)).toEqual({ first: 0, last: 0 })
  expect(rowPlacesIn(spanOf(0, 0, 50), 9, 2, -1)).toEqual([])
})

test('a list that became shorter shows its end, an empty one nothing', () => {
  expect(spanIn({ first: 90, last: 95 }, 20)).toEqual({ first: 14, last: 19 })
  expect(spanIn({ first: 90, last: 95 }, 3)).toEqual({ first: 0, last: 2 })
  expect(rowPlacesIn(spanIn({ first: 0, last: 5 }, 0), 0, 2, 0)).toEqual([])
})

test('the row with the focus stays mounted, at its place in the order', () => {
  const span = { first: 10, last: 12 }
  expect(rowPlacesIn(span, 100, 1, -1)).toEqual([9, 10, 11, 12, 13])
  expect(rowPlacesIn(span, 100, 1, 2)).toEqual([2, 9, 10, 11, 12, 13])
  expect(rowPlacesIn(span, 100, 1, 50)).toEqual([9, 10, 11, 12, 13, 50])
  expect(rowPlacesIn(span, 100, 1, 11)).toEqual([9, 10, 11, 12, 13])
  expect(rowPlacesIn(span, 14, 1, 14)).toEqual([9, 10, 11, 12, 13])
})

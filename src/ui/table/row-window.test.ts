import { expect, test } from 'vitest'
import { renderedIndexesOf, spanIn, spanOf } from './row-window.ts'

test('partly visible rows are included', () => {
  expect(spanOf(0, 200, 50)).toEqual({ first: 0, last: 3 })
  expect(spanOf(49, 200, 50)).toEqual({ first: 0, last: 4 })
  expect(spanOf(-30, 20, 50)).toEqual({ first: 0, last: 0 })
  expect(renderedIndexesOf(spanOf(0, 0, 50), 9, 2, -1)).toEqual([])
})

test('a shortened list shows its end, and an empty list shows nothing', () => {
  expect(spanIn({ first: 90, last: 95 }, 20)).toEqual({ first: 14, last: 19 })
  expect(spanIn({ first: 90, last: 95 }, 3)).toEqual({ first: 0, last: 2 })
  expect(renderedIndexesOf(spanIn({ first: 0, last: 5 }, 0), 0, 2, 0)).toEqual([])
})

test('the focused row stays mounted, in its position', () => {
  const span = { first: 10, last: 12 }
  expect(renderedIndexesOf(span, 100, 1, -1)).toEqual([9, 10, 11, 12, 13])
  expect(renderedIndexesOf(span, 100, 1, 2)).toEqual([2, 9, 10, 11, 12, 13])
  expect(renderedIndexesOf(span, 100, 1, 50)).toEqual([9, 10, 11, 12, 13, 50])
  expect(renderedIndexesOf(span, 100, 1, 11)).toEqual([9, 10, 11, 12, 13])
  expect(renderedIndexesOf(span, 14, 1, 14)).toEqual([9, 10, 11, 12, 13])
})

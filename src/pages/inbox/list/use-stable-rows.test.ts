import { expect, test } from 'vitest'
import { rowsAboveAfter, noRowsAbove } from './use-stable-rows.ts'

test('rows inserted above the visible ones count as new until they were seen; rows scrolled out of view do not', () => {
  const scrolled = rowsAboveAfter(noRowsAbove, ['a', 'b'], false)
  expect([...scrolled.fresh]).toEqual([])
  const one = rowsAboveAfter(scrolled, ['n', 'a', 'b'], true)
  expect([...one.fresh]).toEqual(['n'])
  const two = rowsAboveAfter(one, ['m', 'n', 'a', 'b'], true)
  expect([...two.fresh]).toEqual(['m', 'n'])
  // Scrolls up by three rows, and down again.
  const up = rowsAboveAfter(two, ['m'], false)
  expect([...up.fresh]).toEqual(['m'])
  expect([...rowsAboveAfter(up, ['m', 'n', 'a', 'b'], false).fresh]).toEqual(['m'])
  expect([...rowsAboveAfter(up, [], false).fresh]).toEqual([])
})

test('a row from below that moves up counts as new', () => {
  const before = rowsAboveAfter(noRowsAbove, ['a'], false)
  expect([...rowsAboveAfter(before, ['x', 'a'], true).fresh]).toEqual(['x'])
})

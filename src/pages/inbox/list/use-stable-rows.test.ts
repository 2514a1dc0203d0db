import { expect, test } from 'vitest'
import { rowsAboveAfter, noRowsAbove } from './use-stable-rows.ts'

test('rows inserted above the visible ones count as new until they were seen; rows scrolled out of view do not', () => {
  const scrolled = rowsAboveAfter(noRowsAbove, ['a', 'b'], false)
  expect([...scrolled.newIds]).toEqual([])
  const one = rowsAboveAfter(scrolled, ['n', 'a', 'b'], true)
  expect([...one.newIds]).toEqual(['n'])
  const two = rowsAboveAfter(one, ['m', 'n', 'a', 'b'], true)
  expect([...two.newIds]).toEqual(['m', 'n'])
  // Scrolls up by three rows, and down again.
  const up = rowsAboveAfter(two, ['m'], false)
  expect([...up.newIds]).toEqual(['m'])
  expect([...rowsAboveAfter(up, ['m', 'n', 'a', 'b'], false).newIds]).toEqual(['m'])
  expect([...rowsAboveAfter(up, [], false).newIds]).toEqual([])
})

test('a row from below that moves up counts as new', () => {
  const before = rowsAboveAfter(noRowsAbove, ['a'], false)
  expect([...rowsAboveAfter(before, ['x', 'a'], true).newIds]).toEqual(['x'])
})

import { expect, test } from 'vitest'
import { aboveAfter, nothingAbove } from './rows-above.ts'

test('rows that come in above are new until they are seen, those that were scrolled past are not', () => {
  const scrolled = aboveAfter(nothingAbove, ['a', 'b'], false)
  expect([...scrolled.fresh]).toEqual([])
  const one = aboveAfter(scrolled, ['n', 'a', 'b'], true)
  expect([...one.fresh]).toEqual(['n'])
  const two = aboveAfter(one, ['m', 'n', 'a', 'b'], true)
  expect([...two.fresh]).toEqual(['m', 'n'])
  // One scrolls up by three rows, and down again.
  const up = aboveAfter(two, ['m'], false)
  expect([...up.fresh]).toEqual(['m'])
  expect([...aboveAfter(up, ['m', 'n', 'a', 'b'], false).fresh]).toEqual(['m'])
  expect([...aboveAfter(up, [], false).fresh]).toEqual([])
})

test('a row from below that moves up counts as come in', () => {
  const before = aboveAfter(nothingAbove, ['a'], false)
  expect([...aboveAfter(before, ['x', 'a'], true).fresh]).toEqual(['x'])
})

import { expect, test } from 'vitest'
import { refreshedRows } from './rows-frozen-on-hover.ts'

const row = (id: string, cost = 0) => ({ id, cost })

test('shown rows keep their position and get current data; additions and removals are delayed', () => {
  const shown = [row('c'), row('b'), row('a')]
  expect(refreshedRows(shown, [row('d'), row('c', 5), row('b')])).toEqual([row('c', 5), row('b'), row('a')])
})

test('another page is shown immediately', () => {
  expect(refreshedRows([row('a')], [row('x'), row('y')])).toEqual([row('x'), row('y')])
  expect(refreshedRows([], [row('x')])).toEqual([row('x')])
})

test('rows without an id cannot be matched, so all new rows are shown', () => {
  expect(refreshedRows([row('', 1), row('', 2)], [row('', 3), row('', 4)])).toEqual([row('', 3), row('', 4)])
})

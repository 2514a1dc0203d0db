import { expect, test } from 'vitest'
import { steadyRows } from './steady-rows.ts'

const row = (id: string, cost = 0) => ({ id, cost })

test('shown rows keep their position and get current data; additions and removals are delayed', () => {
  const shown = [row('c'), row('b'), row('a')]
  expect(steadyRows(shown, [row('d'), row('c', 5), row('b')])).toEqual([row('c', 5), row('b'), row('a')])
})

test('another page is shown immediately', () => {
  expect(steadyRows([row('a')], [row('x'), row('y')])).toEqual([row('x'), row('y')])
  expect(steadyRows([], [row('x')])).toEqual([row('x')])
})

test('rows without an id cannot be matched, so all new rows are shown', () => {
  expect(steadyRows([row('', 1), row('', 2)], [row('', 3), row('', 4)])).toEqual([row('', 3), row('', 4)])
})

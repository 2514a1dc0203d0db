import { expect, test } from 'vitest'
import { steadyRows } from './steady-rows.ts'

const row = (id: string, cost = 0) => ({ id, cost })

test('rows stay in their places and say what is so now; new ones wait, those that are gone stay', () => {
  const shown = [row('c'), row('b'), row('a')]
  expect(steadyRows(shown, [row('d'), row('c', 5), row('b')])).toEqual([row('c', 5), row('b'), row('a')])
})

test('another page is shown at once', () => {
  expect(steadyRows([row('a')], [row('x'), row('y')])).toEqual([row('x'), row('y')])
  expect(steadyRows([], [row('x')])).toEqual([row('x')])
})

test('rows without an id cannot be told apart: all of them are as they are now', () => {
  expect(steadyRows([row('', 1), row('', 2)], [row('', 3), row('', 4)])).toEqual([row('', 3), row('', 4)])
})

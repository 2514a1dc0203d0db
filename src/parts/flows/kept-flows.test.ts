import { expect, test } from 'vitest'
import { maxRecent, maxStarred, readKept, withOpened, withStar } from './kept-flows.ts'

const flowOf = (index: number) => ({ id: `flw_${index}`, name: `Flow ${index}` })

test('a star is added at the end and removed by the second press', () => {
  const one = withStar([], flowOf(1))
  expect(withStar(one, flowOf(2)).map(({ id }) => id)).toEqual(['flw_1', 'flw_2'])
  expect(withStar(withStar(one, flowOf(2)), flowOf(1)).map(({ id }) => id)).toEqual(['flw_2'])
})

test('beyond the maximum, the oldest star and the oldest recent flow go', () => {
  const all = Array.from({ length: maxStarred }, (_one, index) => flowOf(index))
  expect(withStar(all, flowOf(99)).map(({ id }) => id)).toEqual([...all.slice(1).map(({ id }) => id), 'flw_99'])
  const opened = Array.from({ length: maxRecent }, (_one, index) => flowOf(index))
  expect(withOpened(opened, flowOf(99))).toEqual([flowOf(99), ...opened.slice(0, -1)])
})

test('a flow that is opened again moves to the front, with its new name', () => {
  const renamed = { id: 'flw_2', name: 'Renamed' }
  expect(withOpened([flowOf(1), flowOf(2)], renamed)).toEqual([renamed, flowOf(1)])
})

test.each(['', 'null', '{"id":1}', '[{"id":1,"name":"x"}]', '[1,2', '["flw_1"]'])('%j is an empty list', (text) => {
  expect(readKept(text)).toEqual([])
})

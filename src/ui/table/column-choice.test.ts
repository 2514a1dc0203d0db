import { expect, test } from 'vitest'
import { columnStates, isChosenColumn, isShownColumn, withColumn, type ListColumn } from './column-choice.ts'

const column = (id: string, more: Partial<ListColumn<never>> = {}): ListColumn<never> => ({
  id,
  head: id,
  cell: () => null,
  ...more,
})
const name = column('name', { isFixed: true, orderBy: 'name' })
const nodes = column('nodes', { className: 'w-[70px] max-sm:w-[20px]', orderBy: 'node_count' })
const tools = column('tools', { className: 'w-[190px]', room: 1320 })
const created = column('created', { isOptional: true, className: 'w-[100px]' })
const columns = [name, nodes, tools, created]

const shownIds = (choice: string, { ordering = '', width = 1400 } = {}) =>
  columnStates(columns, { choice, ordering, width })
    .filter(isShownColumn)
    .map((state) => state.column.id)

test('only differences from the default are stored, and undone ones are not', () => {
  expect(withColumn('', nodes, false)).toBe('-nodes')
  expect(withColumn('-nodes', created, true)).toBe('-nodes,+created')
  expect(withColumn('-nodes,+created', nodes, true)).toBe('+created')
  expect(withColumn('+created', created, false)).toBe('')
})

test('a stored set of another version: unknown columns are ignored and kept, new ones have their default', () => {
  expect(shownIds('-gone,+removed,-nodes')).toEqual(['name', 'tools'])
  expect(withColumn('-gone', nodes, false)).toBe('-gone,-nodes')
  expect(isChosenColumn(column('new'), '-nodes')).toBe(true)
  expect(isChosenColumn(column('new', { isOptional: true }), '-nodes')).toBe(false)
  for (const text of ['', ',', '{"nodes":false}', '-', '+', 'nodes', ' -nodes'])
    expect(shownIds(text)).toEqual(['name', 'nodes', 'tools'])
})

test('the name cannot be hidden, and the last of two contradicting entries counts', () => {
  expect(shownIds('-name,-nodes,-tools')).toEqual(['name'])
  expect(shownIds('-nodes,+nodes')).toEqual(['name', 'nodes', 'tools'])
})

test('a hidden column is shown while the list is ordered by it', () => {
  expect(shownIds('-nodes', { ordering: '-node_count,name' })).toEqual(['name', 'nodes', 'tools'])
  expect(shownIds('-nodes', { ordering: 'name' })).toEqual(['name', 'tools'])
})

test('hidden columns make room for others, and optional ones take it', () => {
  expect(shownIds('', { width: 1319 })).toEqual(['name', 'nodes'])
  expect(shownIds('-nodes', { width: 1250 })).toEqual(['name', 'tools'])
  expect(shownIds('-nodes', { width: 1249 })).toEqual(['name'])
  expect(shownIds('+created', { width: 1400 })).toEqual(['name', 'nodes', 'created'])
  expect(shownIds('+created', { width: 1420 })).toEqual(['name', 'nodes', 'tools', 'created'])
})

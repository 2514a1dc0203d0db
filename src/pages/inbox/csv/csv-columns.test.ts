import { expect, test } from 'vitest'
import { allColumns, chosenColumns } from './csv-columns.ts'

test('columns keep the order of the table, unknown ones are omitted, and no known column means the defaults', () => {
  const all = allColumns(['tier', 'a,b'])
  expect(all.at(-1)).toEqual({ name: 'cf.tier', label: 'Field: tier' })
  expect(chosenColumns(all, new Set(['cf.tier', 'status', 'number', 'colour']))).toEqual([
    'number',
    'status',
    'cf.tier',
  ])
  expect(chosenColumns(all, new Set(['colour']))).toHaveLength(all.length - 1)
})

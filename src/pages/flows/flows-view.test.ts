import { expect, test } from 'vitest'
import { isFiltered, listInput, readView, writeView } from './flows-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

test('a view goes through the URL and back', () => {
  const view = { search: 'order & back', statuses: ['active', 'paused'] as const, ordering: 'name', page: 3 }
  expect(readView(writeView({ ...view, statuses: [...view.statuses] }))).toEqual(view)
  expect(writeView(read('')).toString()).toBe('')
})

test('what cannot be understood counts as not given', () => {
  expect(read('ordering=password&page=-4&status=broken,active,active')).toEqual({
    search: '',
    statuses: ['active'],
    ordering: '-updated_at',
    page: 1,
  })
  expect(read('page=1e99').page).toBe(1)
  expect(read('page=abc').page).toBe(1)
})

test('the service is asked for the rows of the page', () => {
  expect(listInput(read('page=3&search=x'))).toMatchObject({ limit: 25, offset: 50, search: 'x' })
  expect(listInput(read('')).offset).toBeUndefined()
  expect(isFiltered(read('ordering=name'))).toBe(false)
  expect(isFiltered(read('status=draft'))).toBe(true)
})

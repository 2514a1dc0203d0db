import { expect, test } from 'vitest'
import {
  flowsFiltersOf,
  isFlowsFiltered,
  flowsListInput,
  readFlowsView,
  refusedFlowsFilters,
  unfilteredFlows,
  withFlowsPageSize,
  writeFlowsView,
} from './flows-view.ts'

const read = (query: string) => readFlowsView(new URLSearchParams(query))

test('a view is the same after writing it to the URL and reading it', () => {
  const view = {
    search: 'order & back',
    statuses: ['active' as const, 'paused' as const],
    tags: ['night', 'a+b = c&d'],
    ordering: 'name',
    form: 'cards' as const,
    size: 50,
    page: 3,
  }
  expect(readFlowsView(writeFlowsView(view))).toEqual(view)
  expect(writeFlowsView(read('')).toString()).toBe('')
})

test('invalid values are ignored', () => {
  expect(read('ordering=password&page=-4&status=broken,active,active&size=7&form=wall&tag=&tag=a,b')).toEqual({
    search: '',
    statuses: ['active'],
    tags: [],
    ordering: '-updated_at',
    form: 'table',
    size: 25,
    page: 1,
  })
  const said = refusedFlowsFilters(new URLSearchParams('ordering=password&status=broken,active'))
  expect(said.map(({ name }) => name)).toEqual(['status', 'ordering'])
  expect(read('page=1e99').page).toBe(1)
  expect(read('page=abc').page).toBe(1)
  expect(read('tag=x&tag=x').tags).toEqual(['x'])
})

test('the list is requested with page, filters and order', () => {
  expect(flowsListInput(read('page=3&search=x'))).toMatchObject({ limit: 25, offset: 50, search: 'x' })
  expect(flowsListInput(read('page=3&size=100&tag=a&tag=b'))).toMatchObject({ limit: 100, offset: 200, tag: 'a,b' })
  expect(flowsListInput(read('')).offset).toBeUndefined()
  expect(isFlowsFiltered(read('ordering=name&form=cards&size=50'))).toBe(false)
  expect(isFlowsFiltered(read('status=draft'))).toBe(true)
  expect(isFlowsFiltered(read('tag=night'))).toBe(true)
})

test('after a change of the page size, the page contains the first visible row', () => {
  expect(withFlowsPageSize(read('page=5'), 50)).toMatchObject({ size: 50, page: 3 })
  expect(withFlowsPageSize(read('page=3&size=100'), 25)).toMatchObject({ size: 25, page: 9 })
})

test('each filter is described, and can be removed', () => {
  const view = read('search=x&status=draft&tag=a&tag=b&page=4&ordering=name')
  const filters = flowsFiltersOf(view, (status) => status.toUpperCase())
  expect(filters.map(({ name, value }) => `${name} ${value}`)).toEqual(['Search “x”', 'Status DRAFT', 'Tag a, b'])
  expect(filters[1]?.without).toMatchObject({ search: 'x', statuses: [], tags: ['a', 'b'], page: 1, ordering: 'name' })
  expect(flowsFiltersOf(unfilteredFlows(view), String)).toEqual([])
})

import { expect, test } from 'vitest'
import {
  toolsLinkTo,
  toolsListInput,
  readToolsView,
  refusedToolsFilters,
  writeToolsView,
  type ToolsView,
} from './tools-view.ts'

const read = (query: string) => readToolsView(new URLSearchParams(query))

const plain: ToolsView = { category: null, search: '', ordering: 'name', page: 1, panel: { kind: 'none' } }

test('a view survives the round trip through the URL', () => {
  const panels: ToolsView['panel'][] = [
    { kind: 'none' },
    { kind: 'tool', id: 'tool_1' },
    { kind: 'edit', id: 'tool & 1' },
    { kind: 'new', category: 'agent', from: null },
    { kind: 'new', category: 'code', from: 'tool_1' },
    { kind: 'openapi' },
    { kind: 'version', id: 'tool_1', number: 3, comparedWith: null },
    { kind: 'version', id: 'tool_1', number: 3, comparedWith: 'before' },
  ]
  for (const panel of panels) {
    const view: ToolsView = { category: 'code', search: 'a & b', ordering: '-cost_last_30_days', page: 3, panel }
    expect(readToolsView(writeToolsView(view))).toEqual(view)
  }
  expect(writeToolsView(read('')).toString()).toBe('')
})

test('invalid values in the URL are ignored, invalid filters are reported', () => {
  expect(read('category=wood&ordering=password&page=-1&new=thing&tool=')).toEqual(plain)
  expect(refusedToolsFilters(new URLSearchParams('category=wood'))).toMatchObject([
    { reason: 'There is no category “wood”.' },
  ])
  expect(refusedToolsFilters(new URLSearchParams('category=all&ordering=-key'))).toEqual([])
  expect(refusedToolsFilters(new URLSearchParams('ordering=wood'))).toMatchObject([
    { reason: 'This list cannot be sorted by “wood”. It is shown in its default order.' },
  ])
  expect(read('page=1e99&category=constructor').page).toBe(1)
  expect(read(`tool=${'x'.repeat(300)}`).panel).toEqual({ kind: 'none' })
  expect(read('tool=a&version=1e99&beside=after').panel).toEqual({ kind: 'tool', id: 'a' })
  expect(read('tool=a&version=').panel).toEqual({ kind: 'tool', id: 'a' })
  expect(read('edit').panel).toEqual({ kind: 'none' })
})

test('the tab for all categories requests tools without a category', () => {
  expect(writeToolsView(read('category=all')).toString()).toBe('category=all')
  expect(toolsListInput(read('category=all'), 'all').category).toBeUndefined()
})

test('a link changes one part of the view and keeps the rest', () => {
  const view = read('category=code&search=x&tool=tool_1')
  expect(toolsLinkTo(view, { panel: { kind: 'edit', id: 'tool_1' } }).search).toBe(
    'category=code&search=x&tool=tool_1&edit=',
  )
})

test('the list is requested with category, search and offset of the page', () => {
  expect(toolsListInput(read('page=3&search=x'), 'api')).toMatchObject({
    category: 'api',
    limit: 25,
    offset: 50,
    search: 'x',
  })
  expect(toolsListInput(read(''), 'api').offset).toBeUndefined()
})

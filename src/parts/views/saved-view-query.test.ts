import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { readGroups } from '#parts/filters/groups.ts'
import { readRules } from '#parts/filters/rules.ts'
import { isChangedView, savedName, savedParts, savedQuery } from './saved-view-query.ts'

const open = { field: 'status', values: ['open', 'pending'] }
const view = {
  id: 'viw_1',
  filter: { and: [open, { or: [{ field: 'label', values: ['vip'] }] }] },
  ordering: 'waiting_since',
}

const shownBy = (query: URLSearchParams) => ({
  filters: readRules(conversationFields, query, [savedName], readGroups),
  ordering: query.get('ordering') ?? conversationFields.defaultOrdering,
})

test('opening the URL of a view shows the view without changes', () => {
  const query = savedQuery(view)
  expect(query.get('view')).toBe('viw_1')
  expect(isChangedView(view, shownBy(query))).toBe(false)
  expect(savedQuery({ ...view, ordering: null }).has('ordering')).toBe(false)
})

test('another order, value or rule is a change; another sequence of values is not', () => {
  const query = savedQuery(view)
  query.set('status', 'pending,open')
  expect(isChangedView(view, shownBy(query))).toBe(false)
  for (const [name, value] of [
    ['ordering', '-created_at'],
    ['status', 'open'],
    ['unread', 'true'],
    ['colour', 'red'],
  ] as const) {
    const other = new URLSearchParams(query)
    other.set(name, value)
    expect(isChangedView(view, shownBy(other)), name).toBe(true)
  }
})

test('a view with a removed field keeps it in the URL and counts as unchanged', () => {
  const old = { ...view, filter: { and: [{ field: 'colour', values: ['red'] }] } }
  expect(savedParts(old).filters.refused).toHaveLength(1)
  expect(isChangedView(old, shownBy(savedQuery(old)))).toBe(false)
})

import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { parseFilters } from '#contract/filter/filter.ts'
import { builtInViews, builtInViewId, builtInViewOfQuery } from './built-in-views.ts'

test('every view is made of filters and an ordering that the catalogue has', () => {
  for (const view of builtInViews) {
    const query = new URLSearchParams(view.query)
    const { rules, errors } = parseFilters(conversationFields, query, new Set(['ordering']))
    expect(errors, view.label).toEqual({})
    expect(rules.length, view.label).toBeGreaterThan(0)
    const ordering = query.get('ordering')
    const orderable = conversationFields.fields.filter((field) => field.orderable).map((field) => field.name)
    if (ordering !== null) expect(orderable).toContain(ordering.replace('-', ''))
  }
})

test('a view is recognised whatever is open beside it and however its parameters are ordered', () => {
  const beside = new Set(['conversation'])
  const mine = new URLSearchParams([
    ['conversation', 'c1'],
    ['status', 'open,pending'],
    ['assignee', 'me'],
  ])
  expect(builtInViewOfQuery(mine, beside)?.name).toBe('mine')
  mine.append('label', 'vip')
  expect(builtInViewOfQuery(mine, beside)).toBeNull()
  expect(builtInViewOfQuery(new URLSearchParams(), beside)).toBeNull()
})

test('an address says which ready-made view it began with, whatever was made of it', () => {
  for (const view of builtInViews) {
    const query = new URLSearchParams({ view: builtInViewId(view), label: 'vip' })
    expect(builtInViewOfQuery(query, new Set()), view.label).toBe(view)
  }
  expect(builtInViewOfQuery(new URLSearchParams('view=viw_1&unread=true'), new Set())).toBeNull()
})

import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { parseFilters } from '#contract/filter/filter.ts'
import { inboxViews, readyId, viewOfQuery } from './built-in-views.ts'

test('every view is made of filters and an ordering that the catalogue has', () => {
  for (const view of inboxViews) {
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
  expect(viewOfQuery(mine, beside)?.name).toBe('mine')
  mine.append('label', 'vip')
  expect(viewOfQuery(mine, beside)).toBeNull()
  expect(viewOfQuery(new URLSearchParams(), beside)).toBeNull()
})

test('an address says which ready-made view it began with, whatever was made of it', () => {
  for (const view of inboxViews) {
    const query = new URLSearchParams({ view: readyId(view), label: 'vip' })
    expect(viewOfQuery(query, new Set()), view.label).toBe(view)
  }
  expect(viewOfQuery(new URLSearchParams('view=viw_1&unread=true'), new Set())).toBeNull()
})

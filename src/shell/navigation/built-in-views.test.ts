import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { parseFilters } from '#contract/filter/filter.ts'
import {
  allConversationsQuery,
  isAllConversations,
  openView,
  builtInViews,
  builtInViewId,
  builtInViewOfQuery,
} from './built-in-views.ts'

test('every view consists of filters and an ordering of the catalogue', () => {
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

test('every view is about open conversations, so that the counts can be compared', () => {
  for (const view of builtInViews) expect(new URLSearchParams(view.query).get('status'), view.label).toBe('open')
})

test('a view is recognised regardless of the order of parameters and of open objects', () => {
  const beside = new Set(['conversation'])
  const mine = new URLSearchParams([
    ['conversation', 'c1'],
    ['status', 'open'],
    ['assignee', 'me'],
  ])
  expect(builtInViewOfQuery(mine, beside)?.name).toBe('mine')
  mine.append('label', 'vip')
  expect(builtInViewOfQuery(mine, beside)).toBeNull()
  expect(builtInViewOfQuery(new URLSearchParams(), beside)).toBeNull()
})

test('a URL with changed filters still names its built-in view', () => {
  for (const view of builtInViews) {
    const query = new URLSearchParams({ view: builtInViewId(view), label: 'vip' })
    expect(builtInViewOfQuery(query, new Set()), view.label).toBe(view)
  }
  expect(builtInViewOfQuery(new URLSearchParams('view=viw_1&unread=true'), new Set())).toBeNull()
})

test('all conversations are named in the URL, in any order and with anything open', () => {
  const isAll = (text: string) => isAllConversations(new URLSearchParams(text))
  expect(isAll(allConversationsQuery)).toBe(true)
  expect(isAll(`${allConversationsQuery}&ordering=-total_cost&conversation=cnv_1&pane=contact`)).toBe(true)
  for (const text of ['', openView.query, `${allConversationsQuery}&status=open`, 'view=viw_1'])
    expect(isAll(text), text).toBe(false)
})

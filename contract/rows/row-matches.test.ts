import { expect, test } from 'vitest'
import { conversation } from '#contract/conversation.ts'
import { absentKey } from '#lib/absent.ts'
import { listQuery } from './list-query.ts'
import { rowMatches } from './row-matches.ts'

const row = {
  id: '7',
  number: 7,
  subject: 'Where is my order?',
  status: 'open',
  priority: 'high',
  assignee: null,
  channel: { id: '3', name: 'Web', type: 'webchat' },
  contact: {
    id: '9',
    name: 'Ada Ünal',
    email: 'ada@example.com',
    phone: null,
    company: null,
    tags: ['vip'],
    fields: {},
  },
  labels: ['refund', 'late'],
  last_message: { at: '2026-11-01T23:30:00Z', direction: 'in', author: 'contact', text: 'Hello?' },
  unread_count: 2,
  total_cost: '0.004210',
  snoozed_until: null,
  custom_fields: { plan: 'Gold' },
}

const matchesOf = (filters: Record<string, string>, of: object = row, tz = 'UTC') =>
  listQuery(conversation.list, { filters, tz }).tests.map(({ rule }) => rowMatches('conversation', { ...of }, rule, tz))

test.each([
  [{ status: 'open,pending' }, 'yes'],
  [{ status__not: 'open' }, 'no'],
  [{ priority__gte: 'normal' }, 'yes'],
  [{ priority__gt: 'high' }, 'no'],
  [{ assignee: 'none' }, 'yes'],
  [{ assignee: '4' }, 'no'],
  [{ assignee: 'me' }, 'unknown'],
  [{ channel: '3' }, 'yes'],
  [{ label: 'late' }, 'yes'],
  [{ label__not: 'late' }, 'no'],
  [{ contact__name__icontains: 'ünal' }, 'yes'],
  [{ contact__phone__isnull: 'true' }, 'yes'],
  [{ contact__phone: '1' }, 'no'],
  [{ unread: 'true' }, 'yes'],
  [{ total_cost__gte: '0.00421' }, 'yes'],
  [{ total_cost__lt: '0.00421' }, 'no'],
  [{ number__lte: '6' }, 'no'],
  [{ snoozed_until__isnull: 'false' }, 'no'],
  [{ 'cf.plan': 'gold' }, 'yes'],
  [{ 'cf.other': 'gold' }, 'no'],
  [{ q: 'ada hello' }, 'yes'],
  [{ q: 'ada goodbye' }, 'no'],
  [{ last_message_at__gte: '2026-11-01' }, 'yes'],
  [{ last_message_at: '2026-11-02' }, 'no'],
])('%j is %s', (filters, match) => {
  expect(matchesOf(filters)).toEqual([match])
})

test('a date means the day in the given time zone', () => {
  expect(matchesOf({ last_message_at: '2026-11-02' }, row, 'Europe/Berlin')).toEqual(['yes'])
})

test('a missing field is an unknown match, not a mismatch', () => {
  const bare = { ...row, status: '', assignee: null, unread_count: Number.NaN, [absentKey]: ['assignee'] }
  expect(matchesOf({ status: 'open', assignee: 'none', unread: 'true' }, bare)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ])
})

test('a text that may be an id or a name is an unknown match, not a mismatch', () => {
  const flow = { id: 'Returns', name: 'Returns' }
  expect(matchesOf({ flow: '3' }, { ...row, flow })).toEqual(['unknown'])
  expect(matchesOf({ flow: '3' }, { ...row, flow: { id: '4', name: '' } })).toEqual(['no'])
  expect(matchesOf({ flow: 'none' }, { ...row, flow: null })).toEqual(['yes'])
})

import { expect, test } from 'vitest'
import { aConversation as conversation } from '#test/support/a-conversation.ts'
import {
  finishesConversation,
  type TriageChange,
  triageBodyOf,
  withTriageChange,
  triageDoneWords,
  undoOf,
  changeTexts,
} from './triage-change.ts'

const until = '2026-11-20T15:00:00Z'
const clock = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'UTC' }
test('undoing a change restores the conversation', () => {
  for (const change of [
    { status: 'pending' as const },
    { snoozed_until: until },
    { priority: 'low' as const },
    { assignee: { id: 'usr_1', name: 'Olga' } },
    { labels: [] },
  ])
    expect(withTriageChange(withTriageChange(conversation, change), undoOf(conversation, change))).toEqual(conversation)
})

test('a conversation that is not snoozed has no snooze time, and a resolved one has no waiting time', () => {
  const snoozed = withTriageChange(conversation, { snoozed_until: until })
  expect(snoozed.status).toBe('snoozed')
  expect(withTriageChange(snoozed, { status: 'resolved' })).toMatchObject({ snoozed_until: null, waiting_since: null })
})

test('the body contains only the changes', () => {
  const given = (change: Parameters<typeof triageBodyOf>[0], version: number | null) =>
    JSON.parse(JSON.stringify(triageBodyOf(change, version)))
  expect(given({ assignee: { id: 'usr_1', name: 'Olga' } }, 3)).toEqual({ assignee: 'usr_1', version: 3 })
  expect(given({ assignee: null }, null)).toEqual({ assignee: null })
  expect(given({ unread_count: 0 }, null)).toEqual({ unread_count: 0 })
})

test('in words', () => {
  expect(triageDoneWords('#48220', { status: 'resolved' }, clock)).toBe('#48220 resolved')
  expect(triageDoneWords('#48220', { snoozed_until: until }, clock)).toBe('#48220 snoozed until 15:00')
  expect(triageDoneWords('#48220', { assignee: null }, clock)).toBe('#48220 assigned to no one')
  expect(changeTexts(conversation, { status: 'resolved', labels: [] }, clock)).toEqual([
    { name: 'Status', value: 'Open' },
    { name: 'Labels', value: 'vip' },
  ])
})

test('resolving and snoozing finish a conversation; other changes do not', () => {
  expect(finishesConversation({ status: 'resolved' })).toBe(true)
  expect(finishesConversation({ snoozed_until: '2026-11-20T10:00:00Z' })).toBe(true)
  const others: TriageChange[] = [
    { status: 'open' },
    { snoozed_until: null },
    { priority: 'high' },
    { labels: ['vip'] },
  ]
  expect(others.map(finishesConversation)).toEqual([false, false, false, false])
})

import { expect, test } from 'vitest'
import type { Activity, FieldChange } from '#contract/activity.ts'
import { activityBatches, batchWords } from './activity-batches.ts'

let lastId = 0
const activity = (number: number | null, more: Partial<Activity> = {}): Activity => ({
  id: `act_${++lastId}`,
  at: '2026-11-20T12:00:00Z',
  actor: { kind: 'person', id: 'usr_1', name: 'Olga' },
  action: 'conversation.edit',
  object: number === null ? null : { noun: 'conversation', id: `cnv_${number}`, name: `#${number}` },
  address: '127.0.0.1',
  ...more,
})
const change = (field: string, before: string | null, after: string | null): FieldChange => ({ field, before, after })
const resolved = { changes: [change('status', 'open', 'resolved')] }
const wordsOf = (activities: Activity[]) =>
  activityBatches(activities).map((batch) => {
    const { start, end } = batchWords(batch)
    return [start, batch.objects.map(({ name }) => name).join(', '), end].filter(Boolean).join(' ')
  })

test('consecutive activities of one kind are one entry', () => {
  const entries = [
    activity(1, resolved),
    activity(2, { changes: [change('status', 'pending', 'resolved')] }),
    activity(2, resolved),
    activity(3, { actor: null, ...resolved }),
    activity(4, { action: 'conversation.reply' }),
    activity(5, { action: 'conversation.reply' }),
    activity(null, { action: 'session.create' }),
    activity(null, { action: 'session.create' }),
  ]
  expect(wordsOf(entries)).toEqual([
    'resolved 2 conversations: #1, #2',
    'resolved the conversation #3',
    'replied in 2 conversations: #4, #5',
    'signed in 2 times',
  ])
})

test('a change of a conversation says what changed', () => {
  const words = (...changes: FieldChange[]) => wordsOf([activity(7, { changes })])[0]
  expect(words(change('assignee', null, 'Ana'))).toBe('assigned the conversation #7 to Ana')
  expect(words(change('assignee', 'Ana', null))).toBe('unassigned the conversation #7')
  expect(words(change('status', 'open', 'snoozed'), change('snoozed_until', null, null))).toBe(
    'snoozed the conversation #7',
  )
  expect(words(change('status', 'open', 'pending'))).toBe('changed the conversation #7 (status Open → Pending)')
  expect(words(change('priority', 'none', 'high'), change('labels', null, null))).toBe(
    'changed the conversation #7 (priority None → High, labels)',
  )
  expect(words(change('labels', null, null))).toBe('changed the labels of the conversation #7')
  expect(words()).toBe('changed the conversation #7')
  const object = { noun: 'conversation', id: 'bch_1', name: '12 conversations' }
  expect(wordsOf([activity(1, { action: 'conversation.bulk', object, ...resolved })])).toEqual([
    'resolved 12 conversations',
  ])
})

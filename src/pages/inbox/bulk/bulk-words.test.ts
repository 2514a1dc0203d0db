import { expect, test } from 'vitest'
import { bulkWords, undoneWords } from './bulk-words.ts'

test('a result counts changed conversations, and those that already had the value', () => {
  expect(bulkWords('resolved', { matched: 1, changed: 1 })).toBe('1 conversation resolved')
  expect(bulkWords('resolved', { matched: 1_240, changed: 1_234 })).toBe('1,234 conversations resolved. 6 unchanged.')
  expect(bulkWords('resolved', { matched: 3, changed: 2 })).toBe('2 conversations resolved. 1 unchanged.')
  expect(bulkWords('assigned to Olga', { matched: 12, changed: 0 })).toBe(
    'Nothing changed: all 12 are already assigned to Olga.',
  )
})

test('an undo lists conversations that were not restored, with the reason', () => {
  expect(undoneWords({ restored: 31, kept: 0, kept_conversations: [] })).toBe('31 conversations restored')
  const named = [
    { id: 'a', number: 48_220, fields: ['status', 'snoozed_until'] },
    { id: 'b', number: 7, fields: ['labels'] },
    { id: 'c', number: 8, fields: [] },
    { id: 'd', number: 9, fields: ['labels'] },
  ]
  expect(undoneWords({ restored: 1, kept: 12, kept_conversations: named })).toBe(
    '1 conversation restored. 12 were changed since and not restored: #48220 (status, snooze), #7 (labels), #8, 9 more.',
  )
  expect(undoneWords({ restored: 0, kept: 1, kept_conversations: named.slice(1, 2) })).toBe(
    '0 conversations restored. 1 was changed since and not restored: #7 (labels).',
  )
})

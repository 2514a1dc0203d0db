import { expect, test } from 'vitest'
import { effectSentences, type VersionEffect } from './effect-words.ts'

const former: VersionEffect = {
  number: 6,
  state: 'former',
  live: 8,
  open: { count: 3, waiting: 0, waiting_until: null },
  waitsUntil: null,
  newest: 9,
  status: 'active',
  starts: null,
}
const words = (change: Partial<VersionEffect>) => effectSentences({ ...former, ...change }).join(' ')

test('a former version becomes a new one, and runs in progress finish on the live one', () => {
  expect(words({})).toBe(
    'Making version 6 live creates version 10. 3 runs in progress finish on version 8; the next run uses version 10. ' +
      'Channels, secrets and costs stay.',
  )
  expect(
    words({ open: { count: 1, waiting: 1, waiting_until: '2026-11-26T09:00:00Z' }, waitsUntil: '26 Nov' }),
  ).toContain(
    '1 run in progress finishes on version 8 (waiting until 26 Nov at the latest); the next run uses version 10.',
  )
})

test('a draft keeps its number', () => {
  expect(words({ number: 9, state: 'draft', open: null })).toBe(
    'Version 9 becomes live. The next run uses version 9. Channels, secrets and costs stay.',
  )
})

test('a flow that is not active starts no run', () => {
  expect(words({ status: 'paused' })).toContain(
    '3 runs in progress finish on version 8. The flow is paused, so no run starts before you activate it.',
  )
  expect(words({ status: 'draft', open: null })).not.toContain('next run')
  expect(words({ state: 'live', number: 8, status: 'archived' })).toBe(
    'The flow is archived, so no run starts before you restore it. 3 runs in progress.',
  )
})

test('schedules and other starts that change are named, for an active flow', () => {
  const starts = [
    { kind: 'schedule', change: 'changed', name: 'Every morning', before: '0 4 * * *', after: '30 5 * * *' },
    { kind: 'schedule', change: 'removed', name: 'Every night', before: '0 0 * * *', after: null },
    { kind: 'message', change: 'removed', name: 'Start', before: 'support', after: null },
    { kind: 'schedule', change: 'added', name: 'Weekly', before: null, after: '0 0 * * 1' },
  ] as const
  expect(words({ starts })).toContain(
    'The schedule “Every morning” changes: 30 5 * * * instead of 0 4 * * *. ' +
      'The schedule “Every night” (0 0 * * *) ends. The channel “support” no longer starts this flow. ' +
      '1 more trigger changes.',
  )
  expect(words({ starts, status: 'paused' })).not.toContain('Every')
})

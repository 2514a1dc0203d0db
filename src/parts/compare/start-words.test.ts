import { expect, test } from 'vitest'
import { startSentences } from './start-words.ts'

test('starts that end, change or begin are named', () => {
  const texts = [
    { kind: 'schedule', change: 'changed', name: 'Nightly', before: '0 4 * * *', after: '30 5 * * *' },
    { kind: 'schedule', change: 'removed', name: 'Nightly', before: '0 4 * * *', after: null },
    { kind: 'schedule', change: 'added', name: 'Weekly', before: null, after: '' },
    { kind: 'message', change: 'removed', name: 'Start', before: 'support', after: null },
    { kind: 'message', change: 'removed', name: 'Start', before: '', after: null },
    { kind: 'webhook', change: 'added', name: 'Order', before: null, after: '' },
  ] as const
  expect(startSentences(texts, texts.length)).toEqual([
    'The schedule “Nightly” changes: 30 5 * * * instead of 0 4 * * *.',
    'The schedule “Nightly” (0 4 * * *) ends.',
    'New schedule “Weekly”: without a time.',
    'The channel “support” no longer starts this flow.',
    'Messages no longer start this flow at “Start”.',
    'New: a webhook starts this flow at “Order”.',
  ])
})

import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { startChanges } from './start-changes.ts'

const trigger = (name: string, config: JsonRecord, disabled = false) =>
  makeNode({ id: name, type: 'trigger', name, config, disabled })
const schedule = (name: string, cron: string, disabled = false) =>
  trigger(name, { kind: 'schedule', schedule: { cron, zone: 'UTC' } }, disabled)

test('schedules that begin, change, or end because they were disabled', () => {
  const changes = startChanges([
    { before: schedule('Morning', '0 4 * * *'), after: schedule('Morning', '30 5 * * *') },
    { before: schedule('Night', '0 0 * * *'), after: schedule('Night', '0 0 * * *', true) },
    { before: schedule('Same', '5 5 * * *'), after: schedule('Renamed', '5 5 * * *') },
    { before: null, after: schedule('Hourly', '0 * * * *') },
  ])
  expect(changes).toEqual([
    { kind: 'schedule', change: 'changed', name: 'Morning', before: '0 4 * * * UTC', after: '30 5 * * * UTC' },
    { kind: 'schedule', change: 'removed', name: 'Night', before: '0 0 * * * UTC', after: null },
    { kind: 'schedule', change: 'added', name: 'Hourly', before: null, after: '0 * * * * UTC' },
  ])
})

test('a start by hand is none, and another kind of trigger ends one start and begins another', () => {
  const mail = trigger('Mail', { kind: 'message', channel: 'support' })
  const hook = trigger('Mail', { kind: 'webhook' })
  const byHand = trigger('By hand', { kind: 'manual' })
  expect(startChanges([{ before: byHand, after: null }])).toEqual([])
  expect(startChanges([{ before: mail, after: hook }])).toMatchObject([
    { kind: 'message', change: 'removed', before: 'support' },
    { kind: 'webhook', change: 'added' },
  ])
})

test('a trigger that was replaced by another one with the same source changes nothing', () => {
  const mail = (name: string) => trigger(name, { kind: 'message', channel: 'support' })
  expect(
    startChanges([
      { before: mail('Mail'), after: null },
      { before: null, after: mail('Support mail') },
    ]),
  ).toEqual([])
  // Only one of the two that ended was replaced.
  expect(
    startChanges([
      { before: mail('One'), after: null },
      { before: mail('Two'), after: null },
      { before: null, after: mail('Three') },
    ]),
  ).toMatchObject([{ change: 'removed', name: 'Two' }])
})

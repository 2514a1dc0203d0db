/** Schedule times of triggers, and errors for invalid ones. */
import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import type { Json } from '#lib/json/json.ts'
import { scheduleTimesOf } from './schedule-times.ts'

const trigger = (schedule: Json, more: Partial<Node> = {}): Node => ({
  id: 't',
  type: 'trigger',
  name: 'Then',
  position: null,
  size: null,
  parent: null,
  tool: null,
  config: { kind: 'schedule', schedule },
  disabled: false,
  notes: '',
  ...more,
})
const read = (schedule: Json, settings: Json = {}) => scheduleTimesOf([trigger(schedule)], settings)

test.each<[Json, Json, { cron: string; zone: string }]>([
  [{ cron: '0 7 * * 1-5', zone: 'Europe/Berlin' }, {}, { cron: '0 7 * * 1-5', zone: 'Europe/Berlin' }],
  [{ cron: '*/5 * * * * *' }, {}, { cron: '*/5 * * * * *', zone: 'UTC' }],
  [{ cron: '0 7 * * *' }, { timezone: 'America/New_York' }, { cron: '0 7 * * *', zone: 'America/New_York' }],
  ['5 * * * *', {}, { cron: '5 * * * *', zone: 'UTC' }],
  [{ every_seconds: 30 }, {}, { cron: '*/30 * * * * *', zone: 'UTC' }],
])('reads %j with settings %j', (schedule, settings, time) => {
  expect(read(schedule, settings)).toEqual({ times: [{ node: 't', ...time }], invalid: [] })
})

test.each<[Json, string]>([
  [{ cron: '61 * * * *' }, 'is not a cron expression: its minute cannot be “61”. Use'],
  [{ cron: '* * *' }, 'is not a cron expression'],
  [{ cron: '0 0 30 2 *' }, 'is not a cron expression'],
  [{ cron: '0 7 * * *', zone: 'Mars/Olympus' }, 'is not a time zone'],
  [{ every_seconds: 7 * 60 }, 'is not possible'],
  [{ every_seconds: 0.5 }, 'is not possible'],
  [{}, 'has no time'],
  [null, 'has no time'],
])('%j is refused: %s', (schedule, words) => {
  expect(read(schedule)).toMatchObject({ times: [], invalid: [{ node: 't', message: expect.stringContaining(words) }] })
})

test('disabled triggers and triggers without a schedule have no times', () => {
  const off = trigger({ cron: '0 7 * * *' }, { disabled: true })
  const manual = trigger(null, { config: { kind: 'manual' } })
  expect(scheduleTimesOf([off, manual], {})).toEqual({ times: [], invalid: [] })
})

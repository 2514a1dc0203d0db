import { expect, test } from 'vitest'
import { incidentOf } from '#test/support/incident-of.ts'
import { incidentProblems } from './incident-problems.ts'

test('a failing flow says how many runs to review', () => {
  expect(incidentProblems([incidentOf({})], true)).toMatchObject([
    {
      isBroken: true,
      name: 'Refunds',
      words: '128 of 214 runs failed.',
      remedy: { label: 'Review 128 runs', path: '/runs?flow=flw_1&status=failed' },
    },
  ])
})

test('access that ends is no failure yet', () => {
  const [down, ends] = incidentProblems(
    [incidentOf({ kind: 'channel_down' }), incidentOf({ kind: 'channel_down', severity: 'attention' })],
    true,
  )
  expect([down?.status.word, ends?.status.word]).toEqual(['Down', 'Sign in again'])
  expect(ends?.isBroken).toBe(false)
})

test('incidents that are over are left out', () => {
  expect(incidentProblems([incidentOf({ status: 'over' })], true)).toEqual([])
})

test('a path to another site leads to the start page', () => {
  expect(incidentProblems([incidentOf({ path: '//evil.example/x' })], true)[0]?.remedy.path).toBe('/')
})

test('a missed schedule can be made up for, if the incident names its trigger and the user may start it', () => {
  const { figures } = incidentOf({})
  const missed = { ...figures, trigger: 'at', since: '2026-11-21T06:00:00Z' }
  const remedies = [
    incidentProblems([incidentOf({ kind: 'schedule_missed', figures: missed })], true),
    incidentProblems([incidentOf({ kind: 'schedule_missed', figures: missed })], false),
    incidentProblems([incidentOf({ kind: 'schedule_missed' })], true),
  ].map(([one]) => one?.remedy)
  expect(remedies.map((one) => one?.label)).toEqual(['Run now', 'Open flow', 'Open flow'])
  expect(remedies[0]?.run).toEqual({
    flow: { id: 'flw_1', name: 'Refunds' },
    trigger: 'at',
    since: '2026-11-21T06:00:00Z',
  })
})

test.each([
  ['flow_failing', 'hour', undefined, '22 this hour'],
  ['channel_silent', 'day', undefined, '22 today'],
  ['channel_down', 'day', undefined, '35 failed in 14 days'],
  ['budget', 'day', 'EUR', '€22.00 today'],
] as const)('the trend of %s ends with its last value in words', (kind, unit, currency, words) => {
  const values = [...Array.from({ length: 13 }, () => 1), 22]
  const trend = { unit, values, usual: 2, ...(currency === undefined ? {} : { currency }) }
  const [problem] = incidentProblems([incidentOf({ kind, figures: { ...incidentOf({}).figures, trend } })], true)
  expect(problem?.trend).toMatchObject({ usual: 2, words })
})

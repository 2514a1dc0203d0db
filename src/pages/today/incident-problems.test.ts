import { expect, test } from 'vitest'
import { incidentOf } from '#test/support/incident-of.ts'
import { channelOf } from '#test/support/channel-of.ts'
import { incidentProblems } from './incident-problems.ts'

const options = { canRun: true, canEdit: true, channels: [] }

test('a failing flow says how many runs to review', () => {
  expect(incidentProblems([incidentOf({})], options)).toMatchObject([
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
    options,
  )
  expect([down?.status.word, ends?.status.word]).toEqual(['Down', 'Sign in again'])
  expect(ends?.isBroken).toBe(false)
})

test('incidents that are over are left out', () => {
  expect(incidentProblems([incidentOf({ status: 'over' })], options)).toEqual([])
})

test('a path to another site leads to the start page', () => {
  expect(incidentProblems([incidentOf({ path: '//evil.example/x' })], options)[0]?.remedy.path).toBe('/')
})

test('a missed schedule can be made up for, if the incident names its trigger and the user may start it', () => {
  const { figures } = incidentOf({})
  const missed = { ...figures, trigger: 'at', since: '2026-11-21T06:00:00Z' }
  const remedies = [
    incidentProblems([incidentOf({ kind: 'schedule_missed', figures: missed })], options),
    incidentProblems([incidentOf({ kind: 'schedule_missed', figures: missed })], { ...options, canRun: false }),
    incidentProblems([incidentOf({ kind: 'schedule_missed' })], options),
  ].map(([one]) => one?.remedy)
  expect(remedies.map((one) => one?.label)).toEqual(['Run now', 'Open flow', 'Open flow'])
  expect(remedies[0]?.run).toEqual({
    flow: { id: 'flw_1', name: 'Refunds' },
    trigger: 'at',
    since: '2026-11-21T06:00:00Z',
  })
})

test.each([
  ['flow_failing', 'hour', undefined, '22 in the last hour'],
  ['channel_silent', 'day', undefined, '22 today'],
  ['budget', 'day', 'EUR', '€22.00 today'],
] as const)('the trend of %s ends with its last value in words', (kind, unit, currency, words) => {
  const values = [...Array.from({ length: 13 }, () => 1), 22]
  const trend = { unit, values, usual: 2, ...(currency === undefined ? {} : { currency }) }
  const [problem] = incidentProblems([incidentOf({ kind, figures: { ...incidentOf({}).figures, trend } })], options)
  expect(problem?.trend).toMatchObject({ usual: 2, words })
})

test('a channel has the word and the remedy of the list of channels', () => {
  const subject = { noun: 'channel' as const, id: 'chn_1', name: 'Mail' }
  const wordsOf = (incident: object, channel: object) => {
    const found = incidentProblems([incidentOf({ subject, path: '/channels?channel=chn_1', ...incident })], {
      ...options,
      channels: [channelOf(channel)],
    })
    return found.map(({ status, remedy }) => [status.word, status.tone, remedy.label, remedy.path])
  }
  const refused = { code: 'auth_failed', message: 'No.', at: '2026-11-21T08:10:00Z' }
  expect(wordsOf({ kind: 'channel_down' }, { status: 'error', last_error: refused })).toEqual([
    ['Down', 'bad', 'Set new password', '/channels?channel=chn_1&edit='],
  ])
  expect(wordsOf({ kind: 'channel_down' }, { status: 'reauth_required', sample: true })).toEqual([
    ['Sign in again', 'bad', 'Open channel', '/channels?channel=chn_1'],
  ])
  const hook = { type: 'webhook', status: 'disconnected', flow: { id: 'flw_1', name: 'Stock' } }
  expect(wordsOf({ kind: 'channel_silent', severity: 'attention' }, hook)).toEqual([
    ['Silent', 'warn', 'Show address', '/channels?channel=chn_1'],
  ])
})

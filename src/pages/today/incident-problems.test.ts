import { expect, test } from 'vitest'
import type { Incident } from '#contract/incident.ts'
import { incidentProblems } from './incident-problems.ts'

const incidentOf = (change: Partial<Incident>): Incident => ({
  id: 'inc_1',
  kind: 'flow_failing',
  severity: 'broken',
  status: 'open',
  subject: { noun: 'flow', id: 'flw_1', name: 'Refunds' },
  message: '128 of 214 runs failed.',
  figures: {
    count: 128,
    total: 214,
    share: 59.8,
    usual_share: 0.6,
    reason: null,
    reason_count: null,
    since: null,
    trend: null,
  },
  opened_at: '2026-11-21T08:10:00Z',
  changed_at: '2026-11-21T08:10:00Z',
  over_at: null,
  path: '/runs?flow=flw_1&status=failed',
  sample: false,
  ...change,
})

test('a failing flow says how many runs to review', () => {
  expect(incidentProblems([incidentOf({})])).toMatchObject([
    {
      isBroken: true,
      name: 'Refunds',
      words: '128 of 214 runs failed.',
      remedy: { label: 'Review 128 runs', path: '/runs?flow=flw_1&status=failed' },
    },
  ])
})

test('access that ends is no failure yet', () => {
  const [down, ends] = incidentProblems([
    incidentOf({ kind: 'channel_down' }),
    incidentOf({ kind: 'channel_down', severity: 'attention' }),
  ])
  expect([down?.status.word, ends?.status.word]).toEqual(['Down', 'Sign in again'])
  expect(ends?.isBroken).toBe(false)
})

test('incidents that are over are left out', () => {
  expect(incidentProblems([incidentOf({ status: 'over' })])).toEqual([])
})

test('a path to another site leads to the start page', () => {
  expect(incidentProblems([incidentOf({ path: '//evil.example/x' })])[0]?.remedy.path).toBe('/')
})

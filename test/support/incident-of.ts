/** An incident for tests: a flow that fails. */
import type { Incident } from '#contract/incident.ts'

export const incidentOf = (change: Partial<Incident> = {}): Incident => ({
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

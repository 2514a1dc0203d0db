import { expect, test } from 'vitest'
import { adviceForRun, wasBlockedAtStart } from './run-advice.ts'

const blocked = (nodeId: string | null) => ({
  status: 'blocked' as const,
  error: { code: 'insufficient_balance', message: 'There is no credit left.', node_id: nodeId },
})

test('a run that ran out of credit can be continued, unless it never started', () => {
  expect(adviceForRun(blocked('ask'))).toContain('Add credit, then retry')
  expect([wasBlockedAtStart(blocked('ask')), wasBlockedAtStart(blocked(null))]).toEqual([false, true])
  // The message of this run already contains the advice.
  expect(adviceForRun(blocked(null))).toBeNull()
})

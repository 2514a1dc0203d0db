import { expect, test } from 'vitest'
import { adviceOnRun, neverBegan } from './run-advice.ts'

const blocked = (nodeId: string | null) => ({
  status: 'blocked' as const,
  error: { code: 'insufficient_balance', message: 'There is no credit left.', node_id: nodeId },
})

test('a run without credit goes on where it ended, or is run once more where it never began', () => {
  expect(adviceOnRun(blocked('ask'))).toContain('continue where it stopped')
  expect([neverBegan(blocked('ask')), neverBegan(blocked(null))]).toEqual([false, true])
  // Its message says it already.
  expect(adviceOnRun(blocked(null))).toBeNull()
})

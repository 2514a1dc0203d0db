import { expect, test } from 'vitest'
import { recentFailures } from './recent-failures.ts'

const of = (failed: number | undefined, runs: number | undefined, last: 'failed' | 'succeeded' | null = 'succeeded') =>
  recentFailures({ failed_last_30_days: failed, runs_last_30_days: runs, last_run_status: last })

test('a flow needs attention if it fails often, or failed last', () => {
  expect(of(4, 100)).toEqual({ count: 4, share: '4.0%', needsAttention: false })
  expect(of(5, 100)).toMatchObject({ needsAttention: true })
  expect(of(1, 1000, 'failed')).toMatchObject({ share: '0.1%', needsAttention: true })
  expect(of(0, 100, 'failed')).toEqual({ count: 0, share: '', needsAttention: false })
  expect(of(0, 0, null)).toMatchObject({ count: 0, share: '' })
})

test('nothing is known if the service does not count failures', () => {
  expect(of(undefined, 100)).toBeNull()
  expect(of(Number.NaN, Number.NaN)).toBeNull()
  expect(of(3, undefined)).toEqual({ count: 3, share: '', needsAttention: false })
})

import { expect, test } from 'vitest'
import { runDurationWords } from './run-duration.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const since = (started_at: string, status: 'running' | 'queued' | 'failed' = 'running') =>
  runDurationWords({ status, started_at, duration_ms: null }, now)

test('a run in progress has the time since its start, and a run that is queued or unknown has none', () => {
  expect(since('2026-11-20T09:59:47.400Z')).toBe('12 s so far')
  expect(since('2026-11-20T07:30:00Z')).toBe('2 h so far')
  // Started after the last tick of the page's clock.
  expect(since('2026-11-20T10:00:04Z')).toBe('1 s so far')
  expect([since('2026-11-20T09:00:00Z', 'queued'), since('2026-11-20T09:00:00Z', 'failed'), since('')]).toEqual([
    '',
    '',
    '',
  ])
  const ended = { status: 'succeeded', started_at: '2026-11-20T09:00:00Z', duration_ms: 3_300 } as const
  expect(runDurationWords(ended, now)).toBe('3.3 s')
})

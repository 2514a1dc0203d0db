import { expect, test } from 'vitest'
import type { RunBulk } from '#contract/run-work.ts'
import { bulkTitle, bulkWords } from './bulk-words.ts'

const bulk = (part: Partial<RunBulk> = {}): RunBulk => ({
  id: 'blk_1',
  action: 'retry',
  status: 'running',
  total: 128,
  waiting: 88,
  done: 40,
  skipped: 0,
  succeeded: 0,
  failed: 0,
  in_progress: 0,
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  created_by: null,
  ...part,
})

test('progress counts retries, their outcomes, and runs that were left out', () => {
  expect(bulkTitle(bulk())).toBe('Retry 128 runs')
  expect(bulkWords(bulk({ succeeded: 36, in_progress: 4, skipped: 2 }))).toBe(
    '40 of 128 retried. 36 succeeded, 4 in progress. 2 left out.',
  )
  expect(bulkWords(bulk({ status: 'done', done: 128, waiting: 0, failed: 3 }))).toBe('128 retried. 3 failed again.')
})

test('a trial, a failed trial and a stopped action tell what waits or was left out', () => {
  expect(bulkWords(bulk({ status: 'trial', done: 3, waiting: 125 }))).toBe(
    '3 runs retried first. 125 wait for success.',
  )
  expect(bulkWords(bulk({ status: 'held', done: 3, waiting: 0, skipped: 125, failed: 1, succeeded: 2 }))).toBe(
    'Not all of the first 3 succeeded. 2 succeeded, 1 failed again. 125 left out.',
  )
  expect(bulkWords(bulk({ action: 'cancel', status: 'stopped', done: 127, waiting: 0, skipped: 1 }))).toBe(
    'Stopped. 127 cancelled. 1 left out.',
  )
})

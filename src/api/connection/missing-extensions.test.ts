import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { run } from '#contract/billing.ts'
import { tool } from '#contract/tool.ts'
import { ApiError, readError } from '#api/errors.ts'
import { missingExtensions, recordMissingExtension } from './missing-extensions.ts'

const apiErrorOf = (status: number, contentType: string, body: string) =>
  new ApiError({
    ...readError(status, contentType, body),
    status,
    method: 'GET',
    path: '/x/',
    durationMs: 1,
    at: '2026-11-22T00:00:00Z',
    retryAfter: null,
  })

test('an error about an object does not mark the extension as missing', () => {
  recordMissingExtension(
    tool.read,
    apiErrorOf(404, 'application/json', '{"detail": "Not found.", "code": "not_found"}'),
  )
  recordMissingExtension(flow.list, apiErrorOf(405, 'text/html', '<h1>No</h1>'))
  recordMissingExtension(tool.usage, apiErrorOf(500, 'text/html', '<h1>Error</h1>'))
  expect([...missingExtensions.get()]).toEqual([])
})

test('a missing endpoint marks its extension as missing', () => {
  recordMissingExtension(tool.usage, apiErrorOf(404, 'text/html', '<h1>Not Found</h1>'))
  recordMissingExtension(flow.activate, apiErrorOf(405, 'application/json', '{"detail": "Method not allowed."}'))
  recordMissingExtension(
    run.summary,
    apiErrorOf(404, 'application/json', '{"message": "Cannot GET /billing/runs/summary/"}'),
  )
  expect([...missingExtensions.get()].toSorted()).toEqual(['flow_life', 'run_detail', 'tool_usage'])
})

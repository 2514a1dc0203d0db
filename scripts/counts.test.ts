import { expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './counts.mjs'

test('vitest: passed, failed, skipped and to do', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] }
  expect(vitestCounts(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('vitest: a file that cannot be loaded is a failure, one with failed tests is counted once', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults }
  expect(vitestCounts(JSON.stringify(report)).failed).toBe(2)
})

test('Playwright: a flaky test and an error outside any test are failures', () => {
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no tests' }] }
  expect(playwrightCounts(JSON.stringify(report))).toEqual({ passed: 7, failed: 3, skipped: 2 })
})

test('a report that is none is refused', () => {
  expect(() => vitestCounts('')).toThrow(SyntaxError)
  expect(() => playwrightCounts('null')).toThrow(/no object/)
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './program.mjs'
import { playwrightReport, vitestReport } from './reports.mjs'

const file = (status: string, ...tests: object[]) => ({
  name: join(root, 'lib/sum.test.ts'),
  status,
  assertionResults: tests,
})
const vitest = (...testResults: object[]) => JSON.stringify({ testResults })

test('vitest: passed, failed, skipped and to do', () => {
  const text = vitest(
    file(
      'failed',
      { fullName: 'sums two', status: 'passed' },
      { fullName: "sums (it's odd)", status: 'failed' },
      { fullName: 'sums none', status: 'skipped' },
      { fullName: 'sums all', status: 'todo' },
    ),
  )
  expect(vitestReport(text, true)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [
      {
        name: "lib/sum.test.ts: sums (it's odd)",
        again: String.raw`npx vitest run lib/sum.test.ts -t 'sums \(it'\''s odd\)'`,
      },
    ],
  })
})

test('vitest: tests with the tag of the whole run do not count as skipped, but in the whole run they do', () => {
  const text = vitest(file('passed', { fullName: 'sums a million', status: 'skipped', tags: ['all'] }))
  expect(vitestReport(text, false).skipped).toBe(0)
  expect(vitestReport(text, true).skipped).toBe(1)
})

test('vitest: a file that cannot be loaded is a failure, one with failed tests is counted once', () => {
  const text = vitest(file('failed'), file('failed', { fullName: 'sums', status: 'failed' }))
  expect(vitestReport(text, true).failures.map(({ name }) => name)).toEqual([
    'lib/sum.test.ts',
    'lib/sum.test.ts: sums',
  ])
})

test('Playwright: failed tests by their location, and an error outside any test', () => {
  const failed = { title: 'renames', file: 'flow.e2e.ts', line: 12, ok: false }
  const text = JSON.stringify({
    suites: [{ title: 'flow.e2e.ts', specs: [{ ...failed, ok: true }], suites: [{ title: 'menu', specs: [failed] }] }],
    errors: [{ message: 'no tests found\nat …' }],
    stats: { expected: 7, skipped: 2 },
  })
  expect(playwrightReport(text)).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    failures: [
      { name: 'flow.e2e.ts › menu › renames', again: 'npm run e2e -- e2e/flow.e2e.ts:12' },
      { name: 'no tests found', again: 'npm test -- --only e2e' },
    ],
  })
})

test('a truncated report is refused', () => {
  expect(() => vitestReport('', true)).toThrow(SyntaxError)
  expect(() => playwrightReport('{')).toThrow(SyntaxError)
})

/**
 * Reads from the reports of the test runners how many tests passed, failed and were skipped, and the commands that
 * repeat the failed ones.
 */
import { relative } from 'node:path'
import { root } from './program.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {object} Failure
 * @property {string} name of the test, with its suites
 * @property {string} again the command that runs only this test
 */

/** @typedef {Counts & { failures: Failure[] }} Report */

/** @typedef {{ fullName: string, status: string, tags?: string[] }} VitestResult */
/** @typedef {{ name: string, status: string, assertionResults: VitestResult[] }} VitestFile */

/** @typedef {{ title: string, file: string, line: number, ok: boolean, tests: { status: string }[] }} PlaywrightTest */
/** @typedef {{ title: string, specs?: PlaywrightTest[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/** Tag of tests that only `npm test -- --all` runs. */
export const wholeRunTag = 'all'

/** @param {string} text @returns {string} one argument of a shell */
const argument = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** @param {string} text of a test's name @returns {string} a pattern that matches only it */
const literal = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * @param {string} text vitest's JSON report
 * @param {boolean} isWholeRun otherwise tests with the tag of the whole run do not count as skipped
 * @returns {Report} a file that could not be loaded counts as one failure
 * @throws {SyntaxError} the report is truncated
 */
export function vitestReport(text, isWholeRun) {
  /** @type {{ testResults: VitestFile[] }} */
  const { testResults } = JSON.parse(text)
  const report = { passed: 0, failed: 0, skipped: 0, failures: /** @type {Failure[]} */ ([]) }
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName } of failed)
      report.failures.push({
        name: `${file}: ${fullName}`,
        again: `npx vitest run ${file} -t ${argument(literal(fullName))}`,
      })
    if (status === 'failed' && failed.length === 0)
      report.failures.push({ name: file, again: `npx vitest run ${file}` })
    report.passed += assertionResults.filter((test) => test.status === 'passed').length
    report.skipped += assertionResults.filter(
      (test) =>
        !['passed', 'failed'].includes(test.status) && (isWholeRun || test.tags?.includes(wholeRunTag) !== true),
    ).length
  }
  report.failed = report.failures.length
  return report
}

/**
 * @param {string} text Playwright's JSON report
 * @returns {Report}
 * @throws {SyntaxError} the report is truncated
 */
export function playwrightReport(text) {
  /** @type {{ suites: PlaywrightSuite[], errors: { message: string }[], stats: { expected: number, skipped: number } }} */
  const { suites, errors, stats } = JSON.parse(text)
  const failures = suites.flatMap((suite) => failedTests(suite, []))
  for (const { message } of errors)
    failures.push({ name: message.split('\n')[0] ?? '', again: 'npm test -- --only e2e' })
  return { passed: stats.expected, failed: failures.length, skipped: stats.skipped, failures }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {readonly string[]} within titles of the surrounding suites
 * @returns {Failure[]}
 */
function failedTests(suite, within) {
  const titles = [...within, suite.title]
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ title, file, line }) => ({
      name: [...titles, title].join(' › '),
      again: `npm run e2e -- e2e/${file}:${line}`,
    }))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedTests(inner, titles))]
}

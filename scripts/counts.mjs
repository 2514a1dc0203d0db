/** Reads how many tests passed, failed and were skipped from the reports of the test runners. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {unknown} value @returns {number} */
const count = (value) => (typeof value === 'number' ? value : 0)

/** @param {string} text @returns {Record<string, unknown>} */
function parse(text) {
  const report = JSON.parse(text)
  if (typeof report !== 'object' || report === null) throw new Error('The report of the test runner is no object.')
  return report
}

/**
 * @param {string} text vitest's JSON report
 * @returns {Counts} a file that could not be loaded counts as one failure
 */
export function vitestCounts(text) {
  const report = parse(text)
  const failed = count(report.numFailedTests)
  const suites = Array.isArray(report.testResults) ? report.testResults : []
  const broken = suites.filter((suite) => suite.status === 'failed' && !hasFailedTest(suite)).length
  return {
    passed: count(report.numPassedTests),
    failed: failed + broken,
    skipped: count(report.numPendingTests) + count(report.numTodoTests),
  }
}

/** @param {{ assertionResults?: { status?: string }[] }} suite */
const hasFailedTest = (suite) => (suite.assertionResults ?? []).some(({ status }) => status === 'failed')

/**
 * @param {string} text Playwright's JSON report
 * @returns {Counts} a flaky test counts as failed: nothing here is repeated until it passes
 */
export function playwrightCounts(text) {
  const report = parse(text)
  /** @type {Record<string, unknown>} */
  const stats = { ...(typeof report.stats === 'object' ? report.stats : {}) }
  const errors = Array.isArray(report.errors) ? report.errors.length : 0
  return {
    passed: count(stats.expected),
    failed: count(stats.unexpected) + count(stats.flaky) + errors,
    skipped: count(stats.skipped),
  }
}

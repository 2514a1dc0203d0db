/**
 * `npm test`: the checks and tests for contributors and CI. `-- --all` adds the tests with the tag `all`, all service
 * tests on both databases, and the smoke run of every bench. `-- --only check,unit,component,service,e2e,bench` runs
 * only some groups, for daily work. A failed step does not stop steps that do not depend on it. The last lines list the
 * commands that repeat failed tests, and the totals of all checks and tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSmokes } from './benches.mjs'
import { build } from './build.mjs'
import { runChecks } from './checks/checks.mjs'
import { install } from './install.mjs'
import { beforeSignalExit, endOnSignals, runInstalled } from './program.mjs'
import { playwrightReport, vitestReport, wholeRunTag } from './reports.mjs'
import { quote, runScript, printStep, StepFailed } from './step.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */
/** @typedef {import('./reports.mjs').Failure} Failure */
/** @typedef {import('./reports.mjs').Report} Report */

const groups = ['check', 'unit', 'component', 'service', 'e2e', 'bench']
/** Groups that run only with `--all`, or if `--only` names them. */
const wholeRunGroups = new Set(['bench'])
const inCi = ['true', '1'].includes(process.env.CI ?? '')

/** @type {Counts} */
const totals = { passed: 0, failed: 0, skipped: 0 }
/** @type {Failure[]} */
const allFailures = []

/** @param {Counts} counts */
function add(counts) {
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.skipped += counts.skipped
}

/** @param {Counts} counts */
const summaryOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const usage = `npm test [-- --all] [-- --only ${groups.join(',')}]`

/** @returns {{ isWholeRun: boolean, only: readonly string[] }} the groups to run, and how much of them */
function parseSelection() {
  try {
    const { values } = parseArgs({ options: { all: { type: 'boolean' }, only: { type: 'string' } } })
    const isWholeRun = values.all === true
    const only = values.only?.split(',') ?? groups.filter((name) => isWholeRun || !wholeRunGroups.has(name))
    if (only.every((name) => groups.includes(name))) return { isWholeRun, only }
  } catch {
    // An unknown flag is reported like an unknown group.
  }
  throw new StepFailed(usage)
}

/**
 * Run a test runner that writes a JSON report, and count its results.
 * @param {string} name
 * @param {(report: string) => ReturnType<typeof runInstalled>} start
 * @param {(text: string) => Report} read
 */
async function runTests(name, start, read) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  beforeSignalExit(removeFolder)
  try {
    const path = join(folder, 'report.json')
    const { code, output, ms } = await start(path)
    const report = readReport(path, read)
    // A runner that fails without a failed test (a crash, an error outside any test) counts as a failure.
    if (code !== 0 && report.failed === 0) report.failed = 1
    add(report)
    allFailures.push(...report.failures)
    printStep(report.failed === 0 ? 'ok' : 'failed', name, ms, summaryOf(report))
    if (report.failed > 0) quote(output)
  } finally {
    removeFolder()
  }
}

/** @param {string} path @param {(text: string) => Report} read @returns {Report} */
function readReport(path, read) {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch {
    // Without a report the runner failed early; its output has the reason.
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
  }
}

/**
 * @param {'unit' | 'component' | 'service'} project
 * @param {boolean} isWholeRun
 * @param {NodeJS.ProcessEnv} [env]
 */
const vitest = (project, isWholeRun, env = {}) =>
  runTests(
    `${project} tests`,
    (report) =>
      runInstalled(
        'vitest',
        [
          'run',
          '--project',
          project,
          ...(isWholeRun ? [] : [`--tags-filter=!${wholeRunTag}`]),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { env: { ...process.env, ...env, NO_COLOR: '1' } },
      ),
    (text) => vitestReport(text, isWholeRun),
  )

/**
 * One step that is not a test runner but counts as a check.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @returns {Promise<T | null>} null = it failed, which was reported
 */
async function attempt(name, action) {
  const start = performance.now()
  try {
    const result = await action()
    add({ passed: 1, failed: 0, skipped: 0 })
    return result
  } catch (error) {
    add({ passed: 0, failed: 1, skipped: 0 })
    printStep('failed', name, performance.now() - start)
    quote(error instanceof StepFailed ? `${error.output}\n${error.message}` : String(error))
    return null
  }
}

/** @param {boolean} isWholeRun */
async function serviceTests(isWholeRun) {
  const { NoPostgres, startPostgres } = await import('./postgres.mjs')
  const start = performance.now()
  const postgres = await startPostgres().catch((error) => {
    if (!(error instanceof NoPostgres)) throw error
    // Postgres tests cannot run: on a developer's machine that is reported, in CI it is a failure.
    add({ passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 })
    printStep(inCi ? 'failed' : 'SKIPPED', 'service tests on Postgres', performance.now() - start)
    quote(error.message)
    return null
  })
  try {
    await vitest('service', isWholeRun, { TEST_DATABASE_URL: postgres?.url ?? 'none' })
  } finally {
    await postgres?.stop()
  }
}

/**
 * @param {string} path of the browser
 * @param {boolean} isWholeRun
 */
const browserTests = (path, isWholeRun) =>
  runTests(
    'browser tests',
    (report) =>
      runInstalled(
        '@playwright/test',
        ['test', '--reporter=line,json', ...(isWholeRun ? [] : ['--grep-invert', `@${wholeRunTag}\\b`])],
        {
          program: 'playwright',
          env: { ...process.env, CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
        },
      ),
    playwrightReport,
  )

/** @param {string} path of the browser */
async function benchSmokes(path) {
  const { report, output, ms } = await runSmokes({ ...process.env, CHROMIUM_PATH: path, NO_COLOR: '1' })
  add(report)
  allFailures.push(...report.failures)
  printStep(report.failed === 0 ? 'ok' : 'failed', 'smoke runs of the benches', ms, summaryOf(report))
  if (report.failed > 0) quote(output)
}

/** @returns {Promise<string | null>} path of the browser; null = there is none, which was reported */
async function prepareBrowser() {
  const { findBrowser } = await import('./browser.mjs')
  return attempt('a browser for the tests', findBrowser)
}

endOnSignals()
await runScript(async () => {
  const { isWholeRun, only } = parseSelection()
  await install()
  if (only.includes('check')) add(await runChecks())
  if (only.includes('unit')) await vitest('unit', isWholeRun)
  const needs = (/** @type {string[]} */ ...groupNames) => groupNames.some((name) => only.includes(name))
  const browser = needs('component', 'e2e', 'bench') ? await prepareBrowser() : null
  if (only.includes('component') && browser !== null) await vitest('component', isWholeRun, { CHROMIUM_PATH: browser })
  if (only.includes('service')) await serviceTests(isWholeRun)
  if (needs('e2e', 'bench') && (await attempt('build', build)) !== null && browser !== null) {
    if (only.includes('e2e')) await browserTests(browser, isWholeRun)
    if (only.includes('bench')) await benchSmokes(browser)
  }
  for (const { name, again } of allFailures) console.log(`✗ ${name}\n    ${again}`)
  console.log(summaryOf(totals))
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1
})

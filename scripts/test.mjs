/**
 * `npm test`: everything that CI runs. `--only check,unit,service,e2e` takes some of it, for daily work.
 * A failed step does not stop the ones that do not need it; the last line sums up all checks and tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runChecks } from './checks.mjs'
import { playwrightCounts, vitestCounts } from './counts.mjs'
import { install } from './install.mjs'
import { beforeSignalEnds, endOnSignals, runInstalled } from './program.mjs'
import { quote, runScript, say, StepFailed } from './step.mjs'

/** @typedef {import('./counts.mjs').Counts} Counts */

const groups = ['check', 'unit', 'service', 'e2e']
const inCi = ['true', '1'].includes(process.env.CI ?? '')

/**
 * Browser tests wait for a page, and beside everything else on two cores a page can be slower than any patience. As many as this
 * may fail there and are asked once more, alone; whatever fails then too has failed. More of them are no matter of a busy machine.
 */
const mostAgain = 8

/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 }

/** @param {Counts} counts */
function add(counts) {
  sum.passed += counts.passed
  sum.failed += counts.failed
  sum.skipped += counts.skipped
}

/** @param {Counts} counts */
const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** @returns {readonly string[]} the groups to run */
function wanted() {
  const [flag, list = '', ...rest] = process.argv.slice(2)
  if (flag === undefined) return groups
  const chosen = list.split(',')
  if (flag !== '--only' || rest.length > 0 || !chosen.every((name) => groups.includes(name)))
    throw new StepFailed(`npm test [-- --only ${groups.join(',')}]`)
  return chosen
}

/**
 * Run a test runner that writes a JSON report, and count what it says.
 * @param {string} name
 * @param {(report: string) => ReturnType<typeof runInstalled>} start
 * @param {(text: string) => Counts} read
 * @returns {Promise<Counts>} what was added to the sum
 */
async function runTests(name, start, read) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const forget = () => rmSync(folder, { recursive: true, force: true })
  beforeSignalEnds(forget)
  try {
    const report = join(folder, 'report.json')
    const { code, output, ms } = await start(report)
    const counts = readReport(report, read)
    // A runner that fails without a failed test (a crash, an error outside any test) is a failure all the same.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    add(counts)
    say(counts.failed === 0 ? 'ok' : 'failed', name, ms, inWords(counts))
    if (counts.failed > 0) quote(output)
    return counts
  } finally {
    forget()
  }
}

/** @param {string} path @param {(text: string) => Counts} read @returns {Counts} */
function readReport(path, read) {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch {
    // No report: the runner did not get that far, and its output says why.
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * Beside browser tests one worker: with two, a page on two cores waits so long that its tests run out of time.
 * @param {'unit' | 'service'} project
 * @param {boolean} isAlone
 * @param {NodeJS.ProcessEnv} [env]
 */
const vitest = (project, isAlone, env = process.env) =>
  runTests(
    `${project} tests`,
    (report) =>
      runInstalled(
        'vitest',
        [
          'run',
          '--project',
          project,
          ...(isAlone ? [] : ['--maxWorkers=1']),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        {
          env: { ...env, NO_COLOR: '1' },
        },
      ),
    vitestCounts,
  )

/**
 * One step that is not a test runner but counts as a check.
 * @param {string} name
 * @param {() => Promise<unknown>} action
 * @returns {Promise<boolean>} whether it went well
 */
async function attempt(name, action) {
  const start = performance.now()
  try {
    await action()
    add({ passed: 1, failed: 0, skipped: 0 })
    return true
  } catch (error) {
    add({ passed: 0, failed: 1, skipped: 0 })
    say('failed', name, performance.now() - start)
    quote(error instanceof StepFailed ? `${error.output}\n${error.message}` : String(error))
    return false
  }
}

/**
 * The Postgres for half of the service tests.
 * @returns {Promise<import('./postgres.mjs').Postgres | null>} null = this machine has none
 */
async function preparePostgres() {
  const { NoPostgres, startPostgres } = await import('./postgres.mjs')
  const start = performance.now()
  try {
    return await startPostgres()
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error
    // Half of the service tests cannot run: on a person's machine that is said aloud, in CI it is a failure.
    add({ passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 })
    say(inCi ? 'failed' : 'SKIPPED', 'service tests on Postgres', performance.now() - start)
    quote(error.message)
    return null
  }
}

/** @param {import('./postgres.mjs').Postgres | null} postgres @param {boolean} isAlone */
async function serviceTests(postgres, isAlone) {
  try {
    await vitest('service', isAlone, { ...process.env, TEST_DATABASE_URL: postgres?.url ?? 'none' })
  } finally {
    await postgres?.stop()
  }
}

/** @returns {Promise<string | null>} path of the browser; null = a step failed, and has been told */
async function prepareBrowser() {
  if (!(await attempt('build', build))) return null
  const { findBrowser } = await import('./browser.mjs')
  let path = null
  await attempt('a browser for the tests', async () => {
    path = await findBrowser()
  })
  return path
}

/**
 * @param {string} path of the browser
 * @param {string} name
 * @param {readonly string[]} chosen arguments that choose tests
 */
const playwright = (path, name, chosen) =>
  runTests(
    name,
    (report) =>
      runInstalled('@playwright/test', ['test', '--reporter=line,json', ...chosen], {
        program: 'playwright',
        env: { ...process.env, CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
      }),
    playwrightCounts,
  )

/**
 * @param {string} path of the browser
 * @param {Promise<unknown>} others ended when this machine does nothing else
 */
async function browserTests(path, others) {
  const { failed } = await playwright(path, 'browser tests', [])
  if (failed === 0 || failed > mostAgain) return
  await others
  sum.failed -= failed
  await playwright(path, `the ${failed} that failed, once more and alone`, ['--last-failed', '--workers=1'])
}

endOnSignals()
await runScript(async () => {
  const only = wanted()
  await install()
  if (only.includes('check')) add(await runChecks())
  // Whatever has to be installed or built, one after the other: two installations at once lock each other out.
  const browser = only.includes('e2e') ? await prepareBrowser() : null
  const postgres = only.includes('service') ? await preparePostgres() : null
  // Side by side: each of them waits half of the time, for a browser or for a database.
  const others = (async () => {
    const isAlone = browser === null
    if (only.includes('unit')) await vitest('unit', isAlone)
    if (only.includes('service')) await serviceTests(postgres, isAlone)
  })()
  const lanes = await Promise.allSettled([
    others,
    browser === null
      ? undefined
      : browserTests(
          browser,
          others.catch(() => {}),
        ),
  ])
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  console.log(inWords(sum))
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
})

/**
 * Hostile requests against the running service on both databases: cases and failures.
 * Flags: `--only SUITE`, `--database pglite|postgres`, `--quick` a tenth of the cases, `--verbose` each failure as it
 * comes, `--plant` checks instead that each suite finds the faults that are planted between it and the service. Exit
 * code 1 on any failure.
 */
import { parseArgs } from 'node:util'
import { bench, sized, type Report } from './harness.ts'
import { createAccount } from './hostile/accounts.ts'
import { startFaultyProxy, type Fault } from './hostile/faulty-proxy.ts'
import { createAgent } from './hostile/http-client.ts'
import { kinds, startHostile, type HostileService } from './hostile/service.ts'
import { Tally, type Suite } from './hostile/suite.ts'
import { createContext } from './hostile/suite-context.ts'
import { suites } from './hostile/suites.ts'
import { byKind, failuresOf, tableOf, type Outcome } from './hostile/table.ts'

const { values } = parseArgs({
  strict: false,
  options: {
    only: { type: 'string' },
    database: { type: 'string' },
    quick: { type: 'boolean' },
    plant: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
})
/** Tries a few cases of each kind, with timeouts too short to judge them: only a suite that throws fails. */
const isSmoke = sized(false, true)
const isQuick = values.quick === true || values.plant === true || isSmoke
const isTable = !process.argv.includes('--json')

/** Values of a flag that takes a list; all if it is not given. */
function chosenValues<T extends string>(flag: string, all: readonly T[], given: unknown): T[] {
  if (typeof given !== 'string') return [...all]
  const asked = given.split(',')
  const found = all.filter((one) => asked.includes(one) || asked.includes(one.replaceAll(' ', '-')))
  if (found.length === 0) throw new Error(`--${flag}: use one of ${all.join(', ')}.`)
  return found
}

let runs = 0

/** Runs a suite in two new accounts, behind a faulty proxy if a fault is planted. */
async function runSuite(service: HostileService, suite: Suite, fault: Fault | null): Promise<Outcome> {
  const agent = createAgent(`127.0.1.${(runs += 1)}`)
  const tally = new Tally(
    values.verbose === true
      ? ({ kind, reproduction }) => process.stderr.write(`  ! ${kind}\n    ${reproduction}\n`)
      : undefined,
  )
  const accounts = {
    one: await createAccount(service, agent, 'brambleworth'),
    two: await createAccount(service, agent, 'quillfeather'),
  }
  const proxy = fault === null ? null : await startFaultyProxy(service.process.url, accounts, fault)
  const startedAt = performance.now()
  try {
    await suite.run(
      createContext({ ...accounts, service, agent, url: proxy?.url ?? service.process.url, isQuick }),
      tally,
    )
  } catch (error) {
    if (isSmoke) throw error
    tally.check(false, 'the suite threw an error', () => String(error instanceof Error ? error.stack : error))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await proxy?.close()
  await agent.destroy()
  tally.check(!(await service.revive()), 'the service exited', () => service.process.log().slice(-2000))
  return { suite: suite.name, kind: service.kind, tally, seconds }
}

const kindsOf = ({ tally }: Outcome): string[] => [...byKind(tally.failures).keys()]

/** Failures that occur with the fault and not without it. */
async function detectsFaults(service: HostileService, suite: Suite): Promise<{ fault: Fault; found: string[] }[]> {
  const before = new Set(kindsOf(await runSuite(service, suite, null)))
  const results: { fault: Fault; found: string[] }[] = []
  for (const fault of suite.faults) {
    const found = kindsOf(await runSuite(service, suite, fault)).filter((kind) => !before.has(kind))
    results.push({ fault, found })
  }
  return results
}

const selectedNames = chosenValues(
  'only',
  suites.map(({ name }) => name),
  values.only,
)
const databases = chosenValues('database', kinds, values.database)

const selectedSuites = suites.filter(({ name }) => selectedNames.includes(name))

/** Plants the faults of all suites on one database; false if one was not found. */
async function checkFaultDetection(service: HostileService, report: Report): Promise<boolean> {
  let isFound = true
  for (const suite of selectedSuites)
    for (const { fault, found } of await detectsFaults(service, suite)) {
      isFound &&= found.length > 0
      report(`${service.kind}: ${suite.name}: ${fault.name}`, found.length, 'failures', { atLeast: 1 })
      if (isTable) console.log(`      ${found[0]?.slice(0, 150) ?? 'nothing failed'}`)
    }
  return isFound
}

async function scoreOn(service: HostileService, report: Report): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const suite of selectedSuites) {
    const outcome = await runSuite(service, suite, null)
    const { tried, failures } = outcome.tally
    report(`${service.kind}: ${suite.name}: failed of ${tried}`, failures.length, '', { atMost: 0 })
    outcomes.push(outcome)
  }
  return outcomes
}

await bench(values.plant === true ? 'hostile: planted faults' : 'hostile', async (report) => {
  const outcomes: Outcome[] = []
  let isFound = true
  for (const kind of databases) {
    const service = await startHostile(kind)
    try {
      if (values.plant === true) isFound = (await checkFaultDetection(service, report)) && isFound
      else outcomes.push(...(await scoreOn(service, report)))
    } finally {
      await service.remove()
    }
  }
  const failed = outcomes.filter(({ tally }) => tally.failures.length > 0)
  if (!isSmoke && (!isFound || failed.length > 0)) process.exitCode = 1
  if (!isTable || values.plant === true) return
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map(failuresOf).join('\n')}`)
  console.log(`\n${tableOf(outcomes)}\n`)
})

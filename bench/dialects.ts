/**
 * Counts the facts that the console reads correctly from services in twelve dialects and from the reference service.
 * With `--base-url URL` (and `--header 'Authorization: Token …'`) it prints the compatibility report of that service
 * instead.
 */
import { parseArgs } from 'node:util'
import type { Facts } from '#e2e/dialects/fact.ts'
import { facts } from '#e2e/dialects/facts.ts'
import { readStubs, stubs } from '#e2e/dialects/all.ts'
import { headersFor } from '#e2e/dialects/plumbing.ts'
import { referenceBalance, referenceTraits, startReference } from '#e2e/dialects/start-reference.ts'
import { startFrontOf } from '#e2e/dialects/front-of.ts'
import { startStub } from '#e2e/dialects/start-stub.ts'
import type { Stub } from '#e2e/dialects/stub.ts'
import { runInstalled } from '#scripts/program.mjs'
import { compareFacts, type ServiceTraits } from './dialects/judge-facts.ts'
import { outcomes, type Outcome, type Verdict } from './dialects/tally.ts'
import { bench, sized } from './harness.ts'

const readerPath = new URL('./dialects/look.ts', import.meta.url).pathname
/** Each dialect needs its own service and proxy, so a smoke run tries only one writable and one read-only dialect. */
const dialects = sized([...stubs, ...readStubs], [...stubs.slice(0, 1), ...readStubs.slice(0, 1)])
/** Maximum faults of an endpoint that are printed. */
const maxPrintedFaults = 8

/** The console client's view of a service. */
async function readThroughConsole(base: string, headers: Record<string, string>): Promise<unknown> {
  const [header = '', value = ''] = Object.entries(headers)[0] ?? []
  const { code, output } = await runInstalled('tsx', [readerPath, base, header, value])
  const line = output.split('\n').find((one) => one.startsWith('{"flows"'))
  if (code !== 0 || line === undefined) throw new Error(`${base} could not be read:\n${output}`)
  return JSON.parse(line)
}

/** The proxy adds a prefix to the names of the service's cookies. */
function proxyHeaders({ signIn }: Stub): Record<string, string> {
  return signIn.kind === 'cookie' ? { cookie: `api.${signIn.name}=${signIn.value}` } : headersFor(signIn)
}

const isVerbose = !process.argv.includes('--json')

function print(name: string, verdicts: readonly Verdict[]): void {
  if (!isVerbose) return
  console.log(`\n${name}`)
  for (const { endpoint, counts, faults } of verdicts) {
    console.log(`  ${endpoint.padEnd(24)} ${String(counts.right).padStart(5)} of ${factCount(counts)}`)
    for (const fault of faults.slice(0, maxPrintedFaults)) console.log(`      ${fault}`)
    if (faults.length > maxPrintedFaults) console.log(`      and ${faults.length - maxPrintedFaults} more`)
  }
}

type Counts = Verdict['counts']

const factCount = (counts: Counts): number => outcomes.reduce((all, outcome) => all + counts[outcome], 0)

const sum = (verdicts: readonly Verdict[], outcome: Outcome): number =>
  verdicts.reduce((all, { counts }) => all + counts[outcome], 0)

/** Prints the compatibility report of a running service. Writes nothing to it. */
async function printReport(base: string, line: string): Promise<void> {
  const [header = '', ...value] = line.split(':')
  const { code, output } = await runInstalled('tsx', [
    readerPath,
    base,
    header.trim(),
    value.join(':').trim(),
    'report',
  ])
  process.stdout.write(output)
  if (code !== 0) process.exitCode = 1
}

const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, header: { type: 'string' } }, strict: false })
if (typeof values['base-url'] === 'string') {
  await printReport(values['base-url'], typeof values.header === 'string' ? values.header : '')
  process.exit()
}

await bench('dialects', async (report) => {
  const total: Counts = { right: 0, missed: 0, wrong: 0, broken: 0 }
  const reportFacts = (name: string, expectedFacts: Facts, readData: unknown, traits: ServiceTraits) => {
    const verdicts = compareFacts(expectedFacts, readData, traits)
    print(name, verdicts)
    for (const outcome of outcomes) total[outcome] += sum(verdicts, outcome)
    const all = outcomes.reduce((many, outcome) => many + sum(verdicts, outcome), 0)
    report(`${name}: facts shown correctly`, sum(verdicts, 'right'), `of ${all}`, { atLeast: all })
  }
  for (const stub of dialects) {
    const running = await startStub(stub, { requiresSignIn: true })
    const front = await startFrontOf(stub, running)
    const readData = await readThroughConsole(`${front.url}/api`, proxyHeaders(stub))
    await Promise.all([front.remove(), running.stop()])
    reportFacts(stub.name, facts, readData, stub)
  }
  const own = await startReference(facts)
  const cookie = own.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const readData = await readThroughConsole(`${own.url}/api`, { cookie })
  await own.remove()
  reportFacts('Reference service', { ...facts, balance: referenceBalance(facts) }, readData, referenceTraits)
  report('all: facts that a service gives, shown as a dash', total.missed, 'facts', { atMost: 0 })
  report('all: facts shown incorrectly', total.wrong, 'facts', { atMost: 0 })
  report('all: facts in responses or rows that could not be read', total.broken, 'facts', { atMost: 0 })
  if (isVerbose) console.log(`\n${total.right} of ${factCount(total)} facts shown correctly`)
})

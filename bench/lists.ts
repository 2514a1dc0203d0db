/** Every indexed filter and ordering of the lists on both databases: times, rows read, facets, bulk changes, undo. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#scripts/postgres.mjs'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import { bench, sized, type Report } from './harness.ts'
import { measureQuestion, timeOf, type Outcome } from './lists/ask.ts'
import { measureInbox } from './lists/inbox.ts'
import { listenToStatements, type Plan } from './lists/plan.ts'
import { sampledQuestions } from './lists/questions.ts'
import { seedLists, type Sizes } from './lists/seed.ts'
import { openService, type ListService } from './lists/service.ts'
import { median, percentile } from './statistics.ts'

/**
 * `--flows N --conversations N --runs N`; `--quick` for a fifth and a tenth; `--only pglite` or `--only postgres`.
 */
const { values: flags } = parseArgs({
  strict: false,
  options: {
    flows: { type: 'string' },
    conversations: { type: 'string' },
    runs: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    plans: { type: 'boolean' },
  },
})
const defaultSizes: Sizes = flags['quick']
  ? { flows: 20_000, conversations: 20_000, runs: 100_000 }
  : sized({ flows: 100_000, conversations: 100_000, runs: 1_000_000 }, { flows: 60, conversations: 200, runs: 400 })
const numberOf = (flag: unknown, other: number) => (typeof flag === 'string' ? Number(flag) : other)
const sizes: Sizes = {
  flows: numberOf(flags['flows'], defaultSizes.flows),
  conversations: numberOf(flags['conversations'], defaultSizes.conversations),
  runs: numberOf(flags['runs'], defaultSizes.runs),
}

type Kind = 'pglite' | 'postgres'

/** Guidance in ms, not a limit: other load on the machine doubles the times. */
const maxLocalMs = { postgres: 100, pglite: 150 } as const
const maxFarMs = 500
/** Limit of p95 response time, relative to the first page of a list without a filter in the same run. */
const maxRatioToFloor = 15
/** Maximum rows read for a list: it counts up to 10,000, and may read as many to sort them, with related rows. */
const maxRowsRead = 45_000
/** Maximum rows read for two rules, each of which uses its own index. */
const maxRowsReadJoint = 2 * maxRowsRead
/** Rows that a count reads: 10,000, and one more to know whether there are more. */
const maxRowsCounted = 10_001
/** Minimum rows for a full table scan with few matches to count as a failure: smaller tables are not judged. */
const largeTable = 15_000

/** Progress is printed after this many questions. */
const maxPrintedQuestions = 50

const print = (text: string) => {
  if (!flags['json']) console.log(`    ${text}`)
}

const scansLarge = ({ scanned }: Plan): boolean => scanned !== null && scanned.rows > largeTable

function printSlowest(outcomes: readonly Outcome[]): void {
  const slowest = ({ times }: Outcome) => percentile(times, 0.95)
  print('the ten slowest:')
  for (const one of outcomes.toSorted((a, b) => slowest(b) - slowest(a)).slice(0, 10))
    print(
      `${slowest(one).toFixed(0).padStart(6)} ms, first ${one.firstMs.toFixed(0)} ms, ${one.read} rows read: ${decodeURIComponent(one.question.path)}`,
    )
}

/** Prints the plans that break the rule; with `--plans` all of them, with their statements. */
function printPlans({ question, plans, read }: Outcome): void {
  const isMuch = read > maxRowsRead && question.isSecondHalf !== true && question.isJoint !== true
  for (const plan of plans) {
    // Several statements of one response may exceed the limit together.
    if (!flags['plans'] && !scansLarge(plan) && !(isMuch && plan.read > maxRowsRead / 10)) continue
    print(`${decodeURIComponent(question.path)} reads ${plan.read} rows in ${plan.ms.toFixed(0)} ms:`)
    if (flags['plans']) print(plan.statement.text)
    for (const line of plan.lines) print(`  ${line}`)
  }
}

async function measureLists(kind: Kind, service: ListService, report: Report): Promise<void> {
  const outcomes: Outcome[] = []
  const floors: number[] = []
  for (const question of sampledQuestions(sizes)) {
    const outcome = await measureQuestion(service, question)
    outcomes.push(outcome)
    if (!question.isFar) printPlans(outcome)
    if (outcomes.length % maxPrintedQuestions === 0) print(`${outcomes.length} questions asked`)
    floors.push(await timeOf(service, '/conversation/'))
  }
  const nearOutcomes = outcomes.filter(({ question }) => !question.isFar)
  const times = nearOutcomes.flatMap((one) => one.times)
  const farTimes = outcomes.filter(({ question }) => question.isFar).flatMap((one) => one.times)
  const floorMs = median(floors)
  report(`${kind}: questions`, outcomes.length, '', { atLeast: 100 })
  report(`${kind}: first page of conversations, median`, floorMs, 'ms')
  report(`${kind}: response time, p95 (guidance ${maxLocalMs[kind]} ms)`, percentile(times, 0.95), 'ms')
  report(
    `${kind}: first response time, p95`,
    percentile(
      nearOutcomes.map((one) => one.firstMs),
      0.95,
    ),
    'ms',
  )
  report(`${kind}: p95 against the first page`, percentile(times, 0.95) / floorMs, '×', { atMost: maxRatioToFloor })
  report(`${kind}: offsets beyond 10,000, p95 (guidance ${maxFarMs} ms)`, percentile(farTimes, 0.95), 'ms')
  const most = (some: readonly Outcome[]) => Math.max(...some.map((one) => one.read))
  const secondHalf = nearOutcomes.filter(({ question }) => question.isSecondHalf)
  const joint = nearOutcomes.filter(({ question }) => question.isJoint)
  const direct = nearOutcomes.filter(({ question }) => !question.isSecondHalf && !question.isJoint)
  report(`${kind}: most rows read for a response`, most(direct), '', { atMost: maxRowsRead })
  report(`${kind}: most rows read for two rules`, most(joint), '', { atMost: maxRowsReadJoint })
  report(`${kind}: most rows read for the second half of a list`, most(secondHalf), '', {
    atMost: sizes.conversations / 2 + maxRowsCounted,
  })
  const scanning = nearOutcomes.filter(({ plans }) => plans.some(scansLarge))
  report(`${kind}: questions that scan a whole large table`, scanning.length, '', { atMost: 0 })
  printSlowest(outcomes)
}

async function onDatabase(kind: Kind, databaseUrl: string | null, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lists-'))
  try {
    const service = await openService(databaseUrl, folder)
    try {
      await seedLists(service.pool, service, sizes, print)
      await measureLists(kind, service, report)
      await measureInbox(kind, service, sizes, report)
    } finally {
      await service.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

listenToStatements()

await bench('lists', async (report) => {
  if (flags['only'] !== 'postgres') await onDatabase('pglite', null, report)
  if (flags['only'] === 'pglite') return
  const postgres = await startPostgres()
  const own = await emptyPostgres(postgres.url)
  try {
    await onDatabase('postgres', own.url, report)
  } finally {
    await own.drop()
    await postgres.stop()
  }
})

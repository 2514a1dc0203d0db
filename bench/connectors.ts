/** In front of a real n8n: facts against its database, and times and requests of pages beside n8n's own. */
import { chromium } from '@playwright/test'
import { Client } from 'pg'
import { z } from 'zod'
import { findBrowser } from '#scripts/browser.mjs'
import { startN8n } from '#scripts/products/n8n.mjs'
import { startService } from '#scripts/service.mjs'
import { askAt, compareFlows, compareRuns, compareTotals, untilComplete, type Comparison } from './connectors/facts.ts'
import { fillN8n } from './connectors/fill-n8n.ts'
import {
  consoleCanvas,
  consoleList,
  n8nEditor,
  n8nList,
  signedInToConsole,
  signedInToN8n,
  visit,
  type Visit,
} from './connectors/pages.ts'
import { bench, numberFlag, sized, type Report } from './harness.ts'
import { median } from './statistics.ts'

const size = {
  workflows: numberFlag('--workflows', sized(10_000, 40)),
  executions: numberFlag('--executions', sized(100_000, 200)),
}
/** Visits of each page, of which the median counts. */
const rounds = sized(3, 1)
/** Nodes of the flows that are opened in both editors. */
const nodeCounts = sized([250, 1000], [20])
/** ms of the first page of the list after the first visit. */
const listLimitMs = 1000

const AnyPage = z.looseObject({ count: z.int() })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** A chain of nodes, in rows of 20. */
const chainOf = (nodes: number) => ({
  name: `Chain of ${nodes}`,
  nodes: Array.from({ length: nodes }, (_, index) => ({
    id: `node-${index}`,
    name: index === 0 ? 'Start' : `Step ${index}`,
    type: index === 0 ? 'n8n-nodes-base.manualTrigger' : 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [(index % 20) * 220, Math.floor(index / 20) * 160],
    parameters: {},
  })),
  connections: Object.fromEntries(
    Array.from({ length: nodes - 1 }, (_, index) => [
      index === 0 ? 'Start' : `Step ${index}`,
      { main: [[{ node: `Step ${index + 1}`, type: 'main', index: 0 }]] },
    ]),
  ),
  settings: { executionOrder: 'v1' },
})

function reportFacts(report: Report, name: string, { facts, wrong, examples }: Comparison): void {
  report(`${name}: facts compared`, facts, '')
  report(`${name}: wrong`, wrong, '', { atMost: 0 })
  for (const example of examples) console.log(`    ${example}`)
}

/** Visits one page of the console and of n8n in turn, and reports both. */
async function compareVisits(
  report: Report,
  name: string,
  visits: { ours: () => Promise<Visit>; theirs: () => Promise<Visit> },
): Promise<void> {
  const [ours, theirs]: [Visit[], Visit[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await visits.ours())
    theirs.push(await visits.theirs())
  }
  const mid = (all: readonly Visit[], value: (one: Visit) => number) => median(all.map(value))
  for (const [of, all] of [['console', ours] as const, ['n8n', theirs] as const]) {
    report(
      `${name}, ${of}`,
      mid(all, ({ ms }) => ms),
      'ms',
    )
    report(
      `${name}, ${of}: requests`,
      mid(all, ({ requests }) => requests),
      '',
    )
    report(
      `${name}, ${of}: received`,
      mid(all, ({ kB }) => kB),
      'kB',
    )
  }
  report(`${name}, n8n / console`, mid(theirs, ({ ms }) => ms) / mid(ours, ({ ms }) => ms), '×', { atLeast: 1 })
}

await bench('connectors', async (report) => {
  const n8n = await startN8n()
  const seed = await n8n.api('POST', '/workflows', chainOf(10))
  await fillN8n(n8n.databaseUrl, seed.id, size)
  const large: { nodes: number; id: string }[] = []
  for (const nodes of nodeCounts) large.push({ nodes, id: (await n8n.api('POST', '/workflows', chainOf(nodes))).id })
  const console_ = await startService({ env: { API_BASE_URL: n8n.url } })
  const ask = askAt(console_.url, n8n.key)
  const database = new Client(n8n.databaseUrl)
  await database.connect()
  const browser = await chromium.launch({ executablePath: await findBrowser() })
  try {
    const first = await timed(() => ask(AnyPage, '/flow/'))
    report(`first visit of the list of ${size.workflows} workflows`, first, 'ms')
    const next: number[] = []
    for (let round = 0; round < 10; round += 1) next.push(await timed(() => ask(AnyPage, '/flow/')))
    report('later visits, median', median(next), 'ms', { atMost: listLimitMs })
    report(`until all ${size.executions} executions are there`, await untilComplete(ask), 'ms')
    reportFacts(report, 'flows', await compareFlows(ask, database))
    reportFacts(report, 'runs', await compareRuns(ask, database))
    reportFacts(report, 'totals', await compareTotals(ask, database))
    const theirs = await signedInToN8n(browser, n8n.url, n8n.owner)
    const ours = await signedInToConsole(browser, console_.url, n8n.key)
    await compareVisits(report, 'list', {
      ours: () => visit(ours, `${console_.url}/flows`, consoleList),
      theirs: () => visit(theirs, `${n8n.url}/home/workflows`, n8nList),
    })
    for (const { nodes, id } of large)
      await compareVisits(report, `flow of ${nodes} nodes`, {
        ours: () => visit(ours, `${console_.url}/flows/${id}`, consoleCanvas),
        theirs: () => visit(theirs, `${n8n.url}/workflow/${id}`, n8nEditor),
      })
  } finally {
    await browser.close()
    await database.end()
    await console_.remove()
    await n8n.stop()
  }
})

/**
 * The sample workspace: created only on request, marked in every row, removable without touching other data. The same
 * `now` yields the same rows, including ids. It is written in many transactions, so that the service responds meanwhile.
 */
import type { Pool } from 'pg'
import type { Ref } from '#contract/kernel/page.ts'
import type { SampleStage } from '#contract/sample.ts'
import { count } from '#lib/count.ts'
import {
  type CatalogueFlow,
  catalogueFlows,
  sampleToolIds,
  writeChannels,
  writeContacts,
  writeFlows,
  writeTools,
} from './catalogue.ts'
import { writeBudget } from './sample-budget.ts'
import { writeCannedReplies } from './canned-replies.ts'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { ConversationMaker } from './conversations/conversation-maker.ts'
import { bookSample } from './ledger.ts'
import { BackgroundRuns } from './runs/background-runs.ts'
import { trafficTimes } from './daily-traffic.ts'
import { RunMaker } from './runs/run-maker.ts'
import { topics } from './conversations/messages.ts'
import { endProgress, saveProgress, startProgress, unfinishedSample, type SampleSizes } from './sample-progress.ts'
import {
  discardUnfinished,
  hasSample,
  lockSample,
  resetFlowCosts,
  SampleUnfinishedError,
  touchedTables,
} from './sample-removal.ts'

/** Default sizes: suitable for a demonstration, and created within seconds. */
export const sampleSizes: SampleSizes = { flows: 30, conversations: 2000, runs: 20_000 }

export interface SampleOptions extends Partial<SampleSizes> {
  now: Date
  /** Reports progress, one line at a time. */
  log?: (line: string) => void
  /** Stops before the next rows; `resumeSample` continues. */
  signal?: AbortSignal
}

export interface SampleCounts {
  flows: number
  tools: number
  channels: number
  conversations: number
  runs: number
}

/** The account already has a sample; two samples would be indistinguishable. */
export class SampleExistsError extends Error {
  override name = 'SampleExistsError'
}

/** Contacts per conversation: some contacts have several conversations. */
const contactsPerConversation = 0.55
/** Maximum share of runs that conversations start, and average runs per conversation. */
const conversationRuns = { share: 0.5, each: 1.9 }
/** First conversation number, unless the account already has higher ones. */
const firstNumber = 46_000
/** Rows between progress reports. */
const logEvery = 50_000

/**
 * Creates the sample. The account must exist. Throws SampleExistsError if it has a sample, and SampleUnfinishedError
 * while one is being added. After an error, nothing is left of it.
 */
export async function makeSample(db: Pool, account: string, options: SampleOptions): Promise<SampleCounts> {
  const { now, ...given } = { ...sampleSizes, ...options }
  await inTransaction(db, async (client) => {
    await lockSample(client, account)
    if ((await unfinishedSample(client, account)) !== null) throw new SampleUnfinishedError()
    if (await hasSample(client, account))
      throw new SampleExistsError('This account already has a sample workspace. Remove it first.')
    await startProgress(client, account, given, now)
  })
  return addRows(db, account, { ...given, now: now.getTime() })
}

/** Starts again with a sample that another process did not finish. */
export async function resumeSample(db: Pool, account: string, signal: AbortSignal): Promise<void> {
  const unfinished = await unfinishedSample(db, account)
  if (unfinished === null) return
  await discardUnfinished(db, account, false)
  const { startedAt, flows, conversations, runs } = unfinished
  await addRows(db, account, { flows, conversations, runs, now: startedAt.getTime(), signal })
}

type RowOptions = SampleSizes & { now: number; log?: (line: string) => void; signal?: AbortSignal }

async function addRows(db: Pool, account: string, options: RowOptions): Promise<SampleCounts> {
  try {
    const made = await fillSample(db, account, options)
    // The query planner needs statistics of the new rows, which the embedded database does not update automatically.
    for (const table of touchedTables) await db.query(`analyze "${table}"`)
    return made
  } catch (error) {
    // If this fails too, the next start of the service continues.
    if (options.signal?.aborted !== true) await discardUnfinished(db, account, true).catch(() => undefined)
    throw error
  }
}

async function fillSample(db: Pool, account: string, options: RowOptions): Promise<SampleCounts> {
  const { now, log = () => undefined, signal } = options
  const report = async (stage: SampleStage, done: number) => {
    signal?.throwIfAborted()
    await saveProgress(db, account, stage, done)
  }
  const flows = [...catalogueFlows(options.flows)]
  const tools = await writeTools(db, account, now)
  const channels = await writeChannels(db, account, now, new Map(flows.map(({ flow }) => [flow.id, flow.name])))
  const runs = new RunMaker(db, account, now)
  const otherRuns = new BackgroundRuns(runs, flows, now)
  await makeConversations(db, account, { ...options, flows, report, makers: { runs, otherRuns } })
  log(count(options.conversations, 'conversation'))
  await report('runs', runs.count)
  let lastLogged = 0
  for (const _ of otherRuns.makeRuns(options.runs)) {
    if (!runs.isFull) continue
    await runs.flush()
    await report('runs', runs.count)
    if (runs.count - lastLogged >= logEvery) {
      lastLogged = runs.count
      log(`${runs.count} of ${options.runs} runs`)
    }
  }
  await runs.flush()
  await report('totals', 0)
  await inTransaction(db, (client) => bookSample(client, account, runs.spending, now))
  await runs.toolDays.write(db, account, sampleToolIds)
  log('ledger and daily totals')
  signal?.throwIfAborted()
  // The flows come last: with them, the account has a sample.
  await inTransaction(db, async (client) => {
    await writeFlows(client, account, now, { count: options.flows, facts: runs.flowSummaries })
    await fillSearchTexts(client, account)
    await writeCannedReplies(client, account, now)
    await writeBudget(client, account, now)
    await resetFlowCosts(client, account)
    await endProgress(client, account)
  })
  log(count(options.flows, 'flow'))
  return { flows: options.flows, tools, channels, conversations: options.conversations, runs: runs.count }
}

/** Creates the conversations and their runs; to be called before other runs are created. */
async function makeConversations(
  db: Pool,
  account: string,
  options: {
    now: number
    conversations: number
    runs: number
    flows: readonly CatalogueFlow[]
    report: (stage: SampleStage, done: number) => Promise<void>
    makers: { runs: RunMaker; otherRuns: BackgroundRuns }
  },
): Promise<void> {
  const { runs, otherRuns } = options.makers
  const dialogueFlows = options.flows.flatMap(({ design, flow }) =>
    design.topic ? [{ flow, dialogue: topics[design.topic.key], weight: design.topic.weight }] : [],
  )
  if (options.conversations === 0 || dialogueFlows.length === 0) return
  const contacts = Math.ceil(options.conversations * contactsPerConversation)
  await writeContacts(db, account, options.now, contacts)
  const { rows: people } = await db.query<Ref>('select id, name from person where account_id = $1 order by id', [
    account,
  ])
  const { rows } = await db.query<{ last: number | null }>(
    'select max(number) as last from conversation where account_id = $1',
    [account],
  )
  const first = Math.max(firstNumber, rows[0]?.last ?? 0) + 1
  const maker = new ConversationMaker(db, account, { now: options.now, runs, people, flows: dialogueFlows })
  const budget = Math.floor(options.runs * conversationRuns.share)
  const linkEvery = Math.max(1, (options.conversations * conversationRuns.each) / Math.max(1, budget))
  let number = first
  for (const at of trafficTimes(options.conversations, options.now, false)) {
    const mayRun =
      Math.floor((number - first) / linkEvery) !== Math.floor((number - first - 1) / linkEvery) && runs.count < budget
    for (const run of maker.make(number, at, contacts, mayRun)) otherRuns.makeStartedRuns(run)
    number += 1
    if (!maker.isFull && !runs.isFull) continue
    if (maker.isFull) await maker.flush()
    if (runs.isFull) await runs.flush()
    await options.report('conversations', number - first)
  }
  await maker.flush()
}

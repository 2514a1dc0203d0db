/**
 * The sample workspace: created only on request, marked in every row, removable without touching other data. The same
 * `now` yields the same rows, including ids.
 */
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Ref } from '#contract/kernel/page.ts'
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
import { writeCannedReplies } from './canned-replies.ts'
import { unassignChannels } from '#server/store/channels/channel-start.ts'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'
import { Scope } from '#server/store/db/scope.ts'
import { ConversationMaker } from './conversations/conversation-maker.ts'
import { bookSample, runIdOf } from './ledger.ts'
import { BackgroundRuns } from './runs/background-runs.ts'
import { trafficTimes } from './daily-traffic.ts'
import { RunMaker } from './runs/run-maker.ts'
import { topics } from './conversations/messages.ts'

export interface SampleSizes {
  flows: number
  conversations: number
  runs: number
}

/** Default sizes: suitable for a demonstration, and created within seconds. */
export const sampleSizes: SampleSizes = { flows: 30, conversations: 2000, runs: 20_000 }

export interface SampleOptions extends Partial<SampleSizes> {
  now: Date
  /** Reports progress, one line at a time. */
  log?: (line: string) => void
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
/** Runs removed per statement. */
const removalBatchSize = 20_000
/** Rows between progress reports. */
const logEvery = 50_000

const sampleTables = [
  'incident',
  'ledger_day',
  'ledger',
  'run_day',
  'run',
  'message',
  'conversation',
  'contact',
  'canned_reply',
  'channel',
  'flow',
  'tool',
] as const
const touchedTables = [...sampleTables, 'run_step', 'flow_document', 'flow_binding', 'tool_day', 'tool_version']

/** Creates the sample in one transaction. The account must exist. Throws SampleExistsError if it has a sample. */
export async function makeSample(db: Pool, account: string, options: SampleOptions): Promise<SampleCounts> {
  const made = await inTransaction(db, account, async (client) => {
    if (await hasSample(client, account))
      throw new SampleExistsError('This account already has a sample workspace. Remove it first.')
    return fillSample(client, account, { ...sampleSizes, log: () => undefined, ...options, now: options.now.getTime() })
  })
  // The query planner needs statistics of the new rows, which the embedded database does not update automatically.
  for (const table of touchedTables) await db.query(`analyze "${table}"`)
  return made
}

async function fillSample(
  client: PoolClient,
  account: string,
  options: Required<Omit<SampleOptions, 'now'>> & { now: number },
): Promise<SampleCounts> {
  const { now, log } = options
  const flows = [...catalogueFlows(options.flows)]
  const tools = await writeTools(client, account, now)
  const channels = await writeChannels(client, account, now, new Map(flows.map(({ flow }) => [flow.id, flow.name])))
  const runs = new RunMaker(client, account, now)
  const otherRuns = new BackgroundRuns(runs, flows, now)
  await makeConversations(client, account, { ...options, flows, makers: { runs, otherRuns } })
  log(count(options.conversations, 'conversation'))
  let lastLogged = 0
  for (const _ of otherRuns.makeRuns(options.runs)) {
    if (!runs.isFull) continue
    await runs.flush()
    if (runs.count - lastLogged >= logEvery) {
      lastLogged = runs.count
      log(`${runs.count} of ${options.runs} runs`)
    }
  }
  await runs.flush()
  await writeFlows(client, account, now, { count: options.flows, facts: runs.flowSummaries })
  await fillSearchTexts(client, account)
  await writeCannedReplies(client, account, now)
  log(count(options.flows, 'flow'))
  await bookSample(client, account, runs.spending, now)
  await resetFlowCosts(client, account)
  await runs.toolDays.write(client, account, sampleToolIds)
  log('ledger and daily totals')
  return { flows: options.flows, tools, channels, conversations: options.conversations, runs: runs.count }
}

/** Creates the conversations and their runs; to be called before other runs are created. */
async function makeConversations(
  client: PoolClient,
  account: string,
  options: {
    now: number
    conversations: number
    runs: number
    flows: readonly CatalogueFlow[]
    makers: { runs: RunMaker; otherRuns: BackgroundRuns }
  },
): Promise<void> {
  const { runs, otherRuns } = options.makers
  const dialogueFlows = options.flows.flatMap(({ design, flow }) =>
    design.topic ? [{ flow, dialogue: topics[design.topic.key], weight: design.topic.weight }] : [],
  )
  if (options.conversations === 0 || dialogueFlows.length === 0) return
  const contacts = Math.ceil(options.conversations * contactsPerConversation)
  await writeContacts(client, account, options.now, contacts)
  const { rows: people } = await client.query<Ref>('select id, name from person where account_id = $1 order by id', [
    account,
  ])
  const { rows } = await client.query<{ last: number | null }>(
    'select max(number) as last from conversation where account_id = $1',
    [account],
  )
  const first = Math.max(firstNumber, rows[0]?.last ?? 0) + 1
  const maker = new ConversationMaker(client, account, { now: options.now, runs, people, flows: dialogueFlows })
  const budget = Math.floor(options.runs * conversationRuns.share)
  const linkEvery = Math.max(1, (options.conversations * conversationRuns.each) / Math.max(1, budget))
  let number = first
  for (const at of trafficTimes(options.conversations, options.now, false)) {
    const mayRun =
      Math.floor((number - first) / linkEvery) !== Math.floor((number - first - 1) / linkEvery) && runs.count < budget
    for (const run of maker.make(number, at, contacts, mayRun)) otherRuns.makeStartedRuns(run)
    number += 1
    if (maker.isFull) await maker.flush()
    if (runs.isFull) await runs.flush()
  }
  await maker.flush()
}

/**
 * Removes the sample, including runs and conversations of its flows. Other data of the account is kept: bindings to
 * sample tools and channels are cleared, and sample contacts with other conversations become regular contacts.
 */
export async function removeSample(db: Pool, account: string): Promise<void> {
  await inTransaction(db, account, async (client) => {
    const run = (statement: string) => client.query(statement, [account])
    const sampleIds = (table: string) => `select id from "${table}" where account_id = $1 and sample`
    await run(
      `update contact set sample = false where account_id = $1 and sample and id in (select contact_id from conversation where account_id = $1 and not sample)`,
    )
    await run(
      `update flow_binding set target_id = null where account_id = $1 and target_id in (${sampleIds('tool')} union all ${sampleIds('channel')}) and flow_id not in (${sampleIds('flow')})`,
    )
    const { rows } = await run(
      `select distinct flow_id as id from channel where account_id = $1 and not sample and flow_id in (${sampleIds('flow')})`,
    )
    const scope = new Scope(drizzle(client), account)
    for (const { id } of rows) await unassignChannels(scope, String(id), new Date())
    await run(`delete from delivery where account_id = $1 and channel_id in (${sampleIds('channel')})`)
    // Dependent rows first: otherwise the foreign keys of runs, flows and conversations would be checked row by row.
    await removeRuns(client, account)
    await run(`delete from run_step where account_id = $1 and run_id in (${sampleIds('run')})`)
    await run(`delete from message where account_id = $1 and conversation_id in (${sampleIds('conversation')})`)
    for (const table of ['flow_document', 'flow_binding'])
      await run(`delete from "${table}" where account_id = $1 and flow_id in (${sampleIds('flow')})`)
    for (const table of sampleTables) await run(`delete from "${table}" where account_id = $1 and sample`)
    await resetFlowCosts(client, account)
  })
  // Frees space for new rows, which the embedded database does not do automatically.
  for (const table of touchedTables) await db.query(`vacuum analyze "${table}"`)
}

/** Resets the cost totals of flows, which are recomputed on demand, because they may include sample runs. */
const resetFlowCosts = (client: PoolClient, account: string) =>
  client.query('update account set flow_cost_since = null where id = $1', [account])

/** Removes sample runs in batches, because one statement for millions of rows would block the database. */
async function removeRuns(client: PoolClient, account: string): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>(
    `select max(id) as last from run where account_id = $1 and id like 'run\\_sample\\_%' and sample`,
    [account],
  )
  const last = rows[0]?.last
  if (!last) return
  for (let number = 0; runIdOf(number) <= last; number += removalBatchSize) {
    const range = [account, runIdOf(number), runIdOf(number + removalBatchSize)]
    await client.query('delete from run_step where account_id = $1 and run_id >= $2 and run_id < $3', range)
    await client.query('delete from run where account_id = $1 and id >= $2 and id < $3 and sample', range)
  }
}

async function hasSample(client: PoolClient, account: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select ${sampleTables.map((table) => `exists (select 1 from "${table}" where account_id = $1 and sample)`).join(' or ')} as there`,
    [account],
  )
  return rows[0]?.there === true
}

/**
 * Runs `work` in a transaction, one per account at a time. `work` must not use another connection: the embedded
 * database has only one.
 */
async function inTransaction<R>(db: Pool, account: string, work: (client: PoolClient) => Promise<R>): Promise<R> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`sample ${account}`])
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

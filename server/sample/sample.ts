/**
 * The sample workspace: created only on request, marked in every row, removable without touching other data. The same
 * `now` yields the same rows, including ids.
 */
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Ref } from '#contract/kernel/page.ts'
import {
  type CatalogueFlow,
  catalogueFlows,
  sampleToolIds,
  writeChannels,
  writeContacts,
  writeFlows,
  writeTools,
} from './catalogue.ts'
import { takeChannels } from '#server/store/channels/channel-start.ts'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'
import { Scope } from '#server/store/db/scope.ts'
import { ConversationMaker } from './conversations/conversation-maker.ts'
import { bookSample, runIdOf } from './ledger.ts'
import { UnpromptedRuns } from './runs/unprompted-runs.ts'
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
export class SampleThereError extends Error {
  override name = 'SampleThereError'
}

/** Contacts per conversation: some contacts have several conversations. */
const contactsEach = 0.55
/** Maximum share of runs that conversations start, and average runs per conversation. */
const ofConversations = { share: 0.5, each: 1.9 }
/** First conversation number, unless the account already has higher ones. */
const firstNumber = 46_000
/** Runs removed per statement. */
const runsRemoved = 20_000
/** Rows between progress reports. */
const logEvery = 50_000

const sampleTables = [
  'ledger_day',
  'ledger',
  'run_day',
  'run',
  'message',
  'conversation',
  'contact',
  'channel',
  'flow',
  'tool',
] as const
const touchedTables = [...sampleTables, 'run_step', 'flow_document', 'flow_binding', 'tool_day', 'tool_version']

/** Creates the sample in one transaction. The account must exist. Throws SampleThereError if it has a sample. */
export async function makeSample(db: Pool, account: string, options: SampleOptions): Promise<SampleCounts> {
  const made = await inTransaction(db, account, async (client) => {
    if (await hasSample(client, account))
      throw new SampleThereError('This account already has a sample workspace. Remove it first.')
    return fill(client, account, { ...sampleSizes, log: () => undefined, ...options, now: options.now.getTime() })
  })
  // The query planner needs statistics of the new rows, which the embedded database does not update automatically.
  for (const table of touchedTables) await db.query(`analyze "${table}"`)
  return made
}

async function fill(
  client: PoolClient,
  account: string,
  given: Required<Omit<SampleOptions, 'now'>> & { now: number },
): Promise<SampleCounts> {
  const { now, log } = given
  const flows = [...catalogueFlows(given.flows)]
  const tools = await writeTools(client, account, now)
  const channels = await writeChannels(client, account, now, new Map(flows.map(({ flow }) => [flow.id, flow.name])))
  const runs = new RunMaker(client, account, now)
  const others = new UnpromptedRuns(runs, flows, now)
  await converse(client, account, { ...given, flows, makers: { runs, others } })
  log(`${given.conversations} conversations`)
  let said = 0
  for (const _ of others.all(given.runs)) {
    if (!runs.isFull) continue
    await runs.flush()
    if (runs.count - said >= logEvery) {
      said = runs.count
      log(`${runs.count} of ${given.runs} runs`)
    }
  }
  await runs.flush()
  await writeFlows(client, account, now, { count: given.flows, facts: runs.facts })
  await fillSearchTexts(client, account)
  log(`${given.flows} flows`)
  await bookSample(client, account, runs.spending, now)
  await forgetFlowCosts(client, account)
  await runs.toolDays.write(client, account, sampleToolIds)
  log('ledger and daily totals')
  return { flows: given.flows, tools, channels, conversations: given.conversations, runs: runs.count }
}

/** Creates the conversations and their runs; to be called before other runs are created. */
async function converse(
  client: PoolClient,
  account: string,
  given: {
    now: number
    conversations: number
    runs: number
    flows: readonly CatalogueFlow[]
    makers: { runs: RunMaker; others: UnpromptedRuns }
  },
): Promise<void> {
  const { runs, others } = given.makers
  const talking = given.flows.flatMap(({ design, flow }) =>
    design.topic ? [{ flow, talk: topics[design.topic.key], weight: design.topic.weight }] : [],
  )
  if (given.conversations === 0 || talking.length === 0) return
  const contacts = Math.ceil(given.conversations * contactsEach)
  await writeContacts(client, account, given.now, contacts)
  const { rows: people } = await client.query<Ref>('select id, name from person where account_id = $1 order by id', [
    account,
  ])
  const { rows } = await client.query<{ last: number | null }>(
    'select max(number) as last from conversation where account_id = $1',
    [account],
  )
  const first = Math.max(firstNumber, rows[0]?.last ?? 0) + 1
  const maker = new ConversationMaker(client, account, { now: given.now, runs, people, flows: talking })
  const budget = Math.floor(given.runs * ofConversations.share)
  const linkEvery = Math.max(1, (given.conversations * ofConversations.each) / Math.max(1, budget))
  let number = first
  for (const at of trafficTimes(given.conversations, given.now, false)) {
    const mayRun =
      Math.floor((number - first) / linkEvery) !== Math.floor((number - first - 1) / linkEvery) && runs.count < budget
    for (const run of maker.make(number, at, contacts, mayRun)) others.follow(run)
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
    const mine = (table: string) => `select id from "${table}" where account_id = $1 and sample`
    await run(
      `update contact set sample = false where account_id = $1 and sample and id in (select contact_id from conversation where account_id = $1 and not sample)`,
    )
    await run(
      `update flow_binding set target_id = null where account_id = $1 and target_id in (${mine('tool')} union all ${mine('channel')}) and flow_id not in (${mine('flow')})`,
    )
    const { rows } = await run(
      `select distinct flow_id as id from channel where account_id = $1 and not sample and flow_id in (${mine('flow')})`,
    )
    const scope = new Scope(drizzle(client), account)
    for (const { id } of rows) await takeChannels(scope, String(id), new Date())
    await run(`delete from delivery where account_id = $1 and channel_id in (${mine('channel')})`)
    // Dependent rows first: otherwise the foreign keys of runs, flows and conversations would be checked row by row.
    await removeRuns(client, account)
    await run(`delete from run_step where account_id = $1 and run_id in (${mine('run')})`)
    await run(`delete from message where account_id = $1 and conversation_id in (${mine('conversation')})`)
    for (const table of ['flow_document', 'flow_binding'])
      await run(`delete from "${table}" where account_id = $1 and flow_id in (${mine('flow')})`)
    for (const table of sampleTables) await run(`delete from "${table}" where account_id = $1 and sample`)
    await forgetFlowCosts(client, account)
  })
  // Frees space for new rows, which the embedded database does not do automatically.
  for (const table of touchedTables) await db.query(`vacuum analyze "${table}"`)
}

/** Resets the cost totals of flows, which are recomputed on demand, because they may include sample runs. */
const forgetFlowCosts = (client: PoolClient, account: string) =>
  client.query('update account set flow_cost_since = null where id = $1', [account])

/** Removes sample runs in batches, because one statement for millions of rows would block the database. */
async function removeRuns(client: PoolClient, account: string): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>(
    `select max(id) as last from run where account_id = $1 and id like 'run\\_sample\\_%' and sample`,
    [account],
  )
  const last = rows[0]?.last
  if (!last) return
  for (let number = 0; runIdOf(number) <= last; number += runsRemoved) {
    const range = [account, runIdOf(number), runIdOf(number + runsRemoved)]
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

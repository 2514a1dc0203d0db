/** The sample workspace on each database: consistent totals, reproducible, completely removable. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Run } from '#contract/billing.ts'
import { Edge } from '#contract/flow.ts'
import { parseMicros } from '#lib/money/money.ts'
import { observeFlows } from '#server/engine/incidents/observe-flows.ts'
import { observeBudgets } from '#server/engine/incidents/observe-money.ts'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { makeLog } from '#server/base/log.ts'
import { type Database, openDatabase } from '#server/store/db/database.ts'
import { makeSample, SampleExistsError } from './sample.ts'
import { removeSample, SampleUnfinishedError } from './sample-removal.ts'
import { amountFor } from './sample-budget.ts'
import { makeSampleJobs } from './sample-jobs.ts'
import { unfinishedSample } from './sample-progress.ts'

const sizes = { flows: 36, conversations: 200, runs: 1500 }
const now = new Date('2026-11-21T10:30:00Z')
const tables = [
  'flow',
  'flow_document',
  'flow_binding',
  'tool',
  'channel',
  'delivery',
  'contact',
  'conversation',
  'message',
  'run',
  'run_step',
  'run_day',
  'ledger',
  'ledger_day',
  'budget',
]
const silent = makeLog('silent', true)
const url = process.env['TEST_DATABASE_URL']

const Step = z.object({ run_id: z.string(), node_id: z.string(), handle: z.string().nullable(), flow_id: z.string() })

/** A separate database with two accounts; the first also has its own data. */
async function openOwn(kind: string): Promise<{ database: Database; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-test-'))
  const name = `sample_${randomUUID().replaceAll('-', '')}`
  const admin = kind === 'postgres' ? new pg.Client({ connectionString: url }) : null
  await admin?.connect()
  await admin?.query(`create database ${name}`)
  const own = admin ? Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href : null
  const database = await openDatabase(
    { databaseUrl: own, dataDir: folder },
    silent,
    (why) => {
      throw new Error(why)
    },
    makeQueueTables,
  )
  const close = async () => {
    await database.close()
    await admin?.query(`drop database ${name} with (force)`)
    await admin?.end()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, close }
}

const own = `
  insert into account (id, name, currency) values ('acc_1', 'One', 'EUR'), ('acc_2', 'Two', 'EUR');
  insert into person (id, account_id, role, name, email) values ('usr_1', 'acc_1', 'owner', 'Ida', 'ida@one.example');
  insert into tool (account_id, id, key, name, category, config) values ('acc_1', 'tool_own', 'orders_api', 'Mine', 'api', '{}');
  insert into flow (account_id, id, name, search_text) values ('acc_1', 'flw_own', 'Mine', 'Mine');
  insert into flow_document (account_id, flow_id, body) values ('acc_1', 'flw_own', '{}');
  insert into flow_binding (account_id, flow_id, kind, key, target_id) values ('acc_1', 'flw_own', 'tool', 'orders_api', 'tool_own');
  insert into contact (account_id, id, name) values ('acc_1', 'cnt_own', 'Somebody');
  insert into conversation (account_id, id, number, status, contact_id, handled_by) values ('acc_1', 'cnv_own', 7, 'open', 'cnt_own', 'person');
  insert into message (account_id, id, conversation_id, at, direction, author, text) values ('acc_1', 'msg_own', 'cnv_own', now(), 'in', 'contact', 'Hello');
  insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, cost) values ('acc_1', 'run_own', 'flw_own', 'Mine', 1, 'succeeded', 'manual', now(), 7);
  insert into ledger (account_id, kind, micros, key) values ('acc_1', 'grant', 10000000, 'first');
  insert into ledger_day (account_id, day, kind, micros) values ('acc_1', '2026-11-01', 'grant', 10000000);
`

// Both databases get the same rows, so Postgres is only tested in the full test run.
const kinds = [{ kind: 'pglite', tags: [] }, ...(url ? [{ kind: 'postgres', tags: ['all'] }] : [])]

for (const { kind, tags } of kinds)
  describe(`sample on ${kind}`, { tags }, () => {
    let opened: Awaited<ReturnType<typeof openOwn>> | null = null
    const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
      if (!opened) throw new Error('The database must be opened before the tests.')
      const { rows } = await opened.database.pool.query<Record<string, unknown>>(text, values)
      return rows
    }
    const one = async (text: string, values: unknown[] = []): Promise<unknown> =>
      Object.values((await query(text, values))[0] ?? {})[0]
    const database = () => {
      if (!opened) throw new Error('The database must be opened before the tests.')
      return opened.database
    }
    const pool = () => {
      if (!opened) throw new Error('The database must be opened before the tests.')
      return opened.database.pool
    }
    /** Checksum of an account's rows, by table; `which` filters the rows. */
    const sums = async (account: string, which = 'true') => {
      const all: Record<string, unknown> = {}
      for (const table of tables) {
        const hash = `md5(coalesce(string_agg(text, chr(10) order by text), ''))`
        const names = `- 'account_id' - 'seq' - 'assignee_id' - 'assignee_name' - 'author_name'`
        const row = `(to_jsonb(t) ${names} #- '{last_message,author_name}')::text as text`
        const hasMark = !['flow_document', 'flow_binding', 'run_step', 'delivery'].includes(table)
        all[table] = await one(
          `select ${hash} from (select ${row} from "${table}" t where account_id = $1 and ${hasMark ? which : 'true'}) as rows`,
          [account],
        )
      }
      return all
    }
    let before: Record<string, unknown> = {}
    let complete: Record<string, unknown> = {}
    let made: Awaited<ReturnType<typeof makeSample>> | null = null

    beforeAll(async () => {
      opened = await openOwn(kind)
      for (const statement of own.split(';\n')) await query(statement)
      before = await sums('acc_1')
      made = await makeSample(pool(), 'acc_1', { now, ...sizes })
      complete = await sums('acc_1', 'sample')
    })
    afterAll(() => opened?.close())

    test('creates the requested number of rows, each marked as sample and with a sample id', async () => {
      expect(made).toEqual({ ...sizes, tools: expect.any(Number), channels: expect.any(Number) })
      for (const [table, count] of [
        ['flow', sizes.flows],
        ['conversation', sizes.conversations],
        ['run', sizes.runs],
      ]) {
        expect(await one(`select count(*)::int from "${table}" where sample and id like '%\\_sample\\_%'`)).toBe(count)
      }
      expect(await one('select count(distinct category)::int from tool')).toBe(6)
      expect(
        await one(`select count(*)::int from tool where sample and version <>
        (select count(*) from tool_version v where v.tool_id = tool.id and (number = 1 or cardinality(changed) > 0))`),
      ).toBe(0)
      expect(await one("select count(*)::int from tool_version where state::text like '%last4%'")).toBe(0)
      expect(await one('select count(distinct type)::int from channel where sample')).toBe(9)
      expect(await one('select count(distinct status)::int from channel where sample')).toBe(6)
      expect(
        await one(`select count(*)::int from channel where sample and status <> 'connected' and status_reason is null`),
      ).toBe(0)
      // Recent activity is included in the hourly counts.
      const heard = `select count(*)::int from channel c where sample and last_event_at > $1::timestamptz - interval '48 hours'
      and not exists (select from delivery d where d.channel_id = c.id and d.at = c.last_event_at)`
      expect(await one(heard, [now])).toBe(0)
    })

    test('costs of steps, runs, ledger and daily totals add up exactly', async () => {
      const [sum] = await query(`select
      (select sum(micros) from ledger where sample)::text as ledger,
      (select sum(micros) from ledger_day where sample)::text as days,
      ((select sum(micros) from ledger where sample and kind <> 'run') - (select sum(cost) from run where sample))::text as credit_less_cost,
      (select sum(cost) from run where sample)::text as runs,
      (select sum(cost) from run_step)::text as steps,
      (select sum(cost) from run_day where sample)::text as run_days,
      (select sum(runs) from run_day where sample)::int as counted,
      (select sum(run_count) from flow where sample)::int as by_flow,
      (select sum(total_cost) from conversation where sample)::text as conversations,
      (select sum(cost) from run where sample and conversation_id is not null)::text as of_conversations`)
      expect(sum).toMatchObject({
        days: sum?.['ledger'],
        credit_less_cost: sum?.['ledger'],
        steps: sum?.['runs'],
        run_days: sum?.['runs'],
        counted: sizes.runs,
        by_flow: sizes.runs,
      })
      expect(sum?.['conversations']).toBe(sum?.['of_conversations'])
      const off = `select count(*)::int from run where sample and cost <> coalesce((select sum(cost) from run_step where run_id = run.id and account_id = run.account_id), 0)`
      expect(await one(off)).toBe(0)
      const unbooked = `select count(*)::int from run where sample and cost > 0 and not exists (select 1 from ledger where key = 'run:' || run.id and micros = -cost and run_id = run.id)`
      expect(await one(unbooked)).toBe(0)
      for (const { cost, cost_breakdown } of await query('select cost, cost_breakdown from run where sample')) {
        const lines = Run.shape.cost_breakdown.parse(cost_breakdown)
        expect(lines.reduce((whole, line) => whole + (parseMicros(line.cost) ?? 0n), 0n)).toBe(BigInt(String(cost)))
      }
    })

    test('flows have versions, and each run belongs to the one that was live at its start', async () => {
      const versioned = `select count(*)::int from flow f where sample and live_version = 3 and
        (select array_agg(number order by number) from flow_version v where v.flow_id = f.id) = '{1,2,3}'`
      expect(await one(versioned)).toBeGreaterThan(5)
      expect(await one('select count(*)::int from flow where sample and live_version not in (1, 3)')).toBe(0)
      const wrong = `select count(*)::int from run r where sample and flow_version <> coalesce(
        (select max(number) from flow_version v where v.flow_id = r.flow_id and v.live_since <= r.started_at), 1)`
      expect(await one(wrong)).toBe(0)
      expect(await one('select count(distinct flow_version)::int from run where sample')).toBe(3)
      const live = `select count(*)::int from flow f join flow_version v on v.flow_id = f.id and v.number = f.live_version
        join flow_document d on d.flow_id = f.id where f.sample and v.body <> d.body`
      expect(await one(live)).toBe(0)
      expect(await one("select count(*)::int from flow_version where number > 1 and summary = ''")).toBe(0)
    })

    test('totals of a tool equal those of the steps that use it', async () => {
      const [sum] = await query(`select
      (select sum(cost) from tool_day where tool_id = 'tool_sample_orders_api')::text as cost,
      (select sum(calls) from tool_day where tool_id = 'tool_sample_orders_api')::int as calls,
      (select sum(errors) from tool_day where tool_id = 'tool_sample_orders_api')::int as errors`)
      const named = `'$.nodes[*] ? (@.tool == "orders_api" || @.config.tools[*] == "orders_api").id'`
      const [steps] = await query(`select sum(s.cost)::text as cost, count(*)::int as calls,
        (count(*) filter (where s.status in ('failed', 'timed_out')))::int as errors
      from run_step s join run r on (r.account_id, r.id) = (s.account_id, s.run_id) join flow_document d on (d.account_id, d.flow_id) = (r.account_id, r.flow_id)
      where s.node_id in (select jsonb_path_query(d.body::jsonb, ${named}) #>> '{}')`)
      expect(sum).toEqual(steps)
      expect(Number(sum?.['calls'])).toBeGreaterThan(0)
    })

    test('bookings are in order of time, and the balance never falls below zero', async () => {
      const lowest = `select min(balance)::bigint >= 0 as fine, bool_and(later) as ordered from (select sum(micros) over (order by seq) as balance, at >= lag(at, 1, at) over (order by seq) as later from ledger where sample) as b`
      expect(await query(lowest)).toEqual([{ fine: true, ordered: true }])
    })

    test('steps follow the edges of their flow', async () => {
      const documents = new Map<string, z.output<typeof Edge>[]>()
      for (const { flow_id, body } of await query(
        `select flow_id, body from flow_document where flow_id <> 'flw_own'`,
      )) {
        documents.set(String(flow_id), z.object({ edges: z.array(Edge) }).parse(JSON.parse(String(body))).edges)
      }
      const steps = z
        .array(Step)
        .parse(
          await query(
            'select run_id, node_id, handle, flow_id from run_step join run on run.id = run_id and run.account_id = run_step.account_id order by run_id, run_step.seq',
          ),
        )
      expect(steps.length).toBeGreaterThan(sizes.runs)
      let open: { run: string; next: Set<string>; last: string } = { run: '', next: new Set(), last: '' }
      for (const step of steps) {
        const isFirst = step.run_id !== open.run
        if (isFirst) open = { run: step.run_id, next: new Set(), last: '' }
        // A retry repeats the node; disabled nodes have no step.
        const passes = (id: string, seen: string[] = []): string[] => [
          id,
          ...(documents.get(step.flow_id) ?? [])
            .filter((edge) => edge.source === id && edge.source_handle === 'out' && !seen.includes(edge.target))
            .flatMap((edge) => (seen.length < 2 ? passes(edge.target, [...seen, id]) : [])),
        ]
        const reachable =
          isFirst ||
          open.next.has(step.node_id) ||
          open.last === step.node_id ||
          [...open.next].some((id) => passes(id).includes(step.node_id))
        expect([`${step.run_id} ${step.node_id}`, reachable]).toEqual([`${step.run_id} ${step.node_id}`, true])
        open.last = step.node_id
        for (const edge of documents.get(step.flow_id) ?? [])
          if (edge.source === step.node_id && edge.source_handle === step.handle) open.next.add(edge.target)
      }
    })

    test('no time is in the future, and only recent runs are in progress', async () => {
      expect(
        await one('select count(*)::int from run where sample and (started_at > $1 or finished_at > $1)', [now]),
      ).toBe(0)
      expect(await one('select count(*)::int from message where sample and at > $1', [now])).toBe(0)
      const open = `select bool_and(started_at > $1::timestamptz - interval '14 days') as recent, count(*) between 1 and 60 as few from run where sample and finished_at is null`
      expect(await query(open, [now])).toEqual([{ recent: true, few: true }])
      expect(
        await one(
          `select count(*)::int from run where sample and status in ('failed', 'timed_out') and (error_code is null or error_message is null or error_node_id is null)`,
        ),
      ).toBe(0)
    })

    test('conversations are consistent with their messages', async () => {
      const off = `select count(*)::int from conversation c where sample and (
      message_count <> (select count(*) from message where conversation_id = c.id and account_id = c.account_id)
      or last_message->>'text' <> (select text from message where conversation_id = c.id and account_id = c.account_id and direction <> 'note' order by at desc, id desc limit 1))`
      expect(await one(off)).toBe(0)
      expect(
        await one(`select count(*)::int from conversation where sample and search @@ to_tsquery('simple', 'parcel')`),
      ).toBeGreaterThan(0)
      expect(
        await one(
          `select count(*)::int from message where sample and run_id is not null and run_id not in (select id from run)`,
        ),
      ).toBe(0)
      expect(
        await query('select distinct assignee_name from conversation where sample and assignee_id is not null'),
      ).toEqual([{ assignee_name: 'Ida' }])
    })

    test('one flow fails for one reason, far more often than usual, and the rules find it', async () => {
      const found = await observeFlows(pool(), now, [])
      expect(found.map(({ subject }) => subject?.name)).toContain('Lead intake to CRM')
      const lead = found.find(({ subject }) => subject?.name === 'Lead intake to CRM')
      expect(lead?.message).toMatch(
        /^\d of \d+ runs failed in the last hour, .* Calendar slots is unavailable \(503\)\.$/,
      )
      expect(lead?.isSample).toBe(true)
    })

    test('the budget of the month has reached its first threshold', async () => {
      const [found] = await observeBudgets(database(), now)
      expect(found).toMatchObject({ account: 'acc_1', isSample: true })
      expect(found?.message).toMatch(/ spent this month, 8[123]/)
    })

    test('the first ten flows have run, the best one first', async () => {
      const first = await query(
        "select id, run_count from flow where sample and id not like 'flw_sample_v0%' order by updated_at desc limit 10",
      )
      expect(first[0]?.['id']).toBe('flw_sample_order_status')
      expect(first.filter(({ run_count: runs }) => runs === 0)).toEqual([])
    })

    test('a second sample is refused without changes', async () => {
      const there = await sums('acc_1')
      await expect(makeSample(pool(), 'acc_1', { now, ...sizes })).rejects.toThrow(SampleExistsError)
      expect(await sums('acc_1')).toEqual(there)
    })

    test('another account gets the same rows, and both samples are removed completely', { tags: 'all' }, async () => {
      await makeSample(pool(), 'acc_2', { now, ...sizes })
      const [first, second] = [await sums('acc_1', 'sample'), await sums('acc_2', 'sample')]
      for (const table of [
        'flow',
        'channel',
        'contact',
        'conversation',
        'message',
        'run',
        'run_day',
        'ledger',
        'ledger_day',
      ])
        expect([table, second[table]]).toEqual([table, first[table]])
      await query(`update flow_binding set target_id = 'tool_sample_crm_find' where flow_id = 'flw_own'`)
      await removeSample(pool(), 'acc_2')
      for (const table of tables)
        expect([table, await one(`select count(*)::int from "${table}" where account_id = 'acc_2'`)]).toEqual([
          table,
          0,
        ])
      await removeSample(pool(), 'acc_1')
      expect(await one(`select target_id from flow_binding where flow_id = 'flw_own'`)).toBe(null)
      await query(`update flow_binding set target_id = 'tool_own' where flow_id = 'flw_own'`)
      expect(await sums('acc_1')).toEqual(before)
      await makeSample(pool(), 'acc_1', { now, flows: 2, conversations: 5, runs: 10 })
    })

    test('at any time, also at the start of a month, the budget has reached its first threshold', async () => {
      for (const time of ['2026-11-30T23:05:00Z', '2026-12-01T00:02:00Z', '2026-12-31T12:00:00Z']) {
        await removeSample(pool(), 'acc_1')
        await makeSample(pool(), 'acc_1', { now: new Date(time), flows: 30, conversations: 20, runs: 600 })
        expect([time, (await observeBudgets(database(), new Date(time)))[0]?.step]).toEqual([time, 1])
      }
    })

    test('after a stop in the middle, the next process starts again and completes the sample', async () => {
      await removeSample(pool(), 'acc_1')
      const jobs = makeSampleJobs({ database: database(), log: silent, now: () => now })
      const adding = jobs.add('acc_1', sizes)
      await expect.poll(() => one('select count(*)::int from run where sample')).toBeGreaterThan(0)
      await expect(makeSample(pool(), 'acc_1', { now, ...sizes })).rejects.toThrow(SampleUnfinishedError)
      await expect(removeSample(pool(), 'acc_1')).rejects.toThrow(SampleUnfinishedError)
      await Promise.all([jobs.stop(), expect(adding).rejects.toThrow(/abort/i)])
      expect(await unfinishedSample(pool(), 'acc_1')).toMatchObject({ ...sizes, startedAt: now })
      expect(await one('select count(*)::int from flow where sample')).toBe(0)
      await makeSampleJobs({ database: database(), log: silent, now: () => new Date() }).resume()
      expect(await unfinishedSample(pool(), 'acc_1')).toBe(null)
      expect(await sums('acc_1', 'sample')).toEqual(complete)
    })

    test('an error leaves nothing of the sample', async () => {
      await removeSample(pool(), 'acc_1')
      await query("insert into flow (account_id, id, name) values ('acc_1', 'flw_sample_order_status', 'In the way')")
      await expect(makeSample(pool(), 'acc_1', { now, ...sizes })).rejects.toThrow(/duplicate key/)
      await query("delete from flow where id = 'flw_sample_order_status'")
      expect(await unfinishedSample(pool(), 'acc_1')).toBe(null)
      expect(await sums('acc_1')).toEqual(before)
    })
  })

test('the amount of a budget has few digits', () => {
  expect([820_000n, 12_345_678n, 41n, 3n].map(amountFor)).toEqual([1_000_000n, 15_000_000n, 50n, 3n])
})

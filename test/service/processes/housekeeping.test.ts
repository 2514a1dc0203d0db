/** Housekeeping: which rows are deleted and which are kept. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runCleanup } from '#server/boot/housekeeping.ts'
import { bookInterruptedTrials } from '#server/store/tools/tool-trial.ts'
import { vacuumTables } from '#server/store/db/autovacuum.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const hour = 3_600_000
const day = 24 * hour

eachDatabase('housekeeping', { settings: { RUN_RETENTION_DAYS: '90' } }, (service) => {
  const at = (agoMs: number) => new Date(Date.now() - agoMs)
  const rows = async (query: ReturnType<typeof sql>) => {
    const { db } = service.app.services.database
    return (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
  }
  const addRun = (
    id: string,
    agoMs: number | null,
    more: { trigger?: string; sample?: boolean; counted?: boolean } = {},
  ) =>
    service.app.services.database.db.execute(
      sql`insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, finished_at, source_key, sample, is_counted)
          values (${service.one.id}, ${id}, 'flw', 'F', 1, ${agoMs === null ? 'waiting' : 'succeeded'}, ${more.trigger ?? 'webhook'},
            ${at(400 * day)}, ${agoMs === null ? null : at(agoMs)}, ${`hook:${id}`}, ${more.sample ?? false}, ${more.counted ?? true})`,
    )
  const addDelivery = (id: string, agoMs: number) =>
    service.app.services.database.db.execute(
      sql`insert into delivery (account_id, id, channel_id, at, verdict, answer) values (${service.one.id}, ${id}, 'chn', ${at(agoMs)}, 'accepted', 202)`,
    )

  test('deletes deliveries after 30 days, sources of ended runs after 80 hours, runs after RUN_RETENTION_DAYS', async () => {
    const { db } = service.app.services.database
    await db.execute(sql`insert into delivery (account_id, id, channel_id, at, verdict, answer)
        select ${service.one.id}, 'many_' || n, 'chn', ${at(40 * day)}, 'accepted', 202 from generate_series(1, 1200) n`)
    await addDelivery('dlv_old', 30 * day + hour)
    await addDelivery('dlv_new', 30 * day - hour)
    await db.execute(sql`insert into channel (account_id, id, type, name, status)
        values (${service.one.id}, 'chn', 'webhook', 'Hook', 'connected')`)
    await db.execute(sql`insert into channel_state (account_id, id, channel_id, at, status)
        values (${service.one.id}, 'chs_old', 'chn', ${at(90 * day + hour)}, 'error'),
          (${service.one.id}, 'chs_new', 'chn', ${at(90 * day - hour)}, 'connected')`)
    await addRun('run_open', null)
    await addRun('run_new', 79 * hour)
    await addRun('run_source', 81 * hour)
    await addRun('run_child', 81 * hour, { trigger: 'subflow' })
    await addRun('run_old', 90 * day + hour)
    await addRun('run_sample', 95 * day, { sample: true })
    await addRun('run_uncounted', 95 * day, { counted: false })
    await db.execute(sql`insert into run_step (account_id, run_id, seq, node_id, node_name, node_type, status, started_at)
        values (${service.one.id}, 'run_old', 0, 'n', 'N', 'code', 'succeeded', ${at(90 * day)}),
          (${service.one.id}, 'run_new', 0, 'n', 'N', 'code', 'succeeded', ${at(90 * day)})`)
    await db.execute(sql`insert into ledger (account_id, kind, micros, run_id, key)
        values (${service.one.id}, 'run', -5, 'run_old', 'run:run_old')`)
    await runCleanup(service.app.services)
    expect(await rows(sql`select id from delivery`)).toEqual(['dlv_new'])
    expect(await rows(sql`select id from channel_state`)).toEqual(['chs_new'])
    expect(await rows(sql`select id from run order by id`)).toEqual([
      'run_child',
      'run_new',
      'run_open',
      'run_sample',
      'run_source',
      'run_uncounted',
    ])
    expect(await rows(sql`select id from run where source_key is not null and not sample order by id`)).toEqual([
      'run_child',
      'run_new',
      'run_open',
    ])
    expect(await rows(sql`select run_id as id from run_step`)).toEqual(['run_new'])
    expect(await rows(sql`select run_id as id from ledger where run_id is not null`)).toEqual(['run_old'])
  })

  test('continues with other tasks when one fails', async () => {
    let callCount = 0
    const { services } = service.app
    const channels = { ...services.channels, retryDeregistrations: async () => void (callCount += 1) }
    await runCleanup({ ...services, channels, config: { ...services.config, runRetentionDays: Number.NaN } })
    expect(callCount).toBe(1)
    await services.database.db
      .execute(sql`insert into tool_trial (account_id, id, tool_id, executor, reserved, bookings, at)
        values (${service.one.id}, 'try_broken', 'tool', 'killed', 0, '[{"key": "x", "micros": "broken"}]', ${at(day)}),
          (${service.one.id}, 'try_left', 'tool', 'killed', 0, '[]', ${at(day)})`)
    await bookInterruptedTrials(services.database.pool, services.log, new Date())
    expect(await rows(sql`select id from tool_trial`)).toEqual(['try_broken'])
  })

  test('updates table statistics and reuses freed space in the embedded database', async ({ skip }) => {
    const { db, pool } = service.app.services.database
    skip(service.kind !== 'pglite', 'Postgres does this automatically')
    await db.execute(sql`insert into delivery (account_id, id, channel_id, at, verdict, answer)
        select ${service.one.id}, 'grown_' || n, 'chn', ${at(0)}, 'accepted', 202 from generate_series(1, 3000) n`)
    const table = async () =>
      (
        await pool.query<{ known: number; bytes: number }>(
          "select reltuples as known, pg_relation_size(oid)::int as bytes from pg_class where relname = 'delivery'",
        )
      ).rows[0]
    expect(await vacuumTables(pool)).toBeGreaterThan(0)
    const grown = await table()
    expect(grown?.known).toBeGreaterThanOrEqual(3000)
    await db.execute(sql`delete from delivery where id like 'grown_%'`)
    await vacuumTables(pool)
    expect((await table())?.bytes).toBeLessThan((grown?.bytes ?? 0) / 2)
    // Tables that need no maintenance are skipped.
    expect(await vacuumTables(pool)).toBe(0)
  })
})

/**
 * Baseline of bench/service.ts: the simplest implementation of the same list with the same packages, on the same
 * database. It looks up the key, reads 25 rows and counts, each in a newly built statement, and caches nothing. Two
 * things make it faster than a naive route, so that beating it is significant: statements are named (openDatabase does
 * it), and the count stops at 10,000; a count of all 100,000 rows would take ten times as long as everything else. It
 * leaves out tools, channels and costs, which the list of the service contains.
 */
import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { count, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { makeLog } from '#server/base/log.ts'
import { key } from '#server/store/accounts/auth-schema.ts'
import { openDatabase } from '#server/store/db/database.ts'
import { flow } from '#server/store/tables/flow.ts'

const databaseSettings = { databaseUrl: process.env['DATABASE_URL'] ?? null, dataDir: process.env['DATA_DIR'] ?? '' }
const { db } = await openDatabase(
  databaseSettings,
  makeLog('warn', true),
  (why) => {
    throw new Error(why)
  },
  makeQueueTables,
)
const app = new Hono()
app.get('/api/setup/', (c) => c.json({}))
app.get('/api/flow/', async (c) => {
  const token = (c.req.header('authorization') ?? '').replace('Token ', '')
  const [caller] = await db
    .select()
    .from(key)
    .where(eq(key.hash, createHash('sha256').update(token).digest('base64url')))
  if (!caller) return c.json({}, 401)
  const mine = eq(flow.accountId, caller.accountId)
  const rows = await db.select().from(flow).where(mine).orderBy(desc(flow.updatedAt)).limit(25)
  const [total] = await db
    .select({ count: count() })
    .from(db.select({ id: flow.id }).from(flow).where(mine).limit(10_000).as('some'))
  // Sums of money are bigint, which JSON does not support.
  const results = rows.map((row) => ({ ...row, recentCost: String(row.recentCost) }))
  return c.json({ count: total?.count, next: null, previous: null, results })
})
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })

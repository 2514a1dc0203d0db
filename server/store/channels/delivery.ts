/** Delivery log: recorded arrivals, their results, and the runs they started. Kept for a month. */
import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { deliveryVerdicts, type Delivery } from '#contract/channel.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { channel, delivery } from '#server/store/tables/channel.ts'
import { run } from '#server/store/tables/run.ts'
import { commaChoices } from '#server/store/query/comma-list.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { Scope } from '#server/store/db/scope.ts'

export type Verdict = (typeof deliveryVerdicts)[number]

export interface NewDelivery {
  id: string
  channelId: string
  at: Date
  externalId: string | null
  /** Values that may be secrets are redacted (engine/hooks/redacted-payload.ts). */
  headers: Record<string, string>
  body: string | null
  /** Received bytes. */
  size: number
  verdict: Verdict
  /** HTTP status of the response. */
  answer: number
  detail: string | null
  runId: string | null
  replayOf: string | null
}

export async function addDelivery(db: Queryable, account: string, row: NewDelivery): Promise<void> {
  const { id, channelId, at, externalId, headers, body, size, verdict, answer, detail, runId, replayOf } = row
  await db.query(
    `insert into delivery (account_id, id, channel_id, at, external_id, headers, body, size, verdict, answer, detail, run_id, replay_of)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, $13)`,
    [
      account,
      id,
      channelId,
      at,
      externalId,
      JSON.stringify(headers),
      body,
      size,
      verdict,
      answer,
      detail,
      runId,
      replayOf,
    ],
  )
}

/** The run started by a message with this id, accepted at `since` or later; null if there is none. */
export async function runOfMessage(
  scope: Scope,
  message: { channelId: string; externalId: string; since: Date },
): Promise<string | null> {
  const { channelId, externalId, since } = message
  const where = and(
    eq(delivery.channelId, channelId),
    eq(delivery.externalId, externalId),
    eq(delivery.verdict, 'accepted'),
    gte(delivery.at, since),
  )
  const [row] = await scope.select(delivery, { runId: delivery.runId }, where).orderBy(desc(delivery.at)).limit(1)
  return row?.runId ?? null
}

const fieldsOf = (scope: Scope) => ({
  id: delivery.id,
  at: delivery.at,
  verdict: delivery.verdict,
  answer: delivery.answer,
  detail: delivery.detail,
  externalId: delivery.externalId,
  size: delivery.size,
  headers: delivery.headers,
  body: delivery.body,
  runId: delivery.runId,
  runStatus: sql<string | null>`${scope.select(run, { status: run.status }, eq(run.id, delivery.runId))}`,
  replayOf: delivery.replayOf,
})

const pageOf = (scope: Scope, condition: SQL | undefined, part: PagePart) =>
  scope.select(delivery, { ...fieldsOf(scope), ...part.fields }, condition).orderBy(...part.order)
type Row = Omit<Awaited<ReturnType<typeof pageOf>>[number], keyof PagePart['fields']>

const VerdictValue = z.enum(deliveryVerdicts)
const Headers = z.record(z.string(), z.string())

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  at: row.at.toISOString(),
  verdict: VerdictValue.parse(row.verdict),
  answer: row.answer,
  detail: row.detail,
  external_id: row.externalId,
  size: row.size,
  headers: Headers.parse(row.headers),
  body: row.body,
  // A deleted run has no status.
  run: row.runId === null ? null : { id: row.runId, status: row.runStatus ?? 'gone' },
  replay_of: row.replayOf,
})

const orderings = { at: { expression: sql`${delivery.at}`, type: 'timestamptz', nullable: false } } as const

/** Deliveries of a channel, latest first. 400 for an unknown verdict; null if the channel does not exist. */
export async function listDeliveries(
  scope: Scope,
  channelId: string,
  query: PageQuery & { verdict?: string | undefined; at__gte?: string | undefined; at__lt?: string | undefined },
): Promise<Page<Delivery> | null> {
  const [known] = await scope.select(channel, { id: channel.id }, eq(channel.id, channelId))
  if (!known) return null
  const verdicts = commaChoices('verdict', query.verdict, deliveryVerdicts)
  const { at__gte: from, at__lt: until } = query
  const where = and(
    eq(delivery.channelId, channelId),
    verdicts ? inArray(delivery.verdict, verdicts) : undefined,
    from === undefined ? undefined : gte(delivery.at, new Date(from)),
    until === undefined ? undefined : lt(delivery.at, new Date(until)),
  )
  const read = (part: PagePart) => pageOf(scope, and(where, part.condition), part)
  return readPage({
    scope,
    table: delivery,
    where,
    name: `delivery ${channelId} ${query.verdict ?? ''} ${from ?? ''} ${until ?? ''}`,
    keys: sortKeys(orderings, query.ordering, '-at'),
    id: sql`${delivery.id}`,
    query,
    read,
    toResult: toDelivery,
  })
}

/** Null if the delivery does not exist, or belongs to another channel. `channelId` null = any channel. */
export async function readDelivery(scope: Scope, id: string, channelId: string | null): Promise<Delivery | null> {
  const where = and(eq(delivery.id, id), channelId === null ? undefined : eq(delivery.channelId, channelId))
  const [row] = await scope.select(delivery, fieldsOf(scope), where)
  return row ? toDelivery(row) : null
}

/**
 * Bulk triage within the caller's transaction, and its undo. Old and new values of changed fields are stored per
 * conversation, so that undo can detect later changes.
 */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, or, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { maxCustomFields } from '#contract/values/custom-fields.ts'
import { maxBulk, maxKeptConversations, type BulkResult, type UndoResult } from '#contract/conversation-work.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import { maxTags } from '#contract/kernel/limits.ts'
import { newId } from '#lib/id.ts'
import { endlessSnooze, invalid } from '#server/base/fault.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { bulkChange, bulkRow } from '#server/store/tables/inbox.ts'
import { conversationColumns } from './conversation-columns.ts'
import { conversationSources } from './conversation-filter.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { setsSnooze, triageSet, type ConversationChange } from './triage.ts'

/** Undo period of a bulk change. */
const undoMs = 60 * 60 * 1000
/** Conversations per statement: each statement blocks the embedded database. */
const batchSize = 500

export interface BulkTriageChange extends ConversationChange {
  addLabels?: string[] | undefined
  removeLabels?: string[] | undefined
}

/** Matching ids in order of number, up to one more than the bulk limit. */
export async function matchingIds(
  scope: Scope,
  filter: readonly FilterPart[],
  context: FilterContext,
): Promise<string[]> {
  const where = filterCondition(filter, conversationSources(scope), context)
  const rows = await scope
    .select(conversation, { id: conversation.id }, where)
    .orderBy(asc(conversation.number))
    .limit(maxBulk + 1)
  return rows.map((row) => row.id)
}

/** Indexes of unknown conversations in `ids`. */
export async function unknownIds(scope: Scope, ids: readonly string[]): Promise<number[]> {
  const rows = await scope.select(conversation, { id: conversation.id }, inArray(conversation.id, [...ids]))
  const known = new Set(rows.map((row) => row.id))
  return ids.flatMap((id, index) => (known.has(id) ? [] : [index]))
}

const tableColumns: Readonly<Record<string, PgColumn>> = getTableColumns(conversation)

/** Columns that triage may change, by drizzle's names, with the contract's name of their field. */
const columns: ReadonlyMap<string, { column: PgColumn; field: string }> = new Map(
  Object.entries(conversationColumns).flatMap(([field, row]) =>
    Object.keys('write' in row ? row.write : {}).flatMap((property) => {
      const column = tableColumns[property]
      return column ? [[property, { column, field }] as const] : []
    }),
  ),
)
const columnNames = [...columns.values()].map(({ column }) => column.name)

/** Triage fields of a conversation as one JSON object, by column. */
const triageState = (table: string): SQL<Record<string, unknown>> =>
  sql<Record<string, unknown>>`jsonb_build_object(${sql.join(
    columnNames.map((name) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(table)}.${sql.identifier(name)}`),
    sql`, `,
  )})`

/** Labels with some removed and others appended, without duplicates. */
function labelsWith({ addLabels = [], removeLabels = [] }: BulkTriageChange): SQL {
  const all = sql`${conversation.labels} || ${sql.param(addLabels)}::text[]`
  return sql`array(select label from unnest(${all}) with ordinality as each(label, place)
    where label <> all(${sql.param(removeLabels)}::text[]) group by label order by min(place))`
}

/** Values to set, by drizzle's column names. */
function setOf(scope: Scope, change: BulkTriageChange): Record<string, unknown> {
  const isMixed = change.addLabels !== undefined || change.removeLabels !== undefined
  return { ...triageSet(scope, change), ...(isMixed ? { labels: labelsWith(change) } : {}) }
}

/** Only rows whose values would change. */
const differsFrom = (set: Record<string, unknown>): SQL =>
  or(
    ...Object.entries(set).map(([property, value]) => {
      const column = columns.get(property)?.column
      if (!column) throw new Error(`${property} is not a triage column.`)
      return sql`${column} is distinct from ${value instanceof SQL ? value : sql.param(value, column)}`
    }),
  ) ?? sql`false`

const changedColumns = (from: Record<string, unknown>, to: Record<string, unknown>): string[] =>
  columnNames.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))

const pick = (of: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, of[key] ?? null]))

const sizes = {
  labels: sql<number>`cardinality(${conversation.labels})`,
  fields: sql<number>`(select count(*)::int from jsonb_object_keys(${conversation.customFields}))`,
}

function refuseTooMany(rows: readonly { labels: number; fields: number }[], change: BulkTriageChange): void {
  const labelled = rows.filter((row) => row.labels > maxTags).length
  if (change.addLabels && labelled > 0)
    throw invalid('change.add_labels', `A conversation has at most ${maxTags} labels; some of these would have more.`)
  if (change.custom_fields && rows.some((row) => row.fields > maxCustomFields))
    throw invalid('change.custom_fields', `A conversation has at most ${maxCustomFields} fields; some would have more.`)
}

async function changeBatch(scope: Scope, bulkId: string, ids: string[], change: BulkTriageChange): Promise<number> {
  const inBatch = inArray(conversation.id, ids)
  const before = await scope
    .select(conversation, { id: conversation.id, state: triageState('conversation') }, inBatch)
    .orderBy(asc(conversation.id))
    .for('update')
  const set = setOf(scope, change)
  const versionChange = { version: sql`${conversation.version} + 1`, updatedAt: sql`now()` }
  const after = await scope
    .update(conversation, { ...set, ...versionChange }, and(inBatch, differsFrom(set)) ?? inBatch)
    .returning({ id: conversation.id, state: triageState('conversation'), ...sizes })
  refuseTooMany(after, change)
  const isEndless = (row: Record<string, unknown>) => row['status'] === 'snoozed' && row['snoozed_until'] === null
  if (setsSnooze(change) && after.some((row) => isEndless(row.state))) throw endlessSnooze('change.snoozed_until')
  const earlier = new Map(before.map((row) => [row.id, row.state]))
  const rows = after.map((row) => {
    const stateBefore = earlier.get(row.id) ?? {}
    const keys = changedColumns(stateBefore, row.state)
    return { bulkId, conversationId: row.id, before: pick(stateBefore, keys), after: pick(row.state, keys) }
  })
  if (rows.length > 0) await scope.insert(bulkRow, rows)
  return rows.length
}

/** Changes the conversations whose values differ. */
export async function changeConversations(
  scope: Scope,
  ids: readonly string[],
  change: BulkTriageChange,
  now: Date,
): Promise<BulkResult & { id: string }> {
  const id = newId('bulk')
  const expiresAt = new Date(now.getTime() + undoMs)
  await scope.insert(bulkChange, [{ id, matched: ids.length, changed: 0, expiresAt }])
  let changed = 0
  // In the order of ids, like undo, to avoid deadlocks.
  const sorted = ids.toSorted()
  for (let from = 0; from < sorted.length; from += batchSize)
    changed += await changeBatch(scope, id, sorted.slice(from, from + batchSize), change)
  await scope.update(bulkChange, { changed }, eq(bulkChange.id, id))
  return { id, ...bulkOf({ id, matched: ids.length, changed, expiresAt }) }
}

const bulkOf = (row: { id: string; matched: number; changed: number; expiresAt: Date }): BulkResult => ({
  matched: row.matched,
  changed: row.changed,
  undo_token: row.changed === 0 ? null : row.id,
  undo_until: row.changed === 0 ? null : row.expiresAt.toISOString(),
})

const bulkFields = {
  id: bulkChange.id,
  matched: bulkChange.matched,
  changed: bulkChange.changed,
  expiresAt: bulkChange.expiresAt,
  undone: sql<UndoResult | null>`${bulkChange.undone}`,
}

/** Result of a bulk change, and of its undo; null if no longer stored. */
export async function readBulk(
  scope: Scope,
  id: string,
): Promise<{ bulk: BulkResult; undone: UndoResult | null } | null> {
  const [row] = await scope.select(bulkChange, bulkFields, eq(bulkChange.id, id))
  return row ? { bulk: bulkOf(row), undone: row.undone } : null
}

/** Restores `before` where all fields still equal `after`; returns the ids. */
const restoreStatement = (account: string, bulkId: string, ids: readonly string[]): SQL => sql`
  update conversation set ${sql.join(
    columnNames.map((name) => sql`${sql.identifier(name)} = was.${sql.identifier(name)}`),
    sql`, `,
  )}, version = conversation.version + 1, updated_at = now()
  from (
    select old.* from conversation now
    join bulk_row kept on kept.account_id = now.account_id and kept.conversation_id = now.id
    cross join lateral jsonb_populate_record(now, kept.before) old
    where now.account_id = ${account} and kept.account_id = ${account} and kept.bulk_id = ${bulkId}
    and kept.conversation_id = any(${sql.param([...ids])}::text[]) and now.id = any(${sql.param([...ids])}::text[])
    and kept.after = (
      select jsonb_object_agg(each.key, ${triageState('now')} -> each.key) from jsonb_each(kept.after) each
    )
  ) was
  where conversation.account_id = ${account} and conversation.id = any(${sql.param([...ids])}::text[]) and conversation.id = was.id
  returning conversation.id`

const fieldsOfColumns = new Map([...columns.values()].map(({ column, field }) => [column.name, field]))

/** Contract field that a column stores: the field of the same name, or the triage field that writes it. */
const fieldName = (column: string): string =>
  column in conversationColumns ? column : (fieldsOfColumns.get(column) ?? column)

/** Conversations of one batch that were not restored, with their changed fields. */
async function notRestored(scope: Scope, bulkId: string, ids: string[]): Promise<UndoResult['kept_conversations']> {
  const rows = await scope
    .select(
      conversation,
      {
        id: conversation.id,
        number: conversation.number,
        state: triageState('conversation'),
        after: sql<Record<string, unknown>>`${bulkRow.after}`,
      },
      inArray(conversation.id, ids),
    )
    .innerJoin(bulkRow, scope.on(bulkRow, and(eq(bulkRow.bulkId, bulkId), eq(bulkRow.conversationId, conversation.id))))
    .orderBy(asc(conversation.number))
  return rows.map(({ id, number, state: current, after }) => {
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(current[name]))
    return { id, number, fields: [...new Set(changed.map(fieldName))] }
  })
}

/** Restores fields that were not changed since. Null if the token is unknown, used, or expired. */
export async function undoBulkChange(scope: Scope, id: string, now: Date): Promise<UndoResult | null> {
  const open = and(eq(bulkChange.id, id), isNull(bulkChange.undone), gt(bulkChange.expiresAt, now))
  // A concurrent undo waits here and finds the token used.
  const taken = await scope.update(bulkChange, { undone: {} }, open ?? sql`false`).returning({ id: bulkChange.id })
  if (taken.length === 0) return null
  const undone: UndoResult = { restored: 0, kept: 0, kept_conversations: [] }
  let last = ''
  for (;;) {
    const rows = await scope
      .select(bulkRow, { id: bulkRow.conversationId }, and(eq(bulkRow.bulkId, id), gt(bulkRow.conversationId, last)))
      .orderBy(asc(bulkRow.conversationId))
      .limit(batchSize)
    const ids = rows.map((row) => row.id)
    last = ids.at(-1) ?? last
    if (ids.length === 0) break
    await scope
      .select(conversation, { id: conversation.id }, inArray(conversation.id, ids))
      .orderBy(asc(conversation.id))
      .for('update')
    const done = await scope.withAccount((db, account) =>
      db.execute<{ id: string }>(restoreStatement(account, id, ids)),
    )
    const restoredIds = new Set(done.rows.map((row) => row.id))
    const otherIds = ids.filter((one) => !restoredIds.has(one))
    undone.restored += restoredIds.size
    undone.kept += otherIds.length
    if (otherIds.length > 0) undone.kept_conversations.push(...(await notRestored(scope, id, otherIds)))
  }
  undone.kept_conversations = undone.kept_conversations.slice(0, maxKeptConversations)
  await scope.update(bulkChange, { undone }, eq(bulkChange.id, id))
  await scope.remove(bulkRow, eq(bulkRow.bulkId, id))
  return undone
}

/** Deletes expired undo data, of all accounts. */
export async function deleteOldBulk(db: Executor, now: Date): Promise<void> {
  await db.delete(bulkChange).where(lt(bulkChange.expiresAt, now))
}

/** Lists the audit log. */
import { and, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FieldChange, type Activity } from '#contract/activity.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import { activity } from '#server/store/tables/activity.ts'
import type { Scope } from '#server/store/db/scope.ts'

interface Query extends PageQuery {
  actor?: string | undefined
  action?: string | undefined
}

const ActorKind = z.enum(['person', 'key'])

const fields = {
  id: activity.id,
  at: activity.at,
  actorKind: activity.actorKind,
  actorId: activity.actorId,
  actorName: activity.actorName,
  action: activity.action,
  noun: activity.noun,
  objectId: activity.objectId,
  objectName: activity.objectName,
  address: activity.address,
  changes: activity.changes,
}

type Texts = {
  [K in Exclude<keyof typeof fields, 'at' | 'changes'>]: K extends 'id' | 'action' ? string : string | null
}
type Row = Texts & { at: Date; changes: unknown }

const FieldChanges = z.array(FieldChange)

const toActivity = (row: Row): Activity => ({
  id: row.id,
  at: row.at.toISOString(),
  actor:
    row.actorKind === null || row.actorId === null
      ? null
      : { kind: ActorKind.parse(row.actorKind), id: row.actorId, name: row.actorName ?? '' },
  action: row.action,
  object:
    row.noun === null || row.objectId === null ? null : { noun: row.noun, id: row.objectId, name: row.objectName },
  address: row.address,
  changes: FieldChanges.parse(row.changes),
})

const orderings = { at: { expression: sql`${activity.at}`, type: 'timestamptz', nullable: false } } as const

/** `actor`: id or name; `action`: "flow.create", or "flow" for all of a noun. */
export function listActivity(scope: Scope, query: Query): Promise<Page<Activity>> {
  const { actor, action } = query
  const where = and(
    actor === undefined ? undefined : or(eq(activity.actorId, actor), eq(activity.actorName, actor)),
    action === undefined
      ? undefined
      : or(eq(activity.action, action), sql`starts_with(${activity.action}, ${`${action}.`})`),
  )
  return readPage({
    scope,
    table: activity,
    where,
    name: `activity ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, '-at'),
    id: sql`${activity.id}`,
    query,
    read: ({ fields: extra, condition, order }) =>
      scope.select(activity, { ...fields, ...extra }, and(where, condition)).orderBy(...order),
    toResult: (row) => toActivity(row),
  })
}

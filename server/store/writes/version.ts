/** Versions of objects, for optimistic locking. */
import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Noun } from '#contract/kernel/endpoint.ts'
import { alert } from '#server/store/tables/incident.ts'
import { budget } from '#server/store/tables/budget.ts'
import { channel } from '#server/store/tables/channel.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import { flow } from '#server/store/tables/flow.ts'
import { cannedReply, view } from '#server/store/tables/inbox.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { OwnedTable, Scope } from '#server/store/db/scope.ts'

type Versioned = OwnedTable & { id: PgColumn; version: PgColumn }

const tables: Partial<Record<Noun, Versioned>> = {
  alert,
  budget,
  canned_reply: cannedReply,
  channel,
  contact,
  conversation,
  flow,
  tool,
  view,
}

/** Whether objects of a noun are versioned. */
export const hasVersions = (noun: Noun): boolean => tables[noun] !== undefined

function versionQuery(scope: Scope, noun: Noun, id: string) {
  const table = tables[noun]
  if (!table) throw new Error(`Objects of ${noun} have no version.`)
  return scope.select<Versioned, { version: PgColumn }>(table, { version: table.version }, eq(table.id, id))
}

const first = (rows: readonly { version: unknown }[]): number | null => (rows[0] ? Number(rows[0].version) : null)

/** Null if the object does not exist in this account. */
export const readVersion = async (scope: Scope, noun: Noun, id: string): Promise<number | null> =>
  first(await versionQuery(scope, noun, id))

/** Like `readVersion`, with a row lock: no other request changes or removes the object before the transaction ends. */
export const lockVersion = async (scope: Scope, noun: Noun, id: string): Promise<number | null> =>
  first(await versionQuery(scope, noun, id).for('no key update'))

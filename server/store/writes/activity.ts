/** Writes the audit log, kept for a year. */
import { lt } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import { newId } from '#lib/id.ts'
import type { Caller } from '#server/base/caller.ts'
import { activity } from '#server/store/tables/activity.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

const keptDays = 365

export interface ActivityEntry {
  /** The endpoint's id, or an event of the service: "session.failed". */
  action: string
  caller: Pick<Caller, 'kind' | 'id' | 'name'> | null
  noun: string | null
  object: { id: string; name: string | null } | null
  address: string | null
  changes?: readonly FieldChange[]
}

export async function recordActivity(scope: Scope, entry: ActivityEntry, now: Date): Promise<void> {
  await scope.insert(activity, [
    {
      id: newId('act', now.getTime()),
      at: now,
      actorKind: entry.caller?.kind ?? null,
      actorId: entry.caller?.id ?? null,
      actorName: entry.caller?.name ?? null,
      action: entry.action,
      noun: entry.object ? entry.noun : null,
      objectId: entry.object?.id ?? null,
      objectName: entry.object?.name ?? null,
      address: entry.address,
      changes: entry.changes ?? [],
    },
  ])
}

/** Deletes entries older than a year, of all accounts. */
export async function deleteOldActivity(db: Executor, now: Date): Promise<void> {
  await db.delete(activity).where(lt(activity.at, new Date(now.getTime() - keptDays * 86_400_000)))
}

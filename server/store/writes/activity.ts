/** Writes the audit log, kept for a year. */
import { lt } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import type { Caller } from '#server/base/caller.ts'
import { activity } from '#server/store/tables/activity.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

const keptDays = 365

export interface Deed {
  /** The endpoint's id, or an event of the service: "session.failed". */
  action: string
  caller: Pick<Caller, 'kind' | 'id' | 'name'> | null
  noun: string | null
  object: { id: string; name: string | null } | null
  address: string | null
}

export async function record(scope: Scope, deed: Deed, now: Date): Promise<void> {
  await scope.insert(activity, [
    {
      id: newId('act', now.getTime()),
      at: now,
      actorKind: deed.caller?.kind ?? null,
      actorId: deed.caller?.id ?? null,
      actorName: deed.caller?.name ?? null,
      action: deed.action,
      noun: deed.object ? deed.noun : null,
      objectId: deed.object?.id ?? null,
      objectName: deed.object?.name ?? null,
      address: deed.address,
    },
  ])
}

/** Deletes entries older than a year, of all accounts. */
export async function forgetOldActivity(db: Executor, now: Date): Promise<void> {
  await db.delete(activity).where(lt(activity.at, new Date(now.getTime() - keptDays * 86_400_000)))
}

/**
 * Identifies callers by session cookie or key. Results are cached for some seconds, because every request needs one. A
 * revocation takes effect immediately in this process; in others, immediately for writes and after `keptMs` for reads.
 */
import { eq } from 'drizzle-orm'
import { Role } from '#contract/account.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Log } from '#server/base/log.ts'
import { key, person } from '#server/store/accounts/auth-schema.ts'
import { hashKey, keyPrefix } from '#server/store/accounts/key.ts'
import type { Database } from '#server/store/db/database.ts'
import type { Auth } from './auth.ts'

/** Lifetime of cached callers: how long other processes accept a revoked key or session for reads. */
const keptMs = 10_000
/** Maximum number of cached callers; the cache is cleared beyond it. */
const maxKept = 10_000
/** Minimum interval between writes of `last_used_at` and `last_seen_at`. */
const seenEveryMs = 60_000

interface Found {
  caller: Caller
  /** Cookies that extend the session; not cached, so that they are sent only once. */
  cookies: string[]
}

export interface Callers {
  /** `writes`: bypasses the cache, so that a revocation by another process takes effect immediately. */
  byKey(text: string, writes: boolean): Promise<Caller | null>
  byCookie(cookie: string, writes: boolean): Promise<Found | null>
  /**
   * Whether a caller's key or session is still valid, according to the database, not the cache. Does not extend the
   * session, because no response is left that could carry the cookie.
   */
  holds(caller: Caller, sent: { key: string } | { cookie: string }): Promise<boolean>
  /** Clears the cache; to be called after a revocation or a change of role. */
  forget: () => void
}

const owned = { read: ['read'], write: ['read', 'write'] } as const

/** Cache of callers by hash of the credential, for `keptMs`. */
function makeMemory(now: () => Date) {
  let kept = new Map<string, { caller: Caller; until: number }>()
  /** Incremented on each revocation. */
  let generation = 0
  return {
    generation: () => generation,
    /** `from`: generation at the start of the lookup. Lookups that began before a revocation are not cached. */
    remember(name: string, caller: Caller, ends: Date | null, from: number): void {
      if (from !== generation) return
      if (kept.size >= maxKept) kept = new Map()
      const until = now().getTime() + keptMs
      kept.set(name, { caller, until: ends ? Math.min(until, ends.getTime()) : until })
    },
    recall(name: string): Caller | null {
      const entry = kept.get(name)
      return entry && entry.until > now().getTime() ? entry.caller : null
    },
    forget(): void {
      generation += 1
      kept = new Map()
    },
  }
}

/** Records when a caller was last seen. Not awaited; a failure is only logged. */
function makeSeen({ db }: Database, log: Log, now: () => Date): (caller: Caller) => void {
  const seen = new Map<string, number>()
  return (caller) => {
    const time = now()
    if (time.getTime() - (seen.get(caller.id) ?? 0) < seenEveryMs) return
    if (seen.size >= maxKept) seen.clear()
    seen.set(caller.id, time.getTime())
    const written =
      caller.kind === 'key'
        ? db.update(key).set({ lastUsedAt: time }).where(eq(key.id, caller.id))
        : db.update(person).set({ lastSeenAt: time }).where(eq(person.id, caller.id))
    written.then(
      () => undefined,
      (error: unknown) => log.warn('last use of a key or session was not recorded', { error }),
    )
  }
}

export function makeCallers(database: Database, auth: Auth, log: Log, now: () => Date): Callers {
  const { db } = database
  const memory = makeMemory(now)
  const see = makeSeen(database, log, now)
  // Writes bypass the cache: a person removed in another process must not restore their own access through this one.
  const recall = (name: string, writes: boolean) =>
    writes && database.kind === 'postgres' ? null : memory.recall(name)
  /** Concurrent requests of one caller share a lookup. */
  const asking = new Map<string, Promise<Caller | null>>()
  const findKey = async (hash: string): Promise<Caller | null> => {
    const from = memory.generation()
    const [row] = await db.select().from(key).where(eq(key.hash, hash))
    if (!row || (row.expiresAt && row.expiresAt <= now())) return null
    const writes = row.scope === 'write'
    const caller: Caller = {
      kind: 'key',
      id: row.id,
      name: row.name,
      email: null,
      account: row.accountId,
      role: writes ? 'operator' : 'viewer',
      scopes: writes ? owned.write : owned.read,
    }
    memory.remember(hash, caller, row.expiresAt, from)
    see(caller)
    return caller
  }

  return {
    async byKey(text, writes) {
      if (!text.startsWith(keyPrefix)) return null
      const hash = hashKey(text)
      const known = recall(hash, writes)
      if (known) return known
      const found = asking.get(hash) ?? findKey(hash).finally(() => asking.delete(hash))
      asking.set(hash, found)
      return found
    },
    async byCookie(cookie, writes) {
      const name = hashKey(cookie)
      const known = recall(name, writes)
      if (known) return { caller: known, cookies: [] }
      const from = memory.generation()
      const found = await auth.sessionOf(cookie)
      if (!found) return null
      const [row] = await db.select().from(person).where(eq(person.id, found.personId))
      if (!row) return null
      const role = Role.parse(row.role)
      const caller: Caller = {
        kind: 'person',
        id: row.id,
        name: row.name,
        email: row.email,
        account: row.accountId,
        role,
        scopes: role === 'viewer' ? owned.read : owned.write,
      }
      memory.remember(name, caller, null, from)
      see(caller)
      return { caller, cookies: found.cookies }
    },
    async holds(caller, sent) {
      if ('key' in sent) return (await findKey(hashKey(sent.key)))?.account === caller.account
      const found = await auth.sessionOf(sent.cookie, false)
      if (!found) return false
      const [row] = await db.select({ account: person.accountId }).from(person).where(eq(person.id, found.personId))
      return row?.account === caller.account
    },
    forget() {
      memory.forget()
      // Later lookups must not share the result of a lookup that began before the revocation.
      asking.clear()
    },
  }
}

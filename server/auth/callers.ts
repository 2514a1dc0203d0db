/**
 * Identifies callers by session cookie or key. Results are cached for ten seconds, because every request needs one. A
 * revocation takes effect immediately in this process; in others, immediately for writes and after `cacheMs` for reads.
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
const cacheMs = 10_000
/** Maximum number of cached callers; the cache is cleared beyond it. */
const maxCached = 10_000
/** Minimum interval between writes of `last_used_at` and `last_seen_at`. */
const lastSeenIntervalMs = 60_000

interface IdentifiedCaller {
  caller: Caller
  /** Cookies that extend the session; not cached, so that they are sent only once. */
  cookies: string[]
}

export interface Callers {
  /** `writes`: bypasses the cache, so that a revocation by another process takes effect immediately. */
  byKey(text: string, writes: boolean): Promise<Caller | null>
  byCookie(cookie: string, writes: boolean): Promise<IdentifiedCaller | null>
  /**
   * Whether a caller's key or session is still valid, according to the database, not the cache. Does not extend the
   * session, because no response is left that could carry the cookie.
   */
  isStillValid(caller: Caller, sent: { key: string } | { cookie: string }): Promise<boolean>
  /** Clears the cache; to be called after a revocation or a change of role. */
  clear: () => void
}

const scopesOf = { read: ['read'], write: ['read', 'write'] } as const

/** Cache of callers by hash of the credential, for `cacheMs`. */
function makeCallerCache(now: () => Date) {
  let entries = new Map<string, { caller: Caller; until: number }>()
  /** Incremented on each revocation. */
  let generation = 0
  return {
    generation: () => generation,
    /** `generationBefore`: generation at the start of the lookup. Lookups that began before a revocation are not cached. */
    set(name: string, caller: Caller, ends: Date | null, generationBefore: number): void {
      if (generationBefore !== generation) return
      if (entries.size >= maxCached) entries = new Map()
      const until = now().getTime() + cacheMs
      entries.set(name, { caller, until: ends ? Math.min(until, ends.getTime()) : until })
    },
    get(name: string): Caller | null {
      const entry = entries.get(name)
      return entry && entry.until > now().getTime() ? entry.caller : null
    },
    clear(): void {
      generation += 1
      entries = new Map()
    },
  }
}

/** Records when a caller was last seen. Not awaited; a failure is only logged. */
function makeLastSeen({ db }: Database, log: Log, now: () => Date): (caller: Caller) => void {
  const writtenAt = new Map<string, number>()
  return (caller) => {
    const time = now()
    if (time.getTime() - (writtenAt.get(caller.id) ?? 0) < lastSeenIntervalMs) return
    if (writtenAt.size >= maxCached) writtenAt.clear()
    writtenAt.set(caller.id, time.getTime())
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
  const cache = makeCallerCache(now)
  const recordLastSeen = makeLastSeen(database, log, now)
  // Writes bypass the cache: a person removed in another process must not restore their own access through this one.
  const cachedCaller = (name: string, writes: boolean) =>
    writes && database.kind === 'postgres' ? null : cache.get(name)
  /** Concurrent requests with one key share a lookup. */
  const lookups = new Map<string, Promise<Caller | null>>()
  const findKey = async (hash: string): Promise<Caller | null> => {
    const generationBefore = cache.generation()
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
      scopes: writes ? scopesOf.write : scopesOf.read,
    }
    cache.set(hash, caller, row.expiresAt, generationBefore)
    recordLastSeen(caller)
    return caller
  }

  return {
    async byKey(text, writes) {
      if (!text.startsWith(keyPrefix)) return null
      const hash = hashKey(text)
      const known = cachedCaller(hash, writes)
      if (known) return known
      const found = lookups.get(hash) ?? findKey(hash).finally(() => lookups.delete(hash))
      lookups.set(hash, found)
      return found
    },
    async byCookie(cookie, writes) {
      const name = hashKey(cookie)
      const known = cachedCaller(name, writes)
      if (known) return { caller: known, cookies: [] }
      const generationBefore = cache.generation()
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
        scopes: role === 'viewer' ? scopesOf.read : scopesOf.write,
      }
      cache.set(name, caller, null, generationBefore)
      recordLastSeen(caller)
      return { caller, cookies: found.cookies }
    },
    async isStillValid(caller, sent) {
      if ('key' in sent) return (await findKey(hashKey(sent.key)))?.account === caller.account
      const found = await auth.sessionOf(sent.cookie, false)
      if (!found) return false
      const [row] = await db.select({ account: person.accountId }).from(person).where(eq(person.id, found.personId))
      return row?.account === caller.account
    },
    clear() {
      cache.clear()
      // Later lookups must not share the result of a lookup that began before the revocation.
      lookups.clear()
    },
  }
}

/** Accounts with their first owner, people with their passwords, and credit: data outside of any account's Scope. */
import { eq, sql } from 'drizzle-orm'
import type { Role } from '#contract/account.ts'
import { newId } from '#lib/id.ts'
import { Fault } from '#server/base/fault.ts'
import { credential, installation, person, session } from './auth-schema.ts'
import { account } from '#server/store/tables/account.ts'
import { ledger, ledgerDay } from '#server/store/tables/ledger.ts'
import type { Executor } from '#server/store/db/scope.ts'

export interface NewPerson {
  email: string
  name: string
  role: Role
  /** Hashed (auth/password.ts). */
  passwordHash: string
}

/** Adds a person who signs in with a password. 409 if the e-mail address is used in any account. */
export async function addPerson(db: Executor, accountId: string, newPerson: NewPerson, now: Date): Promise<string> {
  const id = newId('usr', now.getTime())
  const { email, name, role } = newPerson
  const rows = await db
    .insert(person)
    .values({ id, accountId, email, name, role, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: person.email })
    .returning({ id: person.id })
  if (rows.length === 0)
    throw new Fault('conflict', 'A person with this email address already exists. Use another address.', {
      more: { field: 'email' },
    })
  await db
    .insert(credential)
    .values({ id: newId('crd'), userId: id, accountId: id, providerId: 'credential', password: newPerson.passwordHash })
  return id
}

/** Sets a password and ends every session of the person. */
export async function setPassword(db: Executor, personId: string, passwordHash: string, now: Date): Promise<void> {
  await db.update(credential).set({ password: passwordHash, updatedAt: now }).where(eq(credential.userId, personId))
  await db.delete(session).where(eq(session.userId, personId))
}

/** Books a credit or debit; each `key` is booked once. False if it was booked before. */
export async function bookEntry(
  db: Executor,
  accountId: string,
  entry: { kind: 'grant' | 'top_up' | 'adjustment' | 'trial'; micros: bigint; key: string; note: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .insert(ledger)
    .values({ accountId, ...entry, at: now })
    .onConflictDoNothing()
    .returning({ seq: ledger.seq })
  if (rows.length === 0) return false
  await db
    .insert(ledgerDay)
    .values({ accountId, day: now.toISOString().slice(0, 10), kind: entry.kind, micros: entry.micros })
    .onConflictDoUpdate({
      target: [ledgerDay.accountId, ledgerDay.day, ledgerDay.kind, ledgerDay.sample],
      set: { micros: sql`${ledgerDay.micros} + excluded.micros` },
    })
  return true
}

export interface NewAccount {
  name: string
  currency: string
  /** In micros. */
  credit: bigint
  owner: Omit<NewPerson, 'role'>
}

/** Adds an account with its owner and first credit. Call it in a transaction. */
export async function addAccount(
  db: Executor,
  made: NewAccount,
  now: Date,
): Promise<{ accountId: string; personId: string }> {
  const accountId = newId('acc', now.getTime())
  await db.insert(account).values({ id: accountId, name: made.name, currency: made.currency, createdAt: now })
  const personId = await addPerson(db, accountId, { ...made.owner, role: 'owner' }, now)
  if (made.credit > 0n)
    await bookEntry(
      db,
      accountId,
      { kind: 'grant', micros: made.credit, key: 'grant:first', note: 'Account credit' },
      now,
    )
  return { accountId, personId }
}

/** Whether no account exists yet. */
export async function setupNeeded(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: account.id }).from(account).limit(1)
  return rows.length === 0
}

/** Creates the first account; only one of several concurrent attempts succeeds. Null if an account exists. */
export const addFirstAccount = (
  db: Executor,
  made: NewAccount,
  now: Date,
): Promise<{ accountId: string; personId: string } | null> =>
  db.transaction(async (tx) => {
    const taken = await tx
      .insert(installation)
      .values({ name: 'setup', value: now.toISOString() })
      .onConflictDoNothing()
      .returning()
    if (taken.length === 0 || !(await setupNeeded(tx))) return null
    return addAccount(tx, made, now)
  })

/** Finds a person and their account by e-mail; null if there is none. */
export async function findPerson(db: Executor, email: string) {
  const [row] = await db.select().from(person).where(eq(person.email, email.trim().toLowerCase()))
  return row ?? null
}

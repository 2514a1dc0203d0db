/** People of an account. */
import { eq, sql } from 'drizzle-orm'
import { Role } from '#contract/account.ts'
import { type Person } from '#contract/person.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { person } from './auth-schema.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { deleteViewsOf } from '#server/store/conversations/view.ts'

const fields = {
  id: person.id,
  name: person.name,
  email: person.email,
  role: person.role,
  lastSeenAt: person.lastSeenAt,
  createdAt: person.createdAt,
}

interface Row {
  id: string
  name: string
  email: string
  role: string
  lastSeenAt: Date | null
  createdAt: Date
}

const toPerson = (row: Row): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: Role.parse(row.role),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})

const orderings = {
  name: { expression: sql`lower(${person.name})`, type: 'text', nullable: false },
  email: { expression: sql`${person.email}`, type: 'text', nullable: false },
  created_at: { expression: sql`${person.createdAt}`, type: 'timestamptz', nullable: false },
} as const

export function listPeople(scope: Scope, query: PageQuery): Promise<Page<Person>> {
  return readPage({
    scope,
    table: person,
    where: undefined,
    name: `person ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, 'name'),
    id: sql`${person.id}`,
    query,
    read: ({ fields: extra, condition, order }) =>
      scope.select(person, { ...fields, ...extra }, condition).orderBy(...order),
    toResult: (row) => toPerson(row),
  })
}

export async function readPerson(scope: Scope, id: string): Promise<Person | null> {
  const [row] = await scope.select(person, fields, eq(person.id, id))
  return row ? toPerson(row) : null
}

/**
 * Whether another owner exists. Locks the rows until the end of the transaction, so that two owners cannot leave
 * concurrently.
 */
export async function hasOtherOwner(scope: Scope, id: string): Promise<boolean> {
  const owners = await scope.select(person, { id: person.id }, eq(person.role, 'owner')).for('update')
  return owners.some((owner) => owner.id !== id)
}

export async function changePerson(
  scope: Scope,
  id: string,
  change: { name?: string | undefined; role?: Role | undefined },
  now: Date,
): Promise<void> {
  await scope.update(person, { ...change, updatedAt: now }, eq(person.id, id))
}

export async function removePerson(scope: Scope, id: string): Promise<void> {
  await deleteViewsOf(scope, id)
  await scope.remove(person, eq(person.id, id))
}

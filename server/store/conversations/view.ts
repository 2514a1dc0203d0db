/** Saved views, and each person's placement of them. */
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { FilterGroup } from '#contract/filter/filter-group.ts'
import type { View, ViewList } from '#contract/view.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import { view, viewPlace } from '#server/store/tables/inbox.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Shared views, and the caller's own. */
const visibleTo = (caller: string): SQL => sql`(${view.isShared} or ${view.ownerId} = ${caller})`

const fields = {
  id: view.id,
  name: view.name,
  list: view.list,
  filter: view.filter,
  ordering: view.ordering,
  isShared: view.isShared,
  ownerId: view.ownerId,
  ownerName: view.ownerName,
  isPinned: sql<boolean>`coalesce(${viewPlace.isPinned}, false)`,
  isDefault: sql<boolean>`coalesce(${viewPlace.isDefault}, false)`,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
  version: view.version,
}

const placeOf = (scope: Scope, caller: string): SQL =>
  scope.on(viewPlace, and(eq(viewPlace.viewId, view.id), eq(viewPlace.callerId, caller)))

const base = (scope: Scope, caller: string, condition: SQL) =>
  scope.select(view, fields, and(visibleTo(caller), condition)).leftJoin(viewPlace, placeOf(scope, caller))

type Row = Awaited<ReturnType<typeof base>>[number]

const toView = (row: Row, caller: string): View => ({
  id: row.id,
  name: row.name,
  list: row.list,
  filter: FilterGroup.parse(row.filter),
  ordering: row.ordering,
  visibility: row.isShared ? 'shared' : 'private',
  owner: { id: row.ownerId, name: row.ownerName },
  is_mine: row.ownerId === caller,
  pinned: row.isPinned,
  is_default: row.isDefault,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
})

const orderings = {
  pinned: { expression: sql`coalesce(${viewPlace.isPinned}, false)::int`, type: 'int8', nullable: false },
  name: { expression: sql`lower(${view.name})`, type: 'text', nullable: false },
  created_at: { expression: sql`${view.createdAt}`, type: 'timestamptz', nullable: false },
} as const

export function listViews(scope: Scope, caller: string, list: ViewList, query: PageQuery): Promise<Page<View>> {
  const keys = sortKeys(orderings, query.ordering, '-pinned,name')
  const where = and(visibleTo(caller), eq(view.list, list))
  return readPage({
    scope,
    table: view,
    where,
    name: `view ${list} ${caller} ${query.ordering ?? ''}`,
    keys,
    id: sql`${view.id}`,
    query,
    read: ({ fields: more, condition, order }: PagePart) =>
      scope
        .select(view, { ...fields, ...more }, and(where, condition))
        .leftJoin(viewPlace, placeOf(scope, caller))
        .orderBy(...order),
    toResult: (row: Row) => toView(row, caller),
  })
}

/** Null if the view does not exist, or is another person's private view. */
export async function readSavedView(scope: Scope, caller: string, id: string): Promise<View | null> {
  const [row] = await base(scope, caller, eq(view.id, id))
  return row ? toView(row, caller) : null
}

export interface ViewFacts {
  list: ViewList
  name: string
  filter: FilterGroup
  ordering: string | null
  isShared: boolean
}

/** The shared views of a list, or the private ones of a person. */
export interface ViewGroup {
  list: ViewList
  isShared: boolean
  owner: string
}

const inGroup = ({ list, isShared, owner }: ViewGroup) =>
  and(eq(view.list, list), eq(view.isShared, isShared), isShared ? undefined : eq(view.ownerId, owner))

export const countViews = (scope: Scope, group: ViewGroup): Promise<number> => scope.count(view, inGroup(group))

/** Whether another view of the group has the name. */
export const isNameTaken = async (scope: Scope, name: string, group: ViewGroup, exceptId: string): Promise<boolean> =>
  (await scope.count(view, and(inGroup(group), ne(view.id, exceptId), sql`lower(${view.name}) = lower(${name})`))) > 0

/** Null if a concurrent request has taken the name. */
export async function addView(
  scope: Scope,
  owner: { id: string; name: string },
  facts: ViewFacts,
): Promise<string | null> {
  const row = { id: newId('view'), ...facts, ownerId: owner.id, ownerName: owner.name }
  const made = await scope.insert(view, [row]).onConflictDoNothing().returning({ id: view.id })
  return made[0]?.id ?? null
}

export async function changeView(scope: Scope, id: string, facts: Partial<Omit<ViewFacts, 'list'>>): Promise<void> {
  const set = { ...facts, version: sql`${view.version} + 1`, updatedAt: sql`now()` }
  await scope.update(view, set, eq(view.id, id))
}

/** To be called in a transaction. Each person has one default for each list: the last one set. */
export async function placeView(
  scope: Scope,
  caller: string,
  { id, list }: Pick<View, 'id'> & { list: ViewList },
  place: { isPinned?: boolean | undefined; isDefault?: boolean | undefined },
): Promise<void> {
  const mine = eq(viewPlace.callerId, caller)
  const others = and(mine, eq(viewPlace.list, list), ne(viewPlace.viewId, id))
  if (place.isDefault === true) await scope.update(viewPlace, { isDefault: false }, others ?? mine)
  await scope.insert(viewPlace, [{ viewId: id, callerId: caller, list }]).onConflictDoNothing()
  const { isPinned, isDefault } = place
  if (isPinned !== undefined || isDefault !== undefined)
    await scope.update(viewPlace, { isPinned, isDefault }, and(mine, eq(viewPlace.viewId, id)) ?? mine)
}

/** Removes other people's placements of a view that became private. */
export async function resetViewOfOthers(scope: Scope, id: string, owner: string): Promise<void> {
  const others = and(eq(viewPlace.viewId, id), ne(viewPlace.callerId, owner))
  await scope.remove(viewPlace, others ?? sql`false`)
}

export async function removeView(scope: Scope, id: string): Promise<void> {
  await scope.remove(view, eq(view.id, id))
}

/** Deletes the private views and all placements of a removed person or key. */
export async function deleteViewsOf(scope: Scope, caller: string): Promise<void> {
  const own = and(eq(view.ownerId, caller), eq(view.isShared, false))
  await scope.remove(view, own ?? sql`false`)
  await scope.remove(viewPlace, eq(viewPlace.callerId, caller))
}

/**
 * Version history of tools: one row per change, without secrets, of which the latest are kept. Complete states, no
 * differences; restoring one is an ordinary change, with the same conflicts and checks.
 */
import { and, eq, lte, sql } from 'drizzle-orm'
import { Actor } from '#contract/activity.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { keptVersions, ToolState, type ToolVersion, type ToolVersionDetail } from '#contract/tool-version.ts'
import { tool, toolVersion } from '#server/store/tables/tool.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { ToolChanges } from './tool-changes.ts'

/** Author, changes and state of a version. */
export interface VersionFacts extends ToolChanges {
  author: Actor
  state: ToolState
}

/** Stores a new version and deletes those beyond the limit. To be called in the transaction of the change. */
export async function recordVersion(
  scope: Scope,
  toolId: string,
  number: number,
  { author, changed, secrets, state }: VersionFacts,
): Promise<void> {
  const actor = { actorKind: author.kind, actorId: author.id, actorName: author.name }
  await scope.insert(toolVersion, [{ toolId, number, ...actor, changed, changedSecrets: secrets, state }])
  const tooOld = and(eq(toolVersion.toolId, toolId), lte(toolVersion.number, number - keptVersions))
  if (tooOld && number > keptVersions) await scope.remove(toolVersion, tooOld)
}

const fields = {
  number: toolVersion.number,
  at: toolVersion.at,
  actorKind: toolVersion.actorKind,
  actorId: toolVersion.actorId,
  actorName: toolVersion.actorName,
  changed: toolVersion.changed,
  changedSecrets: toolVersion.changedSecrets,
}

type Row = Omit<typeof toolVersion.$inferSelect, 'accountId' | 'toolId' | 'state'>

const toVersion = (row: Row): ToolVersion => ({
  number: row.number,
  at: row.at.toISOString(),
  by: row.actorKind === null ? null : Actor.parse({ kind: row.actorKind, id: row.actorId, name: row.actorName }),
  changed: row.changed,
  secrets: row.changedSecrets,
})

const hasTool = async (scope: Scope, id: string): Promise<boolean> => (await scope.count(tool, eq(tool.id, id), 1)) > 0

const orderings = { number: { expression: sql`${toolVersion.number}`, type: 'int8', nullable: false } } as const

/** Latest first; null if the tool does not exist in the account. */
export async function listToolVersions(
  scope: Scope,
  toolId: string,
  query: PageQuery,
): Promise<Page<ToolVersion> | null> {
  if (!(await hasTool(scope, toolId))) return null
  const where = eq(toolVersion.toolId, toolId)
  const read = (part: PagePart) =>
    scope.select(toolVersion, { ...fields, ...part.fields }, and(where, part.condition)).orderBy(...part.order)
  return readPage({
    scope,
    table: toolVersion,
    where,
    name: `tool version ${toolId}`,
    keys: sortKeys(orderings, query.ordering, '-number'),
    id: sql`${toolVersion.number}::text`,
    query,
    read,
    toResult: toVersion,
  })
}

/** Null if the version does not exist, or is no longer stored. */
export async function readToolVersion(scope: Scope, toolId: string, number: number): Promise<ToolVersionDetail | null> {
  const where = and(eq(toolVersion.toolId, toolId), eq(toolVersion.number, number))
  const [row] = await scope.select(toolVersion, { ...fields, state: toolVersion.state }, where)
  return row ? { ...toVersion(row), ...ToolState.parse(row.state) } : null
}

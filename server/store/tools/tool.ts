/** Tools: list, read, create, change, remove. Secrets are sealed in a separate column (tool-secrets.ts). */
import { and, eq, gte, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { ToolCategory } from '#contract/values/category.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import type { Tool, toolOrderings } from '#contract/tool.ts'
import { newId } from '#lib/id.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { formatMicros } from '#lib/money/money.ts'
import { bindWaitingKeys, unbindTool } from '#server/store/flows/binding.ts'
import { costSince } from '#server/store/flows/flow-fields.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { flowBinding, isLiveBinding } from '#server/store/tables/flow.ts'
import { tool, toolDay } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { recordVersion, type VersionFacts } from './tool-version.ts'
import { matches, searchWords } from '#server/store/query/search.ts'

/** Longest key (contract/tool.ts), minus space for a number. */
const maxStem = 57

/** Default key of a tool: "tool" if its name has no Latin letters. */
export const defaultToolKey = (name: string): string => keyOfName(name, maxStem) || 'tool'

/** `wanted`, or `wanted_2` and so on, the first free one. */
export function freeToolKey(wanted: string, takenKeys: ReadonlySet<string>): string {
  let key = wanted
  for (let number = 2; takenKeys.has(key); number += 1) key = `${wanted}_${number}`
  return key
}

/** Number of flows that use the tool, in a node or as a secret. */
const usedBy = (scope: Scope): SQL<number> =>
  sql<number>`${scope.select(
    flowBinding,
    { flows: sql`count(distinct ${flowBinding.flowId})::int` },
    and(inArray(flowBinding.kind, ['tool', 'secret']), eq(flowBinding.targetId, tool.id), isLiveBinding),
  )}`

/** A total of the last 30 days. */
const summed = (scope: Scope, now: Date, field: SQL): SQL =>
  sql`${scope.select(
    toolDay,
    { sum: sql`coalesce(sum(${field}), 0)::int8` },
    and(eq(toolDay.toolId, tool.id), gte(toolDay.day, costSince(now))),
  )}`

const sums = (scope: Scope, now: Date) => ({
  calls: summed(scope, now, sql`${toolDay.calls}`),
  cost: summed(scope, now, sql`${toolDay.cost}`),
})

const toolFields = (scope: Scope, { calls, cost }: ReturnType<typeof sums>) => ({
  id: tool.id,
  key: tool.key,
  name: tool.name,
  description: tool.description,
  category: tool.category,
  enabled: tool.enabled,
  inputSchema: sql<JsonRecord | null>`${tool.inputSchema}`,
  outputSchema: sql<JsonRecord | null>`${tool.outputSchema}`,
  config: sql<JsonRecord>`${tool.config}`,
  version: tool.version,
  costHint: tool.costHint,
  createdAt: tool.createdAt,
  updatedAt: tool.updatedAt,
  sample: tool.sample,
  usedByCount: usedBy(scope),
  calls: sql<string>`${calls}::text`,
  cost: sql<string>`${cost}::text`,
})

type Row = Omit<typeof tool.$inferSelect, 'accountId' | 'secrets' | 'inputSchema' | 'outputSchema' | 'config'> & {
  inputSchema: JsonRecord | null
  outputSchema: JsonRecord | null
  config: JsonRecord
  usedByCount: number
  calls: string
  cost: string
}

const toTool = (row: Row): Tool => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  category: ToolCategory.parse(row.category),
  enabled: row.enabled,
  input_schema: row.inputSchema,
  output_schema: row.outputSchema,
  config: row.config,
  used_by_count: row.usedByCount,
  version: row.version,
  cost_hint: row.costHint === null ? null : formatMicros(row.costHint),
  calls_last_30_days: Number(row.calls),
  cost_last_30_days: formatMicros(BigInt(row.cost)),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  sample: row.sample,
})

const orderings = (count: SQL, { calls, cost }: ReturnType<typeof sums>) =>
  ({
    name: { expression: sql`lower(${tool.name})`, type: 'text', nullable: false },
    key: { expression: sql`${tool.key}`, type: 'text', nullable: false },
    category: { expression: sql`${tool.category}`, type: 'text', nullable: false },
    used_by_count: { expression: count, type: 'int8', nullable: false },
    calls_last_30_days: { expression: calls, type: 'int8', nullable: false },
    cost_last_30_days: { expression: cost, type: 'int8', nullable: false },
    created_at: { expression: sql`${tool.createdAt}`, type: 'timestamptz', nullable: false },
    updated_at: { expression: sql`${tool.updatedAt}`, type: 'timestamptz', nullable: false },
  }) as const satisfies Record<(typeof toolOrderings)[number], unknown>

export interface ToolListQuery extends PageQuery {
  category?: ToolCategory | undefined
  search?: string | undefined
}

const found = (search: string | undefined) =>
  searchWords(search, (pattern) => [
    matches(sql`${tool.name}`, pattern),
    matches(sql`${tool.key}`, pattern),
    matches(sql`${tool.description}`, pattern),
  ])

export function listTools(scope: Scope, query: ToolListQuery, now: Date): Promise<Page<Tool>> {
  const where = and(query.category ? eq(tool.category, query.category) : undefined, found(query.search))
  const sum = sums(scope, now)
  const keys = sortKeys(orderings(usedBy(scope), sum), query.ordering, 'name')
  const read = ({ fields, condition, order }: PagePart) =>
    scope.select(tool, { ...toolFields(scope, sum), ...fields }, and(where, condition)).orderBy(...order)
  const name = `tool ${query.ordering ?? ''}`
  return readPage({ scope, table: tool, where, name, keys, id: sql`${tool.id}`, query, read, toResult: toTool })
}

/** Number of search results per category. */
export async function countCategories(scope: Scope, search: string | undefined): Promise<Record<ToolCategory, number>> {
  const counts = { api: 0, transform: 0, condition: 0, agent: 0, code: 0, global: 0 }
  const fields = { category: tool.category, tools: sql<number>`count(*)::int` }
  const rows = await scope.select(tool, fields, found(search)).groupBy(tool.category)
  for (const { category, tools } of rows) counts[ToolCategory.parse(category)] = tools
  return counts
}

/** `sealed` must never be in a response. */
export interface FoundTool {
  tool: Tool
  sealed: Buffer | null
}

/** Null if the tool does not exist in this account. */
export async function readTool(scope: Scope, id: string, now: Date): Promise<FoundTool | null> {
  const fields = { ...toolFields(scope, sums(scope, now)), sealed: tool.secrets }
  const [row] = await scope.select(tool, fields, eq(tool.id, id))
  return row ? { tool: toTool(row), sealed: row.sealed } : null
}

/** Keys in use that begin with `start`. */
export async function keysLike(scope: Scope, start: string): Promise<Set<string>> {
  const rows = await scope.select(
    tool,
    { key: tool.key },
    or(eq(tool.key, start), like(tool.key, `${start.replaceAll('_', String.raw`\_`)}%`)),
  )
  return new Set(rows.map((row) => row.key))
}

export interface ToolFacts {
  key: string
  name: string
  description: string
  enabled: boolean
  inputSchema: JsonRecord | null
  outputSchema: JsonRecord | null
  config: JsonRecord
  secrets: Buffer | null
}

export const newToolId = (): string => newId('tool')

const isSecret = (category: ToolCategory, config: JsonRecord) => category === 'global' && config['secret'] === true

/** Creates a tool and binds it to flows in which no tool is bound to its key. False if the key is taken. */
export function createTool(
  scope: Scope,
  { id, category }: Pick<Tool, 'id' | 'category'>,
  facts: ToolFacts,
  version: VersionFacts,
): Promise<boolean> {
  return scope.transaction(async (tx) => {
    const made = await tx
      .insert(tool, [{ id, category, ...facts }])
      .onConflictDoNothing()
      .returning({ id: tool.id })
    if (made.length === 0) return false
    await recordVersion(tx, id, 1, version)
    await bindWaitingKeys(tx, { id, key: facts.key, secret: isSecret(category, facts.config) })
    return true
  })
}

/** Changes a tool and increments its version, in a transaction that locks it. False if the key is taken. */
export function changeTool(scope: Scope, before: Tool, facts: ToolFacts, version: VersionFacts): Promise<boolean> {
  return scope.transaction(async (tx) => {
    const takenKeys = facts.key !== before.key && (await tx.count(tool, eq(tool.key, facts.key), 1)) > 0
    if (takenKeys) return false
    const change = { ...facts, version: sql`${tool.version} + 1`, updatedAt: sql`now()` }
    await tx.update(tool, change, eq(tool.id, before.id))
    await recordVersion(tx, before.id, before.version + 1, version)
    await bindWaitingKeys(tx, { id: before.id, key: facts.key, secret: isSecret(before.category, facts.config) })
    return true
  })
}

/** Deletes a tool and returns its name; null if there is none. Flows that use it then report it as missing. */
export function removeTool(scope: Scope, id: string): Promise<string | null> {
  return scope.transaction(async (tx) => {
    const [gone] = await tx.remove(tool, eq(tool.id, id)).returning({ name: tool.name })
    if (!gone) return null
    await unbindTool(tx, id)
    return gone.name
  })
}

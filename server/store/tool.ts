/** Tools: list, read, make, change, remove. Their secrets lie sealed in a column of their own (tool-secrets.ts). */
import { and, eq, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { ToolCategory } from '#contract/category.ts'
import type { Page, PageQuery } from '#contract/page.ts'
import type { Tool, toolOrderings } from '#contract/tool.ts'
import { newId } from '#lib/id.ts'
import type { JsonRecord } from '#lib/json.ts'
import { formatMicros } from '#lib/money.ts'
import { offerTool, withdrawTool } from './binding.ts'
import { readPage, sortKeys, type PagePart } from './page-sql.ts'
import { flowBinding } from '#server/store/tables/flow.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from './scope.ts'
import { matches, searchWords } from './search-words.ts'

/** Flows that use the tool, whether by node or as a secret. */
const usedBy = (scope: Scope): SQL<number> =>
  sql<number>`${scope.select(
    flowBinding,
    { flows: sql`count(distinct ${flowBinding.flowId})::int` },
    and(inArray(flowBinding.kind, ['tool', 'secret']), eq(flowBinding.targetId, tool.id)),
  )}`

const toolFields = (scope: Scope) => ({
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
})

type Row = Omit<typeof tool.$inferSelect, 'accountId' | 'secrets' | 'inputSchema' | 'outputSchema' | 'config'> & {
  inputSchema: JsonRecord | null
  outputSchema: JsonRecord | null
  config: JsonRecord
  usedByCount: number
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
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  sample: row.sample,
})

const orderings = (count: SQL) =>
  ({
    name: { expression: sql`lower(${tool.name})`, type: 'text', nullable: false },
    key: { expression: sql`${tool.key}`, type: 'text', nullable: false },
    category: { expression: sql`${tool.category}`, type: 'text', nullable: false },
    used_by_count: { expression: count, type: 'int8', nullable: false },
    created_at: { expression: sql`${tool.createdAt}`, type: 'timestamptz', nullable: false },
    updated_at: { expression: sql`${tool.updatedAt}`, type: 'timestamptz', nullable: false },
  }) as const satisfies Record<(typeof toolOrderings)[number], unknown>

export interface ToolListQuery extends PageQuery {
  category?: ToolCategory | undefined
  search?: string | undefined
}

export function listTools(scope: Scope, query: ToolListQuery): Promise<Page<Tool>> {
  const where = and(
    query.category ? eq(tool.category, query.category) : undefined,
    searchWords(query.search, (pattern) => [
      matches(sql`${tool.name}`, pattern),
      matches(sql`${tool.key}`, pattern),
      matches(sql`${tool.description}`, pattern),
    ]),
  )
  const keys = sortKeys(orderings(usedBy(scope)), query.ordering, 'name')
  const read = ({ fields, condition, order }: PagePart) =>
    scope.select(tool, { ...toolFields(scope), ...fields }, and(where, condition)).orderBy(...order)
  const name = `tool ${query.ordering ?? ''}`
  return readPage({ scope, table: tool, where, name, keys, id: sql`${tool.id}`, query, read, toResult: toTool })
}

/** Null where there is none in this account. `sealed` is never for an answer. */
export async function readTool(scope: Scope, id: string): Promise<{ tool: Tool; sealed: Buffer | null } | null> {
  const [row] = await scope.select(tool, { ...toolFields(scope), sealed: tool.secrets }, eq(tool.id, id))
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

/** False where the key is taken. Flows that were waiting for the key get the tool. */
export function createTool(scope: Scope, id: string, category: ToolCategory, facts: ToolFacts): Promise<boolean> {
  return scope.transaction(async (tx) => {
    const made = await tx
      .insert(tool, [{ id, category, ...facts }])
      .onConflictDoNothing()
      .returning({ id: tool.id })
    if (made.length === 0) return false
    await offerTool(tx, { id, key: facts.key, secret: isSecret(category, facts.config) })
    return true
  })
}

/** Changes a tool if it is still at `version`, which counts up. The caller has read it; a taken key is told apart. */
export function changeTool(
  scope: Scope,
  before: Tool,
  facts: ToolFacts,
): Promise<'changed' | 'conflict' | 'key taken'> {
  return scope.transaction(async (tx) => {
    const taken = facts.key !== before.key && (await tx.count(tool, eq(tool.key, facts.key), 1)) > 0
    if (taken) return 'key taken'
    const change = { ...facts, version: sql`${tool.version} + 1`, updatedAt: sql`now()` }
    const rows = await tx
      .update(tool, change, sql`${and(eq(tool.id, before.id), eq(tool.version, before.version))}`)
      .returning({ id: tool.id })
    if (rows.length === 0) return 'conflict'
    await offerTool(tx, { id: before.id, key: facts.key, secret: isSecret(before.category, facts.config) })
    return 'changed'
  })
}

/** Answers the tool's name; null where there is none. Flows that use it say from then on that it is missing. */
export function removeTool(scope: Scope, id: string): Promise<string | null> {
  return scope.transaction(async (tx) => {
    const [gone] = await tx.remove(tool, eq(tool.id, id)).returning({ name: tool.name })
    if (!gone) return null
    await withdrawTool(tx, id)
    return gone.name
  })
}

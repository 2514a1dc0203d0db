/**
 * Search in the definitions of all flows, by one text per flow in `flow_text` with a trigram index. Lines and queries
 * are folded by the same Unicode rules (flow/find/find-query.ts), so that results do not depend on the locale.
 */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  definitionFields,
  maxFoundFlows,
  maxListedNodes,
  type DefinitionMatch,
  type FlowSearchResult,
  type FoundFlow,
} from '#contract/flows/flow-search.ts'
import { FlowStatus } from '#contract/flow.ts'
import { excerptOf, foldDefinitionQuery, type DefinitionText } from '#flow/find/definition-text.ts'
import { foldText } from '#flow/find/find-query.ts'
import { isStatementTimeout } from '#server/store/db/database-error.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { hasTrigram, trigramText } from '#server/store/query/trigram-text.ts'
import { flow, flowText, flowTextPending } from '#server/store/tables/flow.ts'

/** A document whose text is to be read. */
export interface PendingText {
  account: string
  flow: string
  revision: bigint
}

/** Flows with a new document, oldest first, of all accounts; those after a revision. */
export const pendingTexts = (db: Executor, after: bigint, limit: number): Promise<PendingText[]> =>
  db
    .select({
      account: flowTextPending.accountId,
      flow: flowTextPending.flowId,
      revision: flowTextPending.revision,
    })
    .from(flowTextPending)
    .where(sql`${flowTextPending.revision} > ${after}`)
    .orderBy(flowTextPending.revision)
    .limit(limit)

/** The columns of a text. */
export const flowTextRow = ({ nodes, lines }: DefinitionText) => ({
  searchText: lines.map(({ text }) => trigramText(foldText(text))).join('\n'),
  lines: lines.map(({ field, path, text }) => JSON.stringify([field, path, text])),
  lineNodes: lines.map(({ node }) => node + 1),
  nodes: nodes.map(({ id, name, type }) => JSON.stringify([id, name, type])),
})

/** Stores the text of a document, unless the flow was deleted or its document was written again in the meantime. */
export function saveText(scope: Scope, { flow: flowId, revision }: PendingText, text: DefinitionText): Promise<void> {
  const row = flowTextRow(text)
  return scope.transaction(async (tx) => {
    const isCurrent = sql`${and(eq(flowTextPending.flowId, flowId), eq(flowTextPending.revision, revision))}`
    const [current] = await tx.remove(flowTextPending, isCurrent).returning({ flowId: flowTextPending.flowId })
    if (!current) return
    const key = [flowText.accountId, flowText.flowId]
    await tx.insert(flowText, [{ flowId, ...row }]).onConflictDoUpdate({ target: key, set: row })
  })
}

/**
 * Newest flows that are searched first, without the index. They are all of a small account; and if many of them contain
 * the text, so do many others, which the index would take long to find. Reading a text takes about 20 µs.
 */
const maxProbed = 200
/** Minimum number of matches among them that is enough. */
const manyMatches = 25
/** Newest flows that are searched if the index does not find the text, or finds more flows than are counted. */
const maxNewest = 2000

/** The newest flows of an account, latest change first, and whether each contains the text. */
async function searchNewest(scope: Scope, pattern: string, among: number): Promise<{ id: string; found: boolean }[]> {
  const newest = scope
    .select(flow, { id: flow.id, updatedAt: flow.updatedAt })
    .orderBy(desc(flow.updatedAt), desc(flow.id))
    .limit(among)
  const { rows } = await scope.withAccount((db, account) =>
    // "offset 0" keeps the planner from reading the texts of all other flows.
    db.execute<{ id: string; found: boolean }>(sql`
      select newest.id, coalesce(own.text like ${pattern}, false) as found from (${newest}) as newest (id, updated_at)
      left join lateral (
        select ${flowText.searchText} from ${flowText} where ${flowText.accountId} = ${account} and ${flowText.flowId} = newest.id offset 0
      ) as own (text) on true
      order by newest.updated_at desc, newest.id desc`),
  )
  return rows
}

/** Ids of flows that contain the text, latest change first; at most `maxFoundFlows` and one more. */
function indexedWith(scope: Scope, pattern: string): SQL {
  const found = scope
    .select(flowText, { id: flowText.flowId }, sql`${flowText.searchText} like ${pattern}`)
    .limit(maxFoundFlows + 1)
  const flows = scope.select(flow, { id: flow.id }, sql`${flow.id} in (select found.id from (${found}) as found (id))`)
  return sql`${flows.orderBy(desc(flow.updatedAt), desc(flow.id))}`
}

/**
 * Maximum time in ms of a search by the index, on Postgres: it reads the text of every flow that contains all parts of
 * the query, even if none contains them in this order.
 */
const maxIndexedMs = 1000

/** Null if the index does not find the text, or took too long. */
async function indexedIds(scope: Scope, pattern: string): Promise<string[] | null> {
  if (!hasTrigram(pattern)) return null
  try {
    return await scope.transaction((tx) =>
      tx.withAccount(async (db) => {
        // The planner has no statistics of long texts, and might read all of them.
        await db.execute(sql`set local enable_seqscan = off`)
        await db.execute(sql.raw(`set local statement_timeout = ${maxIndexedMs}`))
        return (await db.execute<{ id: string }>(indexedWith(tx, pattern))).rows.map(({ id }) => id)
      }),
    )
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}

interface FoundIds {
  ids: string[]
  count: number
  more: boolean
  isPartial: boolean
}

async function findIds(scope: Scope, query: string, limit: number, probed: number): Promise<FoundIds> {
  // The trigram form contains no characters that are special in a pattern.
  const pattern = `%${trigramText(query)}%`
  const newestWith = async (among: number) => {
    const rows = await searchNewest(scope, pattern, among)
    return { ids: rows.filter(({ found }) => found).map(({ id }) => id), areAll: rows.length < among }
  }
  const first = await newestWith(probed)
  const { length: count } = first.ids
  if (first.areAll || count >= Math.max(limit, manyMatches))
    return { ids: first.ids.slice(0, limit), count, more: !first.areAll, isPartial: false }
  const indexed = await indexedIds(scope, pattern)
  if (indexed !== null && indexed.length <= maxFoundFlows)
    return { ids: indexed.slice(0, limit), count: indexed.length, more: false, isPartial: false }
  // Of more flows than are counted, those that the index finds first are not the newest.
  const { ids } = await newestWith(maxNewest)
  if (indexed === null) return { ids: ids.slice(0, limit), count: ids.length, more: true, isPartial: true }
  return { ids: [...new Set([...ids, ...indexed])].slice(0, limit), count: maxFoundFlows, more: true, isPartial: false }
}

const Line = z.tuple([z.enum(definitionFields), z.string(), z.string()])
const LineNode = z.tuple([z.string(), z.string(), z.string()])

interface MatchRow extends Record<string, unknown> {
  id: string
  name: string
  status: string
  /** Number of nodes with a match. */
  count: string
  line: string
  /** Null = the flow itself. */
  node: string | null
}

function toMatch({ line, node }: MatchRow, query: string): DefinitionMatch[] {
  const [field, path, text] = Line.parse(JSON.parse(line))
  const excerpt = excerptOf(text, query)
  if (excerpt === null) return []
  const [id, name, type] = node === null ? ['', '', ''] : LineNode.parse(JSON.parse(node))
  return [{ node: node === null ? null : { id, name, type }, field, path, ...excerpt }]
}

/** The flows in the order of `ids`, each with the first matching line of its first nodes. */
async function readMatches(scope: Scope, ids: readonly string[], query: string): Promise<FoundFlow[]> {
  const { rows } = await scope.withAccount((db, account) =>
    db.execute<MatchRow>(sql`
      select ${flow.id} as id, ${flow.name} as name, ${flow.status} as status, hit.count, ${flowText.lines}[hit.at] as line,
        ${flowText.nodes}[hit.node] as node
      from ${flow} join ${flowText} on ${flowText.accountId} = ${account} and ${flowText.flowId} = ${flow.id},
      lateral (
        select min(line.at) as at, line.node, count(*) over () as count
        from unnest(string_to_array(${flowText.searchText}, E'\n'), ${flowText.lineNodes}) with ordinality as line (text, node, at)
        where line.text like ${`%${trigramText(query)}%`} group by line.node order by min(line.at) limit ${maxListedNodes}
      ) as hit
      where ${flow.accountId} = ${account} and ${flow.id} = any(${sql.param([...ids])}) order by hit.at`),
  )
  return ids.flatMap((id) => {
    const ofFlow = rows.filter((row) => row.id === id)
    const [first] = ofFlow
    if (first === undefined) return []
    const matches = ofFlow.flatMap((row) => toMatch(row, query))
    if (matches.length === 0) return []
    return {
      flow: { id, name: first.name, status: FlowStatus.parse(first.status) },
      match_count: Number(first.count),
      matches,
    }
  })
}

/** Maximum number of pending flows that are counted. */
const maxPending = 100_000

/**
 * Flows whose definition contains a text, in any case and with any accents.
 * @param probed number of newest flows that are searched before the index is used
 */
export async function searchDefinitions(
  scope: Scope,
  text: string,
  limit: number,
  probed: number = maxProbed,
): Promise<FlowSearchResult> {
  const query = foldDefinitionQuery(text)
  const pending = await scope.count(flowTextPending, undefined, maxPending)
  if (query === '') return { count: 0, more: false, results: [], is_partial: false, pending }
  const { ids, count, more, isPartial } = await findIds(scope, query, limit, probed)
  const results = ids.length === 0 ? [] : await readMatches(scope, ids, query)
  return { count, more, results, is_partial: isPartial, pending }
}

/**
 * Database queries of the service, and the rows that each statement reads: numbers that do not depend on the load of
 * the machine.
 */
import pg from 'pg'
import { z } from 'zod'

export interface Statement {
  text: string
  values: unknown[]
}

let recordedStatements: Statement[] | null = null

const isText = (value: unknown): value is { text: string; values?: unknown } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Records the statements of connections that are opened from now on. */
export function listenToStatements(): void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof query !== 'function') throw new Error('pg.Client has no method "query".')
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...given: unknown[]): unknown {
      const [first, second] = given
      if (typeof first === 'string') recordedStatements?.push({ text: first, values: listOf(second) })
      else if (isText(first)) recordedStatements?.push({ text: first.text, values: listOf(first.values ?? second) })
      return Reflect.apply(query, this, given)
    },
  })
}

/** The read statements that `work` runs. */
export async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const list: Statement[] = []
  recordedStatements = list
  try {
    await work()
  } finally {
    recordedStatements = null
  }
  return list.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text) && !/\bfor update\b/i.test(text))
}

const planNodeFields = {
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  'Rows Removed by Join Filter': z.number().optional(),
}
interface Node extends z.infer<z.ZodObject<typeof planNodeFields>> {
  Plans?: Node[] | undefined
}
const Node: z.ZodType<Node> = z.looseObject({ ...planNodeFields, Plans: z.lazy(() => z.array(Node)).optional() })
const Explained = z.tuple([z.looseObject({ Plan: Node, 'Execution Time': z.number() })])

export interface Plan {
  statement: Statement
  /** Rows of tables and entries of bitmap indexes that were examined, including those that did not match. */
  read: number
  /** The largest full table scan that discarded most of its rows, and how many it read; null if there was none. */
  scanned: { table: string; rows: number } | null
  /** Execution time in the database, in ms. */
  ms: number
  /** The plan as text. */
  lines: string[]
}

const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** Whether a scan discards over three quarters of its rows; if more of them match, a scan is appropriate. */
const discardsManyRows = (node: Node): boolean => (node['Rows Removed by Filter'] ?? 0) > 3 * node['Actual Rows']

function* nodesOf(node: Node, depth = 0): Generator<{ node: Node; depth: number }> {
  yield { node, depth }
  for (const inner of node.Plans ?? []) yield* nodesOf(inner, depth + 1)
}

const isRead = (node: Node): boolean => node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan'

function lineOf(node: Node, depth: number): string {
  const on = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined).join(' by ')
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const counts = `rows ${node['Actual Rows']}${removed > 0 ? `, discarded ${removed}` : ''} × ${node['Actual Loops']}`
  return `${'  '.repeat(depth)}${node['Node Type']}${on === '' ? '' : ` ${on}`}: ${counts}`
}

/** Runs a read again with EXPLAIN ANALYZE. */
export async function planOf(pool: pg.Pool, statement: Statement): Promise<Plan> {
  const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, format json) ${statement.text}`,
    statement.values,
  )
  const [{ Plan: root, 'Execution Time': ms }] = Explained.parse(rows[0]?.['QUERY PLAN'])
  const nodes = [...nodesOf(root)]
  const scans = nodes
    .filter(({ node }) => node['Node Type'] === 'Seq Scan' && discardsManyRows(node))
    .map(({ node }) => ({ table: node['Relation Name'] ?? '', rows: readBy(node) }))
    .toSorted((a, b) => b.rows - a.rows)
  return {
    statement,
    read: nodes.filter(({ node }) => isRead(node)).reduce((sum, { node }) => sum + readBy(node), 0),
    scanned: scans[0] ?? null,
    ms,
    lines: nodes.map(({ node, depth }) => lineOf(node, depth)),
  }
}

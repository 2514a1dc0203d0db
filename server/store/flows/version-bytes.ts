/** Documents of versions: the live one in `flow_document`, others computed from `flow_version`. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { flow } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { applyDeltas } from './document-delta.ts'

interface Version {
  flowId: string
  number: number
}

export const isVersionLive = ({ flowId, number }: Version): SQL | undefined =>
  and(eq(flow.id, flowId), eq(flow.liveVersion, number))

const liveBody = (account: string, { flowId, number }: Version): SQL => sql`
  select d.body from flow f join flow_document d on d.account_id = f.account_id and d.flow_id = f.id
  where f.account_id = ${account} and f.id = ${flowId} and f.live_version = ${number}`

/** The version itself, and those from which it is computed, in order. */
const storedBodies = (account: string, { flowId, number }: Version): SQL => sql`
  select v.number, v.body from flow_version v
  where v.account_id = ${account} and v.flow_id = ${flowId} and v.number between (
    select whole_number from flow_version where account_id = ${account} and flow_id = ${flowId} and number = ${number}) and ${number}
  order by v.number`

type Rows = (statement: SQL) => Promise<{ rows: Record<string, unknown>[] }>

async function bytesOf(rowsOf: Rows, account: string, version: Version): Promise<Buffer | null> {
  const [live] = (await rowsOf(liveBody(account, version))).rows
  if (live) return Buffer.from(String(live['body']))
  const { rows } = await rowsOf(storedBodies(account, version))
  const [whole, ...deltas] = rows.map(({ body }) => String(body))
  if (whole === undefined || Number(rows.at(-1)?.['number']) !== version.number) return null
  return applyDeltas(Buffer.from(whole), deltas)
}

/** The document of a version as JSON in UTF-8; null if it does not exist. */
export const readVersionBytes = (scope: Scope, version: Version): Promise<Buffer | null> =>
  scope.withAccount((db, account) => bytesOf((statement) => db.execute(statement), account, version))

const dialect = new PgDialect()

/** Like `readVersionBytes`, on a pool or a client. */
export const readVersionBytesOf = (
  db: Pick<pg.ClientBase, 'query'>,
  account: string,
  version: Version,
): Promise<Buffer | null> => {
  const rowsOf: Rows = (statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    return db.query(text, params)
  }
  return bytesOf(rowsOf, account, version)
}

/**
 * Writes a logical backup as JSON lines, in the same format for both databases: a header; for each table a line with
 * its columns and one line per row, with all values in the database's text form; finally a line with the number of
 * rows, by which a truncated file is detected. All tables are read in one snapshot.
 */
import type pg from 'pg'
import { secretKeyFingerprint, fingerprintRow } from '#server/base/secret-key-fingerprint.ts'
import { about } from '#server/base/installation.ts'
import { backupFormat, backupTables, backupVersion, withoutSecrets, columnsOf, quotedIdentifier } from './tables.ts'

export interface BackupOptions {
  /** True: includes secrets, encrypted with SECRET_KEY. False: omits them and marks them as not set. */
  withSecrets: boolean
  secretKey: string
  now: Date
}

/** Rows per fetch. */
const batchRows = 1000

const line = (value: unknown) => `${JSON.stringify(value)}\n`

async function* rowsOf(client: pg.PoolClient, table: string, withSecrets: boolean): AsyncGenerator<string, number> {
  const columns = await columnsOf(client, table)
  yield line({ table, columns: columns.map(({ name }) => name) })
  const values = columns.map(
    ({ name }) => (withSecrets ? null : withoutSecrets(table, name)) ?? `${quotedIdentifier(name)}::text`,
  )
  await client.query(
    `declare backup_rows no scroll cursor for select array[${values.join(', ')}] as row from ${quotedIdentifier(table)}${table === 'installation' ? ` where name <> '${fingerprintRow}'` : ''}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ row: (string | null)[] }>(`fetch ${batchRows} from backup_rows`)
    if (rows.length === 0) break
    count += rows.length
    yield rows.map(({ row }) => line(row)).join('')
  }
  await client.query('close backup_rows')
  return count
}

/** Lines of a backup. The embedded database has one session, so other requests wait for the end of the backup. */
export async function* backupLines(
  pool: pg.Pool,
  { withSecrets, secretKey, now }: BackupOptions,
): AsyncGenerator<string> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      "set local timezone to 'UTC'; set local bytea_output to 'hex'; set local datestyle to 'ISO'; set local extra_float_digits to 1",
    )
    const head = { format: backupFormat, version: backupVersion, created_at: now.toISOString(), generator: about }
    yield line({
      ...head,
      secrets: withSecrets ? 'encrypted' : 'none',
      key: withSecrets ? secretKeyFingerprint(secretKey) : null,
    })
    let rows = 0
    for (const table of backupTables) rows += yield* rowsOf(client, table, withSecrets)
    yield line({ end: true, rows })
    await client.query('commit')
    broken = false
  } finally {
    // If reading was aborted, the transaction is still open.
    client.release(broken)
  }
}

/** The backup as a byte stream. */
export function backupStream(pool: pg.Pool, options: BackupOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const lines = backupLines(pool, options)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

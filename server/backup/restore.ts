/** Restores a backup into an empty database, embedded or Postgres, in one transaction. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { CommandError } from '#server/base/fault.ts'
import { hasMatchingSecretKey, secretKeyFingerprint } from '#server/base/secret-key-fingerprint.ts'
import { endRestoredRuns } from '#server/store/engine/engine-recovery.ts'
import { backupFormat, backupTables, backupVersion, columnsOf, quotedIdentifier } from './tables.ts'

const Head = z.object({
  format: z.literal(backupFormat),
  version: z.int(),
  created_at: z.string(),
  secrets: z.enum(['none', 'encrypted']),
  key: z.string().nullable(),
})
const TableLine = z.object({ table: z.enum(backupTables), columns: z.array(z.string()) })
const Row = z.array(z.string().nullable())
const End = z.object({ end: z.literal(true), rows: z.int() })

/** Rows per insert statement. */
const batchRows = 500

const gzipMark = 0x1f8b

/** Lines of a file; must be read immediately, since lines that arrive before a reader is attached are lost. */
async function linesOf(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file).catch(() => {
    throw new CommandError(`${file} cannot be read. Check the path and the permissions.`)
  })
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const packed = buffer.readUInt16BE() === gzipMark
  const bytes = createReadStream(file)
  const input = packed ? bytes.pipe(createGunzip()) : bytes
  bytes.once('error', (error) => input.destroy(error))
  return createInterface({ input, crlfDelay: Infinity })
}

const parse = <T>(schema: z.ZodType<T>, text: string, what: string): T => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  const read = schema.safeParse(value)
  if (!read.success)
    throw new CommandError(`This is not a backup, or it is damaged: ${what} is invalid. Nothing was written.`)
  return read.data
}

/** Writes rows of one table at a time. */
class TableWriter {
  readonly #client: pg.ClientBase
  readonly #statement: string
  readonly #width: number
  #rows: (string | null)[][] = []

  private constructor(client: pg.ClientBase, statement: string, width: number) {
    this.#client = client
    this.#statement = statement
    this.#width = width
  }

  static async open(client: pg.ClientBase, { table, columns }: z.infer<typeof TableLine>): Promise<TableWriter> {
    const known = new Map((await columnsOf(client, table)).map(({ name, type }) => [name, type]))
    const typed = columns.map((name) => {
      const type = known.get(name)
      if (type === undefined)
        throw new CommandError(
          `This backup has a column ${table}.${name}, which this version does not support. Use the version that wrote it, or a newer one. Nothing was written.`,
        )
      return { name: quotedIdentifier(name), type }
    })
    const lists = typed.map((_, index) => `$${index + 1}::text[]`)
    const statement = `insert into ${quotedIdentifier(table)} (${typed.map(({ name }) => name).join(', ')}) overriding system value
      select ${typed.map(({ type }, index) => `c${index}::${type}`).join(', ')} from unnest(${lists.join(', ')}) as rows(${typed.map((_, index) => `c${index}`).join(', ')})`
    return new TableWriter(client, statement, columns.length)
  }

  async add(row: (string | null)[]): Promise<void> {
    if (row.length !== this.#width)
      throw new CommandError('This backup is damaged: a row has the wrong number of values. Nothing was written.')
    this.#rows.push(row)
    if (this.#rows.length >= batchRows) await this.flush()
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 0) return
    await this.#client.query(
      this.#statement,
      Array.from({ length: this.#width }, (_, index) => rows.map((row) => row[index] ?? null)),
    )
  }
}

async function fill(client: pg.ClientBase, lines: AsyncIterable<string>, secretKey: string): Promise<number> {
  let head: z.infer<typeof Head> | null = null
  let writer: TableWriter | null = null
  let rows = 0
  let ended = false
  for await (const text of lines) {
    if (text === '') continue
    if (ended) throw new CommandError('This backup is damaged: it has lines after its end. Nothing was written.')
    if (!head) {
      head = parse(Head, text, 'the first line')
      checkHead(head, secretKey)
    } else if (text.startsWith('{"table"')) {
      await writer?.flush()
      writer = await TableWriter.open(client, parse(TableLine, text, 'the header of a table'))
    } else if (text.startsWith('{"end"')) {
      await writer?.flush()
      ended = true
      if (parse(End, text, 'the last line').rows !== rows)
        throw new CommandError('This backup is damaged: rows are missing. Nothing was written.')
    } else {
      if (!writer) throw new CommandError('This backup is damaged: it has a row without a table. Nothing was written.')
      await writer.add(parse(Row, text, `row ${rows + 1}`))
      rows += 1
    }
  }
  if (!ended) throw new CommandError('This backup is incomplete. Nothing was written. Create it again.')
  return rows
}

function checkHead(head: z.infer<typeof Head>, secretKey: string): void {
  if (head.version > backupVersion)
    throw new CommandError(
      `This backup has format version ${head.version}; this service reads ${backupVersion} and older. Use a newer version. Nothing was written.`,
    )
  if (head.key !== null && head.key !== secretKeyFingerprint(secretKey))
    throw new CommandError(
      'This backup contains secrets encrypted with another SECRET_KEY. Set the SECRET_KEY of the service that wrote it. Nothing was written.',
    )
}

/**
 * Backups of services without versions of flows: their runs used the only one, with a number that counted other changes,
 * and were not counted by version.
 */
async function fillVersions(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query('select 1 from run_version limit 1')
  if (rowCount !== 0) return
  await client.query('update run set flow_version = 1 where flow_version <> 1')
  await client.query(`insert into run_version (account_id, flow_id, number, is_test, sample, runs, failed, cost)
    select account_id, flow_id, 1, is_test, sample, sum(runs), coalesce(sum(runs) filter (where status in ('failed', 'timed_out')), 0), sum(cost)
    from run_day group by 1, 2, 4, 5`)
}

/**
 * Restores a file and returns the number of rows. Throws CommandError if the database is not empty, or if the
 * file is not a complete backup that this version and SECRET_KEY can read.
 */
export async function restore(pool: pg.Pool, file: string, secretKey: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Blocks set-up during the restore.
    await client.query('lock table account, installation in exclusive mode')
    const { rows: found } = await client.query('select 1 from account limit 1')
    if (found.length > 0)
      throw new CommandError(
        'This database already contains an account. Restore into an empty DATA_DIR or database. Nothing was written.',
      )
    await client.query('delete from installation')
    const count = await fill(client, await linesOf(file), secretKey)
    await hasMatchingSecretKey(client, secretKey)
    await endRestoredRuns(client)
    await client.query('update account set flow_cost_since = null')
    await fillVersions(client)
    // The version that wrote the backup may have checked flows in another way: they are counted again.
    await client.query('update flow set validation_summary = null')
    // Continues ledger sequences after the restored rows.
    await client.query(
      `select setval(pg_get_serial_sequence('ledger', 'seq'), coalesce((select max(seq) from ledger), 0) + 1, false)`,
    )
    await client.query('commit')
    for (const table of backupTables) await client.query(`analyze ${quotedIdentifier(table)}`)
    return count
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

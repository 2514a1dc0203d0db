/** Runs the built service on either database, with its commands, its memory use, and the table rows in a backup. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#scripts/postgres.mjs'
import { run } from '#scripts/program.mjs'
import { startService, type Service } from '#scripts/service.mjs'
import { benchKey } from '#bench/engine/service.ts'
import { z } from 'zod'

export const kinds = ['pglite', 'postgres'] as const
export type Kind = (typeof kinds)[number]

/** The only internal address that flows may call; all other addresses that are not public are refused. */
export const allowedHost = '127.0.0.2'

export interface Row {
  table: string
  /** Columns by name, as text from the database. */
  cells: Record<string, string | null>
}

export interface HostileService {
  kind: Kind
  process: Service
  /** Environment of the process, also for the commands. */
  env: Record<string, string>
  /** Runs the command behind `npm run NAME -- …`; returns the last line of its output. */
  command(...args: string[]): Promise<string>
  /** Content of the file that `npm run backup` writes. */
  backup(withSecrets: boolean): Promise<string>
  /** Restarts the process if it does not respond; returns whether it was restarted. */
  revive(): Promise<boolean>
  /** Resident memory in MB; 0 if the system does not report it. */
  memory(): number
  remove(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

const isAlive = async ({ url }: Service): Promise<boolean> =>
  fetch(`${url}/api/health/live`, { signal: AbortSignal.timeout(20_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Starts the service on an empty database of that kind. */
export async function startHostile(kind: Kind): Promise<HostileService> {
  const postgres = kind === 'postgres' ? await startPostgres() : null
  const settings = {
    LOG_LEVEL: 'debug',
    INITIAL_CREDIT: '100000.00',
    OUTGOING_ALLOW: allowedHost,
    SECRET_KEY: benchKey,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  }
  const process_ = await startService({ env: settings })
  const env = { ...settings, DATA_DIR: process_.dataDir }
  const command = async (...args: string[]) => {
    const { code, output } = await run(process.execPath, [join(root, 'dist/server/command.mjs'), ...args], {
      env: { ...process.env, ...env, LOG_LEVEL: 'error' },
    })
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
    return output.trim().split('\n').at(-1) ?? ''
  }
  return {
    kind,
    process: process_,
    env,
    command,
    async backup(withSecrets) {
      const file = join(process_.dataDir, 'hostile-backup')
      await command('backup', file, ...(withSecrets ? ['--with-secrets'] : []))
      const text = readFileSync(file, 'utf8')
      rmSync(file)
      return text
    },
    async revive() {
      if (await isAlive(process_)) return false
      await process_.stop('SIGKILL')
      await process_.start()
      return true
    },
    memory: () => memoryOf(process_.pid()),
    async remove() {
      await process_.remove()
      await postgres?.stop()
    },
  }
}

const Head = z.looseObject({ table: z.string(), columns: z.array(z.string()) })
const Cells = z.array(z.string().nullable())

/** The rows of a backup. */
export function rowsOf(backup: string): Row[] {
  const rows: Row[] = []
  let head: z.infer<typeof Head> | null = null
  for (const line of backup.split('\n')) {
    if (line === '') continue
    const value: unknown = JSON.parse(line)
    const next = Head.safeParse(value)
    if (next.success) head = next.data
    const cells = Cells.safeParse(value)
    if (!cells.success || !head) continue
    const { table, columns } = head
    rows.push({ table, cells: Object.fromEntries(columns.map((name, index) => [name, cells.data[index] ?? null])) })
  }
  return rows
}

/** The rows of an account, each as one line of text. */
export const rowsOfAccount = (rows: readonly Row[], account: string): string[] =>
  rows
    .filter(({ table, cells }) => (table === 'account' ? cells['id'] : cells['account_id']) === account)
    .map(({ table, cells }) => `${table} ${JSON.stringify(cells)}`)

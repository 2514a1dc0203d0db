/**
 * `npm run account|key|sample|backup|restore`. The embedded database allows one process: if a service runs, the command
 * is sent to it; otherwise, and on Postgres, the command opens the database itself.
 */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { backupLines } from '#server/backup/backup.ts'
import { commands, isCommandName } from '#server/commands/all.ts'
import type { CommandParts } from '#server/commands/command.ts'
import { readConfig, StartError, type Config } from '#server/base/config.ts'
import { Fault, CommandError } from '#server/base/fault.ts'
import { refuseOtherSecretKey } from '#server/base/secret-key-fingerprint.ts'
import { makeLog } from '#server/base/log.ts'
import { secretKeyOf } from './secret-key.ts'
import { openDatabase } from '#server/store/db/database.ts'
import { readLock, takeLock, type LockFile } from '#server/store/db/data-folder-lock.ts'
import { makeTemplate } from '#server/store/db/pglite.ts'
import { makeQueueTables } from '#server/engine/queue/queue.ts'

const backupHelp = `npm run backup -- FILE [--with-secrets]

Writes everything except sessions and temporary data into one file, which can be restored into either database. A file
whose name ends in .gz is compressed. Without --with-secrets, stored secrets are left out and must be entered again
after a restore. With --with-secrets, they are included, encrypted, and only an installation with the same SECRET_KEY
can use them. Passwords and keys are stored as hashes.
`

/** Sends a request to the service that has locked the data folder. */
async function callService({ url, token }: LockFile, path: string, init: RequestInit): Promise<Response> {
  if (url === null) throw new CommandError('The service is starting. Try again in a moment.')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api${path}`, { ...init, headers }).catch(() => {
    throw new CommandError(
      `The service that uses the data folder does not respond at ${url}. Restart or stop it, then try again.`,
    )
  })
  if (response.ok) return response
  const { detail } = z
    .object({ detail: z.string() })
    .catch({ detail: `It returned status ${response.status}.` })
    .parse(await response.json().catch(() => null))
  throw new CommandError(detail)
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let partFile = await reader.read(); !partFile.done; partFile = await reader.read()) yield partFile.value
}

/** Opens the database for one command. */
async function withDatabase<T>(
  config: Config,
  work: (parts: CommandParts) => Promise<T>,
  { anyKey = false } = {},
): Promise<T> {
  const lock = config.databaseUrl === null ? takeLock(config.dataDir) : null
  try {
    // Before the database is created: a database without a key file means that the key is lost.
    const secretKey = secretKeyOf(config)
    const database = await openDatabase(
      config,
      makeLog('warn', true, (text) => process.stderr.write(text)),
      (why) => {
        process.stderr.write(`${why}\n`)
        process.exit(1)
      },
      makeQueueTables,
    )
    try {
      if (!anyKey) await refuseOtherSecretKey(database.pool, secretKey)
      return await work({ config, database, now: () => new Date(), secretKey, clearCallers: () => undefined })
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}

async function writeBackup(config: Config, holder: LockFile | null, args: readonly string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'with-secrets': { type: 'boolean', default: false } },
  })
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new CommandError('Use: backup FILE [--with-secrets].')
  const withSecrets = values['with-secrets']
  const file = resolve(name)
  const partFile = `${file}.part`
  const write = async (source: AsyncIterable<unknown>) => {
    let last = ''
    async function* checked() {
      for await (const chunk of source) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : z.instanceof(Uint8Array).parse(chunk)
        last = (last + Buffer.from(bytes).toString('latin1')).slice(-100)
        yield bytes
      }
    }
    const out = createWriteStream(partFile, { mode: 0o600 })
    const bytes = Readable.from(checked())
    await (file.endsWith('.gz') ? pipeline(bytes, createGzip(), out) : pipeline(bytes, out))
    if (!/"end":true[^\n]*\n$/.test(last))
      throw new CommandError('The backup is incomplete, so no file was written. Try again.')
  }
  try {
    if (holder) {
      const response = await callService(holder, `/admin/backup/${withSecrets ? '?secrets=encrypted' : ''}`, {
        method: 'GET',
      })
      if (response.body) await write(chunksOf(response.body))
    } else
      await withDatabase(
        config,
        ({ database, secretKey }) => write(backupLines(database.pool, { withSecrets, secretKey, now: new Date() })),
        // A backup without secrets does not need the key, so that data can be saved even if the key is lost.
        { anyKey: !withSecrets },
      )
    renameSync(partFile, file)
  } finally {
    rmSync(partFile, { force: true })
  }
  return [`Wrote ${file}.`]
}

/** `--password -` reads a line from standard input, which keeps it out of the process list. */
async function withPassword(args: readonly string[]): Promise<string[]> {
  const at = args.indexOf('--password')
  if (at < 0 || args[at + 1] !== '-') return [...args]
  const lines = createInterface({ input: process.stdin })
  const [line = ''] = [(await lines[Symbol.asyncIterator]().next()).value]
  lines.close()
  return [...args.slice(0, at + 1), String(line), ...args.slice(at + 2)]
}

const Lines = z.object({ lines: z.array(z.string()) })

/** Runs a command in the service if one is running, else in this process. */
async function runInService(
  name: keyof typeof commands,
  given: readonly string[],
  config: Config,
  holder: LockFile | null,
) {
  // The service has a different working directory.
  const args = name === 'restore' ? given.map((file) => resolve(file)) : await withPassword(given)
  if (!holder) return withDatabase(config, (parts) => commands[name].run(parts, args, (line) => console.log(line)))
  const response = await callService(holder, `/admin/${name}/`, { method: 'POST', body: JSON.stringify({ args }) })
  return Lines.parse(await response.json()).lines
}

async function runCommand(name: string, args: readonly string[]): Promise<string[]> {
  // Part of the build: the first start then unpacks an empty database instead of creating one.
  if (name === 'template') return [`Empty database: ${(await makeTemplate(makeQueueTables)) ?? 'no writable folder'}`]
  const known = isCommandName(name) ? name : null
  if (!known && name !== 'backup')
    throw new CommandError(`Use one of: ${[...Object.keys(commands), 'backup'].join(', ')}.`)
  // `sample` alone creates the default sample; the others need arguments.
  const helpWanted = args.includes('--help') || args.includes('-h') || (args.length === 0 && name !== 'sample')
  if (helpWanted) return [known ? commands[known].help : backupHelp]
  const config = readConfig(process.env)
  const consoleSetting = config.upstream === null ? config.services && 'SERVICES_FILE' : 'API_BASE_URL'
  if (consoleSetting !== null)
    throw new StartError(
      `${consoleSetting}: accounts, keys and data belong to that service. Unset it to use the data on this machine.`,
    )
  const holder = config.databaseUrl === null ? readLock(config.dataDir) : null
  return known ? runInService(known, args, config, holder) : writeBackup(config, holder, args)
}

try {
  const [name = '', ...args] = process.argv.slice(2)
  for (const line of await runCommand(name, args)) console.log(line)
} catch (error) {
  const isExpected =
    error instanceof CommandError ||
    error instanceof StartError ||
    error instanceof Fault ||
    (error instanceof TypeError && 'code' in error)
  process.stderr.write(
    `${isExpected || !(error instanceof Error) ? (error instanceof Error ? error.message : String(error)) : error.stack}\n`,
  )
  process.exitCode = 1
}

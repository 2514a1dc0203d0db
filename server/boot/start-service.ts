/** Starts the service: lock, socket, database. Stops it: first the socket, then the database and the lock. */
import type { Server } from 'node:http'
import type { App } from './app.ts'
import type { Config } from '#server/base/config.ts'
import { exitOnSignals, exitFailure, openBrowser } from './process.ts'
import type { EngineSettings } from '#server/engine/make-engine.ts'
import { hashPassword } from '#server/auth/password.ts'
import { hasMatchingSecretKey } from '#server/base/secret-key-fingerprint.ts'
import { listen } from './listen.ts'
import { makeLog } from '#server/base/log.ts'
import { about } from '#server/base/installation.ts'
import { secretKeyOf } from './secret-key.ts'
import { addFirstAccount, setupNeeded } from '#server/store/accounts/account.ts'
import { openDatabase } from '#server/store/db/database.ts'
import { takeLock, type Lock } from '#server/store/db/data-folder-lock.ts'
import { makeQueueTables } from '#server/engine/queue/queue.ts'

/** ms that requests in flight may take to end. */
const drainMs = 10_000
const print = (text: string) => process.stdout.write(`${text}\n`)

/** Creates the first account from OWNER_EMAIL and OWNER_PASSWORD; they have no effect if one exists. */
async function makeOwner({ services: { config, database, now, log, secretKey } }: App): Promise<void> {
  if (!config.owner || !(await setupNeeded(database.db))) return
  const { email, password } = config.owner
  const name = email.split('@')[0] ?? email
  const owner = { email, name, passwordHash: await hashPassword(password) }
  const made = await addFirstAccount(
    database.db,
    { name, currency: config.currency, credit: config.initialCredit, owner },
    now(),
  )
  await hasMatchingSecretKey(database.pool, secretKey)
  if (made) log.info('owner created', { email })
}

async function greet(app: App, url: string): Promise<string> {
  const { config, database, setupCode } = app.services
  const needsSetup = await setupNeeded(database.db)
  const address = needsSetup ? `${url}/set-up#code=${setupCode}` : url
  print(`${about.name} ${about.version}`)
  print(`  ${needsSetup ? 'Set up' : 'Open'}   ${address}`)
  print(`  Data     ${config.databaseUrl === null ? config.dataDir : 'Postgres (DATABASE_URL)'}`)
  return address
}

async function stop(
  parts: { app: App; server: Server; lock: Lock | null; stopHousekeeping: () => void },
  signal: string,
): Promise<void> {
  const { app, server, lock, stopHousekeeping } = parts
  const { log, lifecycle } = app.services
  log.info('stopping', { signal })
  lifecycle.state = 'stopping'
  stopHousekeeping()
  // Event streams do not end on their own; clients reconnect and read again.
  app.services.streams.close()
  const closed = new Promise<void>((done) => void server.close(() => done()))
  server.closeIdleConnections()
  const unfinished = await lifecycle.idle(drainMs)
  if (unfinished > 0) log.warn('requests cut off', { left: unfinished })
  // Pending responses are still sent; idle keep-alive connections are closed.
  setTimeout(() => server.closeAllConnections(), unfinished > 0 ? 0 : 500).unref()
  await closed
  await app.close()
  lock?.release()
  log.info('stopped')
  log.flush()
}

/** Runs console and service. `flags`: --sample, --open. `engine`: overrides for measurements. */
export async function startService(
  config: Config,
  flags: readonly string[],
  engine: Partial<EngineSettings> = {},
): Promise<void> {
  const log = makeLog(config.logLevel, process.stdout.isTTY)
  const lock = config.databaseUrl === null ? takeLock(config.dataDir) : null
  // A failed start releases its lock.
  process.once('exit', () => lock?.release())
  let app: App | null = null
  let serving: App | null = null
  const { server, url } = await listen(config, log, () => serving)
  lock?.setUrl(url)
  const secretKey = secretKeyOf(config)
  // A new process recovers from the database's log; this one can no longer serve.
  const onLost = (why: string) => {
    process.stderr.write(`${why} The service stops. Start it again. Acknowledged writes are safe.\n`)
    log.flush()
    process.exit(exitFailure)
  }
  // The embedded database opens in its own thread, while all other code is loaded.
  const database = openDatabase(config, log, onLost, makeQueueTables)
  const [{ makeApp }, { startHousekeeping }] = await Promise.all([
    import('./app.ts'),
    import('./housekeeping.ts'),
    // Reports an open error immediately.
    database,
  ])
  const machineToken = lock?.token ?? null
  app = await makeApp({ config, database, secretKey, log, machineToken, hasEngine: true, engine, onLost })
  await makeOwner(app)
  if (flags.includes('--sample')) {
    const { addDefaultSample } = await import('#server/commands/sample.ts')
    await addDefaultSample(app.services, print)
  }
  const parts = { app, server, lock, stopHousekeeping: startHousekeeping(app.services) }
  app.services.channels.start()
  exitOnSignals(log, (signal) => stop(parts, signal))
  void app.services.sampleJobs.resume()
  app.services.lifecycle.state = 'serving'
  serving = app
  const address = await greet(app, config.publicUrl?.origin ?? url)
  if (flags.includes('--open')) openBrowser(address)
}

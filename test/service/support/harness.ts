/**
 * Runs the service in this process on each database: the embedded one in a temporary folder, and a separate database on
 * the Postgres of TEST_DATABASE_URL. Usage: `eachDatabase('…', (service) => { test(…) })`. The files of a worker share
 * one app and database of each kind, and each file has its own accounts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, describe, test } from 'vitest'
import type { z } from 'zod'
import { makeApp, type App } from '#server/boot/app.ts'
import { hashPassword } from '#server/auth/password.ts'
import { readConfig } from '#server/base/config.ts'
import { makeHookLimits } from '#server/engine/hooks/hook-limits.ts'
import type { EngineSettings } from '#server/engine/make-engine.ts'
import { makeLog } from '#server/base/log.ts'
import { addAccount, addPerson } from '#server/store/accounts/account.ts'
import { createKey } from '#server/store/accounts/key.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import { EmbeddedDatabase } from './embedded-database.ts'
import { filledPostgres } from './postgres-databases.ts'

export const password = 'a sentence that nobody guesses'

/**
 * Cheap password hashes, because eight sign-ins per file and database at full cost took a third of the time of all
 * tests. People created by a request have the full cost.
 */
const lowHashCost = { N: 1024, r: 8, p: 1 }

/** The caller of a request: a session cookie or a key. */
export interface TestCaller {
  headers: Record<string, string>
}

/** An account with people in every role and a key of each scope. */
export interface TestAccount {
  id: string
  /** Email domain of its people, unique to the account: "one-7.example". */
  domain: string
  scope: Scope
  owner: TestCaller & { id: string; email: string }
  operator: TestCaller & { id: string; email: string }
  viewer: TestCaller & { id: string; email: string }
  writeKey: TestCaller & { text: string }
  readKey: TestCaller & { text: string }
}

export interface TestRequest {
  as?: TestCaller | undefined
  body?: unknown
  /** Body that is sent unchanged, as JSON unless `headers` contain another content type. */
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  headers: Headers
  /** The JSON of the answer, or undefined. */
  body: unknown
  text: string
  /** The body parsed by the schema; throws if it does not match. */
  as<T extends z.ZodType>(schema: T): z.output<T>
}

export interface TestService {
  kind: 'pglite' | 'postgres'
  readonly app: App
  /** "http://127.0.0.1:…" */
  readonly origin: string
  /** `path` below /api, with its slash: "/flow/". */
  request(method: string, path: string, sent?: TestRequest): Promise<TestResponse>
  /** Two isolated accounts. */
  readonly one: TestAccount
  readonly two: TestAccount
  makeAccount(name: string): Promise<TestAccount>
  signIn(email: string): Promise<TestCaller>
}

/** The Cookie header that a browser sends after a response that set cookies. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Longer than any test. */
const keepAliveMs = 600_000

const secretKey = 'only for tests, long enough to be one'

type Settings = Record<string, string>

/** An app with its own database, listening on a port. */
interface RunningApp {
  app: App
  origin: string
  stop: () => Promise<void>
}

/** Allows outgoing requests to local servers of the tests. */
const defaultSettings: Settings = { OUTGOING_ALLOW: '127.0.0.1' }

/** `database`: an open database; without it the app opens one, on the Postgres of `url` or in its folder. */
async function startApp(
  url: string | null,
  settings: Settings,
  engine: TestOptions['engine'],
  database?: Promise<Database>,
): Promise<RunningApp> {
  const stops: (() => Promise<void>)[] = []
  const folder = await mkdtemp(join(tmpdir(), 'flow-test-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const own = url === null ? null : await filledPostgres(url)
  if (own) stops.push(own.drop)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    SECRET_KEY: secretKey,
    ...(own ? { DATABASE_URL: own.url } : {}),
    ...settings,
  })
  const log = makeLog(config.logLevel, true, (text) => process.stderr.write(text))
  const app = await makeApp({
    config,
    ...(database ? { database } : {}),
    secretKey,
    log,
    machineToken: 'machine',
    sampleSizes: { flows: 30, conversations: 60, runs: 400 },
    hasEngine: engine !== undefined,
    engine: typeof engine === 'object' ? engine : {},
    onLost: (why) => {
      throw new Error(why)
    },
  })
  app.services.lifecycle.state = 'serving'
  const server = createAdaptorServer({ fetch: app.http.fetch })
  // On a busy machine the next request must not hit a connection that was just closed for inactivity.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = keepAliveMs
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  stops.push(async () => {
    // Does not wait for open streams and idle connections of a test.
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((done) => void server.close(done))
    await app.close()
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    app,
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

/** The apps that the files of a worker share, one for each database, started on first use. */
class SharedApps {
  /** For apps that are not shared. */
  readonly embedded = new EmbeddedDatabase()
  readonly #started = new Map<string | null, Promise<RunningApp>>()

  /** The shared app on the Postgres at `url`; null = on the embedded database. */
  async on(url: string | null): Promise<RunningApp> {
    const starting = this.#started.get(url) ?? startApp(url, defaultSettings, undefined)
    this.#started.set(url, starting)
    const { app } = await starting
    // Otherwise failed sign-ins of earlier files would count against the address of this machine.
    await app.services.database.pool.query('delete from rate_limit')
    app.services.hookLimits = makeHookLimits()
    return starting
  }

  async stop(): Promise<void> {
    for (const starting of this.#started.values()) await (await starting).stop()
    await this.embedded.close()
  }
}

/** Vitest ends a worker's fixtures with the worker. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the required fixtures from the pattern: none.
const withSharedApps = test.extend('sharedApps', { scope: 'worker' }, ({}, { onCleanup }) => {
  const apps = new SharedApps()
  onCleanup(() => apps.stop())
  return apps
})

/** Number of accounts that this worker has created, for unique addresses. */
let accounts = 0

class Running implements TestService {
  readonly kind: 'pglite' | 'postgres'
  #running: RunningApp | null = null
  #accounts: [TestAccount, TestAccount] | null = null

  constructor(kind: 'pglite' | 'postgres') {
    this.kind = kind
  }

  get app(): App {
    return this.#app.app
  }

  get origin(): string {
    return this.#app.origin
  }

  get one(): TestAccount {
    return this.#account(0)
  }

  get two(): TestAccount {
    return this.#account(1)
  }

  get #app(): RunningApp {
    if (!this.#running) throw new Error('The service has not started yet. Use it inside test() only.')
    return this.#running
  }

  #account(index: 0 | 1): TestAccount {
    if (!this.#accounts) throw new Error('The accounts do not exist yet. Use them inside test() only.')
    return this.#accounts[index]
  }

  async setUp(running: RunningApp): Promise<void> {
    this.#running = running
    this.#accounts = [await this.makeAccount('one'), await this.makeAccount('two')]
  }

  async request(method: string, path: string, sent: TestRequest = {}): Promise<TestResponse> {
    const { as: caller, body, raw, headers = {} } = sent
    const content = raw ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      redirect: 'manual',
      body: content,
      headers: {
        ...(content === null ? {} : { 'content-type': 'application/json' }),
        ...caller?.headers,
        ...headers,
      },
    })
    // An event stream does not end, so its text is not read.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const json = /[/+]json/.test(response.headers.get('content-type') ?? '')
    const value: unknown = json && text !== '' ? JSON.parse(text) : undefined
    return {
      status: response.status,
      headers: response.headers,
      body: value,
      text,
      as: (schema) => schema.parse(value),
    }
  }

  async signIn(email: string): Promise<TestCaller> {
    const { status, headers } = await this.request('POST', '/session/', { body: { email, password } })
    if (status !== 201) throw new Error(`The sign-in was answered with ${status}.`)
    return { headers: { cookie: cookieOf(headers), origin: this.origin } }
  }

  /**
   * Creates a session without a request. With rate limits and records, the six sign-ins of each file took a twentieth
   * of the time of all tests.
   */
  async #session(email: string): Promise<TestCaller> {
    const { auth, callers } = this.app.services
    const browser = { cookie: null, address: '127.0.0.1', userAgent: null }
    const done = await auth.signIn(email, password, browser)
    if (done === null) throw new Error(`${email} cannot sign in.`)
    const cookie = cookieOf(new Headers(done.cookies.map((line): [string, string] => ['set-cookie', line])))
    // Records the person's last visit, which otherwise the first request of a test would record.
    await callers.byCookie(cookie, false)
    return { headers: { cookie, origin: this.origin } }
  }

  async makeAccount(name: string): Promise<TestAccount> {
    const { database, config, now } = this.app.services
    const passwordHash = await hashPassword(password, lowHashCost)
    accounts += 1
    const domain = `${name}-${accounts}.example`
    const email = (role: string) => `${role}@${domain}`
    const ids = await database.db.transaction(async (tx) => {
      const { accountId, personId } = await addAccount(
        tx,
        {
          name,
          currency: config.currency,
          credit: config.initialCredit,
          owner: { email: email('owner'), name: `Owner ${name}`, passwordHash },
        },
        now(),
      )
      const person = (role: 'operator' | 'viewer') =>
        addPerson(tx, accountId, { email: email(role), name: `${role} ${name}`, role, passwordHash }, now())
      return { accountId, owner: personId, operator: await person('operator'), viewer: await person('viewer') }
    })
    const scope = new Scope(database.db, ids.accountId)
    const key = async (kind: 'read' | 'write') => {
      const { text } = await createKey(scope, { name: kind, scope: kind, expiresAt: null, createdBy: null }, now())
      return { text, headers: { authorization: `Token ${text}` } }
    }
    const person = async (role: 'owner' | 'operator' | 'viewer') => ({
      id: ids[role],
      email: email(role),
      ...(await this.#session(email(role))),
    })
    return {
      id: ids.accountId,
      domain,
      scope,
      owner: await person('owner'),
      operator: await person('operator'),
      viewer: await person('viewer'),
      writeKey: await key('write'),
      readKey: await key('read'),
    }
  }
}

interface TestOptions {
  /**
   * Aspect in which the databases differ. With it the tests run on Postgres in every `npm test`, otherwise only with
   * `-- --all`.
   */
  differs?: 'SQL' | 'locks' | 'queue' | 'migrations'
  /** Needs a separate app and database, because the tests read or change what all accounts share. */
  ownApp?: boolean
  /** Environment variables; they need a separate app. */
  settings?: Settings
  /** Runs flows, with settings if it is an object. Needs a separate app, since a process has one engine at a time. */
  engine?: true | Partial<EngineSettings>
}

type Tests = (service: TestService) => void

/** Runs the same tests on each database, each time with new accounts. */
export function eachDatabase(name: string, tests: Tests): void
export function eachDatabase(name: string, options: TestOptions, tests: Tests): void
export function eachDatabase(name: string, ...rest: [Tests] | [TestOptions, Tests]): void {
  const [options, tests] = rest.length === 1 ? [{}, rest[0]] : rest
  const { differs, settings, engine, ownApp = settings !== undefined || engine !== undefined } = options
  const url = process.env['TEST_DATABASE_URL']
  const kinds = [{ kind: 'pglite', url: null } as const, ...(url ? [{ kind: 'postgres', url } as const] : [])]
  for (const { kind, url: where } of kinds) {
    const tags = kind === 'postgres' && differs === undefined ? ['all'] : []
    describe(`${name} (${kind})`, { tags }, () => {
      const service = new Running(kind)
      let own: RunningApp | null = null
      withSharedApps.beforeAll(async ({ sharedApps }) => {
        if (ownApp) {
          const database = where === null ? sharedApps.embedded.claim() : undefined
          own = await startApp(where, { ...defaultSettings, ...settings }, engine, database)
        }
        await service.setUp(own ?? (await sharedApps.on(where)))
      })
      afterAll(() => own?.stop())
      tests(service)
    })
  }
}

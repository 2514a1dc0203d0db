/** A service with an account, flows behind a webhook, and access to its tables. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { request } from 'undici'
import { build } from 'vite'
import { z } from 'zod'
import { run } from '#scripts/program.mjs'
import { startService, type Service } from '#scripts/service.mjs'
import { embeddedFolder } from '#server/store/db/database.ts'
import { extensions } from '#server/store/db/pglite-extensions.mjs'

export type Env = Record<string, string>

export const benchKey = 'only for this measurement, which ends soon'

const root = join(import.meta.dirname, '../..')

async function command(env: Env, ...args: string[]): Promise<string> {
  const { code, output } = await run(process.execPath, [join(root, 'dist/server/command.mjs'), ...args], {
    env: { ...process.env, ...env },
  })
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
  return output.trim().split('\n').at(-1) ?? ''
}

/** An account with credit for a million runs, and its API key. */
export async function createAccount(env: Env, email = 'bench@bench.example'): Promise<string> {
  await command(env, 'account', 'create', '--email', email)
  await command(env, 'account', 'credit', '--email', email, '--amount', '100000')
  return command(env, 'key', 'create', '--email', email, '--name', 'bench')
}

export async function call(url: string, key: string, method: string, path: string, body?: string): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

const Created = z.looseObject({ id: z.string() })
const Channel = z.looseObject({ address: z.string() })

/** Imports a flow, activates it, and returns the path of a webhook that starts it. */
export const createWebhook = async (url: string, key: string, template: string): Promise<string> =>
  (await createStartedFlow(url, key, template)).path

/** Like `createWebhook`, with the id of the flow. */
export async function createStartedFlow(
  url: string,
  key: string,
  template: string,
): Promise<{ flow: string; path: string }> {
  const flow = Created.parse(await call(url, key, 'POST', '/flow/import/', template))
  await call(url, key, 'POST', `/flow/${flow.id}/activate/`)
  const draft = { type: 'webhook', name: `hook of ${flow.id}`, flow: flow.id, config: { preset: 'none' } }
  const { address } = Channel.parse(await call(url, key, 'POST', '/channel/', JSON.stringify(draft)))
  return { flow: flow.id, path: new URL(address).pathname }
}

/** Timeout in ms of a webhook to a process that is stopped or dead. */
const webhookTimeoutMs = 15_000

const Accepted = z.looseObject({ run_id: z.string() })

/** Seconds before a retry if the response has no Retry-After. */
const defaultRetryAfterS = 1

/**
 * Sends one webhook; returns the run that it started, or null if it was not accepted. Retries after a 429, as webhook
 * providers do.
 */
export async function sendWebhook(url: string, path: string, id: string, number: number): Promise<string | null> {
  // Senders share the cores with the measured service, so they use undici's `request`, which costs less than `fetch`.
  const response = await request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': id },
    body: JSON.stringify({ number }),
    headersTimeout: webhookTimeoutMs,
    bodyTimeout: webhookTimeoutMs,
  }).catch(() => null)
  const text = await response?.body.text().catch(() => null)
  if (response?.statusCode === 429) {
    await wait((Number(response.headers['retry-after']) || defaultRetryAfterS) * 1000)
    return sendWebhook(url, path, id, number)
  }
  if (response?.statusCode !== 202 || text == null) return null
  return Accepted.parse(JSON.parse(text)).run_id
}

export type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Reads and writes the tables, while the service runs (Postgres) or while it is stopped (embedded database). */
export async function withTables<T>(env: Env, dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const url = env['DATABASE_URL']
  if (url === undefined) {
    const database = await PGlite.create(embeddedFolder(dataDir), { extensions })
    try {
      return await work(async (text) => (await database.query<Record<string, unknown>>(text)).rows)
    } finally {
      await database.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text) => {
      const { rows }: { rows: Record<string, unknown>[] } = await client.query(text)
      return rows
    })
  } finally {
    await client.end()
  }
}

const Count = z.object({ n: z.coerce.number() })

/** Number of runs of the account that have not ended. */
async function unfinishedRuns(url: string, key: string): Promise<number> {
  const body = await call(url, key, 'GET', '/billing/runs/?status=queued,running,waiting&limit=1&count=exact')
  return z.looseObject({ count: z.int() }).parse(body).count
}

/** Waits until all runs of these accounts have ended. */
export async function untilDone(url: string, keys: string | readonly string[], limitMs: number): Promise<void> {
  const ends = performance.now() + limitMs
  for (const key of typeof keys === 'string' ? [keys] : keys) {
    for (let left = await unfinishedRuns(url, key); left > 0; left = await unfinishedRuns(url, key)) {
      if (performance.now() > ends) throw new Error(`${left} runs did not end within ${limitMs / 1000} s.`)
      await new Promise((done) => void setTimeout(done, 250))
    }
  }
}

export const numberOf = (rows: readonly Record<string, unknown>[]): number => Count.parse(rows[0]).n

const defaultEnv = { LOG_LEVEL: 'error', OUTGOING_ALLOW: '127.0.0.1' }

export const start = (env: Env, dataDir: string): Promise<Service & { startMs: number }> =>
  startService({ env: { ...defaultEnv, ...env }, dataDir })

/**
 * Bundles the service with the settings of crash tests (serve.ts) like the product, because it starts fifty times.
 * Returns the path of the program.
 */
export async function buildForCrash(program = 'bench/engine/serve.ts', outDir = 'dist/bench'): Promise<string> {
  await build({
    root,
    configFile: join(root, 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input: { serve: program } } },
  })
  return join(root, outDir, 'serve.mjs')
}

export const startForCrash = (program: string, env: Env, dataDir: string): Promise<Service & { startMs: number }> =>
  startService({ env: { ...defaultEnv, ...env }, dataDir, program: ['--enable-source-maps', program] })

/** Complete processes: lock, set-up, concurrent migrations, orderly stop, backup and restore. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { extensions } from '#server/store/db/pglite-extensions.mjs'
import { password } from '#test/service/support/harness.ts'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import {
  command,
  launch,
  post,
  processDatabases,
  processFolder,
  secretKey,
  start,
  type RunningProcess,
} from '#test/service/support/process-harness.ts'

const postgres = process.env['TEST_DATABASE_URL']
const folder = await processFolder()

const codeIn = (output: string) => /#code=(\w+)/.exec(output)?.[1] ?? ''

test('accepts one set-up with the printed code; a second process reports which one uses the folder', async () => {
  const env = { DATA_DIR: join(folder, 'one') }
  const service = await start(env)
  const body = { code: codeIn(service.output()), email: 'first@one.example', password }
  expect((await post(service.url, '/setup/', { ...body, code: 'guess' })).status).toBe(403)
  const emails = ['first@one.example', 'second@one.example']
  const both = await Promise.all(emails.map((email) => post(service.url, '/setup/', { ...body, email })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const owner = emails[both.findIndex(({ status }) => status === 201)] ?? ''

  expect((await stat(join(env.DATA_DIR, 'lock.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(env.DATA_DIR, 'secret-key'))).mode & 0o777).toBe(0o600)
  const second = await launch('main.mjs', [], { ...env, PORT: '0' }).ended
  expect(second.code).toBe(1)
  expect(second.output).toContain(`is in use by process`)
  expect(second.output).toContain(service.url)

  // The command sends its request to the running service, which has the database open.
  const key = await command(['key', 'create', '--email', owner, '--name', 'x'], env)
  const authorization = `Token ${key.output.trim().split('\n').at(-1) ?? ''}`
  expect((await fetch(`${service.url}/api/me/`, { headers: { authorization } })).status).toBe(200)

  service.kill('SIGKILL')
  await service.ended
  // The lock of a killed process is released.
  const again = await start(env)
  expect(again.output()).not.toContain('code=')
  again.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
  await expect(stat(join(env.DATA_DIR, 'lock.json'))).rejects.toThrow('ENOENT')
})

test('reports a lost key and a damaged folder, and deletes nothing', async () => {
  const env = { DATA_DIR: join(folder, 'damaged') }
  const created = await command(['account', 'create', '--email', 'a@b.example'], env)
  expect(created.code).toBe(0)
  const control = join(env.DATA_DIR, 'database/global/pg_control')
  const before = await readFile(control)
  await writeFile(control, Buffer.alloc(before.length))
  const damaged = await launch('main.mjs', [], { ...env, PORT: '0' }).ended
  expect(damaged.code).toBe(1)
  expect(damaged.output).toContain('could not be opened')
  expect(damaged.output).toContain('Nothing was changed')
  await writeFile(control, before)
  await rm(join(env.DATA_DIR, 'secret-key'))
  const lost = await launch('main.mjs', [], { ...env, PORT: '0' }).ended
  expect(lost.output).toContain('secret-key is missing')
})

/** Executes SQL in the embedded database of a folder that is not in use. */
async function executeEmbedded(dataDir: string, text: string): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'database'), { extensions })
  try {
    await database.exec(text)
  } finally {
    await database.close()
  }
}

for (const { kind } of processDatabases)
  test(`refuses a database of another version, with a remedy (${kind})`, async () => {
    const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
    const env: Record<string, string> = {
      ...(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'other-version') }),
      SECRET_KEY: secretKey,
    }
    expect((await command(['account', 'create', '--email', 'a@b.example'], env)).code).toBe(0)
    const execute = async (text: string) => {
      if (!empty) return executeEmbedded(env['DATA_DIR'] ?? '', text)
      const client = new pg.Client({ connectionString: empty.url })
      await client.connect()
      try {
        await client.query(text)
      } finally {
        await client.end()
      }
    }
    const expectRefusal = async (program: Pick<RunningProcess, 'ended'>) => {
      const { code, output } = await program.ended
      expect(code).toBe(1)
      expect(output).toContain('created by another version of this service. Nothing was changed.')
      expect(output).toContain('npm run restore -- FILE')
      expect(output).not.toMatch(/^ +at /m)
    }
    // Unknown migrations, before and after those of this version.
    await execute('update drizzle.__drizzle_migrations set created_at = created_at - 1')
    await expectRefusal(launch('main.mjs', [], { ...env, PORT: '0' }))
    await execute('update drizzle.__drizzle_migrations set created_at = created_at + 1')
    await execute(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 99999999999999)`)
    await expectRefusal(launch('command.mjs', ['backup', join(folder, 'other-version.ndjson')], env))
    await empty?.drop()
  })

for (const { kind, tags } of processDatabases)
  test(`refuses another SECRET_KEY at start, but not for a backup without secrets (${kind})`, { tags }, async () => {
    const other = { SECRET_KEY: `${secretKey} but another` }
    const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
    const env = {
      ...(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'keyed') }),
      SECRET_KEY: secretKey,
    }
    // Without an account nothing has been encrypted yet.
    expect((await command(['key', 'create', '--email', 'a@b.example', '--name', 'x'], { ...env, ...other })).code).toBe(
      1,
    )
    expect((await command(['account', 'create', '--email', 'a@b.example'], env)).code).toBe(0)
    const refused = await launch('main.mjs', [], { ...env, ...other, PORT: '0' }).ended
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('SECRET_KEY: this database was created with another key')
    const file = join(folder, `${kind}.ndjson`)
    const withSecrets = await command(['backup', file, '--with-secrets'], { ...env, ...other })
    expect(withSecrets.output).toContain('was created with another key')
    expect((await command(['backup', file], { ...env, ...other })).output).toContain('Wrote')
    const moved = { DATA_DIR: join(folder, `keyed-${kind}`), ...other }
    expect((await command(['restore', file], moved)).output).toContain('Restored')
    expect((await command(['backup', file, '--with-secrets'], { ...moved, SECRET_KEY: secretKey })).output).toContain(
      'was created with another key',
    )
    expect((await command(['backup', file, '--with-secrets'], moved)).output).toContain('Wrote')
    await empty?.drop()
  })

test('refuses invalid settings, by name', async () => {
  const { code, output } = await launch('main.mjs', [], {
    PORT: 'high',
    LOG_LEVEL: 'loud',
    CURRENCY: 'euro',
    PUBLIC_URL: 'flows',
  }).ended
  expect(code).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'CURRENCY', 'PUBLIC_URL']) expect(output).toContain(`${name}:`)
})

test.runIf(postgres)(
  'starts three processes concurrently on an empty Postgres, and creates one owner by OWNER_EMAIL',
  { tags: 'all' },
  async () => {
    const empty = await emptyPostgres(postgres ?? '')
    const env = {
      DATABASE_URL: empty.url,
      SECRET_KEY: secretKey,
      OWNER_EMAIL: 'owner@n.example',
      OWNER_PASSWORD: password,
    }
    const all = await Promise.all([start(env), start(env), start(env)])
    for (const { url } of all)
      expect((await post(url, '/session/', { email: env.OWNER_EMAIL, password })).status).toBe(201)
    const client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    expect((await client.query('select 1 from account')).rowCount).toBe(1)
    await client.end()
    for (const one of all) one.kill('SIGINT')
    expect((await Promise.all(all.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0, 0])
    await empty.drop()
  },
)

test.runIf(postgres)(
  'moves everything from the embedded database to Postgres and back by backup',
  { tags: ['all'] },
  async () => {
    const embedded = { DATA_DIR: join(folder, 'from'), SECRET_KEY: secretKey }
    const file = join(folder, 'all.ndjson.gz')
    await command(['account', 'create', '--email', 'a@b.example', '--password', password], embedded)
    await command(['sample', '--flows', '30', '--conversations', '40', '--runs', '200'], embedded)
    expect((await command(['backup', file, '--with-secrets'], embedded)).output).toContain('Wrote')

    const empty = await emptyPostgres(postgres ?? '')
    const postgresEnv = { DATABASE_URL: empty.url, SECRET_KEY: secretKey }
    expect(
      (await command(['restore', file], { ...postgresEnv, SECRET_KEY: `${secretKey} but another` })).output,
    ).toContain('another SECRET_KEY')
    expect((await command(['restore', file], postgresEnv)).output).toContain('Restored')
    expect((await command(['restore', file], postgresEnv)).output).toContain('already contains an account')
    const moved = join(folder, 'moved.ndjson')
    await command(['backup', moved, '--with-secrets'], postgresEnv)
    await empty.drop()

    const back = { DATA_DIR: join(folder, 'back'), SECRET_KEY: secretKey }
    const cut = join(folder, 'cut.ndjson')
    await writeFile(cut, (await readFile(moved, 'utf8')).split('\n').slice(0, -2).join('\n'))
    expect((await command(['restore', cut], back)).output).toContain('This backup is incomplete')
    expect((await command(['restore', moved], back)).output).toContain('Restored')
    const last = join(folder, 'last.ndjson')
    await command(['backup', last, '--with-secrets'], back)
    const rows = async (path: string) => (await readFile(path, 'utf8')).split('\n').slice(1).toSorted()
    expect(await rows(last)).toEqual(await rows(moved))
  },
)

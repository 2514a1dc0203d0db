/** A kill while the sample workspace is being added: the next process completes it, without duplicates. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from '#contract/sample.ts'
import { sampleSizes } from '#server/sample/sample.ts'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import {
  command,
  processDatabases,
  processFolder,
  secretKey,
  signInToProcess,
  start,
} from '#test/service/support/process-harness.ts'
import { password } from '#test/service/support/harness.ts'
import { until } from '#test/service/support/runs.ts'

const folder = await processFolder()
const email = 'a@b.example'

for (const { kind, tags } of processDatabases)
  test(`the next process completes a sample (${kind})`, { timeout: 500_000, tags }, async () => {
    const database = kind === 'embedded' ? null : await emptyPostgres(process.env['TEST_DATABASE_URL'] ?? '')
    const location: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url }
    const env = { DATA_DIR: join(folder, kind), SECRET_KEY: secretKey, ...location }
    await command(['account', 'create', '--email', email, '--password', password], env)
    const killed = await start(env)
    const call = await signInToProcess(killed, email)
    const stateOf = async (request: typeof call) =>
      sample.read.returns.parse(await (await request('GET', '/sample/')).json())
    expect(await stateOf(call)).toEqual({ status: 'absent', progress: null })
    const adding = call('POST', '/sample/').catch(() => null)
    await until(
      () => stateOf(call),
      ({ progress }) => progress?.stage === 'runs' && progress.done > 4000,
      'some runs are added',
    )
    expect((await call('POST', '/sample/')).status).toBe(409)
    expect((await call('DELETE', '/sample/')).status).toBe(409)
    killed.kill('SIGKILL')
    await Promise.all([killed.ended, adding])

    const service = await start(env)
    const callAgain = await signInToProcess(service, email)
    await expect
      .poll(() => stateOf(callAgain), { timeout: 300_000, interval: 500 })
      .toMatchObject({ status: 'present' })
    const runs = await (await callAgain('GET', '/billing/runs/summary/')).json()
    expect(runs).toMatchObject({ totals: { count: sampleSizes.runs } })
    expect(await (await callAgain('GET', '/flow/?limit=1')).json()).toMatchObject({ count: sampleSizes.flows })
    service.kill('SIGTERM')
    await service.ended
    await database?.drop()
  })

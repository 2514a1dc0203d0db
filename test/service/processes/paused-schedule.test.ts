/** A process killed in a pause of a budget: the next one starts no runs for the times of the pause. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { password } from '#test/service/support/harness.ts'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import {
  processDatabases,
  processFolder,
  secretKey,
  signInToProcess,
  start,
} from '#test/service/support/process-harness.ts'
import { until } from '#test/service/support/runs.ts'

const postgres = process.env['TEST_DATABASE_URL']
const folder = await processFolder()

const everySecond = { kind: 'schedule', schedule: { cron: '* * * * * *', zone: 'UTC' } }
const template = {
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name: 'Each second',
    nodes: [
      { id: 'begin', type: 'trigger', name: 'Begin', position: { x: 0, y: 0 }, config: everySecond },
      { id: 'work', type: 'code', name: 'Work', position: { x: 300, y: 0 }, config: { source: 'return 1' } },
    ],
    edges: [{ id: 'e1', source: 'begin', target: 'work' }],
  },
}
/** One run of code costs at least this. */
const amount = '0.000001'

const Created = z.looseObject({ id: z.string() })
const Flow = z.looseObject({ status: z.string() })
const Runs = z.object({ results: z.array(z.looseObject({ started_at: z.string() })) })
type Send = Awaited<ReturnType<typeof signInToProcess>>

const startsOf = async (send: Send, flow: string) => {
  const { results } = Runs.parse(await (await send('GET', `/billing/runs/?flow=${flow}&limit=100`)).json())
  return results.map(({ started_at: at }) => Date.parse(at))
}
const waitForStatus = (send: Send, flow: string, status: string) =>
  until(
    async () => Flow.parse(await (await send('GET', `/flow/${flow}/`)).json()),
    (found) => found.status === status,
    `the flow is ${status}`,
  )

for (const { kind, tags } of processDatabases)
  test(`catches up on no run of a pause after a kill (${kind})`, { tags, timeout: 180_000 }, async () => {
    const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
    const env = {
      ...(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'paused') }),
      SECRET_KEY: secretKey,
      OWNER_EMAIL: 'owner@pause.example',
      OWNER_PASSWORD: password,
    }
    const first = await start(env)
    const send = await signInToProcess(first, env.OWNER_EMAIL)
    const { id: flow } = Created.parse(await (await send('POST', '/flow/import/', { template })).json())
    expect((await send('POST', `/flow/${flow}/activate/`, {})).status).toBe(200)
    await until(
      () => startsOf(send, flow),
      (starts) => starts.length > 1,
      'the schedule fires',
    )
    const body = { flow, period: 'monthly', amount, action: 'pause' }
    const { id: budget } = Created.parse(await (await send('POST', '/billing/budget/', body)).json())
    await waitForStatus(send, flow, 'paused')
    const pausedAt = Date.now()
    first.kill('SIGKILL')
    await first.ended
    await new Promise((done) => void setTimeout(done, 3000))

    const second = await start(env)
    const again = await signInToProcess(second, env.OWNER_EMAIL)
    const resumedAt = Date.now()
    expect((await again('PATCH', `/billing/budget/${budget}/`, { amount: '5' })).status).toBe(200)
    await waitForStatus(again, flow, 'active')
    const starts = await until(
      () => startsOf(again, flow),
      (all) => all.filter((at) => at > resumedAt).length > 2,
      'the schedule fires again',
    )
    // A start in the second in which the flow was paused is no catch-up.
    expect(starts.filter((at) => at > pausedAt + 1000 && at < resumedAt)).toEqual([])
    // One for each second since, not for those of the pause.
    const since = starts.filter((at) => at >= resumedAt)
    expect(since.length).toBeLessThanOrEqual(Math.ceil((Date.now() - resumedAt) / 1000) + 1)
    second.kill('SIGKILL')
    await second.ended
    await empty?.drop()
  })

/** Stopping under load: the next start finishes every accepted run. */
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

const template = {
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name: 'Drained',
    nodes: [
      { id: 'begin', type: 'trigger', name: 'Begin', position: { x: 0, y: 0 }, config: { kind: 'manual' } },
      { id: 'rest', type: 'wait', name: 'Rest', position: { x: 300, y: 0 }, config: { seconds: 1 } },
      { id: 'end', type: 'wait', name: 'End', position: { x: 600, y: 0 }, config: { seconds: 0 } },
    ],
    edges: [
      { id: 'e1', source: 'begin', target: 'rest' },
      { id: 'e2', source: 'rest', target: 'end' },
    ],
  },
}

const CreatedObject = z.looseObject({ id: z.string() })
const Runs = z.object({ count: z.int(), results: z.array(z.looseObject({ id: z.string(), status: z.string() })) })

for (const { kind, tags } of processDatabases)
  test(`ends in order on SIGTERM during many runs, which the next start finishes (${kind})`, { tags }, async () => {
    const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
    const env = {
      ...(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'drained') }),
      SECRET_KEY: secretKey,
      OWNER_EMAIL: 'owner@drain.example',
      OWNER_PASSWORD: password,
    }
    const first = await start(env)
    const send = await signInToProcess(first, env.OWNER_EMAIL)
    const { id: flow } = CreatedObject.parse(await (await send('POST', '/flow/import/', { template })).json())
    expect((await send('POST', `/flow/${flow}/activate/`, {})).status).toBe(200)
    const streaming = await send('GET', '/event/')
    const accepted = new Set<string>()
    // Starts runs as long as the service accepts them, and stops it in the middle.
    for (let number = 0; ; number += 1) {
      const answer = await send('POST', `/flow/${flow}/run/`, {}).catch(() => null)
      if (answer?.status !== 201) break
      accepted.add(CreatedObject.parse(await answer.json()).id)
      if (number === 20) first.kill('SIGTERM')
    }
    expect(accepted.size).toBeGreaterThan(20)
    expect((await first.ended).code).toBe(0)
    // The open event stream was ended, and did not delay the stop.
    await streaming.text()
    const second = await start(env)
    const again = await signInToProcess(second, env.OWNER_EMAIL)
    const read = async () =>
      Runs.parse(await (await again('GET', `/billing/runs/?flow=${flow}&limit=100`)).json()).results
    const runs = await until(
      read,
      (all) => all.every(({ status }) => status === 'succeeded'),
      'all runs have succeeded',
    )
    const done = new Set(runs.map(({ id }) => id))
    expect([...accepted].filter((id) => !done.has(id))).toEqual([])
    second.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    await empty?.drop()
  })

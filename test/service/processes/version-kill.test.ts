/** Processes that are killed: a waiting run ends on its version after the restart; trash and restore are whole or nothing. */
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
import { templateOf, until, type TestFlow } from '#test/service/support/runs.ts'

const postgres = process.env['TEST_DATABASE_URL']
const folder = await processFolder()

/** Longer than the restart takes, so that the wait ends after it. */
const waitSeconds = 15
/** Kills while a flow is moved to the trash and back. */
const kills = 3
/** Mean ms until a kill: long enough for some moves. */
const meanKillMs = 300

const waiting = (text: string): TestFlow => ({
  nodes: [
    { id: 'in', type: 'trigger', config: { kind: 'manual' } },
    { id: 'stop', type: 'wait', config: { seconds: waitSeconds } },
    { id: `say_${text}`, type: 'transform', config: { language: 'jsonata', expression: `"${text}"` } },
  ],
  edges: ['in → stop', `stop → say_${text}`],
})

const Created = z.looseObject({ id: z.string() })
const Run = z.looseObject({
  status: z.string(),
  output: z.unknown(),
  flow: z.looseObject({ version: z.int() }),
  steps: z.array(z.looseObject({ node_id: z.string() })),
})
const Versions = z.object({ count: z.int() })
const Page = z.object({ count: z.int(), results: z.array(z.looseObject({ id: z.string() })) })

for (const { kind, tags } of processDatabases)
  test(
    `kills keep the version of a waiting run, and each flow in one place (${kind})`,
    { tags, timeout: 240_000 },
    async () => {
      const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
      const env = {
        ...(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'versions') }),
        SECRET_KEY: secretKey,
        OWNER_EMAIL: 'owner@versions.example',
        OWNER_PASSWORD: password,
      }
      let service = await start(env)
      let send = await signInToProcess(service, env.OWNER_EMAIL)
      const json = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).json()
      const restart = async () => {
        service.kill('SIGKILL')
        await service.ended
        service = await start(env)
        send = await signInToProcess(service, env.OWNER_EMAIL)
      }
      const imported = async () =>
        Created.parse(await json('POST', '/flow/import/', { template: templateOf(waiting('old')) })).id
      const update = { template: templateOf(waiting('new')) }

      const flow = await imported()
      expect((await send('POST', `/flow/${flow}/activate/`, {})).status).toBe(200)
      const { id: run } = Created.parse(await json('POST', `/flow/${flow}/run/`, {}))
      const readRun = async () => Run.parse(await json('GET', `/billing/runs/${run}/`))
      await until(readRun, ({ status }) => status === 'waiting', 'the run waits')
      expect((await send('PUT', `/flow/${flow}/template/`, update)).status).toBe(200)

      const moved = await imported()
      expect((await send('PUT', `/flow/${moved}/template/`, update)).status).toBe(200)
      let moves = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const moving = new AbortController()
        const move = async () => {
          while (!moving.signal.aborted) {
            await send('DELETE', `/flow/${moved}/`)
            await send('POST', `/flow/trash/${moved}/restore/`, {})
            moves += 1
          }
        }
        // The process ends in the middle of a request.
        const ended = move().catch(() => undefined)
        await new Promise((done) => void setTimeout(done, meanKillMs * (0.5 + Math.random())))
        moving.abort()
        await restart()
        await ended
        const listed = Page.parse(await json('GET', '/flow/?limit=100')).results.some(({ id }) => id === moved)
        const trashed = Page.parse(await json('GET', '/flow/trash/')).results.some(({ id }) => id === moved)
        expect(listed, `after kill ${kill}`).toBe(!trashed)
        if (trashed) expect((await send('POST', `/flow/trash/${moved}/restore/`, {})).status).toBe(200)
        expect(Versions.parse(await json('GET', `/flow/${moved}/versions/`)).count).toBe(2)
      }
      expect(moves).toBeGreaterThan(0)

      const ended = await until(readRun, ({ status }) => status === 'succeeded', 'the run ends')
      expect(ended).toMatchObject({ output: 'old', flow: { version: 1 } })
      expect(ended.steps.map(({ node_id: id }) => id)).toEqual(['in', 'stop', 'say_old'])
      service.kill('SIGKILL')
      await service.ended
      await empty?.drop()
    },
  )

/**
 * Processes that crash in the middle of runs: a step that repeatedly crashes its process is isolated, and other steps
 * are completed; two processes hand over runs and share scheduled starts.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { RunDetail } from '#contract/billing.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { maxCrashes } from '#server/engine/run/crash-isolation.ts'
import { password } from '#test/service/support/harness.ts'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import {
  processDatabases,
  processFolder,
  secretKey,
  signInToProcess,
  start,
  type RunningProcess,
} from '#test/service/support/process-harness.ts'
import { until, type TestNode } from '#test/service/support/runs.ts'

const postgres = process.env['TEST_DATABASE_URL']
const folder = await processFolder()
const email = 'owner@crash.example'

/** Server that the steps call; a test can replace the behaviour of a path. */
const handlers = new Map<string, (respond: () => void) => void>()
const calls = new Map<string, number>()
const upstream = createServer((request, response) => {
  request.resume()
  const path = request.url ?? ''
  calls.set(path, (calls.get(path) ?? 0) + 1)
  const respond = () => void response.end('{}')
  const handler = handlers.get(path)
  if (handler) handler(respond)
  else respond()
})
await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
const address = upstream.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(() => {
  upstream.closeAllConnections()
  upstream.close()
})

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const call = (id: string): TestNode => ({ id, type: 'api', config: { method: 'GET', url: `${base}/${id}` } })
/** A template whose nodes are connected in sequence. */
const template = (name: string, nodes: readonly TestNode[]) => ({
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name,
    nodes: nodes.map((node, index) => ({ name: node.id, position: { x: 300 * index, y: 0 }, ...node })),
    edges: nodes.slice(1).map(({ id }, index) => ({ id: `e${index}`, source: nodes[index]?.id, target: id })),
  },
})

const CreatedObject = z.looseObject({ id: z.string() })
const Booked = z.object({ results: z.array(z.object({ amount: z.string() })) })
type Send = Awaited<ReturnType<typeof signInToProcess>>

async function makeFlow(send: Send, name: string, nodes: readonly TestNode[]): Promise<string> {
  const { id } = CreatedObject.parse(
    await (await send('POST', '/flow/import/', { template: template(name, nodes) })).json(),
  )
  expect((await send('POST', `/flow/${id}/activate/`, {})).status).toBe(200)
  return id
}
const startRun = async (send: Send, flow: string) =>
  CreatedObject.parse(await (await send('POST', `/flow/${flow}/run/`, {})).json()).id
const read = async (send: Send, run: string) =>
  RunDetail.parse(await (await send('GET', `/billing/runs/${run}/`)).json())
const ended = (send: Send, run: string) =>
  until(
    () => read(send, run),
    ({ finished_at: at }) => at !== null,
    `run ${run} has ended`,
  )
const attempts = ({ steps }: z.infer<typeof RunDetail>, node: string) =>
  steps.filter(({ node_id: id }) => id === node).map(({ status, error }) => error?.code ?? status)

const settings = (where: Record<string, string>) => ({
  ...where,
  SECRET_KEY: secretKey,
  OWNER_EMAIL: email,
  OWNER_PASSWORD: password,
  OUTGOING_ALLOW: '127.0.0.1',
})

/** Marks the other processes as dead, so that the test does not wait for the timeout. */
async function expireExecutors(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update executor set seen_at = now() - interval '1 hour'`)
  await client.end()
}

for (const { kind } of processDatabases)
  test(
    `fails a run whose step always crashes its process, and completes concurrent runs (${kind})`,
    { tags: ['all'] },
    async () => {
      const empty = kind === 'embedded' ? null : await emptyPostgres(postgres ?? '')
      const env = settings(empty ? { DATABASE_URL: empty.url } : { DATA_DIR: join(folder, 'crash') })
      let process: RunningProcess = await start(env)
      let send = await signInToProcess(process, email)
      const flows = [
        await makeFlow(send, 'Poison', [begin, call('poison')]),
        await makeFlow(send, 'Innocent', [begin, call('slow'), call('quick')]),
      ]
      // Other steps are running when the process dies: their first calls are never answered.
      calls.clear()
      handlers.set('/slow', (answer) => {
        if ((calls.get('/slow') ?? 0) > 2) setTimeout(answer, 400)
      })
      handlers.set('/poison', () => {
        setTimeout(() => process.kill('SIGKILL'), 100)
      })
      const bystanders = [await startRun(send, flows[1] ?? ''), await startRun(send, flows[1] ?? '')]
      await until(
        async () => calls.get('/slow') ?? 0,
        (count) => count >= 2,
        'both steps are running',
      )
      // A trial of a tool is also running, and is never answered either.
      handlers.set('/trial', () => {})
      const config = { method: 'GET', url: `${base}/trial` }
      const tool = CreatedObject.parse(
        await (await send('POST', '/tool/', { name: 'Tried', category: 'api', config })).json(),
      ).id
      void send('POST', `/tool/${tool}/try/`, { input: {} }).catch(() => {})
      await until(
        async () => calls.get('/trial'),
        (count) => count === 1,
        'the trial is running',
      )
      const poison = await startRun(send, flows[0] ?? '')
      for (let death = 0; death < maxCrashes; death += 1) {
        await process.ended
        process = await start(env)
        if (empty) await expireExecutors(empty.url)
      }
      send = await signInToProcess(process, email)
      const crashed = await ended(send, poison)
      expect(crashed).toMatchObject({ status: 'failed', error: { code: 'crashed', node_id: 'poison' } })
      expect(attempts(crashed, 'poison')).toEqual(Array.from({ length: maxCrashes }, () => 'interrupted'))
      for (const id of bystanders) {
        const run = await ended(send, id)
        expect(run, JSON.stringify(run)).toMatchObject({ status: 'succeeded' })
        // The step was interrupted, but is not treated as a suspect.
        expect(attempts(run, 'slow').filter((what) => what === 'interrupted').length).toBeGreaterThan(0)
        for (const node of ['slow', 'quick'])
          expect(attempts(run, node).filter((what) => what === 'succeeded')).toHaveLength(1)
      }
      // The call of the trial was sent, so it is booked and no longer reserved.
      const trials = await until(
        async () => Booked.parse(await (await send('GET', '/billing/ledger/?kind=trial')).json()).results,
        ({ length }) => length > 0,
        'the trial is booked',
      )
      expect(trials.map(({ amount }) => amount)).toEqual(['-0.000100'])
      expect(await (await send('GET', '/billing/balance/')).json()).toMatchObject({ reserved: '0.000000' })
      // The process survives and works.
      expect((await ended(send, await startRun(send, flows[1] ?? ''))).status).toBe('succeeded')
      process.kill('SIGTERM')
      expect((await process.ended).code).toBe(0)
      await empty?.drop()
    },
  )

test.runIf(postgres)(
  'starts one run per scheduled time with two processes; a stopping process hands over without repeating steps',
  { tags: 'all' },
  async () => {
    const empty = await emptyPostgres(postgres ?? '')
    const env = settings({ DATABASE_URL: empty.url })
    const first = await start(env)
    const sendFirst = await signInToProcess(first, email)
    const handedOverFlow = await makeFlow(sendFirst, 'Handed over', [begin, call('held'), call('after')])
    let respondToPendingCall = () => {}
    handlers.set('/held', (answer) => {
      respondToPendingCall = answer
    })
    const run = await startRun(sendFirst, handedOverFlow)
    await until(
      async () => calls.get('/held') ?? 0,
      (count) => count === 1,
      'the step is running',
    )
    const second = await start(env)
    const send = await signInToProcess(second, email)
    const clock: TestNode = {
      id: 'at',
      type: 'trigger',
      config: { kind: 'schedule', schedule: { cron: '* * * * * *' } },
    }
    const scheduled = await makeFlow(send, 'Every second', [clock])
    const Runs = z.object({ results: z.array(CreatedObject) })
    const runs = async () =>
      Runs.parse(await (await send('GET', `/billing/runs/?flow=${scheduled}&limit=100`)).json()).results
    await until(runs, (all) => all.length >= 3, 'three scheduled times have passed')

    // The step ends in the first process within its stop timeout; the second one continues.
    first.kill('SIGTERM')
    await until(
      async () =>
        fetch(`${first.url}/api/setup/`).then(
          ({ status }) => status === 503,
          () => true,
        ),
      (isStopping) => isStopping,
      'the first process is stopping',
    )
    respondToPendingCall()
    expect(await ended(send, run)).toMatchObject({ status: 'succeeded' })
    expect((await first.ended).code).toBe(0)
    const steps = (await read(send, run)).steps.map(({ node_id: node, attempt, status }) => [node, attempt, status])
    expect(steps).toEqual(['begin', 'held', 'after'].map((node) => [node, 1, 'succeeded']))
    expect([calls.get('/held'), calls.get('/after')]).toEqual([1, 1])

    const before = (await runs()).length
    await until(runs, (all) => all.length > before, 'the schedule continues in the second process')
    await send('POST', `/flow/${scheduled}/pause/`, {})
    const times = await Promise.all(
      (await runs()).map(async ({ id }) => textOf(recordOf((await ended(send, id)).input ?? null)['scheduled_at'])),
    )
    expect(new Set(times).size).toBe(times.length)
    second.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    await empty.drop()
  },
)

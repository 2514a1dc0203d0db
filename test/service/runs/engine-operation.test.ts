/** Monitoring and limits of runs: events, metrics, traces, endless loops, too many concurrent starts. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { RunDetail } from '#contract/billing.ts'
import { spanIdOf, traceIdOf } from '#server/telemetry/spans.ts'
import { readEvents } from '#test/service/support/event-reader.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { createWebhookFlow, createWebhook, runIdOf, sendSignedWebhook } from '#test/service/support/webhook-senders.ts'
import { makeFlow, readRun, waitForRunEnd, waitForRunStatus, startRun, until } from '#test/service/support/runs.ts'

const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              status: z.looseObject({ code: z.int() }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Spans = z.infer<typeof Exported>['resourceSpans'][number]['scopeSpans'][number]['spans']

const spans: Spans = []
const collector = createServer((message, response) => {
  void json(message).then((body) => {
    for (const { scopeSpans } of Exported.parse(body).resourceSpans)
      for (const part of scopeSpans) spans.push(...part.spans)
    response.end('{}')
  })
})
await new Promise<void>((done) => void collector.listen(0, '127.0.0.1', done))
const address = collector.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => {
  collector.close()
  collector.closeAllConnections()
})

const trigger = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const pause = (id: string) => ({ id, type: 'wait', config: { seconds: 0 } })

eachDatabase(
  'engine operation',
  {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    engine: { maxQueued: 10, cleanupIntervalMs: 250 },
  },
  (service) => {
    test('sends events, metrics and a trace of a run with its steps, without its content', async () => {
      const { owner } = service.one
      const reader = await readEvents(`${service.origin}/api/event/`, service.one.viewer.headers)
      const flow = await makeFlow(service, owner, {
        name: 'Traced',
        nodes: [trigger, pause('rest')],
        edges: ['begin → rest'],
      })
      const { id } = await startRun(service, owner, flow, { input: { word: 'not-for-others' } })
      await waitForRunEnd(service, owner, id)
      const changes = await until(
        async () => reader.changes().filter((event) => event.noun === 'run' && event.id === id),
        (events) => events.length > 0,
        'an event of the run has arrived',
      )
      expect(changes[0]).toMatchObject({ change: 'created', flow })
      reader.close()
      const found = await until(
        async () => spans.filter(({ traceId }) => traceId === traceIdOf(id)),
        (list) => list.length === 3,
        'three spans have arrived',
      )
      const root = spanIdOf(id)
      expect(found.map(({ name, parentSpanId }) => `${name} ${parentSpanId ?? ''}`).toSorted()).toEqual(
        ['Traced ', `begin ${root}`, `rest ${root}`].toSorted(),
      )
      expect(found.find(({ name }) => name === 'Traced')?.spanId).toBe(root)
      expect(JSON.stringify(found)).not.toContain('not-for-others')
      const { text } = await service.request('GET', '/metrics')
      expect(text).toMatch(/^flow_runs_started_total [1-9]/m)
      expect(text).toMatch(/^flow_runs_finished_total\{status="succeeded"\} [1-9]/m)
      expect(text).toMatch(/^flow_steps_total\{type="wait",status="succeeded"\} [1-9]/m)
      expect(text).toMatch(/^flow_spans_dropped_total 0$/m)
      expect(text).toMatch(/^flow_runs_driven \d+$/m)
      expect(text).toMatch(/^flow_event_streams \d+$/m)
    })

    test('fails an endless loop at the limit, naming the step; the next run works', async () => {
      const { owner } = service.one
      const endless = await makeFlow(service, owner, {
        nodes: [trigger, pause('round')],
        edges: ['begin → round', 'round → round'],
      })
      const plain = await makeFlow(service, owner, { nodes: [trigger], edges: [] })
      const [one, other] = [await startRun(service, owner, endless), await startRun(service, owner, plain)]
      expect(await waitForRunEnd(service, owner, one.id)).toMatchObject({
        status: 'failed',
        error: { code: 'loop_limit', node_id: 'round' },
      })
      expect((await waitForRunEnd(service, owner, other.id)).status).toBe('succeeded')
    })

    test('runs other code and expressions while endless code is running', async () => {
      const { owner } = service.one
      const code = (source: string) => ({ id: 'code', type: 'code', config: { source, timeout_ms: 30_000 } })
      const endless = await makeFlow(service, owner, { nodes: [trigger, code('for (;;);')], edges: ['begin → code'] })
      const expression = { id: 'word', type: 'transform', config: { expression: '1 + 1' } }
      const plain = await makeFlow(service, owner, {
        nodes: [trigger, code('return 1'), expression],
        edges: ['begin → code', 'code → word'],
      })
      const loops = [1, 2, 3, 4].map(() => startRun(service, owner, endless))
      const { id } = await startRun(service, owner, plain)
      expect((await waitForRunEnd(service, owner, id)).status).toBe('succeeded')
      for (const loop of await Promise.all(loops)) {
        expect(['queued', 'running']).toContain((await readRun(service, owner, loop.id)).status)
        await service.request('POST', `/billing/runs/${loop.id}/cancel/`, { as: owner })
        expect((await waitForRunEnd(service, owner, loop.id)).status).toBe('cancelled')
      }
    })

    test('answers concurrent starts beyond the limit with a retry, and runs all others once', async () => {
      const { owner } = service.two
      const flow = await makeFlow(service, owner, { nodes: [trigger, pause('rest')], edges: ['begin → rest'] })
      const responses = await Promise.all(
        Array.from({ length: 100 }, () => service.request('POST', `/flow/${flow}/run/`, { as: owner, body: {} })),
      )
      const accepted = responses.filter(({ status }) => status === 201)
      const refused = responses.filter(({ status }) => status === 429)
      expect(accepted.length + refused.length).toBe(100)
      expect(accepted.length).toBeGreaterThanOrEqual(10)
      expect(refused.length).toBeGreaterThan(0)
      for (const one of refused) {
        expect(one.body).toMatchObject({ code: 'throttled' })
        expect(one.headers.get('retry-after')).not.toBe(null)
      }
      for (const one of accepted)
        expect((await waitForRunEnd(service, owner, one.as(RunDetail).id)).status).toBe('succeeded')
      const all = await service.request('GET', `/billing/runs/?flow=${flow}`, { as: owner })
      expect(all.body).toMatchObject({ count: accepted.length })
    })

    const queueEntries = async (which: string, values: unknown[] = []) => {
      const { rows } = await service.app.services.database.pool.query<{ id: string }>(
        `select workflow_uuid as id from dbos.workflow_status where ${which}`,
        values,
      )
      return rows.map(({ id }) => id)
    }

    test('deletes queue entries a day after they have ended, and never while they wait', async () => {
      const { owner } = service.one
      const long = { id: 'rest', type: 'wait', config: { seconds: 3600 } }
      const plain = await makeFlow(service, owner, { nodes: [trigger], edges: [] })
      const sleeping = await makeFlow(service, owner, { nodes: [trigger, long], edges: ['begin → rest'] })
      const [old, fresh] = [await startRun(service, owner, plain), await startRun(service, owner, plain)]
      for (const { id } of [old, fresh]) await waitForRunEnd(service, owner, id)
      const { id } = await startRun(service, owner, sleeping)
      await waitForRunStatus(service, owner, id, 'waiting')
      const [ended, recentEntry, waits] = [`${old.id}:0`, `${fresh.id}:0`, `${id}:1`]
      const known = () => queueEntries('workflow_uuid = any($1)', [[ended, recentEntry, waits]])
      await until(known, (all) => all.length === 3, 'the queue has all three entries')
      await until(
        () => queueEntries(`workflow_uuid = any($1) and status = 'SUCCESS'`, [[ended, recentEntry]]),
        (all) => all.length === 2,
        'the queue has recorded both ends',
      )
      const dayAgo = Date.now() - 86_400_000 - 60_000
      await service.app.services.database.pool.query(
        'update dbos.workflow_status set updated_at = $1 where workflow_uuid = any($2)',
        [dayAgo, [ended, waits]],
      )
      const left = await until(known, (all) => !all.includes(ended), 'the old entry is deleted')
      expect(left.toSorted()).toEqual([recentEntry, waits].toSorted())
      await service.request('POST', `/billing/runs/${id}/cancel/`, { as: owner })
    })

    test('leaves no queue entry when a concurrent start of the same message is faster', async () => {
      const { pool } = service.app.services.database
      const { owner } = service.one
      const flow = await createWebhookFlow(service, owner)
      const hook = await createWebhook(service, owner, { flow })
      // Inserts a concurrent start after the lookup for an earlier run, before this run is inserted.
      await pool.query(`create function be_quicker() returns trigger language plpgsql as $$ begin
        if pg_trigger_depth() > 1 or new.source_key not like '%:msg_race' then return new; end if;
        insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, finished_at, source_key)
        values (new.account_id, 'run_quicker', new.flow_id, new.flow_name, new.flow_version, 'succeeded', new.trigger, new.started_at,
          now(), new.source_key);
        return new; end $$`)
      await pool.query('create trigger be_quicker before insert on run for each row execute function be_quicker()')
      try {
        expect(runIdOf(await sendSignedWebhook(service, hook, { n: 1 }, 'msg_race'))).toBe('run_quicker')
      } finally {
        await pool.query('drop trigger be_quicker on run; drop function be_quicker()')
      }
      expect(
        await queueEntries(
          `workflow_uuid like 'run%' and split_part(workflow_uuid, ':', 1) not in (select id from run)`,
        ),
      ).toEqual([])
    })
  },
)

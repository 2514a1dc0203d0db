/** Outgoing calls of nodes within runs: costs, retries, and redaction. */
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { RunSummary, type RunDetail } from '#contract/billing.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { parseMicros } from '#lib/money/money.ts'
import { closeAll, serve } from '#test/support/local-server.ts'
import { modelServer, type ModelResponse } from '#test/support/model-server.ts'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'
import { makeFlow, waitForRunEnd, startRun, type TestNode, type EdgeNotation } from '#test/service/support/runs.ts'

const script: ModelResponse[] = []
const model = await modelServer(script)
afterAll(closeAll)

const secret = 'the very secret 123'

async function makeTool(service: TestService, tool: JsonRecord): Promise<void> {
  const created = await service.request('POST', '/tool/', { as: service.one.owner, body: tool })
  expect(created.status, created.text).toBe(201)
}

async function runFlow(service: TestService, nodes: TestNode[], ways: EdgeNotation[], input: JsonRecord) {
  const { owner } = service.one
  const all = [{ id: 'begin', type: 'trigger', config: { kind: 'manual' } }, ...nodes]
  const flow = await makeFlow(service, owner, { nodes: all, edges: ways })
  const started = await startRun(service, owner, flow, { input })
  return waitForRunEnd(service, owner, started.id)
}

const Sums = z.object({ rows: z.string(), micros: z.string().nullable() })

/** The ledger rows of a run. */
async function ledgerOf(service: TestService, run: string) {
  const found = await service.app.services.database.pool.query(
    'select count(*)::text as rows, (-sum(micros))::text as micros from ledger where run_id = $1',
    [run],
  )
  return Sums.parse(found.rows[0])
}

const codeCosts = (run: RunDetail, name: string | undefined) =>
  run.cost_breakdown.filter(({ kind, tool }) => kind === 'code' && tool?.name === name)

/** The run with a model, the code of the tool “Double”, and code of its own: each is charged to one model and tool. */
async function expectExactGroups(service: TestService, run: RunDetail) {
  const query = `flow=${run.flow.id}&group_by=model,tool,kind`
  const reply = await service.request('GET', `/billing/runs/summary/?${query}`, { as: service.one.owner })
  const { groups, totals } = reply.as(RunSummary)
  const costs = (name: 'model' | 'tool' | 'kind') => groups[name]?.map(({ label, cost }) => [label, cost]) ?? []
  for (const name of ['model', 'tool', 'kind'] as const)
    expect(
      costs(name).reduce((sum, [, cost = '']) => sum + (parseMicros(cost) ?? 0n), 0n),
      name,
    ).toBe(parseMicros(totals.cost))
  const [byTool] = codeCosts(run, 'Double')
  const ofModel = run.cost_breakdown.find(({ kind }) => kind === 'agent')
  expect(codeCosts(run, undefined)).toMatchObject([{ tool: null }])
  expect(costs('tool')).toContainEqual(['Double', byTool?.cost])
  expect(costs('model')).toContainEqual(['small', ofModel?.cost])
  expect(costs('model').map(([label]) => label)).toContain('No model')
  expect(costs('tool').map(([label]) => label)).toContain('No tool')
}

eachDatabase(
  'outgoing calls of nodes',
  {
    settings: {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_API_KEY: 'the-model-key',
      MODEL_NAME: 'small',
    },
    engine: true,
  },
  (service) => {
    test('calls a tool with its secret, which is not stored, and passes the response to later steps', async () => {
      const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
      const port = await serve((request, response) => {
        requests.push({ url: request.url, headers: request.headers })
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ state: 'transit', echo: request.headers.authorization }))
      })
      await makeTool(service, {
        name: 'Key',
        key: 'shop_key',
        category: 'global',
        config: { value: secret, type: 'string', secret: true },
      })
      await makeTool(service, {
        name: 'Orders',
        key: 'orders_api',
        category: 'api',
        config: {
          method: 'GET',
          url: `http://127.0.0.1:${port}/orders/{{ input.order_no }}`,
          auth: { kind: 'bearer', secret: '{{ secrets.shop_key }}' },
        },
      })
      const run = await runFlow(
        service,
        [
          { id: 'find', type: 'api', tool: 'orders_api', config: { query: { order_no: '{{ input.no }}' } } },
          {
            id: 'say',
            type: 'transform',
            config: { expression: 'nodes.find.output.state & " " & nodes.find.output.status' },
          },
        ],
        ['begin → find', 'find → say'],
        { no: 'A/1' },
      )
      expect(run).toMatchObject({ status: 'succeeded', output: 'transit 200', error: null })
      expect(requests[0]).toMatchObject({
        url: '/orders/A%2F1?order_no=A%2F1',
        headers: { authorization: `Bearer ${secret}` },
      })
      expect(JSON.stringify(run)).not.toContain(secret)
      expect(run.steps.find((step) => step.node_id === 'find')?.cost).toBe('0.000100')
      expect(run.cost_breakdown).toMatchObject([{ kind: 'api', tool: { name: 'Orders' } }])
      expect(await ledgerOf(service, run.id)).toEqual({ rows: '1', micros: '100' })
    })

    test('retries a busy server with the same idempotency key, and books every call', async () => {
      const keys: unknown[] = []
      const port = await serve((request, response) => {
        keys.push(request.headers['idempotency-key'])
        response.writeHead(keys.length < 3 ? 503 : 201).end()
      })
      const config = { method: 'POST', url: `http://127.0.0.1:${port}/`, body: {}, retry: { times: 2, wait_ms: 1 } }
      const run = await runFlow(service, [{ id: 'make', type: 'api', config }], ['begin → make'], {})
      expect(run).toMatchObject({ status: 'succeeded', cost: '0.000300' })
      expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]))
      expect(keys).toHaveLength(3)
      expect(await ledgerOf(service, run.id)).toEqual({ rows: '3', micros: '300' })
    })

    test('refuses an internal address: the run fails, or continues at the error output', async () => {
      const config = { method: 'GET', url: 'http://169.254.169.254/latest/meta-data/' }
      const nodes = [{ id: 'steal', type: 'api', config }]
      const failed = await runFlow(service, nodes, ['begin → steal'], {})
      expect(failed).toMatchObject({ status: 'failed', cost: '0.000000', error: { code: 'refused_address' } })
      const rescue = { id: 'rescue', type: 'transform', config: { expression: '"rescued"' } }
      const ways = ['begin → steal', 'steal.error → rescue']
      expect(await runFlow(service, [...nodes, rescue], ways, {})).toMatchObject({
        status: 'succeeded',
        output: 'rescued',
      })
    })

    test('runs an agent that calls a tool and answers, and books its tokens', async () => {
      model.requests.length = 0
      script.splice(0, script.length, { call: 'double', input: { a: 21 } }, { text: '{"topic": "order", "sum": 42}' })
      await makeTool(service, {
        name: 'Double',
        key: 'double',
        category: 'code',
        config: { language: 'javascript', source: 'return { sum: input.a * 2 }' },
      })
      const run = await runFlow(
        service,
        [
          {
            id: 'triage',
            type: 'agent',
            config: { model: 'standard', instructions: 'Sort {{ input.text }}.', tools: ['double'] },
          },
          { id: 'own', type: 'code', config: { source: 'return 1' } },
          { id: 'say', type: 'transform', config: { expression: 'nodes.triage.output.topic' } },
        ],
        ['begin → triage', 'triage → own', 'own → say'],
        { text: 'this' },
      )
      expect(run).toMatchObject({ status: 'succeeded', output: 'order' })
      expect(model.requests[0]).toMatchObject({ model: 'small', messages: [{ content: 'Sort this.' }, {}] })
      expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('42')
      const kinds = run.cost_breakdown.map(({ kind, label, unit }) => `${kind} ${label} ${unit}`)
      expect(kinds).toContain('agent small token')
      const { micros } = await ledgerOf(service, run.id)
      await expectExactGroups(service, run)
      // 200 input and 40 output tokens at the default model price, and the time of the code.
      expect(Number(micros)).toBeGreaterThanOrEqual(360)
      expect(JSON.stringify(run)).not.toContain('the-model-key')
    })

    test('fails the run with a clear error when the model returns an invalid response', async () => {
      model.requests.length = 0
      script.splice(0, script.length, { raw: '<html>' })
      const nodes = [{ id: 'ask', type: 'agent', config: { instructions: 'x' } }]
      expect(await runFlow(service, nodes, ['begin → ask'], {})).toMatchObject({
        status: 'failed',
        error: { code: 'model_nonsense', node_id: 'ask' },
      })
    })
  },
)

/** Versions of a flow in the worst order and number: what a version needs disappears, exports read meanwhile, 10,000 versions. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FlowDetail } from '#contract/flow.ts'
import { FlowVersion, flowVersion } from '#contract/flows/flow-version.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { makeFlow, startRun, templateOf, waitForRunEnd, type TestFlow } from '#test/service/support/runs.ts'

const Versions = z.object({ count: z.int(), results: z.array(FlowVersion) })
const Created = z.looseObject({ id: z.string() })
const Exported = z.looseObject({
  flow: z.looseObject({
    nodes: z.array(z.looseObject({ config: z.looseObject({ expression: z.string().optional() }) })),
  }),
})

/** A flow of some nodes that all contain the same word. */
const saying = (word: string, count = 1): TestFlow => ({
  nodes: [
    { id: 'in', type: 'trigger', config: { kind: 'manual' } },
    ...Array.from({ length: count }, (_, index) => ({
      id: `say${index}`,
      type: 'transform',
      config: { language: 'jsonata', expression: `"${word}"` },
    })),
  ],
  edges: ['in → say0'],
})

const manyVersions = 10_000
/** Versions between two that are stored as a whole (server/store/flows/flow-version.ts). */
const perWhole = 51

eachDatabase('limits of versions', { engine: true }, (service) => {
  const owner = () => service.one.owner
  const send = (method: string, path: string, body?: object) =>
    service.request(method, path, { as: owner(), ...(body === undefined ? {} : { body }) })
  const put = (flow: string, to: TestFlow, more: object = {}) =>
    send('PUT', `/flow/${flow}/template/`, { template: templateOf(to), ...more })
  const readFlow = async (flow: string) => (await send('GET', `/flow/${flow}/`)).as(FlowDetail)

  test('a tool that is deleted between the review and the switch keeps the live version', async () => {
    const flow = await makeFlow(service, owner(), saying('one'))
    const config = { method: 'GET', url: 'https://orders.example/' }
    const tool = (await send('POST', '/tool/', { name: 'Orders', category: 'api', config })).as(Created).id
    const needing = saying('two')
    needing.nodes.push({ id: 'ask', type: 'api', tool: 'orders', config: {} })
    await put(flow, needing, { as: 'draft' })
    await send('PUT', `/flow/${flow}/bindings/`, { tools: { orders: tool } })
    expect((await send('DELETE', `/tool/${tool}/`)).status).toBe(204)
    const refused = await send('POST', `/flow/${flow}/versions/2/live/`, {})
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'not_ready' }])
    expect(await readFlow(flow)).toMatchObject({ status: 'active', live_version: 1, draft_version: 2 })
    const { id } = await startRun(service, owner(), flow)
    expect(await waitForRunEnd(service, owner(), id)).toMatchObject({ output: 'one', flow: { version: 1 } })
  })

  test('a restored version whose channel is gone says which one, and a paused flow takes it', async () => {
    const made = await send('POST', '/channel/', { name: 'Support', type: 'webchat' })
    expect(made.status, made.text).toBe(201)
    const channel = made.as(Created).id
    const listening = saying('one')
    listening.nodes[0] = { id: 'in', type: 'trigger', config: { kind: 'message', channel: 'support' } }
    const flow = await makeFlow(service, owner(), listening, false)
    await send('PUT', `/flow/${flow}/bindings/`, { channels: { support: channel } })
    expect((await send('POST', `/flow/${flow}/activate/`)).status).toBe(200)
    expect((await put(flow, saying('two'))).status).toBe(200)
    const gone = await send('DELETE', `/channel/${channel}/`)
    expect(gone.status, gone.text).toBe(204)
    const refused = await send('POST', `/flow/${flow}/versions/1/live/`, {})
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('support')])
    expect(await readFlow(flow)).toMatchObject({ status: 'active', live_version: 2 })
    await send('POST', `/flow/${flow}/pause/`)
    expect((await send('POST', `/flow/${flow}/versions/1/live/`, {})).as(FlowDetail)).toMatchObject({
      status: 'paused',
      live_version: 3,
    })
  })

  test('each export that reads during updates is one version', async () => {
    const [nodes, updates] = [50, 8]
    const flow = await makeFlow(service, owner(), saying('word 0', nodes))
    const words = new Set<string>()
    const updating = new AbortController()
    const exports = async () => {
      while (!updating.signal.aborted) {
        const response = await send('GET', `/flow/${flow}/export/`)
        expect(response.status, response.text).toBe(200)
        const expressions = response.as(Exported).flow.nodes.flatMap(({ config }) => config.expression ?? [])
        expect([expressions.length, new Set(expressions).size]).toEqual([nodes, 1])
        words.add(expressions[0] ?? '')
      }
    }
    const readers = [exports(), exports()]
    for (let index = 1; index <= updates; index += 1)
      expect((await put(flow, saying(`word ${index}`, nodes))).status).toBe(200)
    updating.abort()
    await Promise.all(readers)
    expect(words.size).toBeGreaterThan(1)
  })

  test('ten thousand versions are listed by page, each is read, and the first is restored', async () => {
    const flow = await makeFlow(service, owner(), saying('word 1'), false)
    await put(flow, saying('word 2'))
    const { pool } = service.app.services.database
    // Each further version is a copy of the second; every fifty-first is stored as a whole, as the service does.
    const { rowCount } = await pool.query(
      `insert into flow_version (account_id, flow_id, number, at, source, node_count, edge_count, whole_number, body)
       select d.account_id, d.flow_id, n, now(), '{"kind": "values", "name": null, "version": null}', 2, 1,
         case when n < ${perWhole} then (select v.whole_number from flow_version v where v.flow_id = $1 and v.number = 2) else n - n % ${perWhole} end,
         case when n % ${perWhole} = 0 then d.body else json_build_array(json_build_array(0, octet_length(d.body)))::text end
       from flow_document d, generate_series(3, $2::int) n where d.flow_id = $1`,
      [flow, manyVersions],
    )
    expect(rowCount).toBe(manyVersions - 2)
    const page = async (query: string) => (await send('GET', `/flow/${flow}/versions/?${query}`)).as(Versions)
    expect(await page('limit=2')).toMatchObject({
      count: manyVersions,
      results: [{ number: 10_000 }, { number: 9999 }],
    })
    expect((await page('limit=3&offset=9997')).results.map(({ number }) => number)).toEqual([3, 2, 1])
    for (const [number, word] of [
      [1, 'word 1'],
      [2, 'word 2'],
      [50, 'word 2'],
      [51, 'word 2'],
      [9999, 'word 2'],
    ] as const) {
      const version = (await send('GET', `/flow/${flow}/versions/${number}/`)).as(flowVersion.version.returns)
      expect(version.nodes[1]?.config, String(number)).toMatchObject({ expression: `"${word}"` })
    }
    const restored = await send('POST', `/flow/${flow}/versions/1/live/`, {})
    expect([restored.status, restored.body]).toMatchObject([200, { live_version: manyVersions + 1 }])
    expect((await readFlow(flow)).nodes[1]?.config).toMatchObject({ expression: '"word 1"' })
  })
})

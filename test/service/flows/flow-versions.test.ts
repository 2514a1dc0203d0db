/** Versions of a flow: update from a file, draft and live, restore; each run uses exactly one version. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FlowDetail } from '#contract/flow.ts'
import { FlowVersion, flowVersion } from '#contract/flows/flow-version.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import {
  makeFlow,
  readRun,
  startRun,
  templateOf,
  until,
  waitForRunEnd,
  waitForRunStatus,
  type TestFlow,
} from '#test/service/support/runs.ts'

const Versions = z.object({ count: z.int(), results: z.array(FlowVersion) })
const VersionDetail = flowVersion.version.returns
const Updated = flowVersion.update.returns
const Conflict = z.looseObject({ code: z.literal('version_conflict'), current: z.looseObject({ id: z.string() }) })

/** A flow that answers with a text. */
const saying = (text: string, more: Partial<TestFlow> = {}): TestFlow => ({
  nodes: [
    { id: 'in', type: 'trigger', config: { kind: 'manual' } },
    { id: 'say', type: 'transform', config: { language: 'jsonata', expression: `"${text}"` } },
  ],
  edges: ['in → say'],
  ...more,
})

/** A flow that waits for a day before it answers. */
const waiting = (text: string): TestFlow => ({
  nodes: [
    { id: 'in', type: 'trigger', config: { kind: 'manual' } },
    { id: 'stop', type: 'wait', config: { seconds: 86_400 } },
    { id: 'say', type: 'transform', config: { language: 'jsonata', expression: `"${text}"` } },
  ],
  edges: ['in → stop', 'stop → say'],
})

eachDatabase('versions of a flow', { engine: true }, (service) => {
  const owner = () => service.one.owner
  const put = (flow: string, to: TestFlow, more: object = {}, headers: Record<string, string> = {}) =>
    service.request('PUT', `/flow/${flow}/template/`, {
      as: owner(),
      body: { template: templateOf(to), ...more },
      headers,
    })
  const post = (path: string, body: object = {}) => service.request('POST', path, { as: owner(), body })
  const readFlow = async (flow: string) =>
    (await service.request('GET', `/flow/${flow}/`, { as: owner() })).as(FlowDetail)
  const versionsOf = async (flow: string) => {
    const response = await service.request('GET', `/flow/${flow}/versions/`, { as: owner() })
    expect(response.status, response.text).toBe(200)
    return response.as(Versions).results
  }
  const readVersion = async (flow: string, number: number) => {
    const response = await service.request('GET', `/flow/${flow}/versions/${number}/`, { as: owner() })
    expect(response.status, response.text).toBe(200)
    return response.as(VersionDetail)
  }
  const outputOf = async (flow: string, body = {}) => {
    const { id } = await startRun(service, owner(), flow, body)
    const { output, flow: of } = await waitForRunEnd(service, owner(), id)
    return { output, version: of.version }
  }

  test('an update replaces the definition only, and says what changed', async () => {
    const flow = await makeFlow(service, owner(), saying('one', { name: 'Greeter' }))
    await service.request('PUT', `/flow/${flow}/tags/`, { as: owner(), body: { tags: ['kept'] } })
    expect(await outputOf(flow)).toEqual({ output: 'one', version: 1 })
    const before = await readFlow(flow)
    expect(before.live_version).toBe(1)
    expect(before).not.toHaveProperty('draft_version')
    expect(await versionsOf(flow)).toMatchObject([
      { number: 1, state: 'live', changes: null, source: { kind: 'created' } },
    ])
    const response = await put(flow, saying('two', { name: 'Another name' }), {
      note: 'Second try',
      source: { kind: 'file', name: 'greeter.json' },
    })
    expect(response.status, response.text).toBe(200)
    expect(response.as(Updated)).toMatchObject({
      id: flow,
      name: 'Greeter',
      status: 'active',
      tags: ['kept'],
      live_version: 2,
      import: { source_format: 'flow-template', missing: { tools: [], channels: [], secrets: [] } },
    })
    expect(await outputOf(flow)).toEqual({ output: 'two', version: 2 })
    await until(
      () => versionsOf(flow),
      ([newest]) => newest?.runs === 1,
      'the runs are counted',
    )
    expect(await versionsOf(flow)).toMatchObject([
      {
        number: 2,
        state: 'live',
        note: 'Second try',
        runs: 1,
        failed: 0,
        tests: 0,
        source: { kind: 'file', name: 'greeter.json', version: null },
        by: { kind: 'person', id: service.one.owner.id },
        changes: { added: 0, removed: 0, changed: 1, moved: 0, edges: 0, definitions: 0 },
        summary: 'Changed “say”.',
      },
      { number: 1, state: 'former', runs: 1, open: { count: 0 } },
    ])
    expect((await readVersion(flow, 1)).nodes).toEqual(before.nodes)
    expect((await readVersion(flow, 2)).nodes).toEqual((await readFlow(flow)).nodes)
  })

  test('a repeated update adds no version, and one for an outdated flow is refused with both', async () => {
    const flow = await makeFlow(service, owner(), saying('one'))
    const { version } = await readFlow(flow)
    expect((await put(flow, saying('two'), {}, { 'if-match': `"${version}"` })).status).toBe(200)
    expect((await put(flow, saying('two'))).as(Updated)).toMatchObject({ live_version: 2 })
    const refused = await put(flow, saying('three'), {}, { 'if-match': `"${version}"` })
    expect(refused.status).toBe(409)
    expect(refused.as(Conflict).current).toMatchObject({ id: flow, live_version: 2 })
    const both = await Promise.all([put(flow, saying('four')), put(flow, saying('five'))])
    const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b)
    // Without If-Match, one of two updates at once may see the other.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses)
    const list = await versionsOf(flow)
    expect(list).toHaveLength(2 + statuses.filter((status) => status === 200).length)
    expect(new Set(list.map(({ number }) => number)).size).toBe(list.length)
    expect((await outputOf(flow)).version).toBe(list[0]?.number)
  })

  test('a draft is stored beside the live version, tested, made live, or thrown away', async () => {
    const flow = await makeFlow(service, owner(), saying('live'))
    const drafted = await put(flow, saying('draft'), { as: 'draft' })
    expect(drafted.as(Updated)).toMatchObject({ live_version: 1, draft_version: 2 })
    expect(await outputOf(flow)).toEqual({ output: 'live', version: 1 })
    expect(await outputOf(flow, { is_test: true, version: 2 })).toEqual({ output: 'draft', version: 2 })
    expect((await post(`/flow/${flow}/run/`, { version: 2 })).body).toMatchObject({
      errors: { version: ['Only a test run can use a version that is not live.'] },
    })
    expect((await post(`/flow/${flow}/run/`, { version: 9, is_test: true })).status).toBe(400)
    const other = await put(flow, saying('other draft'), { as: 'draft' })
    expect(other.as(Updated)).toMatchObject({ live_version: 1, draft_version: 3 })
    await until(
      () => versionsOf(flow),
      ([, second]) => second?.tests === 1,
      'the test is counted',
    )
    expect((await versionsOf(flow)).map(({ state }) => state)).toEqual(['draft', 'discarded', 'live'])
    const live = await post(`/flow/${flow}/versions/3/live/`)
    expect(live.as(FlowDetail).live_version).toBe(3)
    expect(live.body).not.toHaveProperty('draft_version')
    expect(await outputOf(flow)).toEqual({ output: 'other draft', version: 3 })
    expect((await versionsOf(flow)).map(({ state }) => state)).toEqual(['live', 'discarded', 'former'])
    await put(flow, saying('never'), { as: 'draft' })
    expect((await service.request('DELETE', `/flow/${flow}/draft/`, { as: owner() })).status).toBe(204)
    const discarded = await readFlow(flow)
    expect(discarded.live_version).toBe(3)
    expect(discarded).not.toHaveProperty('draft_version')
    expect((await versionsOf(flow))[0]).toMatchObject({ number: 4, state: 'discarded' })
  })

  test('any version is restored as a new one, live or as a draft', async () => {
    const flow = await makeFlow(service, owner(), saying('one'))
    for (const text of ['two', 'three', 'four']) await put(flow, saying(text))
    const restored = await post(`/flow/${flow}/versions/2/live/`, { note: 'Back' })
    expect(restored.as(FlowDetail)).toMatchObject({ live_version: 5 })
    expect(await outputOf(flow)).toEqual({ output: 'two', version: 5 })
    expect((await versionsOf(flow))[0]).toMatchObject({ note: 'Back', source: { kind: 'version', version: 2 } })
    const draft = await post(`/flow/${flow}/versions/1/draft/`)
    expect(draft.as(FlowDetail)).toMatchObject({ live_version: 5, draft_version: 6 })
    // Nothing to do: it is live already.
    expect((await post(`/flow/${flow}/versions/5/live/`)).as(FlowDetail)).toMatchObject({ live_version: 5 })
    for (const number of ['0', '99', 'x', '-1', '99999999999'])
      expect((await post(`/flow/${flow}/versions/${number}/live/`)).status, number).toBe(404)
    const foreign = await service.request('POST', `/flow/${flow}/versions/1/live/`, { as: service.two.owner, body: {} })
    expect(foreign.status).toBe(404)
  })

  test('a waiting run ends on its version, and a retry from its step too', async () => {
    const flow = await makeFlow(service, owner(), waiting('old'))
    const { id } = await startRun(service, owner(), flow)
    await waitForRunStatus(service, owner(), id, 'waiting')
    await put(flow, saying('new'))
    expect(await versionsOf(flow)).toMatchObject([
      { number: 2, open: { count: 0 } },
      { number: 1, open: { count: 1, waiting: 1, waiting_until: expect.any(String) } },
    ])
    await post(`/billing/runs/${id}/cancel/`)
    await waitForRunEnd(service, owner(), id)
    const retry = await post(`/billing/runs/${id}/retry/`, { from: 'failed' })
    const { id: second } = retry.as(z.looseObject({ id: z.string() }))
    await waitForRunStatus(service, owner(), second, 'waiting')
    expect(await readRun(service, owner(), second)).toMatchObject({ flow: { version: 1 } })
    await post(`/billing/runs/${second}/cancel/`)
    await waitForRunEnd(service, owner(), second)
    const whole = await post(`/billing/runs/${second}/retry/`, { from: 'start' })
    const { id: third } = whole.as(z.looseObject({ id: z.string() }))
    expect(await waitForRunEnd(service, owner(), third)).toMatchObject({ output: 'new', flow: { version: 2 } })
  })

  test('an active flow stays as it was if the new version could not run', async () => {
    const flow = await makeFlow(service, owner(), saying('one'))
    const broken = saying('two')
    broken.nodes.push({ id: 'odd', type: 'code', config: { language: 'javascript', source: 'return {' } })
    const refused = await put(flow, broken)
    expect(refused.body).toMatchObject({
      code: 'not_ready',
      validation: expect.arrayContaining([expect.objectContaining({ node_id: 'odd', level: 'error' })]),
    })
    expect(await readFlow(flow)).toMatchObject({ live_version: 1, node_count: 2 })
    expect(await versionsOf(flow)).toHaveLength(1)
    const needing = saying('three')
    needing.nodes.push({ id: 'ask', type: 'api', tool: 'not_here_yet', config: {} })
    expect((await put(flow, needing)).body).toMatchObject({ code: 'not_ready' })
    const draft = await put(flow, needing, { as: 'draft' })
    expect(draft.as(Updated)).toMatchObject({ draft_version: 2, import: { missing: { tools: ['not_here_yet'] } } })
    expect((await post(`/flow/${flow}/versions/2/live/`)).body).toMatchObject({ code: 'not_ready' })
    // The draft's key can be bound before it is live.
    const tool = await post('/tool/', {
      name: 'Orders',
      category: 'api',
      config: { method: 'GET', url: 'https://orders.example/' },
    })
    const { id } = tool.as(z.looseObject({ id: z.string() }))
    const bound = await service.request('PUT', `/flow/${flow}/bindings/`, {
      as: owner(),
      body: { tools: { not_here_yet: id } },
    })
    expect(bound.as(FlowDetail).bindings.tools).toEqual({})
    expect((await readVersion(flow, 2)).bindings?.tools).toEqual({ not_here_yet: id })
    expect((await post(`/flow/${flow}/versions/2/live/`)).as(FlowDetail)).toMatchObject({
      live_version: 2,
      bindings: { tools: { not_here_yet: id } },
    })
    // Taken back, the key is not live any more, and comes back with its tool.
    await post(`/flow/${flow}/versions/1/live/`)
    expect((await readFlow(flow)).bindings.tools).toEqual({})
    expect((await post(`/flow/${flow}/versions/2/live/`)).as(FlowDetail).bindings.tools).toEqual({ not_here_yet: id })
  })

  test('schedules follow the live version', async () => {
    const scheduled = (cron: string): TestFlow => ({
      nodes: [{ id: 'in', type: 'trigger', config: { kind: 'schedule', schedule: { cron } } }],
      edges: [],
    })
    const flow = await makeFlow(service, owner(), scheduled('0 4 * * *'))
    const cronOf = async () => {
      const { rows } = await service.app.services.database.pool.query<{ schedule: string }>(
        'select schedule from dbos.workflow_schedules where schedule_name like $1',
        [`%/${flow}/%`],
      )
      return rows.map(({ schedule }) => schedule)
    }
    expect(await cronOf()).toEqual(['0 4 * * *'])
    await put(flow, scheduled('30 5 * * *'))
    expect(await cronOf()).toEqual(['30 5 * * *'])
    await put(flow, saying('by hand'))
    expect(await cronOf()).toEqual([])
    await post(`/flow/${flow}/versions/1/live/`)
    expect(await cronOf()).toEqual(['0 4 * * *'])
  })

  test('a file without a flow, with several, or with a secret', async () => {
    const flow = await makeFlow(service, owner(), saying('one'))
    const send = (template: unknown) =>
      service.request('PUT', `/flow/${flow}/template/`, { as: owner(), body: { template } })
    expect((await send('no flow')).body).toMatchObject({ code: 'not_a_template' })
    expect((await send({})).body).toMatchObject({ code: 'not_a_template' })
    expect((await send(undefined)).status).toBe(400)
    const unknown = await service.request('PUT', '/flow/flw_none/template/', {
      as: owner(),
      body: { template: templateOf(saying('two')) },
    })
    expect(unknown.status).toBe(404)
    const withSecret = saying('two')
    const token = `sk-proj-${'a1B2c3D4'.repeat(6)}`
    withSecret.nodes.push({
      id: 'call',
      type: 'api',
      config: { method: 'GET', url: 'https://api.example/', headers: { authorization: `Bearer ${token}` } },
    })
    const answer = await put(flow, withSecret, { as: 'draft' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.as(Updated).import.redacted).toHaveLength(1)
    expect(JSON.stringify(await readVersion(flow, 2))).not.toContain(token)
    expect((await put(flow, saying('two'), { note: 'x'.repeat(501) })).status).toBe(400)
    expect((await put(flow, saying('two'), { note: token })).status).toBe(400)
    expect(await versionsOf(flow)).toHaveLength(2)
  })

  test('versions of a flow of many differences are each read exactly', async () => {
    const texts = Array.from({ length: 120 }, (_, index) => `text ${index}`)
    const many = (at: number): TestFlow => ({
      nodes: [
        { id: 'in', type: 'trigger', config: { kind: 'manual' } },
        ...Array.from({ length: 60 }, (_, index) => ({
          id: `n${index}`,
          type: 'transform',
          config: { language: 'jsonata', expression: `"${index === at % 60 ? texts[at] : 'Größe 日本'}"` },
        })),
      ],
      edges: [],
    })
    const flow = await makeFlow(service, owner(), many(0), false)
    for (const index of texts.keys()) if (index > 0) expect((await put(flow, many(index))).status).toBe(200)
    const { count, results } = (await service.request('GET', `/flow/${flow}/versions/?limit=10`, { as: owner() })).as(
      Versions,
    )
    expect([count, results[0]?.number]).toEqual([120, 120])
    for (const number of [1, 2, 51, 52, 53, 102, 103, 119, 120]) {
      const { nodes } = await readVersion(flow, number)
      const at = (number - 1) % 60
      expect(nodes[at + 1]?.config['expression'], String(number)).toBe(`"text ${number - 1}"`)
    }
    const { rows } = await service.app.services.database.pool.query<{ wholes: number }>(
      'select count(*)::int as wholes from flow_version where flow_id = $1 and whole_number = number',
      [flow],
    )
    expect(rows[0]?.wholes).toBe(3)
  }, 120_000)
})

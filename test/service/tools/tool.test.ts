/** Tools: the six categories, their keys, their configs and their usage, on each database. */
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Tool } from '#contract/tool.ts'
import { flowBinding } from '#server/store/tables/flow.ts'
import { toolDay } from '#server/store/tables/tool.ts'
import { eachDatabase, type TestRequest, type TestCaller } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'
import { readAny, readAllRows } from '#test/service/support/read-all-pages.ts'

const configs = {
  api: {
    method: 'GET',
    url: 'https://crm.example/{{ input.id }}',
    headers: { Accept: 'text/plain' },
    timeout_ms: 1000,
  },
  transform: { language: 'jsonata', expression: '$sum(items.price)' },
  condition: { language: 'cel', expression: 'input.total > 10' },
  agent: { model: 'small', instructions: 'Be brief.', tools: ['crm'], temperature: 0.5 },
  code: { language: 'javascript', source: 'return input', timeout_ms: 50 },
  global: { value: { any: ['thing'] }, type: 'json', secret: false },
}

eachDatabase('tools', (service) => {
  let caller: TestCaller
  beforeAll(() => {
    caller = service.one.operator
  })
  const send = (method: string, path: string, sent: TestRequest = {}) =>
    service.request(method, path, { as: caller, ...sent })
  const create = async (body: Record<string, unknown>) => (await send('POST', '/tool/', { body })).as(Tool)

  test('returns a tool of every category as it was sent', async () => {
    for (const [category, config] of Object.entries(configs)) {
      const schema = {
        type: 'object',
        properties: { password: { type: 'string', description: 'What the person types' } },
      }
      const created = await create({ name: `A ${category}`, category, config, input_schema: schema })
      expect(created).toMatchObject({
        key: `a_${category}`,
        category,
        config,
        input_schema: schema,
        output_schema: null,
        enabled: true,
        version: 1,
        used_by_count: 0,
      })
      expect((await send('GET', `/tool/${created.id}/`)).body).toEqual(created)
      const list = await readAny(service, caller, `/tool/?category=${category}`)
      expect(list.results).toEqual([created])
    }
  })

  test('derives a unique key from the name, and refuses a taken key', async () => {
    const plain = { category: 'transform', config: configs.transform }
    expect((await create({ name: 'Été: über-Größe!', ...plain })).key).toBe('ete_uber_gro_e')
    expect((await create({ name: '日本', ...plain })).key).toBe('tool')
    expect((await create({ name: '日本語', ...plain })).key).toBe('tool_2')
    expect((await create({ name: 'tool', ...plain })).key).toBe('tool_3')
    const taken = await send('POST', '/tool/', { body: { name: 'x', key: 'tool', ...plain } })
    expect(taken.body).toMatchObject({ code: 'invalid', errors: { key: ['Another tool already has this key.'] } })
    const other = await create({ name: 'other', ...plain })
    expect((await send('PATCH', `/tool/${other.id}/`, { body: { key: 'tool' } })).body).toMatchObject({
      errors: { key: ['Another tool already has this key.'] },
    })
    expect((await send('PATCH', `/tool/${other.id}/`, { body: { key: 'Not A Key' } })).status).toBe(400)
    const many = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'At once', ...plain })))
    expect(new Set(many.map((tool) => tool.key)).size).toBe(4)
  })

  test('reports an invalid config in the list and the tool until it is corrected', async () => {
    const config = { method: 'GET', url: 'https://crm.example/{{ input.id }' }
    const { id } = await create({ name: 'Not closed', category: 'api', config })
    const problem = expect.stringMatching(/^the text “https:.*not closed/)
    // The first check starts the sandbox, for which lists do not wait long.
    await expect
      .poll(async () => (await send('GET', '/tool/?search=not%20closed')).body, { timeout: 30_000 })
      .toMatchObject({ results: [{ id, problem }] })
    expect((await send('GET', `/tool/${id}/`)).body).toMatchObject({ problem })
    await send('PATCH', `/tool/${id}/`, { body: { config: { ...config, url: 'https://crm.example/' } } })
    expect((await send('GET', `/tool/${id}/`)).body).not.toHaveProperty('problem')
    // A fault of the service is not attributed to the tool, and not cached.
    const sandbox = vi.spyOn(service.app.services.sandbox, 'forAccount').mockImplementation(() => {
      throw new Error('out of order')
    })
    await send('PATCH', `/tool/${id}/`, { body: { config: { ...config, url: 'https://crm.example/{{ input.no }' } } })
    const whole = await send('GET', '/tool/?search=not%20closed')
    sandbox.mockRestore()
    expect([whole.status, JSON.stringify(whole.body)]).toEqual([200, expect.not.stringContaining('"problem"')])
    expect((await send('GET', `/tool/${id}/`)).body).toMatchObject({ problem })
  })

  test('refuses a config that does not match the category, by field', async () => {
    const cases: [string, unknown, string][] = [
      ['api', { method: 'FETCH', url: 'x' }, 'config.method'],
      ['api', { method: 'GET' }, 'config.url'],
      ['api', { ...configs.api, colour: 1 }, 'config.colour'],
      ['transform', { language: 'python', expression: 'x' }, 'config.language'],
      ['agent', { ...configs.agent, temperature: 3 }, 'config.temperature'],
      ['code', { language: 'javascript', source: '' }, 'config.source'],
      ['global', { value: 1, type: 'date', secret: false }, 'config.type'],
    ]
    for (const [category, config, field] of cases) {
      const response = await send('POST', '/tool/', { body: { name: 'x', category, config } })
      expect([response.status, field]).toEqual([400, field])
      expect(response.body).toMatchObject({ errors: { [field]: expect.any(Array) } })
    }
    const created = await create({ name: 'To change', category: 'code', config: configs.code })
    const wrong = await send('PATCH', `/tool/${created.id}/`, { body: { config: { ...configs.code, timeout_ms: 0 } } })
    expect(wrong.body).toMatchObject({ errors: { 'config.timeout_ms': expect.any(Array) } })
  })

  test('keeps other fields on a change, increments the version, and refuses an outdated change', async () => {
    const created = await create({
      name: 'Versions',
      category: 'api',
      config: { ...configs.api, auth: { kind: 'bearer', secret: 'a long enough secret' } },
    })
    const edited = await send('PATCH', `/tool/${created.id}/`, { body: { enabled: false, version: 1 } })
    expect(edited.body).toMatchObject({ ...created, enabled: false, version: 2, updated_at: expect.any(String) })
    const stale = await send('PATCH', `/tool/${created.id}/`, { body: { enabled: true, version: 1 } })
    expect(stale.body).toMatchObject({
      code: 'version_conflict',
      current: { version: 2, config: { auth: { secret: { set: true, last4: 'cret' } } } },
    })
    const header = await send('PATCH', `/tool/${created.id}/`, {
      body: { enabled: true },
      headers: { 'if-match': '"1"' },
    })
    expect(header.status).toBe(409)
    const moved = await send('PATCH', `/tool/${created.id}/`, {
      body: { config: { ...configs.api, headers: { 'X-Key': { set: true } } } },
    })
    expect(moved.body).toMatchObject({
      code: 'invalid',
      errors: { 'config.headers.X-Key': ['No secret is stored here.'] },
    })
  })

  test('stores a secret encrypted, and keeps it through changes', async () => {
    const secret = 'the very secret 123'
    const created = await create({
      name: 'Sealed',
      category: 'global',
      config: { value: secret, type: 'string', secret: true },
    })
    await send('PATCH', `/tool/${created.id}/`, { body: { name: 'Renamed', config: created.config } })
    const { readTool } = await import('#server/store/tools/tool.ts')
    const { scope } = service.one
    const sealed = (await readTool(scope, created.id, new Date()))?.sealed
    const { secrets } = service.app.services
    expect(sealed && secrets.open(scope.account, created.id, sealed)).toBe(
      JSON.stringify({ '["value"]': JSON.stringify(secret) }),
    )
    expect(() => sealed && secrets.open(service.two.scope.account, created.id, sealed)).toThrow('authenticate data')
  })

  test('lists flows, channels and call figures of thirty days as usage', async () => {
    const { scope } = service.one
    const created = await seed(scope, {
      conversations: 1,
      runs: 10,
      prefix: 'u',
      person: { id: 'x', name: 'x' },
      now: new Date(),
    })
    const tool = await create({ name: 'Used', category: 'api', config: configs.api })
    const runs = await readAny(service, caller, `/billing/runs/${created.runs[0]}/`).catch(() => null)
    expect(runs).toBeNull()
    const flowId = await flowOfFirstRun(created.runs[0] ?? '')
    await scope.insert(flowBinding, [{ flowId, kind: 'tool', key: 'used', targetId: tool.id }])
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await scope.insert(toolDay, [
      { toolId: tool.id, day: daysAgo(0), calls: 1, errors: 1, cost: 2_000n },
      { toolId: tool.id, day: daysAgo(28), calls: 1, errors: 0, cost: 808n },
      { toolId: tool.id, day: daysAgo(31), calls: 7, errors: 5, cost: 7_000_000n },
    ])
    const response = await send('GET', `/tool/${tool.id}/usage/`)
    expect(response.body).toMatchObject({
      tools: [],
      flows: [{ id: flowId, status: 'draft', tools: [tool.id] }],
      channels: [{ flows: [flowId] }],
      calls_last_30_days: 2,
      errors_last_30_days: 1,
      cost_last_30_days: '0.002808',
    })
    const sums = { used_by_count: 1, calls_last_30_days: 2, cost_last_30_days: '0.002808' }
    expect((await send('GET', `/tool/${tool.id}/`)).body).toMatchObject(sums)
    const costly = await readAny(service, caller, '/tool/?ordering=-cost_last_30_days&limit=1')
    expect(costly.results).toMatchObject([{ id: tool.id, ...sums }])
    expect(response.text).toContain('chn_u')
  })

  test('follows usage through other tools: from a value to calls that use it, and agents that may call these', async () => {
    const { scope } = service.one
    const value = await create({
      name: 'Chain key',
      category: 'global',
      config: { value: 1, type: 'number', secret: false },
    })
    const auth = { kind: 'bearer', secret: '{{ secrets["chain_key"] }}' }
    const call = await create({ name: 'Chain call', category: 'api', config: { ...configs.api, auth } })
    const agent = await create({
      name: 'Chain agent',
      category: 'agent',
      config: { ...configs.agent, tools: ['chain_call'] },
    })
    const near = { ...configs.api, headers: { 'X-Words': 'chain_key and secrets.chain_keys' } }
    await create({ name: 'Only words', category: 'api', config: near })
    const flow = (await send('POST', '/flow/', { body: { name: 'By the agent' } })).as(z.object({ id: z.string() }))
    await scope.insert(flowBinding, [{ flowId: flow.id, kind: 'tool', key: 'chain_agent', targetId: agent.id }])
    const usage = async (id: string) => (await send('GET', `/tool/${id}/usage/`)).body
    expect(await usage(value.id)).toMatchObject({
      tools: [
        { id: call.id, key: 'chain_call', category: 'api', names: [value.id] },
        { id: agent.id, names: [call.id] },
      ],
      flows: [{ id: flow.id, tools: [agent.id] }],
      channels: [],
    })
    expect(await usage(call.id)).toMatchObject({ tools: [{ id: agent.id }], flows: [{ id: flow.id }] })
    // References to the old key are broken; the binding of the flow to the agent is kept.
    await send('PATCH', `/tool/${call.id}/`, { body: { key: 'chain_call_2' } })
    await send('PATCH', `/tool/${agent.id}/`, { body: { key: 'chain_agent_2' } })
    expect(await usage(value.id)).toMatchObject({ tools: [{ id: call.id }], flows: [] })
    expect(await usage(agent.id)).toMatchObject({ flows: [{ id: flow.id }] })
    expect((await service.request('GET', `/tool/${value.id}/usage/`, { as: service.two.operator })).status).toBe(404)
  })

  async function flowOfFirstRun(id: string): Promise<string> {
    const { readRun } = await import('#server/store/runs/run.ts')
    return (await readRun(service.one.scope, id))?.flow.id ?? ''
  }

  test('searches, and returns every ordering page by page', async () => {
    const found = await send('GET', '/tool/?search=AT_ONCE&category=api')
    expect(found.body).toMatchObject({ count: 0, categories: { api: 0, transform: 4, global: 0 } })
    expect((await readAny(service, caller, '/tool/?search=AT_ONCE')).count).toBe(4)
    expect((await readAny(service, caller, '/tool/?search=50%25')).count).toBe(0)
    for (const ordering of [
      'name',
      '-key',
      'category',
      '-used_by_count',
      '-calls_last_30_days',
      'cost_last_30_days',
      'created_at',
      '-updated_at',
      'category,-name',
    ]) {
      const whole = await readAny(service, caller, `/tool/?limit=100&ordering=${ordering}`)
      const steps = await readAllRows(service, caller, `/tool/?limit=3&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(whole.results.map((row) => row.id))
    }
  })
})

/** Creating, finding, changing and activating flows, on each database. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { FlowDetail, flowOrderings, FlowSummary, ImportResult } from '#contract/flow.ts'
import { page } from '#contract/kernel/page.ts'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'
import { flow as flowTable } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { eachDatabase, type TestRequest, type TestCaller } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'
import { template } from '#test/service/support/template.ts'
import { readAny, readAllRows } from '#test/service/support/read-all-pages.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

eachDatabase('flows', (service) => {
  let caller: TestCaller
  beforeAll(() => {
    caller = service.one.operator
  })
  const send = (method: string, path: string, sent: TestRequest = {}) =>
    service.request(method, path, { as: caller, ...sent })
  const create = async (name: string) => (await send('POST', '/flow/', { body: { name } })).as(FlowDetail)

  test('creates, reads, renames and deletes a flow', async () => {
    const created = await send('POST', '/flow/', { body: { name: '  Cafe\u0301  ', description: ' as sent ' } })
    expect(created.status).toBe(201)
    const flow = created.as(FlowDetail)
    expect(flow).toMatchObject({
      name: 'Café',
      description: ' as sent ',
      status: 'draft',
      version: 1,
      nodes: [],
      created_by: { name: 'operator one' },
    })
    expect(created.headers.get('location')).toBe(`/api/flow/${flow.id}/`)
    const read = await send('GET', `/flow/${flow.id}/`)
    expect(read.body).toEqual(flow)
    expect(
      (await send('GET', `/flow/${flow.id}/`, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } })).status,
    ).toBe(304)
    const renamed = await send('PATCH', `/flow/${flow.id}/`, {
      body: { name: 'New' },
      headers: { 'if-match': read.headers.get('etag') ?? '' },
    })
    expect(renamed.body).toMatchObject({ name: 'New', version: 2, description: ' as sent ' })
    expect(renamed.headers.get('etag')).not.toBe(read.headers.get('etag'))
    for (const stale of [
      { headers: { 'if-match': '"1"' }, body: { name: 'X' } },
      { body: { name: 'X', version: 1 } },
    ]) {
      const response = await send('PATCH', `/flow/${flow.id}/`, stale)
      expect(response.status).toBe(409)
      expect(response.body).toMatchObject({
        code: 'version_conflict',
        current: { id: flow.id, name: 'New', version: 2 },
      })
    }
    // A version has 32 bits: a larger number is invalid, not a conflict.
    expect((await send('PATCH', `/flow/${flow.id}/`, { body: { name: 'X', version: 2 ** 31 } })).status).toBe(400)
    expect((await send('DELETE', `/flow/${flow.id}/`)).status).toBe(204)
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'Y' }]] as const) {
      const response = await send(method, `/flow/${flow.id}/`, body === undefined ? {} : { body })
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ code: 'not_found' })
    }
  })

  test('refuses invalid names and fields, by field', async () => {
    const cases: [unknown, string][] = [
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(100_000) }, 'name'],
      [{}, 'name'],
      [{ name: 'x', colour: 'red' }, 'colour'],
      [{ name: 7 }, 'name'],
      [{ name: 'x', description: 'y'.repeat(20_001) }, 'description'],
    ]
    for (const [body, field] of cases) {
      const response = await send('POST', '/flow/', { body })
      expect([response.status, field]).toEqual([400, field])
      expect(response.body).toMatchObject({ code: 'invalid', errors: { [field]: expect.any(Array) } })
    }
    expect((await create('é'.repeat(200))).name).toBe('é'.repeat(200))
  })

  test('activates a flow only with all its requirements', async () => {
    const { id } = (await send('POST', '/flow/import/', { body: { template, name: 'Life' } })).as(Imported)
    const early = await send('POST', `/flow/${id}/activate/`)
    expect(early.status).toBe(409)
    expect(early.body).toMatchObject({
      code: 'not_ready',
      validation: expect.arrayContaining([
        expect.objectContaining({ level: 'error', code: 'missing_tool', node_id: 'look' }),
      ]),
    })
    expect((await send('POST', `/flow/${id}/pause/`)).status).toBe(409)
    const created = await seed(service.one.scope, {
      conversations: 1,
      runs: 1,
      prefix: 'l',
      person: { id: 'x', name: 'x' },
      now: new Date(),
    })
    // A tool and a secret with the required keys are bound automatically; a channel has to be chosen.
    const config = { value: 'a value', type: 'string', secret: true }
    expect(
      (await send('POST', '/tool/', { body: { name: 'Token', key: 'crm_token', category: 'global', config } })).status,
    ).toBe(201)
    const tool = (
      await send('POST', '/tool/', {
        body: { name: 'Crm', category: 'api', config: { method: 'GET', url: 'https://x.example' } },
      })
    ).as(z.looseObject({ id: z.string() }))
    const bound = await send('PUT', `/flow/${id}/bindings/`, {
      body: { channels: { support: created.channels[5] ?? null } },
    })
    expect(bound.body).toMatchObject({
      bindings: { tools: { crm: tool.id }, channels: { support: created.channels[5] } },
      validation: [],
      channels: [{ id: created.channels[5] }],
    })
    expect(
      (
        await send('PUT', `/flow/${id}/bindings/`, {
          body: { tools: { other: tool.id }, secrets: { crm_token: tool.id } },
        })
      ).body,
    ).toMatchObject({
      errors: { 'tools.other': expect.any(Array), 'secrets.crm_token': expect.any(Array) },
    })
    expect((await send('POST', `/flow/${id}/activate/`)).body).toMatchObject({ status: 'active' })
    expect((await send('POST', `/flow/${id}/activate/`)).status).toBe(200)
    expect((await send('POST', `/flow/${id}/pause/`)).body).toMatchObject({ status: 'paused' })
    expect((await send('POST', `/flow/${id}/archive/`)).body).toMatchObject({ status: 'archived' })
    expect((await send('POST', `/flow/${id}/pause/`)).body).toMatchObject({ status: 'paused' })
    const copy = (await send('POST', `/flow/${id}/duplicate/`, { body: {} })).as(FlowDetail)
    expect(copy).toMatchObject({
      name: 'Life (copy)',
      status: 'draft',
      version: 1,
      bindings: { tools: { crm: tool.id } },
    })
    expect((await send('POST', `/flow/${id}/archive/`)).body).toMatchObject({ status: 'archived' })
    expect((await send('DELETE', `/tool/${tool.id}/`)).status).toBe(204)
    expect((await send('GET', `/flow/${copy.id}/`)).body).toMatchObject({
      bindings: { tools: { crm: null } },
      tools: [{ key: 'crm_token' }],
    })
  })

  test('unbinds the channels of a deleted flow, and keeps its id and name in its runs', async () => {
    const { scope } = service.two
    const created = await seed(scope, {
      conversations: 3,
      runs: 30,
      prefix: 'd',
      person: { id: 'x', name: 'x' },
      now: new Date(),
    })
    const [id = ''] = created.flows
    const as = service.two.operator
    await service.request('PATCH', `/flow/${id}/`, { as, body: { name: 'Last name' } })
    const runs = (await readAny(service, as, `/billing/runs/?flow=${id}`)).count
    expect(runs).toBeGreaterThan(0)
    expect((await service.request('DELETE', `/flow/${id}/`, { as })).status).toBe(204)
    const after = await readAny(service, as, `/billing/runs/?flow=${id}`)
    expect(after.count).toBe(runs)
    expect(after.results[0]?.['flow']).toMatchObject({ id, name: 'Last name' })
    const channels = await readAny(service, as, '/channel/?limit=100')
    expect(channels.results.find((row) => row.id === created.channels[0])?.['flow']).toBeNull()
  })

  test('filters by search, status and tag, and returns every ordering page by page', async () => {
    const account = await service.makeAccount(`list-${service.kind}`)
    const as = account.operator
    const at = (index: number) => new Date(Date.UTC(2026, 9, 1 + (index % 7)))
    const statuses = ['active', 'paused', 'draft', 'archived']
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: `flw_${String(index).padStart(3, '0')}`,
      name: ['Alpha', 'beta 100%', 'Gamma_x', 'delta'][index % 4] ?? '',
      description: index % 10 === 0 ? 'Says hello' : '',
      status: statuses[index % 4] ?? 'draft',
      tags: index % 3 === 0 ? ['sales', `t${index % 2}`] : [],
      nodeCount: index % 5,
      runCount: index % 6,
      lastRunAt: index % 4 === 1 ? null : at(index),
      updatedAt: at(index),
      createdAt: at(index + 3),
    }))
    await account.scope.insert(flowTable, rows)
    await fillSearchTexts(service.app.services.database.pool)
    const today = new Date().toISOString().slice(0, 10)
    await account.scope.insert(
      runDay,
      rows.slice(0, 20).map((row, index) => ({
        day: today,
        flowId: row.id,
        status: 'succeeded',
        trigger: 'manual',
        runs: 1,
        cost: BigInt(index % 5) * 1_000n + 1n,
      })),
    )
    const count = async (query: string) => (await readAny(service, as, `/flow/?limit=1&${query}`)).count
    expect(await count('search=ALPHA')).toBe(15)
    expect(await count('search=100%25')).toBe(15)
    expect(await count('search=_x')).toBe(15)
    expect(await count('search=hello alpha')).toBe(3)
    expect(await count('search=%25')).toBe(15)
    expect(await count('status=active,paused')).toBe(30)
    expect(await count('tag=t1')).toBe(10)
    const tags = [
      { tag: 'sales', count: 20 },
      { tag: 't0', count: 10 },
      { tag: 't1', count: 10 },
    ]
    expect((await service.request('GET', '/flow/tag/', { as: account.viewer })).body).toEqual({
      results: tags,
      more: false,
    })
    await account.scope.update(
      flowTable,
      { tags: sql`array(select 'many ' || n from generate_series(1, 1001) n)` },
      sql`${flowTable.id} = 'flw_000'`,
    )
    const many = (await service.request('GET', '/flow/tag/', { as })).as(
      z.object({ results: z.array(z.unknown()), more: z.boolean() }),
    )
    expect([many.results.length, many.more]).toEqual([1000, true])
    await account.scope.update(flowTable, { tags: ['sales', 't0'] }, sql`${flowTable.id} = 'flw_000'`)
    expect(await count('tag=t1,t0')).toBe(20)
    expect(await count('status=active&tag=sales&search=alpha')).toBe(5)
    expect(await count('unknown=ignored')).toBe(60)
    for (const ordering of [
      ...flowOrderings.flatMap((name) => [name, `-${name}`]),
      'status,-run_count,name',
      '-last_run_at,node_count',
    ]) {
      const whole = (await service.request('GET', `/flow/?limit=100&ordering=${ordering}`, { as })).as(
        page(FlowSummary),
      ).results
      const steps = await readAllRows(service, as, `/flow/?limit=7&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(whole.map((row) => row.id))
      expect(new Set(whole.map((row) => row.id)).size).toBe(60)
    }
    const dear = (await service.request('GET', '/flow/?limit=100&ordering=-cost_last_30_days', { as })).as(
      page(FlowSummary),
    ).results
    const costs = dear.map((row) => Number(row.cost_last_30_days))
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
    expect(dear[0]?.cost_last_30_days).toBe('0.004001')
  })

  test('returns pages by number, and refuses invalid parameters', async () => {
    for (let index = 0; index < 5; index += 1) await create(`Page ${index}`)
    const second = await readAny(service, caller, '/flow/?search=page&page=2&page_size=2&ordering=name')
    expect(second.results.map((row) => row['name'])).toEqual(['Page 2', 'Page 3'])
    expect(second.previous).toContain('offset=0')
    expect((await readAny(service, caller, '/flow/?offset=100000')).results).toEqual([])
    expect((await readAny(service, caller, '/flow/?count=exact&search=page')).count).toBe(5)
    for (const query of [
      'limit=-1',
      'limit=0',
      'limit=101',
      'offset=-1',
      'offset=99999999999',
      'limit=x',
      'ordering=secret',
      'ordering=name,name',
      'status=gone',
      'count=about',
    ])
      expect([query, (await send('GET', `/flow/?${query}`)).status]).toEqual([query, 400])
  })
})

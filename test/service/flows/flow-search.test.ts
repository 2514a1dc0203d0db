/** Correctness of the denormalized columns for searching and ordering flows. */
import { expect, test } from 'vitest'
import { FlowDetail } from '#contract/flow.ts'
import { listFlows } from '#server/store/flows/flow-list.ts'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'
import { flow as flowTable } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'
import { readAny } from '#test/service/support/read-all-pages.ts'

eachDatabase('searching and ordering flows', { differs: 'SQL' }, (service) => {
  test('orders flows by the cost of the last 30 days, on any day', async () => {
    const { scope } = await service.makeAccount(`days-${service.kind}`)
    const now = new Date('2026-11-20T23:59:00Z')
    const costs = [
      ['flw_first', '2026-10-22', 9n],
      ['flw_first', '2026-11-19', 1n],
      ['flw_last', '2026-11-20', 5n],
      ['flw_before', '2026-10-21', 99n],
      ['flw_mid', '2026-11-01', 3n],
    ] as const
    const ids = ['flw_before', 'flw_first', 'flw_last', 'flw_mid', 'flw_none']
    await scope.insert(
      flowTable,
      ids.map((id) => ({ id, name: id })),
    )
    const of = { status: 'succeeded', trigger: 'manual', runs: 1 }
    await scope.insert(
      runDay,
      costs.map(([flowId, day, cost]) => ({ ...of, flowId, day, cost })),
    )
    const byCost = async (at: Date) => {
      const { results } = await listFlows(scope, { ordering: '-cost_last_30_days' }, at)
      return results.map((row) => `${row.id} ${row.cost_last_30_days}`)
    }
    const today = await byCost(now)
    expect(today).toEqual([
      'flw_first 0.000010',
      'flw_last 0.000005',
      'flw_mid 0.000003',
      'flw_none 0.000000',
      'flw_before 0.000000',
    ])
    expect(await byCost(new Date('2026-11-21T00:00:00Z'))).toEqual([
      'flw_last 0.000005',
      'flw_mid 0.000003',
      'flw_first 0.000001',
      'flw_none 0.000000',
      'flw_before 0.000000',
    ])
    // A flow without costs for a month has the lowest rank.
    const idle = ids.toSorted().toReversed()
    expect(await byCost(new Date('2026-12-25T00:00:00Z'))).toEqual(idle.map((id) => `${id} 0.000000`))
    // As in a process whose clock is behind.
    expect(await byCost(now)).toEqual(today)
  })

  test('finds a flow by its current name, description, tags and tool keys', async () => {
    const caller = service.one.operator
    const count = async (word: string) => (await readAny(service, caller, `/flow/?search=${word}`)).count
    const { id } = (
      await service.request('POST', '/flow/import/', { as: caller, body: { template, name: 'Quokka' } })
    ).as(FlowDetail)
    expect(await count('quokka')).toBe(1)
    const keys = (await service.request('GET', `/flow/${id}/`, { as: caller })).as(FlowDetail).bindings.tools
    const [key = ''] = Object.keys(keys)
    expect(await count(`quokka ${key.slice(1)}`)).toBe(1)
    expect((await service.request('PATCH', `/flow/${id}/`, { as: caller, body: { name: 'Wombat' } })).status).toBe(200)
    expect((await service.request('PUT', `/flow/${id}/tags/`, { as: caller, body: { tags: ['burrow'] } })).status).toBe(
      200,
    )
    expect(await count('quokka')).toBe(0)
    expect(await count(`wombat burrow ${key}`)).toBe(1)
    // The stored values equal newly computed ones, in every flow of the account.
    const { pool } = service.app.services.database
    const texts = async () =>
      (await pool.query(`select id, search_text from flow where account_id = $1 order by id`, [service.one.id])).rows
    const kept = await texts()
    await pool.query(`update flow set search_text = ''`)
    await fillSearchTexts(pool)
    expect(await texts()).toEqual(kept)
  })

  test('returns only the requested statuses, in lifecycle order', async () => {
    const { scope } = await service.makeAccount(`order-${service.kind}`)
    const statuses = ['draft', 'archived', 'active', 'paused', 'active']
    await scope.insert(
      flowTable,
      statuses.map((status, index) => ({ id: `flw_${index}`, name: status, status, searchText: status })),
    )
    const listFlowsBy = async (query: { status?: string; ordering: string }) => {
      const { count, results } = await listFlows(scope, query, new Date())
      return [count, ...results.map((row) => row.status)]
    }
    expect(await listFlowsBy({ status: 'draft,active', ordering: 'status' })).toEqual([3, 'active', 'active', 'draft'])
    expect(await listFlowsBy({ status: 'archived,paused', ordering: '-status' })).toEqual([2, 'archived', 'paused'])
    expect(await listFlowsBy({ status: 'draft', ordering: '-status,name' })).toEqual([1, 'draft'])
    expect(await listFlowsBy({ ordering: 'status' })).toEqual([5, 'active', 'active', 'paused', 'draft', 'archived'])
  })
})

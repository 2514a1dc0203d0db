/** Deleting flows into the trash, restoring them, and deleting them permanently, on each database. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ChannelDetail } from '#contract/channel.ts'
import { FlowDetail } from '#contract/flow.ts'
import { DeletedFlow, trashDays } from '#contract/flows/flow-trash.ts'
import { page } from '#contract/kernel/page.ts'
import { runCleanup } from '#server/boot/housekeeping.ts'
import { removeFlow } from '#server/store/flows/flow.ts'
import { restoreFlow } from '#server/store/flows/flow-trash.ts'
import { deletedFlow, flow as flowTable, flowVersion, runVersion } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { readAllRows } from '#test/service/support/read-all-pages.ts'
import {
  makeFlow,
  startRun,
  until,
  waitForRunEnd,
  waitForRunStatus,
  type TestNode,
} from '#test/service/support/runs.ts'
import { template } from '#test/service/support/template.ts'
import { createWebhook, createWebhookFlow } from '#test/service/support/webhook-senders.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const hourMs = 3_600_000
const dayMs = 24 * hourMs

eachDatabase('trash', { differs: 'SQL', engine: true }, (service) => {
  const send = (as: TestAccount, method: string, path: string, body?: unknown) =>
    service.request(method, path, { as: as.operator, ...(body === undefined ? {} : { body }) })
  const read = async (as: TestAccount, id: string) => (await send(as, 'GET', `/flow/${id}/`)).as(FlowDetail)
  const trash = async (as: TestAccount, query = '') =>
    (await send(as, 'GET', `/flow/trash/${query}`)).as(page(DeletedFlow)).results
  const remove = async (as: TestAccount, id: string) =>
    expect((await send(as, 'DELETE', `/flow/${id}/`)).status).toBe(204)
  const restore = (as: TestAccount, id: string) => send(as, 'POST', `/flow/trash/${id}/restore/`)
  const channelOf = async (as: TestAccount, id: string) => (await send(as, 'GET', `/channel/${id}/`)).as(ChannelDetail)
  const create = async (as: TestAccount, path: string, body: unknown) =>
    (await send(as, 'POST', path, body)).as(z.looseObject({ id: z.string() })).id
  const createBound = async (as: TestAccount) => {
    const config = { value: 'a value', type: 'string', secret: true }
    const token = await create(as, '/tool/', { name: 'Token', key: 'crm_token', category: 'global', config })
    const tool = await create(as, '/tool/', {
      name: 'Crm',
      category: 'api',
      config: { method: 'GET', url: 'https://x.example' },
    })
    const channel = await create(as, '/channel/', { type: 'webchat', name: 'support', config: { origins: [] } })
    const id = await create(as, '/flow/import/', { template })
    return { id, token, tool, channel }
  }
  const addVersion = (as: TestAccount, flowId: string, number: number) =>
    as.scope.insert(flowVersion, [
      {
        flowId,
        number,
        at: new Date(),
        source: { kind: 'file', name: null, version: null },
        nodeCount: 1,
        edgeCount: 0,
        wholeNumber: number,
        body: '{}',
      },
    ])
  const addRunVersion = (as: TestAccount, flowId: string) =>
    as.scope.insert(runVersion, [{ flowId, number: 7, runs: 3, failed: 1, cost: 5n }])

  test('restores a flow under its id with everything that it had, and lists it until then', async () => {
    const as = await service.makeAccount('restore')
    const { id, channel } = await createBound(as)
    await send(as, 'PUT', `/flow/${id}/tags/`, { tags: ['night', 'Ω'] })
    await send(as, 'PATCH', `/flow/${id}/`, { description: 'As it was' })
    expect((await send(as, 'POST', `/flow/${id}/activate/`)).status).toBe(200)
    const { flow: definition, ...facts } = template
    const nodes = definition.nodes.map((node) => ({ ...node, name: `${node.name} 2` }))
    const update = { template: { ...facts, flow: { ...definition, nodes } }, note: 'Second' }
    expect((await send(as, 'PUT', `/flow/${id}/template/`, update)).status).toBe(200)
    const versions = async () => (await send(as, 'GET', `/flow/${id}/versions/`)).body
    const versionsBefore = await versions()
    expect(versionsBefore).toMatchObject({ results: [{ number: 2, state: 'live', note: 'Second' }, { number: 1 }] })
    const before = await read(as, id)
    expect(before.channels).toMatchObject([{ id: channel }])
    await remove(as, id)

    expect((await send(as, 'GET', `/flow/${id}/`)).status).toBe(404)
    const [row, ...others] = await trash(as)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      id,
      name: 'Order status',
      deleted_by: { kind: 'person', id: as.operator.id, name: 'operator restore' },
      node_count: 3,
      run_count: 0,
      version_count: 2,
      sample: false,
    })
    expect(Date.parse(row?.expires_at ?? '') - Date.parse(row?.deleted_at ?? '')).toBe(trashDays * dayMs)
    expect(await channelOf(as, channel)).toMatchObject({ flow: null })

    const restored = await restore(as, id)
    expect(restored.status, restored.text).toBe(200)
    const after = restored.as(FlowDetail)
    expect(after).toEqual({ ...before, status: 'paused', version: before.version + 1, updated_at: after.updated_at })
    expect(await read(as, id)).toEqual(after)
    expect(await channelOf(as, channel)).toMatchObject({ flow: { id, name: 'Order status' } })
    expect(await trash(as)).toEqual([])
    const found = await send(as, 'GET', '/flow/?search=crm')
    expect(found.body).toMatchObject({ count: 1, results: [{ id }] })
    expect((await send(as, 'POST', `/flow/${id}/activate/`)).status).toBe(200)
    expect(await versions()).toEqual(versionsBefore)
    expect((await send(as, 'POST', `/flow/${id}/versions/1/live/`, {})).body).toMatchObject({ live_version: 3 })
  })

  test('keeps other statuses, and the status of a flow that a budget paused', async () => {
    const as = await service.makeAccount('status')
    for (const status of ['draft', 'archived', 'paused']) {
      const id = await makeFlow(service, as.operator, { nodes: [begin], edges: [] }, false)
      const pausedBy = { budget: 'bud', amount: '1.000000', is_for_all: true, until: '2026-12-01T00:00:00Z' }
      await as.scope.update(flowTable, { status, pausedBy }, eq(flowTable.id, id))
      await remove(as, id)
      const restored = (await restore(as, id)).as(FlowDetail)
      expect(restored.status).toBe(status)
      expect(restored.paused_by).toBeUndefined()
    }
  })

  test('opens bindings whose tool or channel is gone, and leaves channels that start another flow', async () => {
    const as = await service.makeAccount('bindings')
    const { id, token, tool, channel } = await createBound(as)
    const hooked = await createWebhookFlow(service, as.operator)
    const [free, taken, gone] = [
      await createWebhook(service, as.operator, { flow: hooked }),
      await createWebhook(service, as.operator, { flow: hooked }),
      await createWebhook(service, as.operator, { flow: hooked }),
    ]
    expect((await read(as, id)).bindings).toEqual({
      tools: { crm: tool },
      channels: expect.objectContaining({ support: channel }),
      secrets: { crm_token: token },
    })
    await remove(as, id)
    await remove(as, hooked)
    expect(await channelOf(as, free.id)).toMatchObject({ status: 'disconnected', flow: null })
    for (const path of [`/tool/${tool}/`, `/channel/${channel}/`, `/channel/${gone.id}/`])
      expect((await send(as, 'DELETE', path)).status).toBe(204)
    // A tool that is no longer a secret cannot be bound as one.
    await send(as, 'PATCH', `/tool/${token}/`, { config: { value: 'a value', type: 'string', secret: false } })
    const other = await createWebhookFlow(service, as.operator)
    expect((await send(as, 'PATCH', `/channel/${taken.id}/`, { flow: other })).status).toBe(200)

    const { bindings } = (await restore(as, id)).as(FlowDetail)
    expect(bindings.tools).toEqual({ crm: null })
    expect(bindings.channels['support']).toBeNull()
    expect(bindings.secrets).toEqual({ crm_token: null })
    expect((await restore(as, hooked)).status).toBe(200)
    expect(await channelOf(as, free.id)).toMatchObject({ status: 'connected', flow: { id: hooked } })
    expect(await channelOf(as, taken.id)).toMatchObject({ flow: { id: other } })
    expect((await send(as, 'GET', `/channel/${gone.id}/`)).status).toBe(404)
  })

  test('ends waiting runs as before, and counts the runs that ended since the deletion', async () => {
    const as = await service.makeAccount('runs')
    const wait: TestNode = { id: 'wait', type: 'wait', config: { event: 'webhook', timeout_s: 3600 } }
    const id = await makeFlow(service, as.operator, { nodes: [begin, wait], edges: ['begin → wait'] })
    const { id: run } = await startRun(service, as.operator, id)
    await waitForRunStatus(service, as.operator, run, 'waiting')
    await remove(as, id)
    expect(await waitForRunEnd(service, as.operator, run)).toMatchObject({
      status: 'failed',
      error: { code: 'flow_gone' },
      flow: { id, name: 'A flow' },
    })
    const counted = () => as.scope.count(runDay, eq(runDay.flowId, id))
    await until(counted, (days) => days > 0, 'the run is counted')
    expect(await trash(as)).toMatchObject([{ id, run_count: 0 }])
    const restored = (await restore(as, id)).as(FlowDetail)
    expect(restored).toMatchObject({ run_count: 1, last_run_status: 'failed', failed_last_30_days: 1 })
    expect(restored.last_run_at).not.toBeNull()
    const ordered = await send(as, 'GET', '/flow/?ordering=-failed_last_30_days')
    expect(ordered.body).toMatchObject({ results: [{ id, failed_last_30_days: 1 }] })
    const recent = () => as.scope.select(flowTable, { failures: flowTable.recentFailures }, eq(flowTable.id, id))
    expect(await recent()).toEqual([{ failures: 1 }])
    // Ordering has set the first day of the totals, and does not compute them again.
    await remove(as, id)
    await restore(as, id)
    expect(await recent()).toEqual([{ failures: 1 }])
    const runs = await send(as, 'GET', `/billing/runs/?flow=${id}`)
    expect(runs.body).toMatchObject({ count: 1 })
    expect((await send(as, 'POST', `/flow/${id}/activate/`)).status).toBe(200)
    const { id: again } = await startRun(service, as.operator, id)
    await waitForRunStatus(service, as.operator, again, 'waiting')
  })

  test('restores once, and only flows of its own account that have not expired', async () => {
    const as = await service.makeAccount('once')
    const other = await service.makeAccount('other')
    const names = ['Same', 'Same']
    const [id = '', twin = ''] = await Promise.all(
      names.map((name) => makeFlow(service, as.operator, { name, nodes: [begin], edges: [] }, false)),
    )
    await remove(as, id)
    for (const [method, path] of [
      ['POST', `/flow/trash/${id}/restore/`],
      ['DELETE', `/flow/trash/${id}/`],
    ] as const)
      expect((await send(other, method, path)).status).toBe(404)
    expect(await trash(other)).toEqual([])
    const viewer = { as: as.viewer }
    expect((await service.request('GET', '/flow/trash/', viewer)).status).toBe(200)
    expect((await service.request('POST', `/flow/trash/${id}/restore/`, viewer)).status).toBe(403)
    expect((await service.request('DELETE', `/flow/trash/${id}/`, viewer)).status).toBe(403)

    const both = await Promise.all([restore(as, id), restore(as, id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await read(as, twin)).name).toBe('Same')
    const headers = { 'idempotency-key': 'restore twice' }
    await remove(as, id)
    for (const _ of [1, 2]) {
      const response = await service.request('POST', `/flow/trash/${id}/restore/`, { as: as.operator, headers })
      expect([response.status, response.as(FlowDetail).id]).toEqual([200, id])
    }
    await remove(as, id)
    await as.scope.update(deletedFlow, { expiresAt: new Date(Date.now() - 1) }, eq(deletedFlow.id, id))
    expect(await trash(as)).toEqual([])
    expect((await restore(as, id)).status).toBe(404)
    expect((await send(as, 'DELETE', `/flow/trash/${id}/`)).status).toBe(404)
  })

  test('deletes flows permanently with their versions, at once or after their time, and keeps their runs', async () => {
    const as = await service.makeAccount('purge')
    const ids = await Promise.all(
      ['Chosen', 'Expired', 'Fresh'].map((name) => makeFlow(service, as.operator, { name, nodes: [begin], edges: [] })),
    )
    const [chosen = '', expired = '', fresh = ''] = ids
    for (const id of ids) {
      const { id: run } = await startRun(service, as.operator, id)
      await waitForRunEnd(service, as.operator, run)
      await addVersion(as, id, 1)
      await addRunVersion(as, id)
      await remove(as, id)
    }
    expect((await send(as, 'DELETE', `/flow/trash/${chosen}/`)).status).toBe(204)
    expect((await send(as, 'DELETE', `/flow/trash/${chosen}/`)).status).toBe(404)
    expect((await restore(as, chosen)).status).toBe(404)
    await as.scope.update(deletedFlow, { expiresAt: new Date(Date.now() - hourMs) }, eq(deletedFlow.id, expired))
    await runCleanup(service.app.services)
    for (const table of [flowVersion, runVersion]) {
      const rows = await as.scope.select(table, { id: table.flowId })
      expect([...new Set(rows.map(({ id }) => id))]).toEqual([fresh])
    }
    expect(await as.scope.select(deletedFlow, { id: deletedFlow.id })).toEqual([{ id: fresh }])
    const runs = await send(as, 'GET', '/billing/runs/')
    expect(runs.body).toMatchObject({ count: 3 })
    const { results } = (await service.request('GET', '/activity/?action=flow.purge', { as: as.owner })).as(
      z.object({ results: z.array(z.unknown()) }),
    )
    expect(results).toMatchObject([{ object: { id: chosen, name: 'Chosen' } }])
  })

  test('changes nothing if a deletion or a restore is interrupted', async () => {
    const as = await service.makeAccount('interrupted')
    const { id, channel } = await createBound(as)
    await send(as, 'POST', `/flow/${id}/activate/`)
    const interrupted = new Error('killed')
    const by = { kind: 'person', id: as.owner.id, name: 'O' } as const
    const before = await read(as, id)
    const interrupt = (work: (tx: typeof as.scope) => Promise<unknown>) =>
      as.scope.transaction(async (tx) => {
        await work(tx)
        throw interrupted
      })
    await expect(interrupt((tx) => removeFlow(tx, id, { by, now: new Date() }))).rejects.toBe(interrupted)
    expect(await read(as, id)).toEqual(before)
    expect(await trash(as)).toEqual([])
    await remove(as, id)
    await expect(interrupt((tx) => restoreFlow(tx, id, new Date()))).rejects.toBe(interrupted)
    expect((await send(as, 'GET', `/flow/${id}/`)).status).toBe(404)
    expect(await channelOf(as, channel)).toMatchObject({ flow: null })
    expect(await trash(as)).toMatchObject([{ id }])
    expect((await restore(as, id)).as(FlowDetail).nodes).toEqual(before.nodes)
  })

  test('restores flows of earlier versions of the table: columns that were added since get their default', async () => {
    const as = await service.makeAccount('columns')
    const id = await makeFlow(service, as.operator, { nodes: [begin], edges: [] }, false)
    await remove(as, id)
    const older = sql`${deletedFlow.row} - 'live_version' - 'draft_version' || '{"dropped": 1}'`
    await as.scope.update(deletedFlow, { row: older }, eq(deletedFlow.id, id))
    expect((await restore(as, id)).status).toBe(200)
    const [row] = await as.scope.select(flowTable, { live: flowTable.liveVersion }, eq(flowTable.id, id))
    expect(row).toEqual({ live: 1 })
  })

  test('pages, orders and searches ten thousand deleted flows', async () => {
    const as = await service.makeAccount('many')
    const by = JSON.stringify({ kind: 'key', id: 'key_1', name: 'Key' })
    await as.scope.withAccount((db, account) =>
      db.execute(sql`insert into deleted_flow (account_id, id, name, node_count, run_count, at, by, expires_at, row, bindings)
        select ${account}, 'flw_' || lpad(n::text, 5, '0'), 'Flow ' || n, n, 0, now() - n / 3 * interval '1 second', ${by}::jsonb,
          now() + interval '1 day', '{}', '[]' from generate_series(1, 10000) n`),
    )
    const rows = await readAllRows(service, as.operator, '/flow/trash/?limit=100')
    expect(rows).toHaveLength(10_000)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(10_000)
    expect((await trash(as, '?ordering=name&limit=2')).map(({ name }) => name)).toEqual(['Flow 1', 'Flow 10'])
    expect((await trash(as, '?search=W+9999')).map(({ id }) => id)).toEqual(['flw_09999'])
    expect((await send(as, 'GET', '/flow/trash/?ordering=size')).status).toBe(400)
  })
})

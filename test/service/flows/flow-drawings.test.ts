/** Small drawings of flows for lists. */
import { expect, test } from 'vitest'
import { FlowDetail, FlowDrawings } from '#contract/flow.ts'
import { newId } from '#lib/id.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'
import { fixtureText } from '#test/support/flow-fixtures.ts'

eachDatabase('drawings of flows', { ownApp: true }, (service) => {
  const post = async (as: TestCaller, path: string, body: unknown) => {
    const response = await service.request('POST', path, { as, body })
    expect(response.status).toBe(201)
    return response.as(FlowDetail)
  }
  const drawings = async (as: TestCaller, ids: readonly string[]) => {
    const response = await service.request('GET', `/flow/drawing/?flow=${ids.join(',')}`, { as })
    expect(response.status).toBe(200)
    return response.as(FlowDrawings).results
  }

  test('draws the requested flows in their order, also to viewers, and only those of the account', async () => {
    const { owner, viewer } = service.one
    const own = await post(owner, '/flow/import/', { template, name: 'Own' })
    const foreign = await post(owner, '/flow/import/', { template: fixtureText('n8n-orders.json'), name: 'Orders' })
    const copy = await post(owner, `/flow/${foreign.id}/duplicate/`, {})
    const empty = await post(owner, '/flow/', { name: 'Empty' })
    const other = await post(service.two.owner, '/flow/', { name: 'Other' })
    const ids = [foreign.id, newId('flw'), empty.id, other.id, copy.id, own.id]
    const first = await drawings(viewer, ids)
    expect(first.map(({ id }) => id)).toEqual([foreign.id, empty.id, copy.id, own.id])
    expect(first.map(({ drawing }) => drawing?.boxes.length)).toEqual([
      foreign.nodes.filter(({ type }) => type !== 'note' && type !== 'group').length,
      0,
      first[0]?.drawing?.boxes.length,
      own.nodes.filter(({ type }) => type !== 'note' && type !== 'group').length,
    ])
    expect(first[2]?.drawing).toEqual(first[0]?.drawing)
    // From the cache, which each account has for itself.
    expect(await drawings(viewer, ids)).toEqual(first)
    expect(await drawings(service.two.owner, ids)).toEqual([{ id: other.id, drawing: first[1]?.drawing }])
    // A deleted flow is not drawn, although its drawing is known.
    await service.request('DELETE', `/flow/${own.id}/`, { as: owner })
    expect((await drawings(owner, [own.id, empty.id])).map(({ id }) => id)).toEqual([empty.id])
  })

  test('a document that cannot be read has an empty drawing', async () => {
    const { owner } = service.one
    const flow = await post(owner, '/flow/import/', { template, name: 'Broken' })
    await service.app.services.database.pool.query(`update flow_document set body = 'no JSON' where flow_id = $1`, [
      flow.id,
    ])
    expect(await drawings(owner, [flow.id])).toEqual([
      { id: flow.id, drawing: { width: 0, height: 0, boxes: [], kinds: [], edges: [] } },
    ])
  })

  test('refuses requests without ids, for too many flows, and of unknown callers', async () => {
    const { owner } = service.one
    const status = async (query: string, as: TestCaller | null = owner) =>
      (await service.request('GET', `/flow/drawing/${query}`, as === null ? {} : { as })).status
    expect(await status('')).toBe(400)
    expect(await status('?flow=')).toBe(400)
    expect(await status(`?flow=${Array.from({ length: 101 }, () => newId('flw')).join(',')}`)).toBe(400)
    expect(await status('?flow=flw_1', null)).toBe(401)
  })
})

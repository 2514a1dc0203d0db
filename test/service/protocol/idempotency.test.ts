/** Idempotency-Key: a repeated write is not executed again. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody } from '#contract/kernel/error.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const Id = z.looseObject({ id: z.string() })
const Count = z.object({ count: z.int() })

eachDatabase('idempotency', { differs: 'locks' }, (service) => {
  const create = (name: string, key: string, as = service.one.owner) =>
    service.request('POST', '/flow/', { as, body: { name }, headers: { 'idempotency-key': key } })
  const countOf = async (name: string) =>
    (await service.request('GET', `/flow/?search=${name}`, { as: service.one.owner })).as(Count).count

  test('returns the same object for a repeated request', async () => {
    const key = randomUUID()
    const first = await create('once', key)
    const second = await create('once', key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.as(Id).id).toBe(first.as(Id).id)
    expect(await countOf('once')).toBe(1)
  })

  test('refuses another request with the same key', async () => {
    const key = randomUUID()
    await create('this', key)
    const other = await create('that', key)
    expect([other.status, other.as(ErrorBody).code]).toEqual([409, 'idempotency_conflict'])
    const path = await service.request('POST', '/flow/import/', {
      as: service.one.owner,
      body: { template: {} },
      headers: { 'idempotency-key': key },
    })
    expect(path.as(ErrorBody).code).toBe('idempotency_conflict')
  })

  test('creates one object for twenty concurrent requests', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('burst', key)))
    for (const answer of answers) if (answer.status !== 201) expect(answer.as(ErrorBody).code).toBe('in_progress')
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.as(Id).id)).size).toBe(1)
    expect(await countOf('burst')).toBe(1)
  })

  test('accepts the key again after a failed request', async () => {
    const key = randomUUID()
    expect((await create('', key)).status).toBe(400)
    expect((await create('later', key)).status).toBe(201)
  })

  test('treats equal keys of two accounts as two keys', async () => {
    const key = randomUUID()
    const mine = await create('ours', key)
    const theirs = await create('ours', key, service.two.owner)
    expect(theirs.as(Id).id).not.toBe(mine.as(Id).id)
  })

  test('does not show a secret again in a repeated response', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const make = () =>
      service.request('POST', '/key/', { as: service.one.owner, body: { name: 'ci', scope: 'read' }, headers })
    const first = await make()
    const second = await make()
    expect(first.body).toMatchObject({ key: expect.stringMatching(/^fck_/) })
    expect(second.body).toMatchObject({ id: first.as(Id).id, key: { set: true } })
  })

  test('answers 404 if the created object was deleted', async () => {
    const key = randomUUID()
    const { id } = (await create('short', key)).as(Id)
    await service.request('DELETE', `/flow/${id}/`, { as: service.one.owner })
    expect((await create('short', key)).status).toBe(404)
  })

  test('records activity together with the write', async () => {
    const { id } = (await create('watched', randomUUID())).as(Id)
    const Activity = z.object({
      results: z.array(z.looseObject({ object: z.looseObject({ id: z.string() }).nullable() })),
    })
    const response = await service.request('GET', '/activity/?action=flow.create', { as: service.one.owner })
    expect(response.as(Activity).results.filter((one) => one.object?.id === id)).toHaveLength(1)
  })
})

/** A snooze ends automatically, for readers and open pages, and only once with several processes. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { wakeSnoozed } from '#server/store/conversations/snooze.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { wakeConversations } from '#server/handlers/conversations/conversation.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'

eachDatabase('snooze', { differs: 'locks' }, (service) => {
  let ids: string[]
  const since = new Date('2026-11-01T08:00:00Z')
  const past = () => new Date(Date.now() - 60_000)
  const future = '2990-01-01T00:00:00.000Z'

  beforeAll(async () => {
    const person = { id: service.one.owner.id, name: 'O' }
    const sizes = { conversations: 1200, runs: 1, person, now: new Date() }
    ids = (await seed(service.one.scope, { ...sizes, prefix: 'a' })).conversations
    await seed(service.two.scope, { ...sizes, conversations: 4, prefix: 'b' })
    for (const { scope } of [service.one, service.two])
      await scope.update(conversation, { status: 'open', snoozedUntil: null, waitingSince: since }, sql`true`)
  })

  const get = async <T extends z.ZodType>(path: string, schema: T) =>
    (await service.request('GET', path, { as: service.one.viewer })).as(schema)
  const snooze = (conversationIds: readonly string[], until: Date | null) =>
    service.one.scope.update(
      conversation,
      { status: 'snoozed', snoozedUntil: until },
      inArray(conversation.id, [...conversationIds]),
    )
  const changedIdsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const changedIds: string[] = []
    const end = service.app.services.events.subscribe(service.one.id, {
      change: ({ noun, id }) => void (noun === 'conversation' && changedIds.push(id)),
      reset: () => {},
    })
    await work()
    const deadline = Date.now() + 10_000
    while (changedIds.length === 0 && Date.now() < deadline) await new Promise((done) => void setTimeout(done, 20))
    end()
    return changedIds
  }

  test('returns an expired snooze as open, with the waiting time of its contact', async () => {
    const [id = '', other = '', later = '', endless = ''] = ids
    const before = await get(`/conversation/${id}/`, Conversation)
    await snooze([id, other], past())
    await snooze([later], new Date(future))
    await snooze([endless], null)
    expect(await get(`/conversation/${id}/`, Conversation)).toMatchObject({
      status: 'open',
      snoozed_until: null,
      waiting_since: since.toISOString(),
      version: before.version + 1,
    })
    expect((await get(`/conversation/${other}/`, Conversation)).status).toBe('open')
    expect(await get(`/conversation/${later}/`, Conversation)).toMatchObject({
      status: 'snoozed',
      snoozed_until: future,
    })
    expect((await get(`/conversation/${endless}/`, Conversation)).status).toBe('snoozed')
    await snooze([id, other], past())
    const list = await get('/conversation/?status=snoozed', page(Conversation))
    expect(list.results.map((one) => one.id).toSorted()).toEqual([later, endless].toSorted())
    await snooze([id, other], past())
    const Facets = z.object({
      facets: z.array(z.object({ values: z.array(z.looseObject({ value: z.string().nullable(), count: z.int() })) })),
    })
    const { facets } = await get('/conversation/facets/?facets=status', Facets)
    expect(facets[0]?.values.find(({ value }) => value === 'snoozed')?.count).toBe(2)
  })

  test('requires an end time for a snooze, from the request or the conversation', async () => {
    const [id = '', other = ''] = ids.slice(5)
    const patch = async (body: object) =>
      service.request('PATCH', `/conversation/${id}/`, { as: service.one.owner, body })
    const bulk = async (change: object) =>
      service.request('POST', '/conversation/bulk/', { as: service.one.owner, body: { ids: [id, other], change } })
    const open = async () => patch({ status: 'open' })
    for (const body of [{ status: 'snoozed' }, { status: 'snoozed', snoozed_until: null }]) {
      expect(await patch(body)).toMatchObject({
        status: 400,
        body: { errors: { snoozed_until: ['Enter an end time.'] } },
      })
      expect(await bulk(body)).toMatchObject({
        status: 400,
        body: { errors: { 'change.snoozed_until': ['Enter an end time.'] } },
      })
    }
    expect((await get(`/conversation/${id}/`, Conversation)).status).toBe('open')
    for (const until of [future, '2020-01-01T00:00:00.000Z']) {
      expect((await patch({ status: 'snoozed', snoozed_until: until })).status).toBe(200)
      await open()
    }
    await patch({ snoozed_until: future })
    expect(await patch({ status: 'snoozed', priority: 'high' })).toMatchObject({ body: { snoozed_until: future } })
    expect(await patch({ snoozed_until: null })).toMatchObject({ status: 400 })
    expect((await bulk({ snoozed_until: null })).status).toBe(400)
    expect((await bulk({ status: 'snoozed', snoozed_until: future })).status).toBe(200)
    expect((await bulk({ status: 'snoozed', priority: 'low' })).status).toBe(200)
    await snooze([id, other], null)
    expect((await patch({ priority: 'urgent' })).status).toBe(200)
    expect((await bulk({ priority: 'none' })).status).toBe(200)
    expect((await bulk({ status: 'open', snoozed_until: null })).status).toBe(200)
  })

  test('wakes each of many conversations once, with several processes, and sends events to open pages', async () => {
    const { db } = service.app.services.database
    const some = ids.slice(10, 1160)
    const versions = () =>
      service.one.scope.select(
        conversation,
        { id: conversation.id, version: conversation.version, status: conversation.status },
        inArray(conversation.id, some),
      )
    const before = new Map((await versions()).map(({ id, version }) => [id, version]))
    await snooze(some, past())
    await service.two.scope.update(
      conversation,
      { status: 'snoozed', snoozedUntil: past() },
      and(eq(conversation.number, 1)) ?? sql`false`,
    )
    const woken = await Promise.all(Array.from({ length: 5 }, () => wakeSnoozed(db, null, new Date())))
    const all = woken.flat().filter(({ account }) => account === service.one.id)
    expect(all.map(({ id }) => id).toSorted()).toEqual(some.toSorted())
    expect(woken.flat().filter(({ account }) => account === service.two.id)).toHaveLength(1)
    for (const { id, version, status } of await versions())
      expect([id, version, status]).toEqual([id, (before.get(id) ?? 0) + 1, 'open'])
    await snooze(some.slice(0, 1), past())
    expect(await changedIdsDuring(() => wakeConversations(service.app.services))).toContain(some[0])
  })
})

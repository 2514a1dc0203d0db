/** Assignees of a conversation: people whose role permits working on it. */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'

eachDatabase('assignees', { differs: 'locks' }, (service) => {
  let conversations: string[]
  let caller: TestCaller

  beforeAll(async () => {
    caller = service.one.operator
    const person = { id: service.one.owner.id, name: 'O' }
    ;({ conversations } = await seed(service.one.scope, {
      conversations: 12,
      runs: 1,
      prefix: 'a',
      person,
      now: new Date(),
    }))
  })

  test('refuses a viewer as assignee, and unassigns a person who becomes a viewer or is removed', async () => {
    const [id = '', other = ''] = conversations
    const assign = (assignee: string) =>
      service.request('PATCH', `/conversation/${id}/`, { as: caller, body: { assignee } })
    const viewer = service.one.viewer.id
    const words = { assignee: [expect.stringContaining('viewer one is a viewer')] }
    expect((await assign(viewer)).body).toMatchObject({ code: 'invalid', errors: words })
    const bulk = { ids: [id, other], change: { assignee: viewer } }
    expect((await service.request('POST', '/conversation/bulk/', { as: caller, body: bulk })).body).toMatchObject({
      code: 'invalid',
      errors: { 'change.assignee': words.assignee },
    })
    const as = service.one.owner
    const added = await service.request('POST', '/person/', {
      as,
      body: { email: `sam@${service.one.domain}`, name: 'Sam', role: 'operator', password: 'a sentence of Sam' },
    })
    const { id: sam } = added.as(z.looseObject({ id: z.string() }))
    const read = async () => (await service.request('GET', `/conversation/${id}/`, { as: caller })).as(Conversation)
    const role = (next: string) => service.request('PATCH', `/person/${sam}/`, { as, body: { role: next } })
    expect((await assign(sam)).status).toBe(200)
    expect((await role('viewer')).status).toBe(200)
    const { version } = await read()
    expect((await read()).assignee).toBeNull()
    expect((await role('operator')).status).toBe(200)
    expect((await assign(sam)).body).toMatchObject({ assignee: { id: sam }, version: version + 1 })
    expect((await service.request('DELETE', `/person/${sam}/`, { as })).status).toBe(204)
    expect((await read()).assignee).toBeNull()
  })

  test('leaves no assignment when a person becomes a viewer at the same moment', async () => {
    const as = service.one.owner
    const ids = conversations.slice(0, 8)
    for (let round = 0; round < 5; round += 1) {
      const body = {
        email: `r${round}@${service.one.domain}`,
        name: 'R',
        role: 'operator',
        password: 'a sentence of R',
      }
      const { id } = (await service.request('POST', '/person/', { as, body })).as(z.looseObject({ id: z.string() }))
      const assign = (one: string) =>
        service.request('PATCH', `/conversation/${one}/`, { as: caller, body: { assignee: id } })
      await Promise.all([
        ...ids.map(assign),
        service.request('PATCH', `/person/${id}/`, { as, body: { role: 'viewer' } }),
      ])
      const left = await service.request('GET', `/conversation/?assignee=${id}`, { as: caller })
      expect(left.as(page(Conversation)).count).toBe(0)
    }
  })
})

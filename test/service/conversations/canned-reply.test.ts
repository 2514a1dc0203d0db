/** Canned replies: shared by the account, with unique shortcuts and known variables. */
import { beforeAll, expect, test } from 'vitest'
import { CannedReply } from '#contract/canned-reply.ts'
import { page } from '#contract/kernel/page.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'

const refund = { name: 'Refund on its way', shortcut: 'refund', text: 'Hello {{contact.name}}' }

eachDatabase('canned replies', (service) => {
  let as: TestCaller
  const create = (body: object, caller = as) => service.request('POST', '/canned-reply/', { as: caller, body })

  beforeAll(() => {
    as = service.one.operator
  })

  test('are created, changed with their version and deleted by an operator, and visible to the whole account', async () => {
    const made = await create(refund)
    expect(made.status).toBe(201)
    const { id, version, ...facts } = made.as(CannedReply)
    expect(facts).toMatchObject({ ...refund, sample: false })
    await create({ name: 'ask for the number', shortcut: 'number', text: 'Which one?' })
    const listed = (await service.request('GET', '/canned-reply/', { as: service.one.viewer })).as(page(CannedReply))
    expect(listed.results.map(({ name }) => name)).toEqual(['ask for the number', 'Refund on its way'])
    expect(
      (await service.request('GET', '/canned-reply/', { as: service.two.operator })).as(page(CannedReply)).count,
    ).toBe(0)

    const path = `/canned-reply/${id}/`
    const edited = await service.request('PATCH', path, { as, body: { text: 'Hi', version } })
    expect(edited.as(CannedReply)).toMatchObject({ name: refund.name, text: 'Hi', version: version + 1 })
    expect((await service.request('PATCH', path, { as, body: { text: 'Ho', version } })).status).toBe(409)
    expect((await service.request('PATCH', path, { as: service.one.viewer, body: { text: 'Ho' } })).status).toBe(403)
    expect((await service.request('DELETE', path, { as })).status).toBe(204)
    expect((await service.request('GET', path, { as })).status).toBe(404)
  })

  test('are refused with a taken shortcut, an invalid one, or an unknown variable', async () => {
    const first = (await create({ ...refund, shortcut: 'late' })).as(CannedReply)
    const taken = await create({ ...refund, shortcut: 'late' })
    expect(taken.status).toBe(400)
    expect(taken.body).toMatchObject({ errors: { shortcut: [expect.stringContaining('/late')] } })
    // Its own shortcut is not taken.
    const path = `/canned-reply/${first.id}/`
    expect((await service.request('PATCH', path, { as, body: { shortcut: 'late' } })).status).toBe(200)
    for (const shortcut of ['', 'Late', '/late', 'too late', '-late'])
      expect((await create({ ...refund, shortcut })).body, shortcut).toMatchObject({
        errors: { shortcut: [expect.any(String)] },
      })
    expect(
      (await create({ ...refund, shortcut: 'x', text: 'Order {{order.id}}, {{ contact.name }}' })).body,
    ).toMatchObject({
      errors: { text: ['There is no variable {{order.id}}.'] },
    })
    expect((await create({ ...refund, shortcut: 'x', text: ' ' })).status).toBe(400)
    expect(
      (await create({ ...refund, shortcut: 'x', text: '{{contact.loyalty level}} {{conversation.order_no}}' })).status,
    ).toBe(201)
  })
})

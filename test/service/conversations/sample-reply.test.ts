/** Replies in sample conversations: nothing is sent, and the simulated contact answers. */
import { beforeAll, expect, test } from 'vitest'
import { Conversation, maxLastMessage, Message } from '#contract/conversation.ts'
import { CannedReply } from '#contract/canned-reply.ts'
import { page } from '#contract/kernel/page.ts'
import { makeSample } from '#server/sample/sample.ts'
import { removeSample } from '#server/sample/sample-removal.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'

eachDatabase('replies in the sample', (service) => {
  let as: TestCaller
  const pool = () => service.app.services.database.pool
  const open = async () =>
    (await service.request('GET', '/conversation/?status=open&limit=100', { as }))
      .as(page(Conversation))
      .results.filter((one) => one.can_reply && one.channel !== null)
  const read = async (id: string) => (await service.request('GET', `/conversation/${id}/`, { as })).as(Conversation)
  const newest = async (id: string) =>
    (await service.request('GET', `/conversation/${id}/message/`, { as })).as(page(Message)).results[0]

  beforeAll(async () => {
    as = service.one.operator
    await makeSample(pool(), service.one.id, { now: new Date(), flows: 12, conversations: 120, runs: 200 })
  })

  test('the list has the last message with the name of its author', async () => {
    const rows = (await service.request('GET', '/conversation/?limit=100', { as })).as(page(Conversation)).results
    for (const { id, last_message: last } of rows.slice(0, 10)) {
      const messages = (await service.request('GET', `/conversation/${id}/message/`, { as })).as(page(Message)).results
      const expected = messages.find(({ direction }) => direction !== 'note')
      expect(last).toMatchObject({
        author: expected?.author,
        author_name: expected?.author_name ?? undefined,
        at: expected?.at,
      })
    }
  })

  test('a reply is accepted and marked as sent, and the contact answers', async () => {
    const [row] = await open()
    if (row === undefined) throw new Error('The sample has no open conversation.')
    const path = `/conversation/${row.id}/message/`
    const text = 'It is on its way. '.repeat(40).trim()
    const sent = await service.request('POST', path, { as, body: { text, version: row.version } })
    expect(sent.status).toBe(201)
    expect((await read(row.id)).last_message).toMatchObject({ author: 'person', author_name: 'operator one' })
    expect([...((await read(row.id)).last_message?.text ?? '')]).toHaveLength(maxLastMessage)
    await expect.poll(async () => (await newest(row.id))?.delivery).toBe('sent')
    expect((await read(row.id)).waiting_since).toBeNull()
    await expect.poll(async () => (await newest(row.id))?.author, { timeout: 8_000 }).toBe('contact')
    expect(await read(row.id)).toMatchObject({ status: 'open', unread_count: 1, waiting_since: expect.any(String) })
  })

  test('a resolved conversation stays resolved', async () => {
    const [, row] = await open()
    if (row === undefined) throw new Error('The sample has no second open conversation.')
    const path = `/conversation/${row.id}/message/`
    await service.request('POST', path, { as, body: { text: 'Done.' } })
    await service.request('PATCH', `/conversation/${row.id}/`, { as, body: { status: 'resolved' } })
    await new Promise((done) => setTimeout(done, 3_000))
    expect(await read(row.id)).toMatchObject({ status: 'resolved', last_message: { text: 'Done.' } })
  })

  test('the sample is removed with all replies and answers', async () => {
    const replies = (await service.request('GET', '/canned-reply/', { as })).as(page(CannedReply)).results
    expect(replies.length).toBeGreaterThan(2)
    await removeSample(pool(), service.one.id)
    const { scope } = service.one
    expect([await scope.count(conversation, undefined), await scope.count(message, undefined)]).toEqual([0, 0])
    expect((await service.request('GET', '/canned-reply/', { as })).as(page(CannedReply)).count).toBe(0)
  })
})

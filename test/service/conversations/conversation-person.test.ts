/** Replies and notes by people. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Conversation, Message } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { runCleanup } from '#server/boot/housekeeping.ts'
import { message } from '#server/store/tables/conversation.ts'
import { historyOf } from '#test/service/support/channel-steps.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'

const now = new Date('2026-11-20T15:30:00.123Z')

eachDatabase('replies and notes by people', (service) => {
  let caller: TestCaller
  let seeded: Seeded

  beforeAll(async () => {
    const { scope, operator } = service.one
    caller = operator
    seeded = await seed(scope, {
      conversations: 20,
      runs: 5,
      prefix: 'a',
      person: { id: operator.id, name: 'Op' },
      now,
    })
  })

  test('stores a note, which is searchable and never sent', async () => {
    const path = `/conversation/${seeded.conversations[4]}/`
    const before = (await service.request('GET', path, { as: caller })).as(Conversation)
    const headers = { 'idempotency-key': 'note-1' }
    const sent = { as: caller, body: { text: 'Asked Zoë about the Überzahlung' }, headers }
    const note = await service.request('POST', `${path}note/`, sent)
    expect(note.status).toBe(201)
    expect(note.as(Message)).toMatchObject({
      direction: 'note',
      author: 'person',
      author_name: 'operator one',
      delivery: null,
    })
    expect((await service.request('POST', `${path}note/`, sent)).body).toEqual(note.body)
    const after = (await service.request('GET', path, { as: caller })).as(Conversation)
    expect(after).toMatchObject({
      version: before.version,
      message_count: before.message_count,
      last_message: before.last_message,
    })
    const list = (await service.request('GET', `${path}message/`, { as: caller })).as(page(Message)).results
    expect(list.filter((one) => one.direction === 'note')).toHaveLength(1)
    const found = (await service.request('GET', '/conversation/?q=uberzahl', { as: caller })).as(
      page(Conversation),
    ).results
    expect(found.map((row) => row.id)).toEqual([after.id])
    expect((await service.request('POST', `${path}note/`, { as: caller, body: { text: '  ' } })).body).toMatchObject({
      errors: { text: ['This field may not be blank.'] },
    })
    expect(
      (await service.request('POST', `${path}note/`, { as: service.one.viewer, body: { text: 'x' } })).status,
    ).toBe(403)
  })

  test('sends a reply through the channel and shows its delivery status; stores none that cannot be sent', async () => {
    const as = caller
    const created = await service.request('POST', '/channel/', {
      as,
      body: { type: 'webchat', name: 'Chat', config: { origins: [] } },
    })
    const token = created
      .as(z.object({ address: z.string() }))
      .address.split('/')
      .at(-1)
    const visitor = (await service.request('POST', `/webchat/${token}/session/`, { body: {} })).as(
      z.object({ visitor: z.string() }),
    ).visitor
    const chat = { headers: { 'x-visitor': visitor } }
    await service.request('POST', `/webchat/${token}/message/`, {
      as: chat,
      body: { id: crypto.randomUUID(), text: 'Is anybody there?' },
    })
    const [row] = (await service.request('GET', '/conversation/?q=anybody', { as })).as(page(Conversation)).results
    if (!row) throw new Error('The message created no conversation.')
    expect(row).toMatchObject({ unread_count: 1, waiting_since: expect.any(String) })
    const path = `/conversation/${row.id}/message/`
    const body = { text: 'Yes, I am.', version: row.version }
    const headers = { 'idempotency-key': 'answer-1' }
    const reply = await service.request('POST', path, { as, body, headers })
    expect(reply.status).toBe(201)
    expect(reply.as(Message)).toMatchObject({
      direction: 'out',
      author: 'person',
      author_name: 'operator one',
      delivery: 'pending',
    })
    expect((await service.request('POST', path, { as, body, headers })).as(Message).id).toBe(reply.as(Message).id)
    await expect
      .poll(async () => (await service.request('GET', path, { as })).as(page(Message)).results[0]?.delivery)
      .toBe('sent')
    const after = (await service.request('GET', `/conversation/${row.id}/`, { as })).as(Conversation)
    expect(after).toMatchObject({
      handled_by: 'person',
      unread_count: 0,
      waiting_since: null,
      last_message: { author: 'person', text: 'Yes, I am.' },
    })
    const talk = await service.request('GET', `/webchat/${token}/message/`, { as: chat })
    expect(talk.text).toContain('Yes, I am.')
    const { id: channelId } = created.as(z.object({ id: z.string() }))
    const { hours } = await historyOf(service, as, channelId)
    expect(hours.at(-1)).toMatchObject({ received: 1, sent: 1, refused: 0 })
    const stale = await service.request('POST', path, { as, body: { text: 'Me too', version: row.version } })
    expect(stale.body).toMatchObject({ code: 'version_conflict', current: { version: after.version } })
    const nobody = await service.request('POST', `/conversation/${seeded.conversations[5]}/message/`, {
      as,
      body: { text: 'Hello?' },
    })
    expect([nobody.status, nobody.body]).toMatchObject([
      409,
      { code: 'not_ready', detail: expect.stringContaining('No reply is possible') },
    ])
    // A message whose process ended before sending it fails, so that a person can retry or discard it.
    await service.one.scope.update(
      message,
      { delivery: 'pending', at: new Date(Date.now() - 3_600_000) },
      sql`${message.id} = ${reply.as(Message).id}`,
    )
    await runCleanup(service.app.services)
    expect((await service.request('GET', path, { as })).text).toContain('"failed"')
  })
})

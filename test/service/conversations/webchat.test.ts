/** The web chat: visitors, impersonation attempts, and limits; on each database. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CreatedChannel } from '#contract/channel.ts'
import { Conversation, Message } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { webchat } from '#contract/webchat.ts'
import { channel } from '#server/store/tables/channel.ts'
import { message } from '#server/store/tables/conversation.ts'
import { run } from '#server/store/tables/run.ts'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'
import { createWebhookFlow } from '#test/service/support/webhook-senders.ts'

async function chat(service: TestService, config: object = {}) {
  const created = await service.request('POST', '/channel/', {
    as: service.one.writeKey,
    body: { type: 'webchat', name: 'Shop <b>', config: { origins: [], ...config } },
  })
  const { id, address } = created.as(CreatedChannel)
  const token = address?.slice(-32) ?? ''
  return { id, token, address: address ?? '' }
}

const pathOf = (token: string, what: string) => `/webchat/${token}/${what}/`

async function visit(service: TestService, token: string): Promise<{ 'x-visitor': string }> {
  const opened = await service.request('POST', pathOf(token, 'session'), { body: {} })
  return { 'x-visitor': opened.as(webchat.open.returns).visitor }
}

const sendMessage = (
  service: TestService,
  token: string,
  headers: Record<string, string>,
  text: string,
  id: string = randomUUID(),
) => service.request('POST', pathOf(token, 'message'), { headers, body: { id, text } })

const read = async (service: TestService, token: string, headers: Record<string, string>, query = '') =>
  (await service.request('GET', `${pathOf(token, 'message')}${query}`, { headers })).as(webchat.talk.returns)

eachDatabase('chat on a page', (service) => {
  test("creates one conversation from a visitor's messages, and each message once", async () => {
    const { id, token } = await chat(service)
    const visitor = await visit(service, token)
    expect(await read(service, token, visitor)).toMatchObject({ state: '0', is_open: true, messages: [] })
    const [first, again] = [randomUUID(), 'Where is <i>my</i> order?\u0000']
    const sent = await sendMessage(service, token, visitor, again, first)
    expect(sent.status, sent.text).toBe(400)
    expect((await sendMessage(service, token, visitor, 'Where is <i>my</i> order?', first)).status).toBe(201)
    expect((await sendMessage(service, token, visitor, 'Where is <i>my</i> order?', first)).status).toBe(201)
    await sendMessage(service, token, visitor, 'Hello?')
    const { messages } = await read(service, token, visitor)
    expect(messages.map(({ from, text }) => [from, text])).toEqual([
      ['visitor', 'Where is <i>my</i> order?'],
      ['visitor', 'Hello?'],
    ])
    const list = await service.request('GET', `/conversation/?channel=${id}&q=order`, { as: service.one.viewer })
    const [found, ...others] = list.as(page(Conversation)).results
    expect(others).toEqual([])
    expect(found).toMatchObject({
      status: 'open',
      handled_by: 'person',
      unread_count: 2,
      message_count: 2,
      channel: { id, type: 'webchat' },
      last_message: { direction: 'in', author: 'contact', text: 'Hello?' },
    })
    expect(found?.waiting_since).toBe(messages[0]?.at)
    const kept = await service.request('GET', `/conversation/${found?.id}/message/`, { as: service.one.viewer })
    expect(kept.as(page(Message)).results).toHaveLength(2)
  })

  test('reopens a resolved conversation on a new message', async () => {
    const { id, token } = await chat(service)
    const visitor = await visit(service, token)
    await sendMessage(service, token, visitor, 'one')
    const list = () => service.request('GET', `/conversation/?channel=${id}`, { as: service.one.viewer })
    const [before] = (await list()).as(page(Conversation)).results
    const change = { status: 'resolved' }
    await service.request('PATCH', `/conversation/${before?.id}/`, { as: service.one.writeKey, body: change })
    await sendMessage(service, token, visitor, 'two')
    const [after] = (await list()).as(page(Conversation)).results
    expect(after).toMatchObject({ id: before?.id, status: 'open', message_count: 2 })
  })

  test('gives concurrent conversations different numbers', async () => {
    const { id, token } = await chat(service)
    const visitors = await Promise.all(Array.from({ length: 12 }, () => visit(service, token)))
    const answers = await Promise.all(visitors.map((visitor) => sendMessage(service, token, visitor, 'at once')))
    expect(answers.map(({ status }) => status)).toEqual(visitors.map(() => 201))
    const list = await service.request('GET', `/conversation/?channel=${id}`, { as: service.one.viewer })
    const numbers = list.as(page(Conversation)).results.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(12)
  })

  test('answers a long poll once there is a new message', async () => {
    const { token } = await chat(service)
    const visitor = await visit(service, token)
    await sendMessage(service, token, visitor, 'one')
    const { state } = await read(service, token, visitor)
    const news = read(service, token, visitor, `?wait=20&since=${state}`)
    await sendMessage(service, token, visitor, 'two')
    expect((await news).messages.map(({ text }) => text)).toEqual(['one', 'two'])
    expect((await read(service, token, visitor, `?wait=0&since=${state}`)).state).not.toBe(state)
  })

  test('refuses forged visitors and those of another chat', async () => {
    const [own, other] = [await chat(service), await chat(service)]
    const visitor = await visit(service, own.token)
    await sendMessage(service, own.token, visitor, 'secret')
    const name = visitor['x-visitor'].split('.')[0] ?? ''
    const forged = [
      {},
      { 'x-visitor': name },
      { 'x-visitor': `${name}.${'A'.repeat(43)}` },
      { 'x-visitor': visitor['x-visitor'].toLowerCase() },
      await visit(service, other.token),
    ]
    for (const headers of forged) {
      const answer = await service.request('GET', pathOf(own.token, 'message'), { headers })
      expect([answer.status, answer.text.includes('secret')]).toEqual([401, false])
      expect((await sendMessage(service, own.token, { ...headers }, 'x')).status).toBe(401)
    }
    const elsewhere = await service.request('GET', pathOf(other.token, 'message'), { headers: visitor })
    expect(elsewhere.status).toBe(401)
    expect((await read(service, own.token, await visit(service, own.token))).messages).toEqual([])
    for (const token of ['A'.repeat(32), 'x', `${own.token}x`])
      expect((await service.request('POST', pathOf(token, 'session'), { body: {} })).status).toBe(404)
  })

  test('refuses messages from another site, invalid ones, and bodies above the limit', async () => {
    const { token } = await chat(service)
    const visitor = await visit(service, token)
    const foreign = { ...visitor, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await sendMessage(service, token, foreign, 'x')).status).toBe(403)
    expect((await sendMessage(service, token, visitor, 'x'.repeat(4_001))).status).toBe(400)
    expect((await sendMessage(service, token, visitor, '   ')).status).toBe(400)
    expect((await sendMessage(service, token, visitor, 'x', 'not-an-id')).status).toBe(400)
    const path = pathOf(token, 'message')
    expect((await service.request('POST', path, { headers: visitor, raw: 'x'.repeat(40_000) })).status).toBe(413)
    const text = { ...visitor, 'content-type': 'text/plain' }
    expect((await service.request('POST', path, { headers: text, raw: '{}' })).status).toBe(415)
  })

  test('limits how fast a visitor can write', async () => {
    const { token } = await chat(service)
    const visitor = await visit(service, token)
    const answers: number[] = []
    for (let count = 0; count < 21; count += 1)
      answers.push((await sendMessage(service, token, visitor, `${count}`)).status)
    expect(answers.slice(0, 20).every((status) => status === 201)).toBe(true)
    expect(answers.at(-1)).toBe(429)
  })

  test('closes the chat at the daily limit of a visitor or of all visitors, and during a pause', async () => {
    const { id, token } = await chat(service, { visitor_limit: '0.500000', day_limit: '1.000000' })
    const [one, two] = [await visit(service, token), await visit(service, token)]
    await sendMessage(service, token, one, 'one')
    await sendMessage(service, token, two, 'two')
    const list = await service.request('GET', `/conversation/?channel=${id}&ordering=number`, {
      as: service.one.viewer,
    })
    const [first] = list.as(page(Conversation)).results
    const addSpend = (cost: bigint, conversationId: string | null, daysAgo = 0) =>
      service.one.scope.insert(run, [
        {
          id: `run_${randomUUID()}`,
          flowId: 'flw_x',
          flowName: 'x',
          flowVersion: 1,
          status: 'succeeded',
          trigger: 'message',
          startedAt: new Date(Date.now() - daysAgo * 86_400_000),
          channelId: id,
          conversationId,
          cost,
        },
      ])
    await addSpend(9_000_000n, first?.id ?? '', 1)
    expect((await read(service, token, one)).is_open).toBe(true)
    await addSpend(500_000n, first?.id ?? '')
    const refused = await sendMessage(service, token, one, 'more')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'throttled', detail: expect.stringContaining('closed for today') })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(service, token, one)).is_open).toBe(false)
    expect((await sendMessage(service, token, two, 'still fine')).status).toBe(201)
    await addSpend(500_000n, null)
    expect((await sendMessage(service, token, two, 'over')).status).toBe(429)
    const quiet = await chat(service)
    const visitor = await visit(service, quiet.token)
    await service.request('POST', `/channel/${quiet.id}/pause/`, { as: service.one.writeKey })
    expect((await sendMessage(service, quiet.token, visitor, 'x')).status).toBe(429)
  })

  test('serves the page with its own policy, which permits embedding only on the allowed pages', async () => {
    const own = await chat(service)
    const shop = await chat(service, { origins: ['https://shop.example.com/some/path', 'http://localhost:8080'] })
    const alone = await fetch(own.address)
    expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'self';")
    expect(alone.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const html = await alone.text()
    expect(html).toContain('<title>Shop &#60;b&#62;</title>')
    expect(html).not.toMatch(/<b>|<script>|style=/)
    const framed = await fetch(shop.address)
    const policy = framed.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self' https://shop.example.com http://localhost:8080;")
    expect(policy).toContain("script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(framed.headers.get('x-frame-options')).toBeNull()
    const script = await fetch(`${shop.address}/embed.js`)
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    for (const name of ['frame.mjs', 'frame.css'])
      expect((await fetch(`${service.origin}/webchat/assets/${name}`)).status).toBe(200)
    for (const path of [
      '/webchat/nobody',
      `/webchat/${'A'.repeat(32)}`,
      '/webchat/assets/pages.ts',
      '/webchat/assets/%2e%2e/x',
    ])
      expect((await fetch(`${service.origin}${path}`)).status, path).toBe(404)
  })

  test('shows visitors the title, and no internal names', async () => {
    const { id, token, address } = await chat(service, { title: ' Ask us ' })
    expect(await (await fetch(address)).text()).toMatch(/<title>Ask us<.*data-name="Ask us"/s)
    const opened = await service.request('POST', pathOf(token, 'session'), { body: {} })
    expect(opened.body).toMatchObject({ name: 'Ask us', can_answer: true })
    const visitor = { 'x-visitor': opened.as(webchat.open.returns).visitor }
    await sendMessage(service, token, visitor, 'Hello?')
    const list = await service.request('GET', `/conversation/?channel=${id}`, { as: service.one.viewer })
    const [conversation] = list.as(page(Conversation)).results
    const reply = (author: string, authorName: string) => ({
      id: randomUUID(),
      conversationId: conversation?.id ?? '',
      at: new Date(),
      text: author,
      direction: 'out',
      author,
      authorName,
    })
    await service.one.scope.insert(message, [reply('flow', 'internal: triage v2'), reply('person', 'Ada')])
    const { messages } = await read(service, token, visitor)
    expect(messages.map(({ text, name }) => [text, name])).toEqual(
      expect.arrayContaining([
        ['Hello?', null],
        ['flow', null],
        ['person', 'Ada'],
      ]),
    )
  })

  test('tells visitors that no flow can reply without credit, and stores their messages', async () => {
    const flow = await createWebhookFlow(service, service.two.owner)
    const created = await service.request('POST', '/channel/', {
      as: service.two.owner,
      body: { type: 'webchat', name: 'Shop', flow },
    })
    const { id, address } = created.as(CreatedChannel)
    const token = address?.slice(-32) ?? ''
    const visitor = await visit(service, token)
    expect(await read(service, token, visitor)).toMatchObject({ is_open: true, can_answer: true })
    await service.app.services.database.pool.query(
      `insert into ledger_day (account_id, day, kind, micros) values ($1, current_date, 'adjustment', -1000000000000)
       on conflict (account_id, day, kind, sample) do update set micros = excluded.micros`,
      [service.two.id],
    )
    expect((await sendMessage(service, token, visitor, 'Hello?')).status).toBe(201)
    const conversation = await read(service, token, visitor)
    expect(conversation).toMatchObject({ is_open: true, can_answer: false, messages: [{ text: 'Hello?' }] })
    // The message is hidden once a person handles the conversation.
    const list = await service.request('GET', `/conversation/?channel=${id}`, { as: service.two.owner })
    const [found] = list.as(page(Conversation)).results
    const body = { handled_by: 'person' }
    await service.request('PATCH', `/conversation/${found?.id}/`, { as: service.two.owner, body })
    expect(await read(service, token, visitor)).toMatchObject({ can_answer: true })
  })

  test('closes the chat of a deleted channel, and keeps its conversations', async () => {
    const { id, token } = await chat(service)
    const visitor = await visit(service, token)
    await sendMessage(service, token, visitor, 'stays')
    await service.request('DELETE', `/channel/${id}/`, { as: service.one.writeKey })
    expect((await sendMessage(service, token, visitor, 'x')).status).toBe(404)
    const list = await service.request('GET', `/conversation/?channel=${id}`, { as: service.one.viewer })
    expect(list.as(page(Conversation)).results).toMatchObject([{ can_reply: false }])
    expect(await service.one.scope.select(channel, { id: channel.id }, eq(channel.id, id))).toEqual([])
  })
})

/** Flows started by a message, which reply, wait and continue with the next message; on each database. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Run } from '#contract/billing.ts'
import { CreatedChannel } from '#contract/channel.ts'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { webchat } from '#contract/webchat.ts'
import { findChannelByToken } from '#server/store/channels/channel-rows.ts'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'
import { makeFlow, until } from '#test/service/support/runs.ts'

async function chat(service: TestService, flow: string) {
  const created = await service.request('POST', '/channel/', {
    as: service.one.writeKey,
    body: { type: 'webchat', name: 'Shop', config: { origins: [] }, flow },
  })
  const { id, address } = created.as(CreatedChannel)
  const token = address?.slice(-32) ?? ''
  const opened = await service.request('POST', `/webchat/${token}/session/`, { body: {} })
  const headers = { 'x-visitor': opened.as(webchat.open.returns).visitor }
  const sendMessage = (text: string, message: string = randomUUID()) =>
    service.request('POST', `/webchat/${token}/message/`, { headers, body: { id: message, text } })
  const texts = async () =>
    (await service.request('GET', `/webchat/${token}/message/`, { headers }))
      .as(webchat.talk.returns)
      .messages.map(({ from, text }) => `${from}: ${text}`)
  const runs = async () =>
    (await service.request('GET', `/billing/runs/?channel=${id}`, { as: service.one.viewer })).as(page(Run)).results
  const readConversation = async () =>
    (await service.request('GET', `/conversation/?channel=${id}`, { as: service.one.viewer })).as(page(Conversation))
      .results[0]
  /** Delivers a message like a provider, with an external id; a provider repeats it after a missing response. */
  const receiveMessage = async (externalId: string, at = new Date()) => {
    const { database, channels } = service.app.services
    const row = await findChannelByToken(database.db, token)
    if (!row) throw new Error('The channel does not exist.')
    const sender = { externalId: '77', name: 'Ann', email: null, phone: null }
    return channels.receiveMessage(row, { externalId, thread: '77', sender, subject: '', text: 'Hello', at })
  }
  return { id, sendMessage, texts, runs, readConversation, receiveMessage }
}

const askingFlow: Parameters<typeof makeFlow>[2] = {
  nodes: [
    { id: 'begin', type: 'trigger', config: { kind: 'message' } },
    { id: 'ask', type: 'message', config: { channel: 'reply', text: 'What is your number, {{ input.text }}?' } },
    { id: 'hold', type: 'wait', config: { event: 'reply', timeout_s: 600 } },
    { id: 'tell', type: 'message', config: { channel: 'reply', text: 'Thanks for {{ nodes.hold.output.text }}.' } },
  ],
  edges: ['begin → ask', 'ask → hold', 'hold → tell'],
}

eachDatabase('messages that run flows', { engine: { maxQueued: 20 } }, (service) => {
  test('asks a question, continues with the answer, and starts a new run for the next message', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    const { sendMessage, texts, runs, readConversation } = await chat(service, flow)
    const first = randomUUID()
    const replyId = randomUUID()
    await sendMessage('Ann', first)
    await sendMessage('Ann', first)
    await until(texts, (all) => all.length === 2, 'the question was sent')
    await until(runs, ([one]) => one?.status === 'waiting', 'the run is waiting')
    expect((await sendMessage('42', replyId)).status).toBe(201)
    expect(await until(texts, (all) => all.length === 4, 'the flow has continued')).toEqual([
      'visitor: Ann',
      'us: What is your number, Ann?',
      'visitor: 42',
      'us: Thanks for 42.',
    ])
    await until(runs, ([one]) => one?.status === 'succeeded', 'the run has ended')
    // The repeated answer was already processed, and starts nothing.
    expect((await sendMessage('42', replyId)).status).toBe(201)
    const [run, ...others] = await runs()
    expect(others).toEqual([])
    expect(run).toMatchObject({ trigger: 'message', channel: { type: 'webchat' } })
    expect(await readConversation()).toMatchObject({ handled_by: 'flow', waiting_since: null, message_count: 4 })
    await sendMessage('Bob')
    await until(runs, (all) => all.length === 2, 'a second run has started')
  })

  test('starts no run in a conversation with an assignee, and stores messages for an inactive flow', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    const { sendMessage, texts, runs, readConversation } = await chat(service, flow)
    await sendMessage('one')
    await until(texts, (all) => all.length === 2, 'the question was sent')
    await until(runs, ([one]) => one?.status === 'waiting', 'the run is waiting')
    await service.request('POST', `/billing/runs/${(await runs())[0]?.id}/cancel/`, { as: service.one.owner })
    const found = await readConversation()
    const body = { assignee: service.one.operator.id }
    await service.request('PATCH', `/conversation/${found?.id}/`, { as: service.one.owner, body })
    expect((await sendMessage('two')).status).toBe(201)
    expect(await runs()).toHaveLength(1)
    const other = await chat(service, flow)
    await service.request('POST', `/flow/${flow}/pause/`, { as: service.one.owner })
    expect((await other.sendMessage('kept')).status).toBe(201)
    expect(await other.texts()).toEqual(['visitor: kept'])
    expect(await other.runs()).toEqual([])
    const channel = await service.request('GET', `/channel/${other.id}/`, { as: service.one.viewer })
    expect(channel.body).toMatchObject({ status: 'connected', last_error: { code: 'not_ready' } })
  })

  test('treats the same message id in two channels as two messages', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    for (const { receiveMessage, runs, readConversation } of [await chat(service, flow), await chat(service, flow)]) {
      expect(await receiveMessage('1')).toMatchObject({ isRepeated: false, runId: expect.any(String) })
      expect(await runs()).toHaveLength(1)
      expect(await readConversation()).toMatchObject({ unread_count: 1 })
    }
  })

  test('stores the time of arrival, or the time sent if a message was delayed for long', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    const { receiveMessage, readConversation } = await chat(service, flow)
    const [before, late] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 5_000)]
    await receiveMessage('1', before)
    expect(await readConversation()).toMatchObject({ created_at: before.toISOString() })
    const other = await chat(service, flow)
    await other.receiveMessage('1', late)
    expect(Date.parse((await other.readConversation())?.created_at ?? '')).toBeGreaterThan(late.getTime())
  })

  test('starts one run when a message that started none is repeated', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    const { receiveMessage, runs } = await chat(service, flow)
    await service.request('POST', `/flow/${flow}/pause/`, { as: service.one.owner })
    expect(await receiveMessage('1')).toMatchObject({ runId: null, refused: { code: 'not_ready' } })
    await service.request('POST', `/flow/${flow}/activate/`, { as: service.one.owner })
    const { runId } = await receiveMessage('1')
    expect(runId).not.toBeNull()
    expect(await receiveMessage('1')).toMatchObject({ isRepeated: true, runId })
    expect(await runs()).toHaveLength(1)
  })

  test('stores nothing of a message when too many runs are queued, and accepts it again later', async () => {
    const flow = await makeFlow(service, service.one.owner, askingFlow)
    const { receiveMessage, readConversation } = await chat(service, flow)
    const { pool } = service.app.services.database
    await pool.query(
      `insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at)
         select $1, 'run_full_' || n, $2, 'Full', 1, 'queued', 'manual', now() from generate_series(1, 60) n`,
      [service.one.id, flow],
    )
    await expect(receiveMessage('1')).rejects.toMatchObject({ code: 'throttled' })
    expect(await readConversation()).toBeUndefined()
    await pool.query(`delete from run where account_id = $1 and id like 'run_full_%'`, [service.one.id])
    expect(await receiveMessage('1')).toMatchObject({ isRepeated: false, runId: expect.any(String) })
  })
})

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { conversation as api, type Message } from '#contract/conversation.ts'
import { aConversation } from '#test/support/a-conversation.ts'
import { composerDrafts } from './composer-drafts.ts'
import { findConversation } from '#pages/inbox/thread/conversation-cache.ts'
import { messagesOf } from '#pages/inbox/thread/message-cache.ts'
import { sendComposed, sendStates } from './outbox.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn<(...given: never[]) => Promise<unknown>>() }))
vi.mock('#api/request/client.ts', () => ({ call }))

const message: Message = {
  id: 'msg_1',
  at: '2026-11-20T10:10:00Z',
  direction: 'out',
  author: 'person',
  author_name: 'Me',
  text: 'Hello',
  run: null,
  delivery: 'pending',
}

const refusal = (status: number, more: object = {}) =>
  new ApiError({
    status,
    code: 'x',
    detail: 'No.',
    fieldErrors: {},
    requestId: null,
    method: 'POST',
    path: '/',
    durationMs: 1,
    at: '',
    retryAfter: null,
    current: undefined,
    body: undefined,
    ...more,
  })

interface Sent {
  body: { text: string; version?: number }
  key: string
}

/**
 * Fake service. Returns the sent writes, in order. `answers` are the results of the writes; reads return the
 * conversation with the next version.
 */
function service(...answers: (Message | ApiError)[]): Sent[] {
  const sent: Sent[] = []
  call.mockImplementation((endpoint: { id: string }, input: Sent, options?: { idempotencyKey: string }) => {
    if (endpoint.id === api.read.id) return Promise.resolve({ ...aConversation, version: 4 })
    sent.push({ body: input.body, key: options?.idempotencyKey ?? '' })
    const answer = answers.shift() ?? message
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer)
  })
  return sent
}

let client: QueryClient
const written = { id: 'cnv_1', draft: 'draft', kind: 'reply', me: 'usr_me' } as const
const write = (text: string) => composerDrafts.change('draft', { reply: { text, attempt: null } })

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(q(api.read, { id: 'cnv_1' }).queryKey, aConversation)
  sendStates.forget('draft', 'reply')
  write('Hello')
})

test('a sent message leaves the draft, appears in the thread, and the next change uses the new version', async () => {
  const page = { count: 0, next: null, previous: null, results: [] }
  client.setQueryData(messagesOf('cnv_1').queryKey, { pages: [page], pageParams: [{}] })
  const sent = service(message)
  expect(await sendComposed(client, written)).toEqual(message)
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Hello', version: 3 }])
  expect(composerDrafts.get('draft').reply).toEqual({ text: '', attempt: null })
  expect(client.getQueryData(messagesOf('cnv_1').queryKey)?.pages[0]?.results).toEqual([message])
  expect(findConversation(client, 'cnv_1')?.version).toBe(4)
})

test('after a lost answer the same key and text are sent again, even if the conversation has changed', async () => {
  const sent = service(refusal(0), refusal(503), message)
  expect(await sendComposed(client, written)).toBeNull()
  expect(sendStates.get('draft', 'reply')).toMatchObject({ is: 'failed' })
  client.setQueryData(q(api.read, { id: 'cnv_1' }).queryKey, { ...aConversation, version: 9 })
  await sendComposed(client, written)
  expect(await sendComposed(client, written)).toEqual(message)
  expect(new Set(sent.map(({ key, body }) => JSON.stringify([key, body])))).toHaveProperty('size', 1)
})

test('a changed text gets a new key, and so does a retry of a rejected message', async () => {
  const sent = service(refusal(0), refusal(409), message)
  await sendComposed(client, written)
  write('Hello, Ada')
  await sendComposed(client, written)
  await sendComposed(client, written)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
})

test('two clicks send one message', async () => {
  const sent = service(message)
  await Promise.all([sendComposed(client, written), sendComposed(client, written)])
  expect(sent).toHaveLength(1)
})

test("another user's read does not stop a reply; another user's reply is reported, and nothing is sent", async () => {
  const read = { ...aConversation, version: 5, unread_count: 0 }
  const sent = service(refusal(409, { current: read }), message)
  expect(await sendComposed(client, written)).toEqual(message)
  expect(sent.map(({ body }) => body.version)).toEqual([3, 5])

  write('Hello')
  const last = { at: '2026-11-20T10:09:00Z', direction: 'out', author: 'person', text: 'Hi' } as const
  const answered = { ...aConversation, version: 6, last_message: last }
  const again = service(refusal(409, { current: answered }), message)
  expect(await sendComposed(client, written)).toBeNull()
  expect(sendStates.get('draft', 'reply')).toEqual({ is: 'changed', changes: ['Someone replied.'] })
  expect(composerDrafts.get('draft').reply.text).toBe('Hello')
  expect(await sendComposed(client, written)).toEqual(message)
  expect(again.map(({ body }) => body.version)).toEqual([4, 6])
})

/** Steps of channel tests: a simulated provider API, and queries about the results. */
import { ChannelDetail, CreatedChannel } from '#contract/channel.ts'
import { ChannelHistory } from '#contract/channel-history.ts'
import { Conversation, Message } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { serve } from '#test/support/local-server.ts'
import type { TestService, TestCaller } from './harness.ts'

interface ProviderRequest {
  path: string
  headers: Record<string, unknown>
  body: JsonRecord
}
export type ProviderResponder = (
  request: ProviderRequest,
) => { status?: number; headers?: Record<string, string>; body: unknown } | 'hang up'

/** Starts a simulated provider API on a free port; `respond` can be replaced while it runs. */
export async function provider(responder: ProviderResponder) {
  const state = { requests: new Array<ProviderRequest>(), respond: responder, base: '' }
  const port = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: JsonRecord = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const received = { path: request.url ?? '', headers: request.headers, body }
      state.requests.push(received)
      const providerResponse = state.respond(received)
      if (providerResponse === 'hang up') {
        request.socket.destroy()
        return
      }
      response.writeHead(providerResponse.status ?? 200, {
        'content-type': 'application/json',
        ...providerResponse.headers,
      })
      response.end(
        typeof providerResponse.body === 'string' ? providerResponse.body : JSON.stringify(providerResponse.body),
      )
    })
  })
  state.base = `http://127.0.0.1:${port}`
  return state
}

export const until = async <T>(check: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (let count = 0; count < 400; count += 1) {
    const found = await check()
    if (found) return found
    await new Promise((done) => void setTimeout(done, 50))
  }
  throw new Error('The expected result did not arrive.')
}

export async function connect(service: TestService, body: object): Promise<CreatedChannel> {
  const response = await service.request('POST', '/channel/', { as: service.one.writeKey, body })
  if (response.status !== 201) throw new Error(response.text)
  return response.as(CreatedChannel)
}

export const testChannel = async (service: TestService, id: string): Promise<ChannelDetail> =>
  (await service.request('POST', `/channel/${id}/test/`, { as: service.one.writeKey })).as(ChannelDetail)

export const historyOf = async (service: TestService, as: TestCaller, id: string): Promise<ChannelHistory> =>
  (await service.request('GET', `/channel/${id}/history/`, { as })).as(ChannelHistory)

export const conversationsOf = async (service: TestService, id: string): Promise<Conversation[]> =>
  (await service.request('GET', `/conversation/?channel=${id}&ordering=number`, { as: service.one.viewer })).as(
    page(Conversation),
  ).results

export const messagesOf = async (service: TestService, id: string): Promise<Message[]> =>
  (await service.request('GET', `/conversation/${id}/message/?ordering=at`, { as: service.one.viewer })).as(
    page(Message),
  ).results

export const reply = (
  service: TestService,
  channelId: string,
  conversationId: string | null,
  key: string,
  text = 'Hello',
) =>
  service.app.services.channels.messenger.send({
    scope: service.one.scope,
    channelId,
    conversationId,
    text,
    runId: null,
    key,
    signal: new AbortController().signal,
  })

export const postEvents = (
  service: TestService,
  address: string | null,
  body: string,
  headers: Record<string, string>,
) =>
  fetch(`${service.origin}${new URL(address ?? '').pathname}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

export const telegramUpdate = (id: number, text: string) => ({
  update_id: id,
  message: {
    message_id: id,
    date: 1_763_800_000 + id,
    chat: { id: 77, type: 'private' },
    from: { id: 5, is_bot: false, first_name: 'Ann', last_name: 'Lee' },
    text,
  },
})

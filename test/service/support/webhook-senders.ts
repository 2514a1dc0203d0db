/** Webhook channels for tests, and senders that sign like real ones. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { ChannelDetail, Delivery, type hookPresets } from '#contract/channel.ts'
import { page } from '#contract/kernel/page.ts'
import type { TestResponse, TestService, TestCaller } from './harness.ts'
import { makeFlow, type TestNode } from './runs.ts'

export interface WebhookChannel {
  id: string
  token: string
  secret: string
}

const CreatedHookDetail = ChannelDetail.extend({ secret: z.string().nullable() })

export const tokenOf = (address: string | null): string => address?.split('/').at(-2) ?? ''

export async function createWebhook(
  service: TestService,
  caller: TestCaller,
  options: { preset?: (typeof hookPresets)[number]; flow?: string | null; name?: string } = {},
): Promise<WebhookChannel> {
  const { preset = 'standard', flow = null, name = `Hook ${randomUUID()}` } = options
  const body = { type: 'webhook', name, flow, config: { preset } }
  const response = await service.request('POST', '/channel/', { as: caller, body })
  expect(response.status, response.text).toBe(201)
  const created = response.as(CreatedHookDetail)
  return { id: created.id, token: tokenOf(created.address), secret: created.secret ?? '' }
}

/** Creates a flow that a webhook starts and that ends immediately, with its input as output. */
export const createWebhookFlow = (
  service: TestService,
  caller: TestCaller,
  furtherNodes: TestNode[] = [],
): Promise<string> =>
  makeFlow(service, caller, {
    nodes: [{ id: 'in', type: 'trigger', config: { kind: 'webhook' } }, ...furtherNodes],
    edges: furtherNodes.map((node, index) => `${furtherNodes[index - 1]?.id ?? 'in'} → ${node.id}`),
  })

type Headers = Record<string, string>

/** Signature headers of Standard Webhooks, `ago` seconds ago. */
export function standardHeaders(
  secret: string,
  body: string,
  { id = 'msg_'.concat(randomUUID()), ago = 0 } = {},
): Headers {
  const at = new Date(Date.now() - ago * 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

const hex = (secret: string, content: string) => createHmac('sha256', secret).update(content).digest('hex')

export const githubHeaders = (secret: string, body: string, id: string = randomUUID()): Headers => ({
  'x-hub-signature-256': `sha256=${hex(secret, body)}`,
  'x-github-delivery': id,
  'x-github-event': 'push',
})

export function stripeHeaders(secret: string, body: string, ago = 0): Headers {
  const time = Math.floor(Date.now() / 1000) - ago
  return { 'stripe-signature': `t=${time},v1=${hex(secret, `${time}.${body}`)}` }
}

export const postWebhook = (
  service: TestService,
  token: string,
  raw: string,
  headers: Headers = {},
  query = '',
): Promise<TestResponse> => service.request('POST', `/hook/${token}/${query}`, { raw, headers })

/** Sends JSON, signed by Standard Webhooks. */
export function sendSignedWebhook(
  service: TestService,
  hook: WebhookChannel,
  body: unknown,
  id?: string,
): Promise<TestResponse> {
  const raw = JSON.stringify(body)
  return postWebhook(service, hook.token, raw, standardHeaders(hook.secret, raw, id === undefined ? {} : { id }))
}

export const runIdOf = (response: TestResponse): string => {
  expect(response.status, response.text).toBe(202)
  return response.as(z.object({ run_id: z.string() })).run_id
}

export async function deliveriesOf(
  service: TestService,
  caller: TestCaller,
  channel: string,
  query = '',
): Promise<z.infer<typeof Delivery>[]> {
  const response = await service.request('GET', `/channel/${channel}/deliveries/?limit=100${query}`, { as: caller })
  expect(response.status, response.text).toBe(200)
  return response.as(page(Delivery)).results
}

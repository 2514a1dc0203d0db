/** Webhook channels for tests, and senders that sign like real ones. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { ChannelDetail, Delivery, type hookPresets } from '#contract/channel.ts'
import { page } from '#contract/kernel/page.ts'
import type { Got, TestService, Who } from './harness.ts'
import { makeFlow, type TestNode } from './runs.ts'

export interface HookChannel {
  id: string
  token: string
  secret: string
}

const Made = ChannelDetail.extend({ secret: z.string().nullable() })

export const tokenOf = (address: string | null): string => address?.split('/').at(-2) ?? ''

export async function makeHook(
  service: TestService,
  who: Who,
  facts: { preset?: (typeof hookPresets)[number]; flow?: string | null; name?: string } = {},
): Promise<HookChannel> {
  const { preset = 'standard', flow = null, name = `Hook ${randomUUID()}` } = facts
  const body = { type: 'webhook', name, flow, config: { preset } }
  const got = await service.request('POST', '/channel/', { as: who, body })
  expect(got.status, got.text).toBe(201)
  const made = got.as(Made)
  return { id: made.id, token: tokenOf(made.address), secret: made.secret ?? '' }
}

/** Creates a flow that a webhook starts and that ends immediately, with its input as output. */
export const hookFlow = (service: TestService, who: Who, more: TestNode[] = []): Promise<string> =>
  makeFlow(service, who, {
    nodes: [{ id: 'in', type: 'trigger', config: { kind: 'webhook' } }, ...more],
    ways: more.map((node, index) => `${more[index - 1]?.id ?? 'in'} → ${node.id}`),
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

export const knock = (
  service: TestService,
  token: string,
  raw: string,
  headers: Headers = {},
  query = '',
): Promise<Got> => service.request('POST', `/hook/${token}/${query}`, { raw, headers })

/** Sends JSON, signed by Standard Webhooks. */
export function send(service: TestService, hook: HookChannel, body: unknown, id?: string): Promise<Got> {
  const raw = JSON.stringify(body)
  return knock(service, hook.token, raw, standardHeaders(hook.secret, raw, id === undefined ? {} : { id }))
}

export const runIdOf = (got: Got): string => {
  expect(got.status, got.text).toBe(202)
  return got.as(z.object({ run_id: z.string() })).run_id
}

export async function deliveriesOf(
  service: TestService,
  who: Who,
  channel: string,
  query = '',
): Promise<z.infer<typeof Delivery>[]> {
  const got = await service.request('GET', `/channel/${channel}/deliveries/?limit=100${query}`, { as: who })
  expect(got.status, got.text).toBe(200)
  return got.as(page(Delivery)).results
}

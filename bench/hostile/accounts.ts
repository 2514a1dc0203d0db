/** Accounts of the suites, filled through the public API: people in every role, keys of each scope, and objects. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { bodies, type Objects } from '#test/service/support/valid-bodies.ts'
import { template } from '#test/service/support/template.ts'
import type { HostileService } from './service.ts'
import { headersOf, anonymous, type Account, type Caller } from './suite-context.ts'
import { sendRequest, type HttpResponse, type RequestOptions } from './http-client.ts'
import type { Agent } from 'undici'

export const password = 'a sentence that nobody guesses'

const Id = z.looseObject({ id: z.string() })
const Me = z.looseObject({ account: z.looseObject({ id: z.string() }), person: z.looseObject({ id: z.string() }) })
const Key = Id.extend({ key: z.string() })
const Rows = z.looseObject({ results: z.array(Id) })

export type Send = (as: Caller, method: string, path: string, sent?: RequestOptions) => Promise<HttpResponse>

/** Sends requests directly to the service; throws unless the status is 2xx. */
export const sender =
  (agent: Agent, origin: string): Send =>
  async (as, method, path, sent = {}) => {
    const headers = { ...headersOf(as, origin), ...sent.headers }
    const got = await sendRequest(agent, method, `${origin}/api${path}`, { ...sent, headers })
    if (got.status < 200 || got.status > 299)
      throw new Error(`${as.name}: ${method} ${path} returned ${got.status}: ${got.text.slice(0, 500)}`)
    return got
  }

export async function signIn(send: Send, email: string, name: string): Promise<Caller> {
  const { headers } = await send(anonymous, 'POST', '/session/', { body: { email, password } })
  // The other cookie only says that the user is known in this browser, and grants no access.
  const [cookie = ''] = /flow\.session_token=[^;]*/.exec(headers['set-cookie'] ?? '') ?? []
  if (cookie === '') throw new Error(`${name}: the service did not set a session cookie.`)
  return { name, headers: { cookie }, isSession: true }
}

export async function createKey(
  send: Send,
  owner: Caller,
  name: string,
  scope: string,
  more: object = {},
): Promise<Caller & { id: string }> {
  const made = Key.parse((await send(owner, 'POST', '/key/', { body: { name, scope, ...more } })).body)
  return { name, headers: { authorization: `Token ${made.key}` }, isSession: false, id: made.id }
}

let number = 0

/** An account with people in every role and a key of each scope. */
export async function createAccount(service: HostileService, agent: Agent, word: string): Promise<Account> {
  const send = sender(agent, service.process.url)
  const domain = `${word}-${(number += 1)}.example`
  const email = `owner@${domain}`
  await service.command('account', 'create', '--email', email, '--name', `${word} owner`, '--password', password)
  const owner = await signIn(send, email, 'owner')
  const me = Me.parse((await send(owner, 'GET', '/me/')).body)
  const add = async (role: 'operator' | 'viewer') => {
    const body = { email: `${role}@${domain}`, name: `${word} ${role}`, role, password }
    const { id } = Id.parse((await send(owner, 'POST', '/person/', { body })).body)
    return { id, caller: await signIn(send, body.email, role) }
  }
  const operator = await add('operator')
  const viewer = await add('viewer')
  return {
    id: me.account.id,
    email,
    owner,
    operator: operator.caller,
    viewer: viewer.caller,
    writeKey: await createKey(send, owner, 'write key', 'write'),
    readKey: await createKey(send, owner, 'read key', 'read'),
    people: { owner: me.person.id, operator: operator.id, viewer: viewer.id },
    word,
  }
}

/** One object of each kind, for the `{id}` in paths, and the tokens of visitors and senders. */
export interface AccountObjects {
  objects: Objects
  /** The active flow that the webhook starts. */
  webhookFlow: string
  webhookChannel: string
  delivery: string
  webhookToken: string
  chatToken: string
  visitor: string
  undoToken: string
  /** Ids of all objects, and unique names. */
  markers: string[]
}

const Channel = Id.extend({ address: z.string() })
const started = new Set(['queued', 'running'])
const settleTimeoutMs = 60_000

export const flowOf = (name: string, kind: object, nodes: readonly object[] = []) => ({
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name,
    nodes: [{ id: 'in', type: 'trigger', name: 'In', config: kind }, ...nodes],
    edges: nodes.map((_, index) => ({
      id: `e${index}`,
      source: index === 0 ? 'in' : `n${index - 1}`,
      target: `n${index}`,
    })),
  },
})

/** Imports a flow and activates it. */
export async function activeFlow(send: Send, as: Caller, file: unknown): Promise<string> {
  const { id } = Id.parse((await send(as, 'POST', '/flow/import/', { body: { template: file } })).body)
  await send(as, 'POST', `/flow/${id}/activate/`)
  return id
}

/** Waits until all runs of the account have ended. */
export async function waitUntilIdle(send: Send, as: Caller): Promise<void> {
  const ends = performance.now() + settleTimeoutMs
  for (;;) {
    const { results } = z
      .looseObject({ results: z.array(z.looseObject({ status: z.string() })) })
      .parse((await send(as, 'GET', '/billing/runs/?limit=100')).body)
    if (!results.some(({ status }) => started.has(status))) return
    if (performance.now() > ends) throw new Error(`Runs did not end within ${settleTimeoutMs / 1000} s.`)
    await new Promise((done) => void setTimeout(done, 100))
  }
}

/** A channel that cannot be reached is an incident of the account. */
async function waitForIncident(send: Send, as: Caller, word: string): Promise<string> {
  const config = { api_base: 'http://127.0.0.1:9' }
  const body = { type: 'telegram', name: `${word} bot`, config, credentials: { bot_token: '1:unreachable' } }
  await send(as, 'POST', '/channel/', { body })
  const ends = performance.now() + settleTimeoutMs
  for (;;) {
    const { results } = Rows.parse((await send(as, 'GET', '/incident/?kind=channel_down')).body)
    if (results[0]) return results[0].id
    if (performance.now() > ends) throw new Error(`No incident within ${settleTimeoutMs / 1000} s.`)
    await new Promise((done) => void setTimeout(done, 100))
  }
}

async function inboxOf(send: Send, { owner: as, word }: Account) {
  const file = flowOf(`${word} chat flow`, { kind: 'message', channel: 'chat' }, [
    { id: 'n0', type: 'transform', name: 'T', config: { language: 'jsonata', expression: '"done"' } },
  ])
  const flow = Id.parse((await send(as, 'POST', '/flow/import/', { body: { template: file } })).body).id
  const draft = { type: 'webchat', name: `${word} chat`, flow }
  const chat = Channel.parse((await send(as, 'POST', '/channel/', { body: draft })).body)
  await send(as, 'PUT', `/flow/${flow}/bindings/`, { body: { channels: { chat: chat.id } } })
  await send(as, 'POST', `/flow/${flow}/activate/`)
  const chatToken = chat.address.slice(-32)
  const opened = await send(anonymous, 'POST', `/webchat/${chatToken}/session/`, { body: {} })
  const { visitor } = z.looseObject({ visitor: z.string() }).parse(opened.body)
  const words = { id: randomUUID(), text: `${word} asks where the order is` }
  await send(anonymous, 'POST', `/webchat/${chatToken}/message/`, { headers: { 'x-visitor': visitor }, body: words })
  const firstConversation = z
    .looseObject({ results: z.array(Id.extend({ contact: Id })).min(1) })
    .parse((await send(as, 'GET', '/conversation/')).body).results[0]
  const conversation = firstConversation?.id ?? ''
  await send(as, 'POST', `/conversation/${conversation}/note/`, { body: { text: `${word} note` } })
  const bulk = { ids: [conversation], change: { add_labels: [`${word} label`] } }
  const { undo_token: undoToken } = z
    .looseObject({ undo_token: z.string() })
    .parse((await send(as, 'POST', '/conversation/bulk/', { body: bulk })).body)
  return { channel: chat.id, chatToken, visitor, conversation, contact: firstConversation?.contact.id ?? '', undoToken }
}

async function createWebhook(send: Send, { owner: as, word }: Account) {
  const flow = await activeFlow(
    send,
    as,
    flowOf(`${word} hook flow`, { kind: 'webhook' }, [
      { id: 'n0', type: 'transform', name: 'T', config: { language: 'jsonata', expression: 'input' } },
    ]),
  )
  const body = { type: 'webhook', name: `${word} hook`, flow, config: { preset: 'none' } }
  const { id, address } = Channel.parse((await send(as, 'POST', '/channel/', { body })).body)
  const token = address.split('/').at(-2) ?? ''
  await send(anonymous, 'POST', `/hook/${token}/`, { body: { text: `${word} came in` } })
  const { results } = Rows.parse((await send(as, 'GET', `/channel/${id}/deliveries/`)).body)
  return { webhookFlow: flow, webhookChannel: id, webhookToken: token, delivery: results[0]?.id ?? '' }
}

/** Id of a bulk action that cancels a run. */
async function cancelInBulk(send: Send, { owner: as, word }: Account): Promise<string> {
  const wait = { id: 'n0', type: 'wait', name: 'Wait', config: { seconds: 3600 } }
  const flow = await activeFlow(send, as, flowOf(`${word} slow flow`, { kind: 'manual' }, [wait]))
  const { id } = Id.parse((await send(as, 'POST', `/flow/${flow}/run/`, { body: {} })).body)
  const body = { action: 'cancel', ids: [id], expected_count: 1 }
  return Id.parse((await send(as, 'POST', '/billing/runs/bulk/', { body })).body).id
}

/** Creates one object of each kind in an account. */
export async function fill(agent: Agent, origin: string, account: Account): Promise<AccountObjects> {
  const send = sender(agent, origin)
  const { owner: as, word, people } = account
  const create = async (path: string, body: unknown) => Id.parse((await send(as, 'POST', path, { body })).body).id
  const secret = { value: `${word} secret`, type: 'string', secret: true }
  const tool = await create('/tool/', { name: `${word} token`, key: 'crm_token', category: 'global', config: secret })
  const flow = await create('/flow/import/', {
    template: { ...template, flow: { ...template.flow, name: `${word} flow`, description: `${word} description` } },
  })
  const inbox = await inboxOf(send, account)
  const webhook = await createWebhook(send, account)
  const objects: Objects = {
    tool,
    flow,
    deleted_flow: await create('/flow/', { name: `${word} deleted flow` }),
    channel: inbox.channel,
    conversation: inbox.conversation,
    contact: inbox.contact,
    run: Rows.parse((await send(as, 'GET', '/billing/runs/')).body).results[0]?.id ?? '',
    bulk: await cancelInBulk(send, account),
    person: people.viewer,
    key: await create('/key/', { name: `${word} key`, scope: 'read' }),
    budget: await create('/billing/budget/', { flow, period: 'monthly', amount: '10.00' }),
    incident: '',
    alert: await create('/alert/', { kind: 'webhook', name: `${word} alert`, address: 'http://127.0.0.1:9/alert' }),
    view: await create('/view/', { name: `${word} view`, filter: { and: [] }, visibility: 'shared' }),
    canned_reply: await create('/canned-reply/', { name: `${word} reply`, shortcut: 'reply', text: `${word} text` }),
  }
  await send(as, 'DELETE', `/flow/${objects.deleted_flow}/`)
  objects.incident = await waitForIncident(send, as, word)
  await waitUntilIdle(send, as)
  const ids = [
    ...Object.values(objects),
    ...Object.values(people),
    webhook.webhookFlow,
    webhook.webhookChannel,
    webhook.delivery,
  ]
  return {
    objects,
    webhookFlow: webhook.webhookFlow,
    webhookChannel: webhook.webhookChannel,
    delivery: webhook.delivery,
    webhookToken: webhook.webhookToken,
    chatToken: inbox.chatToken,
    visitor: inbox.visitor,
    undoToken: inbox.undoToken,
    markers: [...new Set([...ids, account.id, word, webhook.webhookToken, inbox.chatToken, inbox.undoToken])],
  }
}

/** A valid body for an endpoint with these objects; undefined if it takes none, or none is known. */
export const validBody = (id: string, of: Objects): unknown => bodies[id]?.(of)

/** Puts canary secrets into every field of an account that accepts one, and uses them. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { canaries as shapes, markOf } from '#test/support/canaries.ts'
import { activeFlow, flowOf, waitUntilIdle, type AccountObjects, type Send } from './accounts.ts'
import { listenOn, type Listener } from './listener.ts'
import { allowedHost } from './service.ts'
import { anonymous, type SuiteContext } from './suite-context.ts'

const Id = z.looseObject({ id: z.string() })

/** Server that returns the request at /echo, and only `{"ok": true}` at other paths. */
export const listenOutside = (): Promise<Listener> =>
  listenOn(allowedHost, (request, response, sent) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(request.url?.startsWith('/echo') === true ? sent : '{"ok": true}')
  })

/** Liquid filters that transform a secret. */
const filters = [
  '{{ secrets.canary }}',
  '{{ secrets.canary | upcase }}',
  '{{ secrets.canary | downcase }}',
  '{{ secrets.canary | split: "" | join: "-" }}',
  '{{ secrets.canary | split: "" | reverse | join: "" }}',
  '{{ secrets.canary | slice: 8, 24 }}',
  '{{ secrets.canary | base64_encode }}',
  '{{ secrets.canary | base64_encode | base64_encode }}',
  '{{ secrets.canary | append: ":" | prepend: "user:" | base64_encode }}',
  '{{ secrets.canary | url_encode }}',
  '{{ secrets.canary | replace: "k", "k " }}',
  '{% assign a = secrets.canary %}{{ a | truncate: 30 }}',
  '{% capture a %}{{ secrets.canary }}{% endcapture %}{{ a | strip | escape }}',
  '{% for letter in secrets.canary %}{{ letter }}.{% endfor %}',
  '{{ secrets.canary | json }}',
]

let number = 100
export const nextMarker = () => markOf((number += 1))

const apiConfig = (outside: Listener, path: string, text: string) => ({
  method: 'POST',
  url: `${outside.origin}${path}`,
  headers: { 'x-note': text },
  query: { q: text },
  body: { deep: [{ text }], text },
  auth: { kind: 'basic', user: 'me', secret: '{{ secrets.canary }}' },
  timeout_ms: 5_000,
})

export async function createCanaryTools(send: Send, { one }: SuiteContext, outside: Listener): Promise<string[]> {
  const as = one.owner
  const create = async (body: object) => Id.parse((await send(as, 'POST', '/tool/', { body })).body).id
  const tools = [
    await create({
      name: 'Canary',
      key: 'canary',
      category: 'global',
      config: { value: nextMarker(), type: 'string', secret: true },
    }),
    await create({
      name: 'Canaries',
      category: 'global',
      config: { value: { a: [nextMarker()] }, type: 'json', secret: true },
    }),
  ]
  const direct = {
    method: 'POST',
    url: `${outside.origin}/direct`,
    headers: { Authorization: `Bearer ${nextMarker()}`, 'X-Api-Key': nextMarker(), Cookie: `session=${nextMarker()}` },
    query: { access_token: nextMarker(), sig: nextMarker() },
    body: { password: nextMarker(), list: [{ client_secret: nextMarker() }] },
    auth: { kind: 'header', header: 'x-key', secret: nextMarker() },
  }
  tools.push(await create({ name: 'Direct', category: 'api', config: direct }))
  for (const [index, text] of filters.entries())
    tools.push(await create({ name: `Filter ${index}`, category: 'api', config: apiConfig(outside, '/call', text) }))
  tools.push(
    await create({ name: 'Echo', category: 'api', config: apiConfig(outside, '/echo', '{{ secrets.canary }}') }),
  )
  // A call that is refused before it is sent: its record shows the request.
  tools.push(
    await create({
      name: 'Refused',
      category: 'api',
      config: { ...apiConfig(outside, '/', filters[3] ?? ''), url: 'http://10.0.0.1/' },
    }),
  )
  return tools
}

/** Flows that use the secret in typical ways: calls, a subflow, a reply in a conversation. */
export async function runFlows(send: Send, { one, call }: SuiteContext, outside: Listener): Promise<void> {
  const as = one.owner
  const manual = { kind: 'manual' }
  const callNode = (text: string, index: number) => ({
    id: `n${index}`,
    type: 'api',
    name: `Call ${index}`,
    config: apiConfig(outside, index === 0 ? '/echo' : '/call', text),
  })
  const calls = await activeFlow(send, as, flowOf('Calls', manual, filters.map(callNode)))
  const child = await activeFlow(
    send,
    as,
    flowOf('Child', manual, [
      { id: 'n0', type: 'transform', name: 'T', config: { language: 'jsonata', expression: 'input' } },
    ]),
  )
  const parents = [true, false].map((wait) =>
    flowOf(`Parent ${wait}`, manual, [
      {
        id: 'n0',
        type: 'subflow',
        name: 'Sub',
        config: {
          flow: child,
          wait,
          input: { s: '{{ secrets.canary }}', t: filters[3], deep: [{ s: 'Bearer {{ secrets.canary }}' }] },
        },
      },
    ]),
  )
  const chat = Id.extend({ address: z.string() }).parse(
    (await send(as, 'POST', '/channel/', { body: { type: 'webchat', name: 'Secret chat' } })).body,
  )
  const reply = flowOf('Reply', { kind: 'message', channel: 'chat' }, [
    { id: 'n0', type: 'message', name: 'Say', config: { channel: 'reply', text: 'Your code is {{ secrets.canary }}' } },
  ])
  const replies = Id.parse((await send(as, 'POST', '/flow/import/', { body: { template: reply } })).body).id
  await send(as, 'PATCH', `/channel/${chat.id}/`, { body: { flow: replies } })
  await send(as, 'PUT', `/flow/${replies}/bindings/`, { body: { channels: { chat: chat.id } } })
  // Activation is refused because the text contains a secret. A test run of the draft is possible anyway.
  await call('POST', `/flow/${replies}/activate/`, { as })
  await call('POST', `/flow/${replies}/run/`, { as, body: { is_test: true } })
  const token = chat.address.slice(-32)
  const { visitor } = z
    .looseObject({ visitor: z.string() })
    .parse((await send(anonymous, 'POST', `/webchat/${token}/session/`, { body: {} })).body)
  await send(anonymous, 'POST', `/webchat/${token}/message/`, {
    headers: { 'x-visitor': visitor },
    body: { id: randomUUID(), text: 'hello' },
  })
  await send(as, 'POST', `/flow/${calls}/run/`, { body: {} })
  for (const file of parents) await send(as, 'POST', `/flow/${await activeFlow(send, as, file)}/run/`, { body: {} })
  await waitUntilIdle(send, as)
}

/** A file with secrets of every form, requests with secrets in URL or headers, and credentials of channels. */
export async function plantThroughChannels(
  send: Send,
  { one, call }: SuiteContext,
  { webhookToken }: AccountObjects,
): Promise<void> {
  const as = one.owner
  const nodes = shapes(200).map(({ text }, index) => ({
    id: `n${index}`,
    type: 'note',
    name: 'N',
    notes: text,
    config: { text: `before ${text}`, headers: { Authorization: text } },
  }))
  await send(as, 'POST', '/flow/import/', {
    body: {
      template: {
        format: 'flow-template',
        flow: { name: 'Shapes', nodes, edges: [], variables: [{ key: 'password', value: nextMarker() }] },
      },
    },
  })
  const parameters = [
    'key',
    'sig',
    'token',
    'api_key',
    'access_token',
    'signature',
    'code',
    'secret',
    'auth',
    'pwd',
    'jwt',
    'hmac',
    'X-Amz-Signature',
  ]
  const headers = [
    'authorization',
    'cookie',
    'x-api-key',
    'x-jwt',
    'x-hmac',
    'x-access-key',
    'x-pat',
    'x-auth-token',
    'x-secret',
    'x-signature',
    'proxy-authorization',
    'x-csrf-token',
    'x-session',
    'x-password',
    'api-key',
    'x-gitlab-token',
    'x-webhook-token',
  ]
  // URL parameters are part of a run's input and are shown with it, so this webhook starts no flow.
  const refusing = Id.extend({ address: z.string() }).parse(
    (await send(as, 'POST', '/channel/', { body: { type: 'webhook', name: 'No flow', config: { preset: 'none' } } }))
      .body,
  )
  const { pathname } = new URL(refusing.address, 'http://localhost')
  for (const name of parameters)
    await call('POST', `${pathname.replace(/^\/api/, '')}?${name}=${nextMarker()}`, { body: { a: 1 } })
  for (const name of headers)
    await send(anonymous, 'POST', `/hook/${webhookToken}/`, {
      body: { a: 1 },
      headers: { [name]: name === 'cookie' ? `s=${nextMarker()}` : nextMarker() },
    })
  const credentials: [string, object, Record<string, string>][] = [
    ['telegram', { api_base: `http://${allowedHost}:9` }, { bot_token: `1234567890:${nextMarker()}` }],
    [
      'slack',
      { api_base: `http://${allowedHost}:9` },
      { bot_token: `xoxb-${nextMarker()}`, signing_secret: nextMarker() },
    ],
    ['webhook', { preset: 'stripe' }, { signing_secret: `whsec_${nextMarker()}` }],
  ]
  for (const [type, config, secrets] of credentials)
    await send(as, 'POST', '/channel/', { body: { type, name: `Canary ${type}`, config, credentials: secrets } })
  const body = { email: `canary-${one.id}@canary.example`, name: 'Canary', role: 'viewer', password: nextMarker() }
  await send(as, 'POST', '/person/', { body })
  await send(anonymous, 'POST', '/session/', { body: { email: body.email, password: body.password } })
}

/**
 * `If-Match` and `version` on every endpoint of the contract: applied if the object has a version, refused if it has
 * none, never ignored; of two writers with the same version only one succeeds. Source: RFC 9110, 13.1.1.
 */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase, type TestResponse } from '#test/service/support/harness.ts'
import { bodies, idOf, makeObjects, type Objects } from '#test/service/support/valid-bodies.ts'
import { template } from '#test/service/support/template.ts'

/** Endpoints about an object with a version. */
const versioned: ReadonlySet<string> = new Set([
  ...['read', 'rename', 'remove', 'activate', 'pause', 'archive', 'duplicate', 'tag', 'bind'].map((id) => `flow.${id}`),
  ...['update', 'makeLive', 'makeDraft', 'discardDraft'].map((id) => `flow.${id}`),
  ...['read', 'edit', 'remove'].map((id) => `tool.${id}`),
  ...['read', 'edit', 'remove', 'pause', 'resume', 'rotate'].map((id) => `channel.${id}`),
  ...['read', 'edit', 'reply', 'note'].map((id) => `conversation.${id}`),
  ...['read', 'edit'].map((id) => `contact.${id}`),
  ...['read', 'edit', 'place', 'remove'].map((id) => `view.${id}`),
  ...['read', 'edit', 'remove'].map((id) => `canned_reply.${id}`),
  ...['read', 'edit', 'remove'].map((id) => `budget.${id}`),
  ...['read', 'edit', 'remove'].map((id) => `alert.${id}`),
])

const CreatedObject = z.looseObject({ id: z.string(), version: z.int() })
const codeOf = (response: TestResponse) =>
  response.status < 300 ? `${response.status}` : `${response.status} ${response.as(ErrorBody).code}`

/** Lists of entity tags without the tag of version 1. */
const others = ['"7"', '"7.abc"', 'W/"1"', '"2", "3.x" ,W/"1"', '"not-ours"', '""', '"99999999999999999999"']

/** Neither a list of entity tags nor "*". */
const malformed = ['', '3', '"3', '3"', '""3', '"1" "2"', '*, "1"', '"1", *', 'w/"1"', "'1'", '"a b"', 'W/1', ', ,']

const ofVersions = allEndpoints.filter(({ id }) => versioned.has(id))

/**
 * One of the texts for an endpoint. The header is parsed in one place for all endpoints, so each text is sent to only a
 * few of them.
 */
const textFor = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

eachDatabase('If-Match', { differs: 'locks' }, (service) => {
  let objects: Objects

  beforeAll(async () => {
    ;({ objects } = await makeObjects(service, service.one, 'a'))
  })

  const send = (method: string, path: string, body?: unknown, ifMatch?: string): Promise<TestResponse> =>
    service.request(method, path, {
      as: service.one.owner,
      ...(body === undefined ? {} : { body }),
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  const call = (endpoint: AnyEndpoint, ifMatch: string, body: unknown = bodies[endpoint.id]?.(objects)) =>
    send(endpoint.method, pathOf(endpoint, { id: idOf(endpoint, objects) }), body, ifMatch)

  const reader = (endpoint: AnyEndpoint) => allEndpoints.find(({ id }) => id === `${endpoint.noun}.read`) ?? endpoint
  const now = async (endpoint: AnyEndpoint) => {
    const read = reader(endpoint)
    const response = (await send('GET', pathOf(read, { id: idOf(read, objects) }))).as(CreatedObject)
    // Without the state, since a budget's forecast changes every second.
    return { ...response, state: null }
  }

  test('answers another version with a conflict, and changes nothing', async () => {
    for (const [index, endpoint] of ofVersions.entries()) {
      const before = await now(endpoint)
      const tag = textFor(others, index)
      const response = await call(endpoint, tag)
      const what = `${endpoint.id} ${tag}`
      expect(codeOf(response), what).toBe('409 version_conflict')
      expect(response.body, what).toMatchObject({ current: { id: idOf(endpoint, objects), version: 1 } })
      expect(await now(endpoint), endpoint.id).toEqual(before)
    }
  })

  test('refuses an invalid list of entity tags', async () => {
    for (const [index, endpoint] of ofVersions.entries()) {
      const text = textFor(malformed, index)
      expect(codeOf(await call(endpoint, text)), `${endpoint.id} ${text}`).toBe('400 invalid')
    }
  })

  test('refuses If-Match for an object without a version', async () => {
    for (const endpoint of allEndpoints.filter(({ id, access }) => !versioned.has(id) && access !== 'machine')) {
      if (endpoint.id === 'session.remove' || endpoint.media === 'stream') continue
      for (const tag of ['"1"', '*']) {
        const response = await call(endpoint, tag)
        expect(codeOf(response), `${endpoint.id} ${tag}`).toBe('400 invalid')
        expect(response.text).toContain('If-Match')
      }
    }
    expect((await send('GET', '/person/')).text).toContain(objects.person)
    expect((await send('GET', '/key/')).text).toContain(objects.key)
  })

  test('lists the header in the OpenAPI document where it applies, and nowhere else', async () => {
    const Operation = z.looseObject({
      operationId: z.string(),
      parameters: z.array(z.looseObject({ name: z.string() })),
      responses: z.record(z.string(), z.unknown()),
    })
    const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
    const { paths } = (await send('GET', '/openapi.json')).as(Document)
    const withVersion = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'If-Match'))
    expect(new Set(withVersion.map(({ operationId }) => operationId))).toEqual(versioned)
    for (const { operationId, responses } of withVersion) expect(Object.keys(responses), operationId).toContain('409')
  })

  const channel = () => send('POST', '/channel/', { type: 'webhook', name: 'Hook' })
  const flow = () => send('POST', '/flow/import/', { template })
  const tool = () =>
    send('POST', '/tool/', { name: 'T', category: 'global', config: { value: 1, type: 'number', secret: false } })
  const budget = () => send('POST', '/billing/budget/', { period: 'monthly', amount: '10.00' })
  const alert = () => send('POST', '/alert/', { kind: 'webhook', name: 'A', address: 'https://alerts.example/a' })
  let views = 0
  const view = () => send('POST', '/view/', { name: `V ${(views += 1)}`, filter: { and: [] }, visibility: 'shared' })

  let replies = 0
  const cannedReply = () =>
    send('POST', '/canned-reply/', { name: 'Refund', shortcut: `refund-${(replies += 1)}`, text: 'Hello' })

  /** For each noun: how to create an object, its path, and requests that change or delete it. */
  const kinds = {
    flow: {
      make: flow,
      path: '/flow',
      requests: [
        ['PATCH', '', { name: 'By one' }],
        ['PUT', 'tags/', { tags: ['by', 'two'] }],
        ['PUT', 'bindings/', { tools: { crm: null } }],
        ['POST', 'archive/', undefined],
        ['DELETE', '', undefined],
      ],
    },
    tool: {
      make: tool,
      path: '/tool',
      requests: [
        ['PATCH', '', { name: 'By one' }],
        ['DELETE', '', undefined],
      ],
    },
    channel: {
      make: channel,
      path: '/channel',
      requests: [
        ['PATCH', '', { name: 'By one' }],
        ['POST', 'pause/', undefined],
        ['POST', 'rotate-secret/', undefined],
        ['DELETE', '', undefined],
      ],
    },
    view: {
      make: view,
      path: '/view',
      requests: [
        ['PATCH', '', { ordering: 'number' }],
        ['DELETE', '', undefined],
      ],
    },
    alert: {
      make: alert,
      path: '/alert',
      requests: [
        ['PATCH', '', { is_enabled: false }],
        ['DELETE', '', undefined],
      ],
    },
    canned_reply: {
      make: cannedReply,
      path: '/canned-reply',
      requests: [
        ['PATCH', '', { text: 'By one' }],
        ['DELETE', '', undefined],
      ],
    },
    budget: {
      make: budget,
      path: '/billing/budget',
      requests: [
        ['PATCH', '', { amount: '1.00' }],
        ['DELETE', '', undefined],
      ],
    },
  } as const

  test('accepts only one of several concurrent changes to the same version', async () => {
    for (const [noun, { make, path, requests }] of Object.entries(kinds))
      for (let round = 0; round < 6; round += 1) {
        const created = (await make()).as(CreatedObject)
        const tag = `"${created.version}"`
        // Each round starts with another request.
        const order = requests.map((_, index) => requests[(index + round) % requests.length] ?? requests[0])
        const responses = await Promise.all(
          order.map(([method, end, body]) => send(method, `${path}/${created.id}/${end}`, body, tag)),
        )
        const codes = responses.map(codeOf)
        const what = `${noun}: ${order.map(([method, end], index) => `${method} ${end} ${codes[index]}`).join(', ')}`
        expect(
          codes.filter((code) => code.startsWith('2')),
          what,
        ).toHaveLength(1)
        // Requests after a deletion get a 404.
        for (const code of codes.filter((one) => !one.startsWith('2')))
          expect(['409 version_conflict', '404 not_found'], what).toContain(code)
      }
  })

  test('accepts only one of several concurrent changes to a conversation or contact', async () => {
    for (const [path, body] of [
      [`/conversation/${objects.conversation}/`, { priority: 'high' }],
      [`/contact/${objects.contact}/`, { company: 'Acme' }],
    ] as const)
      for (let round = 0; round < 6; round += 1) {
        const { version } = (await send('GET', path)).as(CreatedObject)
        const byHeader = await Promise.all(['1', '2', '3'].map(() => send('PATCH', path, body, `"${version}.mark"`)))
        expect(byHeader.map(codeOf).toSorted()).toEqual(['200', '409 version_conflict', '409 version_conflict'])
        const withVersion = { ...body, version: version + 1 }
        const byBody = await Promise.all(['1', '2', '3'].map(() => send('PATCH', path, withVersion)))
        expect(byBody.map(codeOf).toSorted()).toEqual(['200', '409 version_conflict', '409 version_conflict'])
      }
  })

  test('prefers the header to the body; "*" requires only existence; one tag of a list has to match', async () => {
    for (const [noun, { make, path, requests }] of Object.entries(kinds)) {
      const [, , body] = requests[0]
      const { id } = (await make()).as(CreatedObject)
      const own = `${path}/${id}/`
      const edit = async (ifMatch: string | undefined, version?: number) =>
        codeOf(await send('PATCH', own, { ...body, ...(version === undefined ? {} : { version }) }, ifMatch))
      const current = async () => (await send('GET', own)).as(CreatedObject).version
      expect(await edit('"1"', 99), noun).toBe('200')
      expect(await edit('"99"', await current()), noun).toBe('409 version_conflict')
      expect(await edit('*'), noun).toBe('200')
      expect(await edit('*', 99), noun).toBe('409 version_conflict')
      expect(await edit(`"x" , "99",,"${await current()}.mark"`), noun).toBe('200')
      expect(await edit(undefined, 99), noun).toBe('409 version_conflict')
      expect(await edit(undefined), noun).toBe('200')
      const etag = (await send('GET', own)).headers.get('etag') ?? ''
      expect(codeOf(await send('GET', own, undefined, etag)), noun).toBe('200')
      expect(codeOf(await send('DELETE', own, undefined, etag)), noun).toBe('204')
      for (const tag of ['*', etag])
        expect(codeOf(await send('DELETE', own, undefined, tag)), noun).toBe('404 not_found')
    }
  })
})

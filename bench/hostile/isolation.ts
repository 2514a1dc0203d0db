/**
 * Isolation of two accounts: ids, tokens, cursors and keys of one, sent by every caller of the other, at every endpoint
 * and in every place. The response must be the same as for an object that never existed, and nothing may change.
 */
import { sampled } from './random.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { fill, validBody, sender, type AccountObjects } from './accounts.ts'
import { nonexistentObjects, accountEndpoints, comparable, isWrite, pathAbout } from './endpoints.ts'
import type { Fault } from './faulty-proxy.ts'
import { rowsOf, rowsOfAccount } from './service.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, headersOf, type Caller, type CallOptions, type SuiteContext } from './suite-context.ts'

interface Sides {
  own: AccountObjects
  foreign: AccountObjects
  /** Nonexistent objects, with ids of the same form as `foreign`. */
  nonexistent: AccountObjects
}

type RequestOf = (of: AccountObjects) => { method: string; path: string; options: CallOptions }

/** Values that a request may contain; a response may repeat them. */
const sentBy = (of: AccountObjects): string[] => [
  ...Object.values(of.objects),
  of.webhookFlow,
  of.webhookChannel,
  of.delivery,
  of.webhookToken,
  of.chatToken,
  of.visitor,
  of.undoToken,
]

/**
 * Sends requests with their objects and with nonexistent ones: the responses must be equal, and contain none of their
 * data.
 */
async function compare(context: SuiteContext, tally: Tally, sides: Sides, kind: string, ask: RequestOf): Promise<void> {
  const send = async (of: AccountObjects) => {
    const { method, path, options } = ask(of)
    const response = await context.call(method, path, options)
    return {
      response,
      description: describeCase(method, path, options, response),
      same: comparable(response.status, response.text, sentBy(of)),
    }
  }
  const [foreign, nonexistent] = [await send(sides.foreign), await send(sides.nonexistent)]
  tally.check(
    foreign.same === nonexistent.same,
    `${kind} reveals that an object of another account exists`,
    () =>
      `${foreign.description} | nobody's: ${nonexistent.response.status} ${nonexistent.response.text.slice(0, 200)}`,
  )
  findMarkers(tally, sides, kind, foreign.response.text, () => foreign.description)
}

function findMarkers(tally: Tally, { foreign }: Sides, kind: string, text: string, describe: () => string) {
  const sent = new Set(sentBy(foreign))
  const found = foreign.markers.find((mark) => !sent.has(mark) && text.includes(mark))
  tally.check(found === undefined, `${kind} reveals data of another account`, () => `${found}: ${describe()}`)
}

const callersOf = ({ one }: SuiteContext): Caller[] => [one.owner, one.operator, one.viewer, one.writeKey, one.readKey]

const bodyFor = (endpoint: AnyEndpoint, of: AccountObjects) =>
  isWrite(endpoint) ? validBody(endpoint.id, of.objects) : undefined

async function tryPaths(context: SuiteContext, tally: Tally, sides: Sides) {
  for (const endpoint of sampled(accountEndpoints.filter(({ path }) => path.includes('{')))) {
    for (const as of callersOf(context)) {
      const ask: RequestOf = (of) => ({
        method: endpoint.method,
        path: pathAbout(endpoint, of),
        options: { as, body: bodyFor(endpoint, sides.own) },
      })
      await compare(context, tally, sides, `${endpoint.id} by id`, ask)
      const { method, path, options } = ask(sides.foreign)
      const response = await context.call(method, path, options)
      const mayBe = as.name === 'owner' ? [404] : [404, 403]
      tally.check(
        mayBe.includes(response.status),
        `${endpoint.id} by id of another account returns ${response.status}`,
        () => describeCase(method, path, options, response),
      )
    }
  }
}

/** A path with an own object, followed by one of theirs. */
async function tryInnerPaths(context: SuiteContext, tally: Tally, sides: Sides) {
  for (const as of callersOf(context))
    await compare(context, tally, sides, 'channel.replay of a delivery', ({ delivery }) => ({
      method: 'POST',
      path: `/channel/${sides.own.webhookChannel}/deliveries/${delivery}/replay/`,
      options: { as },
    }))
}

/** Their ids in place of an id of another kind. */
async function tryOtherKinds(context: SuiteContext, tally: Tally, sides: Sides) {
  const { isQuick, one } = context
  const kinds = Object.keys(sides.foreign.objects)
  for (const endpoint of sampled(accountEndpoints.filter(({ path }) => path.includes('{id}')))) {
    for (const [index, kind] of kinds.entries()) {
      if (isQuick && index % 3 !== 0) continue
      const ask: RequestOf = (of) => ({
        method: endpoint.method,
        path: endpoint.path
          .replace('{id}', Object.entries(of.objects).find(([name]) => name === kind)?.[1] ?? '')
          .replaceAll(/\{\w+\}/g, '1'),
        options: { as: one.owner, body: bodyFor(endpoint, sides.own) },
      })
      await compare(context, tally, sides, `${endpoint.id} by id of a ${kind}`, ask)
    }
  }
}

async function tryBodies(context: SuiteContext, tally: Tally, sides: Sides) {
  for (const endpoint of sampled(accountEndpoints.filter(isWrite))) {
    const [own, foreign] = [validBody(endpoint.id, sides.own.objects), validBody(endpoint.id, sides.foreign.objects)]
    if (own === undefined || JSON.stringify(own) === JSON.stringify(foreign)) continue
    for (const as of callersOf(context))
      await compare(context, tally, sides, `${endpoint.id} by its body`, (of) => ({
        method: endpoint.method,
        path: pathAbout(endpoint, sides.own),
        options: { as, body: validBody(endpoint.id, of.objects) },
      }))
  }
  for (const as of callersOf(context))
    await compare(context, tally, sides, 'conversation.undo by its token', ({ undoToken }) => ({
      method: 'POST',
      path: '/conversation/undo/',
      options: { as, body: { undo_token: undoToken } },
    }))
}

/** Their ids in every filter and query parameter that takes text, as JSON and as CSV. */
async function tryFilters(context: SuiteContext, tally: Tally, sides: Sides) {
  const { one, isQuick } = context
  for (const endpoint of sampled(accountEndpoints.filter((each) => !isWrite(each) && each.filters !== null))) {
    for (const { name, type, operators } of endpoint.filters?.fields ?? []) {
      if (!['ref', 'text', 'search', 'list'].includes(type)) continue
      const noun = name === 'assignee' ? 'person' : name
      const valueOf = (of: AccountObjects) =>
        Object.entries(of.objects).find(([kind]) => kind === noun)?.[1] ?? of.objects.contact
      for (const operator of isQuick ? operators.slice(0, 1) : operators) {
        const parameter = operator === 'exact' ? name : `${name}__${operator}`
        for (const accept of endpoint.hasCsv ? ['application/json', 'text/csv'] : ['application/json'])
          await compare(context, tally, sides, `${endpoint.id} by the filter ${name}`, (of) => ({
            method: 'GET',
            path: `${endpoint.path}?${parameter}=${operator === 'isnull' ? 'true' : valueOf(of)}`,
            options: { as: one.owner, headers: { accept } },
          }))
      }
    }
  }
}

const Next = z.looseObject({ next: z.string().nullable(), results: z.array(z.unknown()).optional() })

/** Their cursors: a position in a list grants no access. */
async function tryCursors(context: SuiteContext, tally: Tally, sides: Sides) {
  const { one, two, service, agent } = context
  const send = sender(agent, service.process.url)
  for (const endpoint of sampled(
    accountEndpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{id}')),
  )) {
    const response = await send(
      two.owner,
      'GET',
      `${pathAbout(endpoint, sides.foreign)}${endpoint.path.includes('?') ? '&' : '?'}limit=1`,
    ).catch(() => null)
    const { next = null } = Next.safeParse(response?.body).data ?? {}
    if (next === null) continue
    const { search } = new URL(next)
    for (const as of callersOf(context)) {
      const options = { as }
      const page = await context.call('GET', `${endpoint.path}${search}`, options)
      const kind = `${endpoint.id} by a cursor`
      tally.check(page.status < 500, `${kind} returns ${page.status}`, () =>
        describeCase('GET', `${endpoint.path}${search}`, options, page),
      )
      findMarkers(tally, sides, kind, page.text.replaceAll(search, ''), () =>
        describeCase('GET', `${endpoint.path}${search}`, options, page),
      )
    }
  }
  tally.check(one.id !== two.id, 'both accounts have the same id', () => one.id)
}

/** Idempotency keys of their writes: the response must not be theirs. */
async function tryIdempotencyKeys(context: SuiteContext, tally: Tally, sides: Sides) {
  const { one, two, service, agent } = context
  const send = sender(agent, service.process.url)
  const creations: [string, unknown][] = [
    ['/flow/', { name: 'the same name' }],
    ['/view/', { name: 'the same name', filter: { and: [] }, visibility: 'shared' }],
    ['/tool/', { name: 'same', category: 'global', config: { value: 1, type: 'number', secret: false } }],
    ['/channel/', { type: 'webhook', name: 'same', config: { preset: 'none' } }],
    ['/key/', { name: 'same', scope: 'read' }],
  ]
  for (const [path, body] of creations) {
    const headers = { 'idempotency-key': randomUUID() }
    const made = z.looseObject({ id: z.string() }).parse((await send(two.owner, 'POST', path, { body, headers })).body)
    const options = { as: one.owner, body, headers }
    const response = await context.call('POST', path, options)
    tally.check(
      response.status === 201 && !response.text.includes(made.id),
      `POST ${path} with a key of another account`,
      () => describeCase('POST', path, options, response),
    )
    findMarkers(tally, sides, `POST ${path} with a key of another account`, response.text, () =>
      describeCase('POST', path, options, response),
    )
  }
}

/** All lists, CSV files and objects of one account. */
async function readEverything(context: SuiteContext, tally: Tally, sides: Sides) {
  for (const endpoint of sampled(accountEndpoints.filter((each) => !isWrite(each) && each.media !== 'stream'))) {
    for (const as of callersOf(context)) {
      for (const accept of endpoint.hasCsv ? ['application/json', 'text/csv'] : ['application/json']) {
        const path = pathAbout(endpoint, sides.own)
        const options = { as, headers: { accept } }
        const response = await context.call('GET', path, options)
        findMarkers(tally, sides, endpoint.id, response.text, () => describeCase('GET', path, options, response))
      }
    }
  }
}

/** A visitor of their chat at this chat, and vice versa. */
async function tryVisitors(context: SuiteContext, tally: Tally, { own, foreign }: Sides) {
  const pairs: [string, string, string][] = [
    ['a visitor of another chat', own.chatToken, foreign.visitor],
    ['a visitor of this account at the other chat', foreign.chatToken, own.visitor],
  ]
  for (const [kind, token, visitor] of pairs) {
    const path = `/webchat/${token}/message/`
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { id: randomUUID(), text: 'hello' } : undefined
      const options = { headers: { 'x-visitor': visitor }, body }
      const response = await context.call(method, path, options)
      const isEmpty = method === 'GET' && response.status === 200 && response.text.includes('"messages":[]')
      tally.check([401, 404].includes(response.status) || isEmpty, `${kind} is accepted`, () =>
        describeCase(method, path, options, response),
      )
    }
  }
}

const faults: Fault[] = [
  {
    name: "returns another account's object",
    async changeResponse(passed, passing, { one, two, send }) {
      const isOurs = [one.owner, one.writeKey].some(
        ({ headers }) => headers['authorization'] === passing.headers['authorization'],
      )
      if (passed.status !== 404 || passing.method !== 'GET' || !isOurs) return passed
      const { cookie: _cookie, ...headers } = passing.headers
      return send({ ...passing, headers: { ...headers, ...headersOf(two.readKey, '') } })
    },
  },
  {
    name: "writes into another account's object",
    async changeResponse(passed, passing, { two, send }) {
      if (passed.status !== 404 || passing.method !== 'PATCH') return passed
      const { cookie: _cookie, ...headers } = passing.headers
      await send({ ...passing, headers: { ...headers, ...headersOf(two.writeKey, '') } })
      return passed
    },
  },
  {
    name: 'returns 403 for an object of another account',
    changeResponse: (passed, passing, { two }) =>
      passed.status === 404 && Object.values(two.people).some((id) => passing.path.includes(id))
        ? { ...passed, status: 403 }
        : passed,
  },
]

export const isolation: Suite = {
  name: 'isolation',
  faults,
  async run(context, tally) {
    const { service, agent, one, two } = context
    const [own, foreign] = await Promise.all([
      fill(agent, service.process.url, one),
      fill(agent, service.process.url, two),
    ])
    const sides: Sides = { own, foreign, nonexistent: nonexistentObjects(foreign) }
    await tryIdempotencyKeys(context, tally, sides)
    const rows = async () => rowsOfAccount(rowsOf(await service.backup(true)), two.id)
    const before = await rows()
    await tryPaths(context, tally, sides)
    await tryInnerPaths(context, tally, sides)
    await tryOtherKinds(context, tally, sides)
    await tryBodies(context, tally, sides)
    await tryFilters(context, tally, sides)
    await readEverything(context, tally, sides)
    await tryVisitors(context, tally, sides)
    const after = await rows()
    const changed = [...after.filter((row) => !before.includes(row)), ...before.filter((row) => !after.includes(row))]
    tally.check(changed.length === 0, 'the other account has changed', () => changed.slice(0, 4).join('\n'))
    await tryCursors(context, tally, sides)
  },
}

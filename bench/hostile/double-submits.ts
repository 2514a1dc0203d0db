/** Repeated writes – immediately, later, with another body, by another account – are done once. */
import { sampled } from './random.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { fill, validBody, waitUntilIdle, sender, type AccountObjects } from './accounts.ts'
import { pathAbout } from './endpoints.ts'
import type { Fault } from './faulty-proxy.ts'
import { rowsOf, rowsOfAccount } from './service.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, type CallOptions, type SuiteContext } from './suite-context.ts'

const Id = z.looseObject({ id: z.string() })

/** Tables that grow only by a completed write. */
const counted = new Set([
  'flow',
  'tool',
  'channel',
  'view',
  'budget',
  'alert',
  'person',
  'key',
  'run',
  'message',
  'ledger',
  'delivery',
  'activity',
])

/** Rows of the account by table. */
async function countsOf({ service, agent, one }: SuiteContext): Promise<Map<string, number>> {
  await waitUntilIdle(sender(agent, service.process.url), one.owner)
  const counts = new Map<string, number>()
  for (const row of rowsOfAccount(rowsOf(await service.backup(false)), one.id)) {
    const table = row.slice(0, row.indexOf(' '))
    if (counted.has(table)) counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  return counts
}

interface Creation {
  id: string
  path: string
  body: unknown
  /** Another valid body. */
  other: unknown
  /** Table of the created object. */
  table: string
  as: 'owner' | 'writeKey'
}

const withName = (body: object, name: string) => ({ ...body, name })

/** Writes that create an object each time. */
function creations(of: AccountObjects, marker: string): Creation[] {
  const tool = { category: 'global', config: { value: 1, type: 'number', secret: false } }
  const view = { filter: { and: [] }, visibility: 'shared' }
  const { flow } = of.objects
  const both = (id: string, path: string, table: string, body: object, as: Creation['as'] = 'writeKey'): Creation => ({
    id,
    path,
    table,
    as,
    body: withName(body, `${marker} ${id}`),
    other: withName(body, `${marker} another ${id}`),
  })
  const words = (id: string, path: string): Creation => ({
    id,
    path,
    table: 'message',
    as: 'writeKey',
    body: { text: `${marker} words` },
    other: { text: `${marker} other words` },
  })
  return [
    both('flow.create', '/flow/', 'flow', {}),
    both('flow.duplicate', `/flow/${flow}/duplicate/`, 'flow', {}),
    {
      ...both('flow.import', '/flow/import/', 'flow', {}),
      body: validBody('flow.import', of.objects),
      other: withName(Object(validBody('flow.import', of.objects)), `${marker} other`),
    },
    both('tool.create', '/tool/', 'tool', tool),
    both('channel.create', '/channel/', 'channel', { type: 'webhook', config: { preset: 'none' } }),
    both('view.create', '/view/', 'view', view),
    both('alert.create', '/alert/', 'alert', { kind: 'webhook', address: 'http://127.0.0.1:9/alert' }),
    both('key.create', '/key/', 'key', { scope: 'read' }, 'owner'),
    {
      id: 'person.create',
      path: '/person/',
      table: 'person',
      as: 'owner',
      body: { email: `${marker}@person.example`, name: marker, role: 'viewer', password: 'a sentence of somebody' },
      other: {
        email: `other-${marker}@person.example`,
        name: marker,
        role: 'viewer',
        password: 'a sentence of somebody',
      },
    },
    words('conversation.note', `/conversation/${of.objects.conversation}/note/`),
    words('conversation.reply', `/conversation/${of.objects.conversation}/message/`),
    {
      id: 'run.start',
      path: `/flow/${of.webhookFlow}/run/`,
      table: 'run',
      as: 'writeKey',
      body: { input: { a: 1 } },
      other: { input: { a: 2 } },
    },
    {
      id: 'channel.replay',
      path: `/channel/${of.webhookChannel}/deliveries/${of.delivery}/replay/`,
      table: 'delivery',
      as: 'writeKey',
      body: undefined,
      other: undefined,
    },
  ]
}

async function tryCreation(context: SuiteContext, tally: Tally, creation: Creation, width: number): Promise<void> {
  const { one, two } = context
  const { id, path, body, other } = creation
  const options: CallOptions = { as: one[creation.as], body, headers: { 'idempotency-key': randomUUID() } }
  const send = () => context.call('POST', path, options)
  const responses = await Promise.all(Array.from({ length: width }, send))
  // A later retry: after a lost connection, or a page reload.
  responses.push(await send(), await send())
  for (const response of responses)
    tally.check(
      response.status === 201 || (response.status === 409 && response.text.includes('in_progress')),
      `${id}: a repeated write returns ${response.status}`,
      () => describeCase('POST', path, options, response),
    )
  const createdIds = new Set(responses.flatMap((response) => Id.safeParse(response.body).data?.id ?? []))
  tally.check(
    createdIds.size === 1,
    `${id}: the same write sent ${width + 2} times created ${createdIds.size} objects`,
    () =>
      `${describeCase('POST', path, options, responses[0] ?? { status: 0, headers: {}, text: '', body: undefined })} created ${[...createdIds].join(', ')}`,
  )
  if (other !== undefined) {
    const changed = { ...options, body: other }
    const response = await context.call('POST', path, changed)
    tally.check(
      response.status === 409 && response.text.includes('idempotency_conflict'),
      `${id}: another body under the same key returns ${response.status}`,
      () => describeCase('POST', path, changed, response),
    )
  }
  const testedElsewhere = { ...options, body: { name: 'elsewhere' } }
  if (path !== '/flow/') {
    const response = await context.call('POST', '/flow/', testedElsewhere)
    tally.check(response.status === 409, `${id}: another path under the same key returns ${response.status}`, () =>
      describeCase('POST', '/flow/', testedElsewhere, response),
    )
  }
  // A key of one account is meaningless in another.
  const stranger = { ...options, as: two.writeKey, body: { name: 'of another account' } }
  const theirs = await context.call('POST', '/flow/', stranger)
  tally.check(theirs.status === 201, `${id}: its key blocks a write of another account`, () =>
    describeCase('POST', '/flow/', stranger, theirs),
  )
}

/** Tries each creation, then checks the number of rows. */
async function tryCreations(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { isQuick } = context
  const rounds = isQuick ? 1 : 4
  const before = await countsOf(context)
  const expected = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1)
    for (const creation of sampled(creations(of, `m${round}`))) {
      await tryCreation(context, tally, creation, isQuick ? 6 : 20)
      expected.set(creation.table, (expected.get(creation.table) ?? 0) + 1)
      if (creation.id === 'channel.replay') expected.set('run', (expected.get('run') ?? 0) + 1)
    }
  const after = await countsOf(context)
  for (const [table, rows] of expected) {
    const grown = (after.get(table) ?? 0) - (before.get(table) ?? 0)
    tally.check(
      grown === rows,
      `${table}: ${grown} rows for ${rows} writes`,
      () => `${table} had ${before.get(table)} rows and has ${after.get(table)}`,
    )
  }
}

/** A failed write does not use up its key. */
async function tryFailed(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { one } = context
  for (const endpoint of sampled(
    allEndpoints.filter(({ method, access }) => method === 'POST' && access === 'write'),
  )) {
    const headers = { 'idempotency-key': randomUUID() }
    const path = pathAbout(endpoint, of)
    const options = { as: one.writeKey, headers, body: { no_such_field: 1 } }
    const response = await context.call('POST', path, options)
    const createdIds = await context.call('POST', '/flow/', { as: one.writeKey, headers, body: { name: 'afterwards' } })
    tally.check(
      response.status === 400 && createdIds.status === 201,
      `${endpoint.id}: a refused write uses up its key`,
      () =>
        `${describeCase('POST', path, options, response)}, then ${createdIds.status} ${createdIds.text.slice(0, 200)}`,
    )
  }
}

/** Repeated writes that are safe without a key. */
async function tryRepeated(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { one } = context
  const sendTwice = async (
    endpoint: string,
    method: string,
    path: string,
    options: CallOptions,
    fine: readonly number[],
  ) => {
    for (const response of await Promise.all(Array.from({ length: 6 }, () => context.call(method, path, options))))
      tally.check(fine.includes(response.status), `${endpoint} repeated several times returns ${response.status}`, () =>
        describeCase(method, path, options, response),
      )
  }
  const as = one.writeKey
  const postTwice = (path: string) => sendTwice(path.split('/').at(-2) ?? '', 'POST', path, { as }, [200, 409])
  for (const name of ['activate', 'pause', 'activate', 'archive']) await postTwice(`/flow/${of.webhookFlow}/${name}/`)
  for (const name of ['pause', 'resume']) await postTwice(`/channel/${of.webhookChannel}/${name}/`)
  for (const [noun, id] of Object.entries({ view: of.objects.view, tool: of.objects.tool, flow: of.objects.flow }))
    await sendTwice(`${noun}.remove`, 'DELETE', `/${noun}/${id}/`, { as }, [204, 404, 409])
}

const Run = z.looseObject({ run_id: z.string() })

/** Webhooks that a provider repeats, and messages that a visitor sends again because they seemed lost. */
async function trySenders(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { isQuick } = context
  for (let round = 0; round < (isQuick ? 3 : 20); round += 1) {
    const hook = { headers: { 'webhook-id': `hook-${randomUUID()}` }, body: { round } }
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => context.call('POST', `/hook/${of.webhookToken}/`, hook)),
    )
    runs.push(await context.call('POST', `/hook/${of.webhookToken}/`, hook))
    const ids = new Set(
      runs.map(
        (response) => Run.safeParse(response.body).data?.run_id ?? `${response.status} ${response.text.slice(0, 100)}`,
      ),
    )
    tally.check(ids.size === 1, `one webhook sent 7 times started ${ids.size} runs`, () => [...ids].join(', '))
  }
  for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
    const chat = { headers: { 'x-visitor': of.visitor }, body: { id: randomUUID(), text: `round ${round}` } }
    const path = `/webchat/${of.chatToken}/message/`
    const all = await Promise.all(Array.from({ length: 4 }, () => context.call('POST', path, chat)))
    const ids = new Set(
      all.map(
        (response) => Id.safeParse(response.body).data?.id ?? `${response.status} ${response.text.slice(0, 100)}`,
      ),
    )
    tally.check(ids.size === 1, `one message sent 4 times was stored ${ids.size} times`, () => [...ids].join(', '))
  }
}

const isPost = ({ method }: { method: string }) => method === 'POST'

const faults: Fault[] = [
  {
    name: 'drops the idempotency key of a write',
    request: (passing) => {
      const { 'idempotency-key': _key, 'webhook-id': _id, ...headers } = passing.headers
      return { ...passing, headers }
    },
  },
  {
    name: 'sends a write twice',
    changeResponse: async (passed, passing, { send }) => {
      if (!isPost(passing) || passed.status !== 201) return passed
      const { 'idempotency-key': _key, ...headers } = passing.headers
      await send({ ...passing, headers })
      return passed
    },
  },
]

/** Whether a POST of the contract creates something and is not tried here: notices new endpoints. */
const isUntested = (endpoint: AnyEndpoint, tried: readonly Creation[]) =>
  endpoint.method === 'POST' &&
  endpoint.success === 201 &&
  ['write', 'owner'].includes(endpoint.access) &&
  !tried.some(({ id }) => id === endpoint.id)

/** Not tried: they need a run that has ended, set a budget that may exist only once, or fill the account. */
const testedElsewhere = new Set(['run.retry', 'budget.create', 'sample.create'])

export const doubleSubmits: Suite = {
  name: 'double submits',
  faults,
  async run(context, tally) {
    const { service, agent, one } = context
    const of = await fill(agent, service.process.url, one)
    const missing = allEndpoints.filter((each) => isUntested(each, creations(of, '')) && !testedElsewhere.has(each.id))
    tally.check(missing.length === 0, 'a creation is not tried', () => missing.map(({ id }) => id).join(', '))
    await tryCreations(context, tally, of)
    await tryFailed(context, tally, of)
    await trySenders(context, tally, of)
    await tryRepeated(context, tally, of)
  },
}

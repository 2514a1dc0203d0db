/**
 * Optimistic locking: of two writers with the same version one wins, the other gets a conflict, and no acknowledged
 * write is lost.
 */
import { sampled } from './random.ts'
import { z } from 'zod'
import { accountEndpoints, isWrite, pathAbout } from './endpoints.ts'
import { fill, validBody, type AccountObjects } from './accounts.ts'
import type { Fault } from './faulty-proxy.ts'
import type { HttpResponse } from './http-client.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, type CallOptions, type SuiteContext } from './suite-context.ts'

const isConflict = ({ status }: HttpResponse) => status === 409 || status === 412
/** Invalid syntax instead of a version: 400. */
const notAnEtag = 'nothing'
const isDone = ({ status }: HttpResponse) => status >= 200 && status < 300

/** Writes on an object that do not change its version. */
const noChange = new Set([
  'flow.duplicate',
  'run.start',
  'run.cancel',
  'run.retry',
  'tool.attempt',
  'channel.test',
  'channel.replay',
  'conversation.reply',
  'conversation.note',
])

/** Body of a PATCH, so that each write differs. */
function changeOf(noun: string, number: number): object {
  switch (noun) {
    case 'conversation':
      return { labels: [`label ${number}`] }
    case 'budget':
      return { amount: `${10 + number}.00` }
    default:
      return { name: `Name ${number}` }
  }
}

/** Nouns with versions: PATCH and GET by id. */
const versioned = ['flow', 'tool', 'channel', 'conversation', 'contact', 'view', 'budget', 'alert'] as const
const Versioned = z.looseObject({ version: z.int() })

const basePath = (noun: string, id: string) => (noun === 'budget' ? `/billing/budget/${id}/` : `/${noun}/${id}/`)

interface Target {
  noun: string
  path: string
}

const targetsOf = ({ objects }: AccountObjects): Target[] =>
  versioned.map((noun) => ({ noun, path: basePath(noun, objects[noun]) }))

let number = 0

async function read(context: SuiteContext, path: string): Promise<{ version: number; etag: string; text: string }> {
  const response = await context.call('GET', path, { as: context.one.writeKey })
  return { version: Versioned.parse(response.body).version, etag: response.headers['etag'] ?? '', text: response.text }
}

/** Many concurrent writes with the same version. */
async function tryConcurrent(context: SuiteContext, tally: Tally, { noun, path }: Target, by: 'version' | 'if-match') {
  const { one } = context
  const { version, etag } = await read(context, path)
  const sent = Array.from({ length: 6 }, (): CallOptions => {
    number += 1
    const change = changeOf(noun, number)
    return by === 'version'
      ? { as: one.writeKey, body: { ...change, version } }
      : { as: one.writeKey, body: change, headers: { 'if-match': etag } }
  })
  const responses = await Promise.all(sent.map((options) => context.call('PATCH', path, options)))
  const done = responses.filter(isDone)
  const describe = () =>
    `${noun} at version ${version} ${etag}: ${responses.map((response) => response.status).join(', ')}`
  tally.check(done.length === 1, `${noun}: ${done.length} of 6 writers with the same ${by} succeed`, describe)
  for (const [index, response] of responses.entries())
    tally.check(isDone(response) || isConflict(response), `${noun}: a late writer gets ${response.status}`, () =>
      describeCase('PATCH', path, sent[index] ?? {}, response),
    )
  const winner = sent[responses.findIndex(isDone)]
  const after = await read(context, path)
  const [value = ''] = Object.values(Object(winner?.body)).map(String)
  tally.check(
    after.text.includes(value.replace('.00', '.')),
    `${noun}: the winner's change is not stored`,
    () => `${value}: ${after.text.slice(0, 300)}`,
  )
}

/** If-Match with a stale, foreign or invalid value, also with the current version in the body: none is accepted. */
async function tryBoth(context: SuiteContext, tally: Tally, { noun, path }: Target) {
  const { one } = context
  const old = await read(context, path)
  number += 1
  await context.call('PATCH', path, { as: one.writeKey, body: changeOf(noun, number) })
  const now = await read(context, path)
  const stale: [string, string, number | undefined][] = [
    ['a stale If-Match', old.etag, undefined],
    ['a stale If-Match with the current version', old.etag, now.version],
    ['an If-Match of another object', '"987654.AAAAAAAAAAAA"', undefined],
    ['an invalid If-Match', notAnEtag, undefined],
  ]
  for (const [what, etag, version] of stale) {
    number += 1
    const body = { ...changeOf(noun, number), ...(version === undefined ? {} : { version }) }
    const options = { as: one.writeKey, body, headers: { 'if-match': etag } }
    const response = await context.call('PATCH', path, options)
    const isRight = etag === notAnEtag ? response.status === 400 : isConflict(response)
    tally.check(isRight, `${noun}: ${what} returns ${response.status}`, () =>
      describeCase('PATCH', path, options, response),
    )
  }
}

/** Every other write on one object with a stale If-Match; 400 if the object has no version. */
async function tryEveryWrite(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { one } = context
  const writes = accountEndpoints.filter(
    (endpoint) => isWrite(endpoint) && endpoint.path.includes('{id}') && !noChange.has(endpoint.id),
  )
  // DELETE requests come last: if one is not refused, the object no longer exists.
  const order = writes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  for (const endpoint of sampled(order)) {
    const target = targetsOf(of).find(({ noun }) => noun === endpoint.noun)
    const stale = target ? (await read(context, target.path).catch(() => null))?.etag : undefined
    if (target) {
      number += 1
      await context.call('PATCH', target.path, { as: one.writeKey, body: changeOf(target.noun, number) })
    }
    const path = pathAbout(endpoint, of)
    for (const etag of [stale, '"987654.AAAAAAAAAAAA"']) {
      if (etag === undefined || etag === '') continue
      const options = { as: one.owner, body: validBody(endpoint.id, of.objects), headers: { 'if-match': etag } }
      const response = await context.call(endpoint.method, path, options)
      if (response.status === 404) continue
      const isRight = endpoint.hasVersion ? isConflict(response) : response.status === 400
      tally.check(isRight, `${endpoint.id} with a stale If-Match returns ${response.status}`, () =>
        describeCase(endpoint.method, path, options, response),
      )
    }
  }
}

const Labels = z.looseObject({ version: z.int(), labels: z.array(z.string()) })
const Fields = z.looseObject({ custom_fields: z.record(z.string(), z.unknown()) })
const Tags = z.looseObject({ version: z.int(), tags: z.array(z.string()) })

/** Writers that read, append, write, and retry after a conflict: no addition may be lost. */
async function tryAdding(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { one, isQuick } = context
  const writers = isQuick ? 6 : 15
  const path = `/conversation/${of.objects.conversation}/`
  const adder = async (label: string) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { version, labels } = Labels.parse((await context.call('GET', path, { as: one.writeKey })).body)
      const body = { version, labels: [...labels, label] }
      if (isDone(await context.call('PATCH', path, { as: one.writeKey, body }))) return
    }
  }
  const labels = Array.from({ length: writers }, (_, index) => `label ${index}`)
  await Promise.all(labels.map(adder))
  const after = Labels.parse((await context.call('GET', path, { as: one.writeKey })).body)
  tally.check(
    labels.every((label) => after.labels.includes(label)),
    'a label that was added is lost',
    () => `${labels.join()} → ${after.labels.join()}`,
  )
  const tagPath = `/flow/${of.objects.flow}/`
  const tagger = async (tag: string) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const response = await context.call('GET', tagPath, { as: one.writeKey })
      const { tags } = Tags.parse(response.body)
      const options = {
        as: one.writeKey,
        body: { tags: [...tags, tag] },
        headers: { 'if-match': response.headers['etag'] ?? '' },
      }
      if (isDone(await context.call('PUT', `${tagPath}tags/`, options))) return
    }
  }
  const tags = Array.from({ length: writers }, (_, index) => `tag ${index}`)
  await Promise.all(tags.map(tagger))
  const flow = Tags.parse((await context.call('GET', tagPath, { as: one.writeKey })).body)
  tally.check(
    tags.every((tag) => flow.tags.includes(tag)),
    'a tag that was added is lost',
    () => `${tags.join()} → ${flow.tags.join()}`,
  )
  // Custom fields are merged key by key, without a version.
  const keys = Array.from({ length: writers }, (_, index) => `k${index}`)
  await Promise.all(
    keys.map((key) => context.call('PATCH', path, { as: one.writeKey, body: { custom_fields: { [key]: key } } })),
  )
  const fields = Fields.parse((await context.call('GET', path, { as: one.writeKey })).body).custom_fields
  tally.check(
    keys.every((key) => fields[key] === key),
    'a custom field that was set is lost',
    () => JSON.stringify(fields),
  )
}

const withoutMatch = (headers: Record<string, string>) => {
  const { 'if-match': _match, ...rest } = headers
  return rest
}

const faults: Fault[] = [
  { name: 'drops If-Match', request: (passing) => ({ ...passing, headers: withoutMatch(passing.headers) }) },
  {
    name: 'drops the version',
    request: (passing) => ({
      ...passing,
      body: Buffer.from(
        passing.body.toString().replace(/,?"version":-?\d+,?/, (text) => (/^,.*,$/.test(text) ? ',' : '')),
      ),
    }),
  },
]

export const lostUpdates: Suite = {
  name: 'lost updates',
  faults,
  async run(context, tally) {
    const { service, agent, one, isQuick } = context
    const of = await fill(agent, service.process.url, one)
    for (let round = 0; round < (isQuick ? 1 : 8); round += 1)
      for (const target of sampled(targetsOf(of))) {
        await tryConcurrent(context, tally, target, 'version')
        await tryConcurrent(context, tally, target, 'if-match')
        await tryBoth(context, tally, target)
      }
    await tryAdding(context, tally, of)
    await tryEveryWrite(context, tally, of)
  },
}

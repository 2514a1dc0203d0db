/**
 * Every operation of the OpenAPI document, with bodies generated from its schemas and mutated. Every response must have
 * a status below 500 and match the document; errors must have the error format.
 */
import { sized } from '#bench/harness.ts'
import { z } from 'zod'
import { ErrorBody } from '#contract/kernel/error.ts'
import { createResponseCheck, type ResponseCheck } from '#test/support/answer-check.ts'
import { fill, validBody, type AccountObjects } from './accounts.ts'
import type { Fault } from './faulty-proxy.ts'
import { tryCode, tryProviders } from './fuzz-inside.ts'
import type { HttpResponse } from './http-client.ts'
import { runInParallel, sampled, seededRandom, sampleEvenly } from './random.ts'
import { unusualValues, pathsIn, replacedAt, malformedObjects, malformedTexts, valueFor } from './schema-values.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, type CallOptions, type SuiteContext } from './suite-context.ts'

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string(), schema: z.unknown() })).default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})
type Operation = z.infer<typeof Operation> & { method: string; path: string }
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** Cases per operation. */
const defaultCases = { quick: 14, full: 130 }
/** Fewer if each case is slow, or if failures are rate-limited and would block others. */
const caseLimits: Readonly<Record<string, number>> = {
  'session.create': 6,
  'setup.create': 6,
  'me.password': 6,
  'person.create': 20,
  'person.edit': 20,
  'hook.receive': 30,
  'hook.events': 30,
  'webchat.open': 20,
  'webchat.send': 20,
}
/** Not sent: one signs the caller out, the others block the embedded database for a long time. */
const notSent = new Set(['session.remove', 'sample.create', 'sample.remove'])

interface Case {
  what: string
  method: string
  path: string
  options: CallOptions
}

const isError = (response: HttpResponse) => ErrorBody.safeParse(response.body).success

/** The problem of a response, or null. */
function problemOf(
  check: ResponseCheck,
  operation: Operation,
  { method }: Case,
  response: HttpResponse,
): string | null {
  if (response.status === 0) return 'does not respond'
  if (response.status >= 500) return `returns ${response.status}`
  const isOwn = response.status !== 431 && method === operation.method
  const undescribed = isOwn ? check(operation, { ...response, type: response.headers['content-type'] ?? '' }) : null
  if (undescribed !== null && response.status !== 308) return undescribed
  return response.status >= 400 && !isError(response) ? 'returns an error in another format' : null
}

function checkResponse(
  tally: Tally,
  check: ResponseCheck,
  operation: Operation,
  one: Case,
  response: HttpResponse,
): void {
  const problem = problemOf(check, operation, one, response)
  tally.check(
    problem === null,
    `${operation.operationId} ${problem?.split(/[:\n]/)[0]}`,
    () => `${one.what}: ${describeCase(one.method, one.path, one.options, response)} | ${problem}`,
  )
}

const unusualPaths = [
  '%00',
  '%ff',
  '..%2f..',
  'a'.repeat(3_000),
  '%F0%9F%92%A9',
  '-1',
  "'%20or%201=1--",
  '__proto__',
  'null',
  '%2e%2e',
]
const unusualHeaders: Record<string, string>[] = [
  { 'if-match': 'no tag' },
  { 'if-match': '"999999999"' },
  { 'if-match': '"-5.abc"' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'k'.repeat(5_000) },
  { accept: 'text/html' },
  { accept: 'application/problem+json' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/xml' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Token \u00ff' },
  { authorization: 'Bearer a b c' },
  { cookie: 'flow.session_token=%' },
  { 'last-event-id': '99999999999999999999' },
  { 'x-visitor': '.' },
  { 'x-request-id': '\'"<>' },
  { 'x-forwarded-for': '999.1.1.1, ::1' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-0' },
]

/** Lone surrogates cannot be encoded: they are sent as the replacement character. */
const asQuery = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(Buffer.from(text.slice(0, 4_000)).toString())
}

function queryCases({ method, parameters }: Operation, path: string, base: CallOptions): Case[] {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name.replace('<key>', 'x'))
  const unusualQueries = names.flatMap((name) =>
    unusualValues.map(([what, value]) => ({
      what: `${name}: ${what}`,
      query: `${encodeURIComponent(name)}=${asQuery(value)}`,
    })),
  )
  const shapes = [
    'limit=1&limit=2',
    'limit[]=1',
    '%zz=1',
    'a=%00',
    '=',
    '&&&',
    `x=${'y'.repeat(9_000)}`,
    'filter={"and":[{"and":[{"and":[]}]}]}',
  ]
  return [...unusualQueries, ...shapes.map((query) => ({ what: 'the query', query }))].map(({ what, query }) => ({
    what,
    method,
    path: `${path.split('?')[0]}?${query}`,
    options: base,
  }))
}

function bodyCases(operation: Operation, path: string, of: AccountObjects, base: CallOptions): Case[] {
  const { method, operationId, requestBody } = operation
  const random = seededRandom([...operationId].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7))
  const schema = requestBody?.content['application/json']?.schema
  const validBodies = Array.from({ length: 12 }, () => valueFor(schema ?? {}, random))
  const known = validBody(operationId, of.objects)
  // A body with every optional field.
  const complete = valueFor(schema ?? {}, { roll: () => 0, pick: ([first]) => first })
  const sampleBody = known ?? validBodies[0] ?? {}
  const withBody = (what: string, body: unknown): Case => ({ what, method, path, options: { ...base, body } })
  const malformedBodies = [sampleBody, complete, ...validBodies.slice(0, 2)].flatMap((body) =>
    pathsIn(body).flatMap((place) =>
      unusualValues.map(([what, value]) => withBody(`${place.join('.')}: ${what}`, replacedAt(body, place, value))),
    ),
  )
  const versions = JSON.stringify(schema ?? {}).includes('"version"') ? unusualValues : []
  return [
    withBody('good', sampleBody),
    ...versions.map(([what, version]) => withBody(`version: ${what}`, { ...Object(sampleBody), version })),
    ...validBodies.map((body) => withBody('made', body)),
    ...malformedObjects(sampleBody).map(([what, body]) => withBody(what, body)),
    ...malformedTexts(sampleBody).map(([what, raw]) => ({ what, method, path, options: { ...base, raw } })),
    ...malformedBodies,
    ...unusualHeaders.map((headers) => ({
      ...withBody('a header', sampleBody),
      options: { ...base, body: sampleBody, headers: { ...base.headers, ...headers } },
    })),
  ]
}

/** All cases of an operation, the same in each run. */
function casesOf(operation: Operation, of: AccountObjects, path: string, as: CallOptions['as']): Case[] {
  const base: CallOptions = {
    as: as ?? { name: 'nobody', headers: {}, isSession: false },
    headers: { 'x-visitor': of.visitor },
  }
  const { method } = operation
  const hasPathParameter = operation.path.includes('{')
    ? unusualPaths.map((unusualQueries) => ({
        what: 'the path',
        method,
        path: operation.path.replace(/\{\w+\}/, unusualQueries).replaceAll(/\{\w+\}/g, '1'),
        options: base,
      }))
    : []
  const headers = unusualHeaders.map((one) => ({
    what: 'a header',
    method,
    path,
    options: { ...base, headers: { ...base.headers, ...one } },
  }))
  const queries = queryCases(operation, path, base)
  if (method === 'GET') return [...queries, ...hasPathParameter, ...headers]
  // DELETE is not tried with queries or empty bodies: it would succeed, and other cases need the object.
  const isDelete = method === 'DELETE'
  const bodies = bodyCases(operation, path, of, base).filter(
    ({ options }) => !isDelete || options.raw !== undefined || JSON.stringify(options.body) !== '{}',
  )
  return [...hasPathParameter, ...(isDelete ? [] : queries.slice(-8)), ...bodies]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

async function tryMethods(context: SuiteContext, tally: Tally, operations: readonly Operation[]) {
  const { one } = context
  const paths = new Map<string, Operation[]>()
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation])
  for (const [path, all] of paths) {
    for (const method of methods.filter((name) => all.every((operation) => operation.method !== name))) {
      const options = { as: one.owner, body: method === 'GET' ? undefined : {} }
      const response = await context.call(method, path.replaceAll(/\{\w+\}/g, 'none'), options)
      const describe = () => describeCase(method, path, options, response)
      // A shorter path may match another operation: /flow/{id}/ and /flow/import/.
      if ([400, 401, 404].includes(response.status)) continue
      const isRefused =
        response.status === 405 && isError(response) && (response.headers['allow'] ?? '').includes(all[0]?.method ?? '')
      tally.check(isRefused, `an unsupported ${method} returns ${response.status}`, describe)
      tally.check(
        all.some(({ responses }) => '405' in responses),
        'the document does not describe 405',
        describe,
      )
    }
  }
}

const faults: Fault[] = [
  {
    name: 'returns 500 for a long text',
    changeResponse: (passed, passing) => (passing.body.length > 90_000 ? { ...passed, status: 500 } : passed),
  },
  {
    name: 'renames a field of a response',
    changeResponse: (passed) => ({
      ...passed,
      body: Buffer.from(passed.body.toString().replace('"count":', '"amount":')),
    }),
  },
  {
    name: 'returns an error as HTML',
    changeResponse: (passed) =>
      passed.status === 400
        ? { ...passed, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>No</h1>') }
        : passed,
  },
]

/** The path of an operation, with the id of the object that its tag names. */
function pathOfOperation({ path, tags, operationId }: Operation, of: AccountObjects): string {
  const noun = operationId.startsWith('channel.deliver') || operationId === 'channel.replay' ? null : tags[0]
  const id =
    noun === null
      ? of.webhookChannel
      : (Object.entries(of.objects).find(([name]) => name === noun)?.[1] ?? of.objects.flow)
  return path
    .replace('{id}', id)
    .replace('{delivery}', of.delivery)
    .replace('{number}', '1')
    .replace('{token}', tags[0] === 'hook' ? of.webhookToken : of.chatToken)
    .replace('{command}', 'account')
}

export const fuzz: Suite = {
  name: 'fuzz',
  faults,
  async run(context, tally) {
    const { service, agent, one, isQuick } = context
    const of = await fill(agent, service.process.url, one)
    const published = (await context.call('GET', '/openapi.json')).body
    const check = createResponseCheck(z.looseObject({}).parse(published))
    const operations = Object.entries(Document.parse(published).paths).flatMap(([path, all]) =>
      Object.entries(all).map(([method, operation]): Operation => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    )
    const usual = isQuick ? sized(defaultCases.quick, 2) : defaultCases.full
    const sendAll = async (operation: Operation) => {
      const most = Math.min(usual, caseLimits[operation.operationId] ?? usual)
      const cases = casesOf(operation, of, pathOfOperation(operation, of), one.owner)
      for (const each of [...cases.filter(({ what }) => what.startsWith('version: ')), ...sampleEvenly(cases, most)])
        checkResponse(tally, check, operation, each, await context.call(each.method, each.path, each.options))
    }
    const sent = sampled(operations).filter(({ operationId }) => !notSent.has(operationId))
    await runInParallel(
      sent.filter(({ method }) => method !== 'DELETE'),
      4,
      sendAll,
    )
    await runInParallel(
      sent.filter(({ method }) => method === 'DELETE'),
      1,
      sendAll,
    )
    await tryMethods(context, tally, sampled(operations))
    await tryCode(context, tally)
    await tryProviders(context, tally)
  },
}

/**
 * Numbers, times and texts at the limits of columns, dates and JSON, in every field and parameter of the contract: they
 * are accepted or refused, never answered with 500, and accepted values can be read again.
 */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { pathNames, type AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { run } from '#server/store/tables/run.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase, type TestResponse } from '#test/service/support/harness.ts'
import { bodies, idOf, makeObjects, type Objects } from '#test/service/support/valid-bodies.ts'
import {
  numberFieldsOf,
  textAt,
  textFieldsOf,
  withValue,
  type Fields,
  type Path,
} from '#test/service/support/text-fields.ts'

const numbers = [2 ** 53, 2 ** 53 - 1, -(2 ** 53) + 1, -1, 0, 1.5, 1e308, -1e308]
const times = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00Z',
  '2026-11-01T24:00:00Z',
  '2026-11-01T23:59:60Z',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '9998-12-31',
  '1900-01-01',
  '9999-12',
  '1900-01',
  '0000-01',
  '10000-01-01',
]
const extremeTexts = [
  'x'.repeat(100_000),
  '𝒳'.repeat(5000),
  '-2147483649',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1e308',
  '1e400',
  'NaN',
  'Infinity',
  '-0',
  '999999999999.999999',
  '1000000000000000000000000',
  'Etc/GMT+12',
  '+24:00',
  '+14:00',
  'GMT',
  '%',
  '\\',
  '{{ 1 }}',
  'id_' + '٣'.repeat(40),
]

const allValues: readonly unknown[] = [...extremeTexts, ...numbers, ...times]

/** Matches names and descriptions of numbers, times and zones, which get more values than plain texts. */
const narrow =
  /limit|offset|page|tz|zone|cursor|month|at__|until|expires|amount|version|count|since|wait|\((?:time|money|whole)\)/
const rotatingSlice = <T>(all: readonly T[], at: number, count: number): T[] =>
  [...all, ...all].slice((at * count) % all.length).slice(0, count)

/**
 * Values just beyond a 32-bit column for every field; others in turn, since all of them would be 50,000 requests.
 */
const edges = [-(2 ** 31) - 1, 2 ** 31]
const valuesFor = (at: number): unknown[] => [
  ...edges,
  ...rotatingSlice(numbers, at, 2),
  ...rotatingSlice(times, at, 4),
  ...rotatingSlice(extremeTexts, at, 1),
]

/** Endpoints that hash a password, which is deliberately slow. */
const slowEndpoints: ReadonlySet<string> = new Set(['person.create', 'me.password', 'session.create', 'setup.create'])

/** Additional bodies, with all numbers in the config of each type of channel or tool. */
const server = { host: 'mail.example', port: 25, secure: false, user: 'u' }
const additionalBodies: Readonly<Record<string, readonly ((of: Objects) => unknown)[]>> = {
  'channel.create': [
    () => ({ type: 'email', name: 'Mail', config: { address: 'a@b.example', smtp: server, imap: server } }),
    () => ({ type: 'webchat', name: 'Chat', config: { visitor_limit: '1.000000', day_limit: '1.000000' } }),
    () => ({ type: 'telegram', name: 'T', config: { api_base: 'http://x.example', chat: '1' } }),
    () => ({ type: 'slack', name: 'S', config: { channel: '1' } }),
  ],
  'tool.create': [
    () => ({ name: 'A', category: 'api', config: { method: 'GET', url: 'http://x.example', timeout_ms: 1 } }),
    () => ({
      name: 'A',
      category: 'agent',
      config: { model: 'm', instructions: '', tools: [], temperature: 1, max_tokens: 5 },
    }),
    () => ({ name: 'C', category: 'code', config: { language: 'javascript', source: 'return 1', timeout_ms: 5 } }),
  ],
  'budget.create': [() => ({ period: 'daily', tz: 'Europe/Berlin', amount: '1.00', thresholds: [50] })],
  'conversation.edit': [() => ({ snoozed_until: '2030-01-01T00:00:00Z', custom_fields: { x: 1 }, version: 1 })],
  'conversation.bulk': [
    (of) => ({ ids: [of.conversation], change: { snoozed_until: '2030-01-01T00:00:00Z' }, expected_count: 1 }),
    () => ({
      filter: { and: [{ field: 'last_message_at', operator: 'gte', values: ['2026-01-01'] }] },
      tz: 'Pacific/Kiritimati',
      change: { priority: 'low' },
      expected_count: 999,
    }),
    () => ({
      filter: { and: [{ field: 'total_cost', operator: 'gte', values: ['1'] }] },
      change: { priority: 'low' },
      expected_count: 999,
    }),
  ],
  'view.create': [
    () => ({ name: 'Late', filter: { and: [{ field: 'created_at', operator: 'gte', values: ['2026-01-01'] }] } }),
  ],
  'key.create': [() => ({ name: 'K', scope: 'read', expires_at: '2030-01-01T00:00:00Z' })],
  'flow.import': [
    () => ({
      template: {
        format: 'flow-template',
        format_version: '1.0',
        flow: {
          name: 'N',
          nodes: [
            {
              id: 'a',
              type: 'wait',
              position: { x: 0, y: 0 },
              size: { width: 1, height: 1 },
              config: { seconds: 1, timeout_s: 1 },
            },
            {
              id: 't',
              type: 'trigger',
              position: { x: 0, y: 0 },
              config: { kind: 'schedule', schedule: { cron: '* * * * *', zone: 'UTC' } },
            },
          ],
          edges: [],
          viewport: { x: 0, y: 0, zoom: 1 },
        },
      },
    }),
  ],
}

/** Paths of values other than objects and lists in a body. */
function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return void (yield path)
  for (const [key, inner] of Object.entries(value))
    yield* leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

eachDatabase('extreme values', { engine: { executesRuns: false } }, (service) => {
  let objects: Objects
  let texts: Fields[]
  let figures: Fields[]

  beforeAll(async () => {
    ;({ objects } = await makeObjects(service, service.one, 'a'))
    // The run belongs to an existing flow, so that it can be repeated with other input.
    await service.one.scope.update(run, { flowId: objects.flow }, eq(run.id, objects.run))
    const document = (await service.request('GET', '/openapi.json')).body
    texts = textFieldsOf(document)
    figures = numberFieldsOf(document)
  })

  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service.request(method, path, { as: service.one.owner, ...(body === undefined ? {} : { body }) })

  /** Readers that fail after a write: a value that can be stored but not returned would break its list. */
  async function unreadable(endpoint: AnyEndpoint): Promise<string[]> {
    const failed: string[] = []
    const readers = new Set([`${endpoint.noun}.read`, `${endpoint.noun}.list`])
    for (const one of allEndpoints.filter(({ id }) => readers.has(id))) {
      const response = await send('GET', pathOf(one, { id: idOf(one, objects) }))
      if (response.status >= 500) failed.push(`${one.id} ${response.status}`)
    }
    return failed
  }

  test('never answers 500 for extreme values in a field of a body', { tags: 'all' }, async () => {
    const failed: string[] = []
    let at = 0
    for (const endpoint of allEndpoints) {
      const { id, access } = endpoint
      const ofTexts = texts.find((one) => one.id === id)?.body
      if (!ofTexts || access === 'machine' || slowEndpoints.has(id)) continue
      const ofNumbers = figures.find((one) => one.id === id)?.body ?? []
      const [first, ...others] = [bodies[id] ?? (() => ({})), ...(additionalBodies[id] ?? [])].map((make) =>
        make(objects),
      )
      const attempts = [
        ...[...ofNumbers, ...ofTexts, ...leavesOf(first)].map((path) => ({ body: first, path })),
        ...others.flatMap((body) => [...leavesOf(body)].map((path) => ({ body, path }))),
      ]
      for (const { body, path } of new Map(attempts.map((one) => [JSON.stringify(one), one])).values()) {
        const isNumber = typeof textAt(body, path) === 'number' || ofNumbers.some((one) => one.join() === path.join())
        // A file can contain any JSON, and each import is slow.
        const all = id !== 'flow.import' && (isNumber || narrow.test(String(path.at(-1))))
        at += 1
        for (const value of all ? valuesFor(at) : rotatingSlice(allValues, at, 1)) {
          const what = `${id} ${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}`
          const url = pathOf(endpoint, { id: idOf(endpoint, objects) })
          const response = await send(endpoint.method, url, withValue(body, path, value))
          if (response.status >= 500) failed.push(`${what}: ${response.status} ${response.text}`)
          if (response.status < 300 && all) failed.push(...(await unreadable(endpoint)).map((one) => `${what}: ${one}`))
        }
      }
    }
    expect(failed).toEqual([])
  })

  test('never answers 500 for extreme values in a parameter of a query', { tags: 'all' }, async () => {
    const failed: string[] = []
    const short = (values: readonly unknown[]) => values.map((value) => String(value).slice(0, 5000))
    let at = 0
    for (const { id, query, words: about } of texts) {
      const endpoint = allEndpoints.find((one) => one.id === id)
      if (!endpoint || endpoint.media === 'stream' || endpoint.access === 'machine') continue
      const ofNumbers = figures.find((one) => one.id === id)?.query ?? []
      for (const name of new Set([...query, ...ofNumbers])) {
        const isNarrow = ofNumbers.includes(name) || narrow.test(`${name} ${about.get(name)}`)
        // There are hundreds of filters: each field with each operator.
        const isFilter = about.get(name) !== ''
        at += 1
        for (const text of short(
          isNarrow && !isFilter ? valuesFor(at) : rotatingSlice([...allValues, ''], at, isNarrow ? 3 : 1),
        )) {
          // A zone far ahead of UTC moves times beyond their limits.
          const asked = new URLSearchParams({ tz: 'Pacific/Kiritimati', [name]: text })
          const response = await send('GET', `${pathOf(endpoint, { id: idOf(endpoint, objects) })}?${asked}`)
          if (response.status >= 500)
            failed.push(`${id} ${name}=${text.slice(0, 60)}: ${response.status} ${response.text}`)
        }
      }
    }
    expect(failed).toEqual([])
  })

  test('never answers 500 for extreme values in a part of a path', async () => {
    const failed: string[] = []
    let at = 0
    for (const endpoint of allEndpoints.filter(({ media, access }) => media !== 'stream' && access !== 'machine'))
      for (const name of pathNames(endpoint.path))
        for (const part of rotatingSlice(allValues, (at += 1), 5).map((value) => String(value).slice(0, 5000))) {
          const url = pathOf(endpoint, { id: idOf(endpoint, objects), [name]: part })
          const { status, text } = await send(endpoint.method, url, bodies[endpoint.id]?.(objects))
          if (status >= 500) failed.push(`${endpoint.id} {${name}} ${part.slice(0, 60)}: ${status} ${text}`)
        }
    expect(failed).toEqual([])
  })
})

/** Random filters and orders of the inbox compared with a simple evaluation of the same rows; and invalid filters. */
import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Conversation, conversationFields, priorities } from '#contract/conversation.ts'
import { readGroup } from '#contract/filter/filter-group.ts'
import { writeGroup } from '#contract/filter/write-group.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import { page } from '#contract/kernel/page.ts'
import { isSkipped } from '#lib/time/local-time.ts'
import { parseMicros } from '#lib/money/money.ts'
import { conversationSources } from '#server/store/conversations/conversation-filter.ts'
import { conversationOrderings } from '#server/store/conversations/conversation-columns.ts'
import { filterCondition } from '#server/store/query/filter-sql.ts'
import { orderOf } from '#server/store/query/keyset.ts'
import { sortKeys } from '#server/store/query/page-sql.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { passes } from '#test/service/support/naive-filter.ts'
import { caseOf, now, type Case } from '#test/service/support/random-filter.ts'
import { seed } from '#test/service/support/seed.ts'

/** Cases per statement. */
const batch = 50

type Key = bigint | null
const sortValue: Record<string, (row: Conversation) => Key> = {
  priority: (row) => BigInt(priorities.indexOf(row.priority)),
  number: (row) => BigInt(row.number),
  total_cost: (row) => parseMicros(row.total_cost),
  last_message_at: (row) => (row.last_message ? BigInt(Date.parse(row.last_message.at)) : null),
  waiting_since: (row) => (row.waiting_since === null ? null : BigInt(Date.parse(row.waiting_since))),
  created_at: (row) => BigInt(Date.parse(row.created_at)),
  updated_at: (row) => BigInt(Date.parse(row.updated_at)),
}

/** Sorts by each name in turn; missing values come last, and the id breaks ties in the direction of the last name. */
function inOrder(rows: readonly Conversation[], ordering: string): Conversation[] {
  const names = (ordering === '' ? conversationFields.defaultOrdering : ordering).split(',')
  const sign = (name: string) => (name.startsWith('-') ? -1 : 1)
  return rows.toSorted((a, b) => {
    for (const name of names) {
      const [x, y] = [a, b].map((row) => sortValue[name.replace('-', '')]?.(row) ?? null)
      if (x === y) continue
      if (x === null || x === undefined) return 1
      if (y === null || y === undefined) return -1
      return (x < y ? -1 : 1) * sign(name)
    }
    return (a.id < b.id ? -1 : 1) * sign(names.at(-1) ?? '')
  })
}

/** Whether a filter has no skipped local times, which the service refuses. */
const hasNoSkippedTimes = (part: FilterPart, zone: string): boolean =>
  'join' in part
    ? part.parts.every((one) => hasNoSkippedTimes(one, zone))
    : part.field.type !== 'time' || part.values.every((value) => !isSkipped(value, zone))

eachDatabase('filters of conversations', { differs: 'SQL' }, (service) => {
  let caller: TestCaller
  let all: Conversation[]

  beforeAll(async () => {
    const { scope, operator } = service.one
    caller = operator
    const person = { id: operator.id, name: 'Op' }
    const created = await seed(scope, { conversations: 90, runs: 1, prefix: 'a', person, now })
    const changes: [number, Record<string, unknown>][] = [
      [0, { customFields: { n: 12, a__b: 'x%_y' }, labels: ['a,b', '%'] }],
      [1, { customFields: { n: 1.5, a__b: '', tier: true }, team: '' }],
      [2, { customFields: { tier: null, region: "it's" }, team: 'Sales, EU', labels: ['日本'] }],
      [3, { customFields: { tier: '\\', a__b: 'A,B' }, team: '%' }],
    ]
    for (const [index, change] of changes)
      await scope.update(conversation, change, sql`${conversation.id} = ${created.conversations[index]}`)
    await scope.update(contact, { company: "100%_\\ it's" }, sql`${contact.id} = ${created.contacts[1]}`)
    const response = await service.request('GET', '/conversation/?limit=100&ordering=number', { as: caller })
    all = response.as(page(Conversation)).results
  })

  test('returns the right count for a list that is filtered by contacts', async () => {
    for (const query of [
      'contact__name__icontains=a',
      'contact__name__isnull=true',
      'contact__name__isnull=false',
      'contact__email__isnull=true',
      'contact__email__not=nobody@example.com',
      'contact__phone__isnull=true',
      'contact__company__icontains=100%25_%5C',
      'contact__name__icontains=e&contact__email__isnull=false',
      'contact__name__icontains=a&priority__not=none,low',
      'contact__name__icontains=a&number__gt=40',
    ]) {
      const response = (await service.request('GET', `/conversation/?limit=100&${query}`, { as: caller })).as(
        page(Conversation),
      )
      expect([query, response.count]).toEqual([query, response.results.length])
      const exact = await service.request('GET', `/conversation/?limit=1&count=exact&${query}`, { as: caller })
      expect([query, exact.as(page(Conversation)).count]).toEqual([query, response.count])
    }
  })

  /** The numbers of the rows of each case, in order, in one statement. */
  async function numbersOf(cases: readonly Case[]): Promise<number[][]> {
    const { scope } = service.one
    const parts = cases.map(({ filter, ordering, zone }, index): SQL => {
      const { group } = readGroup(conversationFields, filter)
      const where = filterCondition([group], conversationSources(scope), { zone, caller: service.one.operator.id })
      const keys = sortKeys(conversationOrderings, ordering, conversationFields.defaultOrdering)
      const order = orderOf(keys, sql`${conversation.id}`, 'all', false)
      const rows = scope.select(conversation, { number: conversation.number }, where).orderBy(...order)
      return sql`array(${rows}) as ${sql.identifier(`case${index}`)}`
    })
    const result = await scope.withAccount((db) =>
      db.execute<Record<string, number[]>>(sql`select ${sql.join(parts, sql`, `)}`),
    )
    return cases.map((_, index) => result.rows[0]?.[`case${index}`] ?? [])
  }

  for (const { rounds, seed: numbers, tags } of [
    { rounds: 20, seed: 11, tags: [] },
    { rounds: 80, seed: 12, tags: ['all'] },
  ])
    test(`${rounds * batch} random filters and orders match a naive evaluation`, { tags }, async () => {
      let matchingCases = 0
      let caseCount = 0
      const cases = caseOf(all).filter(({ filter, zone }) =>
        hasNoSkippedTimes(readGroup(conversationFields, filter).group, zone),
      )
      const check = async (some: Case[]) => {
        const actual = await numbersOf(some)
        const context = { caller: service.one.operator.id }
        const expected = some.map(({ filter, ordering, zone }) => {
          const { group, errors } = readGroup(conversationFields, filter)
          expect(errors).toEqual({})
          // A group that was stored and read again has the same meaning.
          expect(readGroup(conversationFields, writeGroup(group)).group).toEqual(group)
          return inOrder(
            all.filter((row) => passes(row, group, { ...context, zone })),
            ordering,
          ).map((row) => row.number)
        })
        caseCount += some.length
        matchingCases += expected.filter((rows) => rows.length > 0 && rows.length < all.length).length
        expect(actual).toEqual(expected)
      }
      const lists = fc.array(cases, { minLength: batch, maxLength: batch })
      await fc.assert(fc.asyncProperty(lists, check), {
        numRuns: rounds,
        seed: numbers,
        interruptAfterTimeLimit: 160_000,
      })
      expect(caseCount).toBeGreaterThanOrEqual(batch * rounds)
      // Enough filters match some rows and not others for the comparison to be meaningful.
      expect(matchingCases).toBeGreaterThan(caseCount / 3)
    })

  /** Fields and first sentence of a 400 response. */
  async function refusal(query: string): Promise<{ places: string[]; detail: string }> {
    const response = await service.request('GET', `/conversation/?${query}`, { as: caller })
    expect(response.status, query.slice(0, 200)).toBe(400)
    const body = response.as(ErrorBody)
    expect(['unknown_filter', 'invalid'], query.slice(0, 200)).toContain(body.code)
    return { places: Object.keys(body.errors ?? {}), detail: body.detail }
  }
  const inFilter = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
  const open = { field: 'status', values: ['open'] }
  const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

  test('reports the path of an error in a filter with AND and OR', async () => {
    const cases: [unknown, string][] = [
      [[], 'filter'],
      ['open', 'filter'],
      [{}, 'filter'],
      [{ and: [], or: [] }, 'filter'],
      [{ or: [] }, 'filter.or'],
      [{ and: [{ and: [] }] }, 'filter.and.0.and'],
      [{ and: [{ or: [{ and: [open] }] }] }, 'filter.and.0.or.0.and'],
      [{ and: [open, {}] }, 'filter.and.1.field'],
      [{ and: [{ ...open, or: [open] }] }, 'filter.and.0'],
      [{ and: [{ field: 'colour', values: ['red'] }] }, 'filter.and.0.field'],
      [{ and: [{ field: 'status__not', values: ['open'] }] }, 'filter.and.0.field'],
      [{ and: [{ field: 'cf.', values: ['x'] }] }, 'filter.and.0.field'],
      [{ and: [{ field: 'status', operator: 'gt', values: ['open'] }] }, 'filter.and.0.operator'],
      [{ and: [{ field: 'status', operator: 'like', values: ['open'] }] }, 'filter.and.0.operator'],
      [{ and: [{ field: 'status', values: ['open', 'shut'] }] }, 'filter.and.0.values.1'],
      [{ and: [{ field: 'status', values: [] }] }, 'filter.and.0.values'],
      [{ and: [{ field: 'status', values: [1] }] }, 'filter.and.0.values.0'],
      [{ or: [open, { and: [{ field: 'created_at', values: ['2026-02-30'] }] }] }, 'filter.or.1.and.0.values.0'],
      [{ and: [{ field: 'total_cost', values: ['1'.repeat(30)] }] }, 'filter.and.0.values.0'],
      [{ and: [{ field: 'q', values: ['x'.repeat(1001)] }] }, 'filter.and.0.values.0'],
      [{ and: [{ field: 'label', values: many(101, 'x') }] }, 'filter.and.0.values'],
      [{ and: many(51, open) }, 'filter'],
      [{ and: many(10, { or: many(6, open) }) }, 'filter'],
      [{ and: many(11, { or: [open] }) }, 'filter'],
    ]
    for (const [filter, place] of cases) {
      const { places, detail } = await refusal(inFilter(filter))
      expect(places, JSON.stringify(filter).slice(0, 200)).toContain(place)
      expect(detail).not.toBe('')
    }
    expect((await refusal('filter=%7Band')).places).toEqual(['filter'])
    expect((await refusal(inFilter(JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`)))).places).toEqual(['filter'])
    // The maximum depth and number of rules.
    const whole = { or: [...many(10, { and: many(5, open) })] }
    expect((await service.request('GET', `/conversation/?${inFilter(whole)}`, { as: caller })).status).toBe(200)
  })

  test('reports invalid dates, zones and amounts, and treats wildcards, patterns and SQL as text', async () => {
    const refused: [string, string][] = [
      ['created_at__gte=2026-02-30', 'created_at__gte'],
      ['created_at=2026-13-01', 'created_at'],
      ['created_at=2025-02-29', 'created_at'],
      ['created_at=0000-00-00', 'created_at'],
      ['tz=Europe/Berlin&last_message_at__lt=2026-03-29T02:30', 'last_message_at__lt'],
      ['tz=America/New_York&last_message_at=2026-03-08T02:00:00', 'last_message_at'],
      ['tz=Mars/Olympus', 'tz'],
      ['tz=UTC%2B25', 'tz'],
      [`total_cost__gte=${'9'.repeat(30)}`, 'total_cost__gte'],
      [`total_cost__gte=-${'9'.repeat(30)}.5`, 'total_cost__gte'],
      ['total_cost=1,50.5.1', 'total_cost'],
      ['total_cost=1e3', 'total_cost'],
      ['total_cost=NaN', 'total_cost'],
      ['total_cost=0.1234567', 'total_cost'],
      ['number=1.5', 'number'],
      [`number=${'1'.repeat(30)}`, 'number'],
      [`label=${many(2000, 'a').join(',')}`, 'label'],
      ['ordering=subject', 'ordering'],
      ['ordering=number,-number', 'ordering'],
      [
        `filter=${encodeURIComponent('{"and":[{"field":"waiting_since","values":["2026-03-29T02:30"]}]}')}&tz=Europe/Berlin`,
        'filter.and.0.values',
      ],
    ]
    for (const [query, place] of refused) expect((await refusal(query)).places, query).toContain(place)
    const { detail } = await refusal('tz=Europe/Berlin&last_message_at__lt=2026-03-29T02:30')
    expect(detail).toBe('In Europe/Berlin the clocks skipped 2026-03-29T02:30. Use a time before or after.')
    // Valid: a repeated hour, a day that begins at one o'clock, a negative amount.
    for (const query of [
      'tz=Europe/Berlin&created_at__gte=2026-10-25T02:30',
      'tz=Africa/Cairo&created_at=2026-04-24',
      'total_cost__lt=-1',
      'total_cost__gte=-0.000001',
    ])
      expect((await service.request('GET', `/conversation/?${query}`, { as: caller })).status, query).toBe(200)
    for (const text of [
      '%',
      '_',
      '\\',
      '.*',
      '^a|b$',
      '(((((',
      "' or 1=1 --",
      'a'.repeat(1000),
      '\u202e',
      '😀',
      'NULL',
    ]) {
      for (const name of [
        'contact__name__icontains',
        'contact__company',
        'cf.tier__icontains',
        'q',
        'label',
        'team__not',
      ]) {
        const response = await service.request('GET', `/conversation/?limit=100&${name}=${encodeURIComponent(text)}`, {
          as: caller,
        })
        expect(response.status, `${name}=${text}`).toBe(200)
        if (name !== 'team__not' && name !== 'label')
          expect(response.as(page(Conversation)).count, `${name}=${text}`).toBeLessThan(90)
      }
    }
    for (const text of ['%00', '%ff', '%ed%a0%80']) expect((await refusal(`q=${text}`)).places).toEqual(['q'])
  })
})

/** Conversations and their CRM filters, on each database. */
import { beforeAll, expect, test } from 'vitest'
import { conversationFields, Conversation, priorities } from '#contract/conversation.ts'
import { operators, type Field } from '#contract/kernel/catalogue.ts'
import { page } from '#contract/kernel/page.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { naive } from '#test/service/support/naive-filter.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'
import { readAny, readAllRows } from '#test/service/support/read-all-pages.ts'

const now = new Date('2026-11-20T15:30:00.123Z')

eachDatabase('conversations', (service) => {
  let seeded: Seeded
  let caller: TestCaller
  let all: Conversation[]
  const list = async (query: string) =>
    (await service.request('GET', `/conversation/?limit=100&${query}`, { as: caller })).as(page(Conversation))

  beforeAll(async () => {
    const { scope, operator } = service.one
    caller = operator
    seeded = await seed(scope, {
      conversations: 90,
      runs: 60,
      prefix: 'a',
      person: { id: operator.id, name: 'Op' },
      now,
    })
    all = (await list('ordering=number')).results
  })

  /** Values to try a field with, valid and relevant for the existing rows. */
  function valuesOf(field: Field): string[] {
    switch (field.type) {
      case 'choice':
      case 'rank':
        return [field.values[1] ?? '', field.values.slice(0, 2).join(',')]
      case 'flag':
        return ['true', 'false', 'true,false']
      case 'ref':
        return [
          ...field.values,
          [...field.values, seeded.channels[1], seeded.flows[1], seeded.contacts[2]].join(','),
          seeded.flows[0] ?? '',
          seeded.contacts[3] ?? '',
          'nobody',
        ]
      case 'time':
        return ['2026-11-15', '2026-11-15T12:00', '2026-11-14T09:30:00.123Z', '2026-11-12,2026-11-14']
      case 'money':
        return ['0.00842', '0,0.02105']
      case 'whole':
        return ['2', '0,7']
      case 'list':
        return ['vip', 'vip,tag1', 'all', 'none of these']
      case 'text':
        return ['Support', 'Ada 2', 'ADA 2', 'person7@example.com', '%', '_', "it's", '+49 30 7', 'Company 1,Sales']
      case 'search':
        return ['order', 'where ORDER', 'uberw', "it's", 'rechnung 11', '!!!', "') | 'x':* & \\"]
    }
  }

  test('lists all seeded conversations', () => {
    expect(all).toHaveLength(90)
  })

  test('matches the rows of a naive evaluation for every field and operator', { tags: 'all' }, async () => {
    for (const field of conversationFields.fields) {
      for (const zone of field.type === 'time' ? ['UTC', 'Asia/Kathmandu'] : ['UTC']) {
        for (const operator of field.operators) {
          const name = operator === 'exact' ? field.name : `${field.name}__${operator}`
          for (const value of operator === 'isnull' ? ['true', 'false'] : valuesOf(field)) {
            const found = await list(`ordering=number&tz=${zone}&${name}=${encodeURIComponent(value)}`)
            const expectedRows = all.filter((row) =>
              naive(row, field, operator, value, { zone, caller: service.one.operator.id }),
            )
            expect(
              found.results.map((row) => row.number),
              `${name}=${value} in ${zone}`,
            ).toEqual(expectedRows.map((row) => row.number))
            expect(found.count).toBe(expectedRows.length)
          }
        }
      }
    }
    expect(
      operators.every((operator) => conversationFields.fields.some((field) => field.operators.includes(operator))),
    ).toBe(true)
  })

  test('filters by custom fields, by several fields together, and by a range of dates', async () => {
    const custom = await list('cf.tier=gold,platinum&cf.region__icontains=e')
    expect(custom.results.length).toBeGreaterThan(0)
    expect(custom.results.every((row) => row.custom_fields['tier'] === 'gold')).toBe(true)
    const both = await list(
      'status=open,pending&priority__gte=normal&last_message_at__gte=2026-11-13&last_message_at__lt=2026-11-18',
    )
    const expectedRows = all.filter(({ status, priority, last_message: last }) => {
      const day = last?.at.slice(0, 10) ?? ''
      return (
        ['open', 'pending'].includes(status) &&
        priorities.indexOf(priority) >= 2 &&
        day >= '2026-11-13' &&
        day < '2026-11-18'
      )
    })
    expect(expectedRows.length).toBeGreaterThan(0)
    expect(both.results.map((row) => row.id).toSorted()).toEqual(expectedRows.map((row) => row.id).toSorted())
  })

  test('returns each row once and in order, for each ordering, forwards and backwards by cursor', async () => {
    const orderings = conversationFields.fields
      .filter((field) => field.orderable)
      .flatMap(({ name }) => [name, `-${name}`])
    for (const ordering of [
      ...orderings,
      'priority,-last_message_at',
      '-waiting_since,number',
      '-priority,waiting_since',
    ]) {
      const allIds = (await readAny(service, caller, `/conversation/?limit=100&ordering=${ordering}`)).results.map(
        (row) => row.id,
      )
      expect(new Set(allIds).size).toBe(90)
      const steps = await readAllRows(service, caller, `/conversation/?limit=7&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(allIds)
      // A page at an offset has the same rows.
      const last = await readAny(service, caller, `/conversation/?limit=7&ordering=${ordering}&offset=83`)
      expect(
        last.results.map((row) => row.id),
        ordering,
      ).toEqual(allIds.slice(83))
    }
    let path = '/conversation/?limit=7&ordering=-waiting_since'
    for (let at = await readAny(service, caller, path); at.next !== null; at = await readAny(service, caller, path))
      path = at.next.slice(at.next.indexOf('/conversation'))
    const back = await readAllRows(service, caller, path, 'previous')
    const allIds = await readAny(service, caller, '/conversation/?limit=100&ordering=-waiting_since')
    expect(back.map((row) => row.id)).toEqual(allIds.results.map((row) => row.id))
  })

  test('sorts rows without a value last in both directions', async () => {
    for (const ordering of ['waiting_since', '-waiting_since']) {
      const rows = (await list(`ordering=${ordering}`)).results.map((row) => row.waiting_since)
      const known = rows.filter((at) => at !== null)
      expect(rows.slice(known.length).every((at) => at === null)).toBe(true)
      expect(known).toEqual(ordering.startsWith('-') ? known.toSorted().toReversed() : known.toSorted())
    }
  })

  test('refuses an edited cursor, or one of another list, ordering or account', async () => {
    const { next } = await readAny(service, caller, '/conversation/?limit=5&ordering=number')
    const cursor = new URL(next ?? '').searchParams.get('cursor') ?? ''
    const attempts: [string, TestCaller][] = [
      [`/conversation/?ordering=-number&cursor=${cursor}`, caller],
      [`/conversation/?ordering=total_cost&cursor=${cursor}`, caller],
      [`/billing/runs/?cursor=${cursor}`, caller],
      [`/conversation/?ordering=number&cursor=${cursor}`, service.two.operator],
      [`/conversation/?ordering=number&cursor=${cursor.slice(0, -1)}`, caller],
      [`/conversation/?ordering=number&cursor=x${cursor}`, caller],
      ['/conversation/?cursor=a.b.c', caller],
      [`/conversation/?cursor=${'a'.repeat(1999)}`, caller],
    ]
    for (const [path, as] of attempts) {
      const response = await service.request('GET', path, { as })
      expect(response.status, path).toBe(400)
      expect(response.body).toMatchObject({ code: 'invalid', errors: { cursor: expect.any(Array) } })
    }
  })

  test('names an invalid filter, operator, value or zone', async () => {
    const cases = {
      'colour=red': 'colour',
      'status=closed': 'status',
      'status__gt=open': 'status__gt',
      'last_message_at__gte=yesterday': 'last_message_at__gte',
      'last_message_at=2026-11-01T99:00': 'last_message_at',
      'last_message_at__lt=2026-02-30': 'last_message_at__lt',
      'unread=maybe': 'unread',
      'total_cost__gte=1e3': 'total_cost__gte',
      'cf.=x': 'cf.',
    }
    for (const [query, name] of Object.entries(cases)) {
      const response = await service.request('GET', `/conversation/?${query}`, { as: caller })
      expect(response.status, query).toBe(400)
      expect(response.body, query).toMatchObject({ code: 'unknown_filter', errors: { [name]: expect.any(Array) } })
    }
    const zone = await service.request('GET', '/conversation/?tz=Mars/Olympus', { as: caller })
    expect(zone.body).toMatchObject({ code: 'invalid', errors: { tz: expect.any(Array) } })
  })

  test('increments the version on a change, and answers a stale change with the current conversation', async () => {
    const path = `/conversation/${seeded.conversations[0]}/`
    const before = (await service.request('GET', path, { as: caller })).as(Conversation)
    const body = {
      status: 'open',
      assignee: service.one.operator.id,
      labels: [' vip ', 'vip', 'né'],
      priority: 'urgent',
      unread_count: 0,
      version: before.version,
    }
    const after = await service.request('PATCH', path, { as: caller, body })
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({
      status: 'open',
      assignee: { id: service.one.operator.id, name: 'operator one' },
      labels: ['vip', 'né'],
      priority: 'urgent',
      unread_count: 0,
      version: before.version + 1,
    })
    const stale = await service.request('PATCH', path, { as: caller, body })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'version_conflict', current: { version: before.version + 1 } })
    const byTag = await service.request('PATCH', path, {
      as: caller,
      body: { team: 'Sales' },
      headers: { 'if-match': after.headers.get('etag') ?? '' },
    })
    expect(byTag.status).toBe(200)
    const snoozed = await service.request('PATCH', path, {
      as: caller,
      body: { snoozed_until: '2990-12-01T08:00:00Z' },
    })
    expect(snoozed.body).toMatchObject({ status: 'snoozed', snoozed_until: '2990-12-01T08:00:00.000Z' })
    const resolved = await service.request('PATCH', path, { as: caller, body: { status: 'resolved', assignee: null } })
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      snoozed_until: null,
      waiting_since: null,
      assignee: null,
    })
    const stranger = await service.request('PATCH', path, { as: caller, body: { assignee: service.two.owner.id } })
    expect(stranger.body).toMatchObject({ code: 'invalid', errors: { assignee: ['No person has this id.'] } })
  })

  test('lists all messages by cursor, newest first', async () => {
    const rows = await readAllRows(service, caller, `/conversation/${seeded.conversations[0]}/message/?limit=4`)
    expect(rows).toHaveLength(25)
    expect(rows.map((row) => String(row['at']))).toEqual(
      rows
        .map((row) => String(row['at']))
        .toSorted()
        .toReversed(),
    )
    expect(rows.find((row) => row['run'] !== null)?.['run']).toMatchObject({ id: seeded.runs[0], step_count: 3 })
    expect((await service.request('GET', '/conversation/none/message/', { as: caller })).status).toBe(404)
  })

  test('sets the waiting time of a reopened conversation to its first unanswered message', async () => {
    const path = `/conversation/${seeded.conversations[0]}/`
    const rows = await readAllRows(service, caller, `${path}message/?limit=25`)
    const resolved = await service.request('PATCH', path, { as: caller, body: { status: 'resolved' } })
    expect(resolved.body).toMatchObject({ waiting_since: null })
    const open = await service.request('PATCH', path, { as: caller, body: { status: 'open' } })
    expect(open.body).toMatchObject({ status: 'open', waiting_since: rows.at(-1)?.['at'] })
    const pending = await service.request('PATCH', path, { as: caller, body: { status: 'pending' } })
    expect(pending.body).toMatchObject({ waiting_since: rows.at(-1)?.['at'] })
  })

  test('returns the filter fields, with the custom keys in use', async () => {
    const response = await service.request('GET', '/conversation/fields/', { as: caller })
    expect(response.body).toMatchObject({
      custom_prefix: 'cf',
      custom_keys: ['region', 'tier'],
      default_ordering: '-last_message_at',
    })
  })
})

/** Facets, bulk changes and their undo. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Activity } from '#contract/activity.ts'
import { Conversation, priorities } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { runCleanup } from '#server/boot/housekeeping.ts'
import { bulkChange, bulkRow } from '#server/store/tables/inbox.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'

const now = new Date('2026-11-20T15:30:00.123Z')
const Facet = z.object({
  field: z.string(),
  more: z.boolean(),
  values: z.array(z.object({ value: z.string().nullable(), label: z.string().nullable(), count: z.int() })),
})
const Facets = z.object({ facets: z.array(Facet) })
const Bulk = z.object({
  matched: z.int(),
  changed: z.int(),
  undo_token: z.string().nullable(),
  undo_until: z.string().nullable(),
})
const UndoResult = z.object({
  restored: z.int(),
  kept: z.int(),
  kept_conversations: z.array(z.object({ id: z.string(), number: z.int(), fields: z.array(z.string()) })),
})

/** The values of a row in each facet. */
const facetOf: Record<string, (row: Conversation) => (string | null)[]> = {
  status: (row) => [row.status],
  priority: (row) => [row.priority],
  assignee: (row) => [row.assignee?.id ?? null],
  team: (row) => [row.team],
  channel: (row) => [row.channel?.id ?? null],
  flow: (row) => [row.flow?.id ?? null],
  handled_by: (row) => [row.handled_by],
  label: (row) => (row.labels.length === 0 ? [null] : row.labels),
  unread: (row) => [String(row.unread_count > 0)],
}

eachDatabase('work on conversations', (service) => {
  let caller: TestCaller
  let seeded: Seeded
  const all = async () =>
    (await service.request('GET', '/conversation/?limit=100&ordering=number', { as: caller })).as(page(Conversation))
      .results
  const bulk = (body: unknown, as = caller, headers = {}) =>
    service.request('POST', '/conversation/bulk/', { as, body, headers })
  const undo = (token: string | null, as = caller) =>
    service.request('POST', '/conversation/undo/', { as, body: { undo_token: token } })
  const patch = (id: string, body: unknown) => service.request('PATCH', `/conversation/${id}/`, { as: caller, body })

  beforeAll(async () => {
    caller = service.one.operator
    seeded = await seed(service.one.scope, {
      conversations: 90,
      runs: 5,
      prefix: 'a',
      person: { id: service.one.operator.id, name: 'Op' },
      now,
    })
  })

  test('counts the values of each facet without the conditions on the facet itself', async () => {
    const rows = await all()
    const rules: Record<string, (row: Conversation) => boolean> = {
      status: (row) => ['open', 'pending'].includes(row.status),
      label: (row) => row.labels.includes('vip'),
      priority: (row) => priorities.indexOf(row.priority) >= 1,
    }
    const flat = 'status=open,pending&label=vip&priority__gte=low'
    const group = {
      and: [
        { field: 'status', values: ['open', 'pending'] },
        { field: 'label', values: ['vip'] },
        { and: [{ field: 'priority', operator: 'gte', values: ['low'] }] },
      ],
    }
    for (const query of [flat, `filter=${encodeURIComponent(JSON.stringify(group))}`]) {
      const { facets } = (await service.request('GET', `/conversation/facets/?${query}`, { as: caller })).as(Facets)
      expect(facets.map((one) => one.field)).toEqual(Object.keys(facetOf))
      for (const { field, values, more } of facets) {
        const left = rows.filter((row) =>
          Object.entries(rules).every(([name, passes]) => name === field || passes(row)),
        )
        const expectedCounts = new Map<string | null, number>()
        for (const value of left.flatMap((row) => facetOf[field]?.(row) ?? []))
          expectedCounts.set(value, (expectedCounts.get(value) ?? 0) + 1)
        expect(new Map(values.map(({ value, count }) => [value, count])), field).toEqual(expectedCounts)
        expect(values.map((one) => one.count)).toEqual(values.map((one) => one.count).toSorted((a, b) => b - a))
        expect(more).toBe(false)
      }
      const channels = facets.find((one) => one.field === 'channel')?.values ?? []
      expect(channels.filter((one) => one.value !== null).every((one) => one.label?.startsWith('Channel '))).toBe(true)
    }
    // In an OR, the conditions on the facet are applied as well.
    const either = `filter=${encodeURIComponent(
      JSON.stringify({
        or: [
          { field: 'status', values: ['open'] },
          { field: 'unread', values: ['true'] },
        ],
      }),
    )}`
    const some = (await service.request('GET', `/conversation/facets/?facets=status&${either}`, { as: caller })).as(
      Facets,
    )
    const sum = some.facets[0]?.values.reduce((total, one) => total + one.count, 0)
    expect(sum).toBe(rows.filter((row) => row.status === 'open' || row.unread_count > 0).length)
    const wrong = await service.request('GET', '/conversation/facets/?facets=status,number', { as: caller })
    expect(wrong.body).toMatchObject({
      code: 'invalid',
      errors: { facets: [expect.stringContaining('status, priority')] },
    })
    await service.one.scope.update(conversation, { team: sql`'team ' || number` }, sql`true`)
    const teams = (await service.request('GET', '/conversation/facets/?facets=team', { as: caller })).as(Facets)
      .facets[0]
    expect([teams?.values.length, teams?.more]).toEqual([50, true])
  })

  test('changes all matches of a filter in bulk, and restores all of them on undo', async () => {
    const before = await all()
    const filter = { and: [{ field: 'status', values: ['open', 'pending'] }] }
    const matching = before.filter((row) => ['open', 'pending'].includes(row.status))
    const change = {
      priority: 'high',
      add_labels: ['late', 'x'],
      remove_labels: ['vip'],
      assignee: service.one.operator.id,
      unread_count: 0,
      team: null,
      custom_fields: { tier: null, n: 1 },
    }
    const stale = await bulk({ filter, change, expected_count: matching.length + 1 })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'conflict', count: matching.length })
    const done = await bulk({ filter, change, expected_count: matching.length }, caller, {
      'idempotency-key': 'bulk-one',
    })
    const bulkResult = done.as(Bulk)
    expect(bulkResult).toMatchObject({ matched: matching.length, changed: matching.length })
    const after = await all()
    for (const [index, row] of after.entries()) {
      const previous = before[index]
      if (!previous || !matching.includes(previous)) expect(row).toEqual(previous)
      else {
        expect(row).toMatchObject({
          priority: 'high',
          unread_count: 0,
          team: null,
          version: previous.version + 1,
          assignee: { id: service.one.operator.id },
        })
        expect(row.labels).toEqual([...new Set([...previous.labels, 'late', 'x'])].filter((label) => label !== 'vip'))
        expect(row.custom_fields).toEqual({
          ...(previous.custom_fields['region'] === undefined ? {} : { region: 'EU' }),
          n: 1,
        })
      }
    }
    // A repeated request returns the same response and changes nothing.
    const repeated = await bulk({ filter, change, expected_count: matching.length }, caller, {
      'idempotency-key': 'bulk-one',
    })
    expect(repeated.as(Bulk)).toEqual(bulkResult)
    // Conversations that already have the value are skipped.
    const again = (await bulk({ filter, change, expected_count: matching.length })).as(Bulk)
    expect(again).toEqual({ matched: matching.length, changed: 0, undo_token: null, undo_until: null })
    const undoResult = (await undo(bulkResult.undo_token)).as(UndoResult)
    expect(undoResult).toEqual({ restored: matching.length, kept: 0, kept_conversations: [] })
    const plain = ({ version: _version, updated_at: _at, ...rest }: Conversation) => rest
    expect((await all()).map(plain)).toEqual(before.map(plain))
    const second = await undo(bulkResult.undo_token)
    expect(second.body).toMatchObject({
      code: 'invalid',
      errors: { undo_token: [expect.stringContaining('already undone')] },
    })
    const deeds = await service.request('GET', '/activity/?action=conversation.bulk', { as: service.one.owner })
    expect(JSON.stringify(deeds.body)).toContain(`${matching.length} conversations`)
  })

  test('logs what changed, and not that messages were read', async () => {
    const row = (await all()).find((one) => one.status === 'open')
    const id = row?.id ?? ''
    const logged = async () => {
      const { results } = (await service.request('GET', '/activity/', { as: service.one.owner })).as(page(Activity))
      return results.filter(({ object }) => object?.id === id).map(({ action, changes }) => ({ action, changes }))
    }
    const before = await logged()
    await patch(id, { unread_count: 0 })
    // The values are the same already.
    await patch(id, { status: 'open' })
    expect(await logged()).toEqual(before)
    await patch(id, { status: 'resolved', custom_fields: { iban: 'secret' } })
    expect(await logged()).toEqual([
      {
        action: 'conversation.edit',
        changes: [
          { field: 'status', before: 'open', after: 'resolved' },
          { field: 'custom_fields', before: null, after: null },
        ],
      },
      ...before,
    ])
    await bulk({ ids: [id], change: { status: 'open', add_labels: ['again'] }, expected_count: 1 })
    const { results } = (
      await service.request('GET', '/activity/?action=conversation.bulk&limit=1', { as: service.one.owner })
    ).as(page(Activity))
    expect(results[0]?.changes).toEqual([
      { field: 'status', before: null, after: 'open' },
      { field: 'labels', before: null, after: null },
    ])
    await patch(id, { custom_fields: { iban: null } })
  })

  test('on undo, skips and reports conversations that have changed since', async () => {
    const rows = (await all()).filter((row) => row.status === 'open').slice(0, 4)
    const ids = rows.map((row) => row.id)
    const [a, b, c] = ids
    const bulkResult = (
      await bulk({ ids, change: { status: 'snoozed', snoozed_until: '2990-12-24T08:00:00Z' }, expected_count: 4 })
    ).as(Bulk)
    expect(bulkResult.changed).toBe(4)
    await patch(a ?? '', { status: 'resolved' })
    // Fields are independent: a priority changed since is kept, the other fields are restored.
    await patch(b ?? '', { priority: 'urgent' })
    await patch(c ?? '', { snoozed_until: '2990-12-25T08:00:00Z' })
    const undoResult = (await undo(bulkResult.undo_token)).as(UndoResult)
    expect(undoResult).toMatchObject({ restored: 2, kept: 2 })
    expect(undoResult.kept_conversations.map((one) => one.id).toSorted()).toEqual([a ?? '', c ?? ''].toSorted())
    expect(undoResult.kept_conversations.find((one) => one.id === c)?.fields).toEqual(['snoozed_until'])
    expect(undoResult.kept_conversations.find((one) => one.id === a)?.fields).toContain('status')
    const now2 = new Map((await all()).map((row) => [row.id, row]))
    expect(now2.get(a ?? '')?.status).toBe('resolved')
    expect(now2.get(b ?? '')).toMatchObject({
      status: 'open',
      priority: 'urgent',
      snoozed_until: rows[1]?.snoozed_until,
    })
    expect(now2.get(c ?? '')).toMatchObject({ status: 'snoozed', snoozed_until: '2990-12-25T08:00:00.000Z' })
  })

  test('deletes an expired undo', async () => {
    const { scope } = service.one
    const bulkResult = (await bulk({ ids: seeded.conversations.slice(0, 3), change: { team: 'Soon over' } })).as(Bulk)
    await scope.update(
      bulkChange,
      { expiresAt: new Date(Date.now() - 1000) },
      sql`${bulkChange.id} = ${bulkResult.undo_token}`,
    )
    expect((await undo(bulkResult.undo_token)).status).toBe(400)
    expect(await scope.count(bulkRow, undefined)).toBeGreaterThan(0)
    await runCleanup(service.app.services)
    expect(await scope.count(bulkRow, sql`${bulkRow.bulkId} = ${bulkResult.undo_token}`)).toBe(0)
  })

  test('reports the path of the invalid field in a bulk change, and applies no part of it', async () => {
    const { conversations: ids } = seeded
    const open = { and: [{ field: 'status', values: ['open'] }] }
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
    const before = await all()
    const cases: [unknown, string][] = [
      [{ ids: [], change: { status: 'open' } }, 'ids'],
      [{ ids: [ids[0], 'cnv_none'], change: { status: 'open' } }, 'ids.1'],
      [{ ids: tags(10_001), change: { status: 'open' } }, 'ids'],
      [{ change: { status: 'open' } }, 'non_field_errors'],
      [{ ids: [ids[0]], filter: open, expected_count: 1, change: { status: 'open' } }, 'non_field_errors'],
      [{ filter: open, change: { status: 'open' } }, 'expected_count'],
      [{ ids: [ids[0]], change: {} }, 'change'],
      [{ ids: [ids[0]], change: { status: 'shut' } }, 'change.status'],
      [{ ids: [ids[0]], change: { assignee: 'usr_none' } }, 'change.assignee'],
      [{ ids: [ids[0]], change: { labels: ['a'], add_labels: ['b'] } }, 'change'],
      [{ ids: [ids[0]], change: { labels: tags(10_000) } }, 'change.labels'],
      [{ ids, change: { add_labels: tags(20) } }, 'change.add_labels'],
      [
        { ids, change: { custom_fields: Object.fromEntries(tags(100).map((name) => [name, 1])) } },
        'change.custom_fields',
      ],
      [{ ids: [ids[0]], change: { custom_fields: { deep: {} } } }, 'change.custom_fields.deep'],
      [{ ids: [ids[0]], change: { status: 'open', colour: 'red' } }, 'change.colour'],
      [
        { filter: { and: [{ field: 'label', values: tags(10_000) }] }, expected_count: 0, change: { status: 'open' } },
        'filter.and.0.values',
      ],
      [
        {
          filter: { and: [{ field: 'created_at', values: ['2026-03-29T02:30'] }] },
          tz: 'Europe/Berlin',
          expected_count: 0,
          change: { status: 'open' },
        },
        'filter.and.0.values',
      ],
      [{ filter: open, tz: 'Mars/Olympus', expected_count: 0, change: { status: 'open' } }, 'tz'],
    ]
    for (const [body, place] of cases) {
      const response = await bulk(body)
      expect(response.status, `${place}: ${response.text}`.slice(0, 300)).toBe(400)
      expect(
        Object.keys(z.object({ errors: z.record(z.string(), z.unknown()) }).parse(response.body).errors),
        response.text.slice(0, 300),
      ).toContain(place)
    }
    expect((await bulk({ ids: [ids[0]], change: { status: 'open' } }, service.one.viewer)).status).toBe(403)
    expect(await all()).toEqual(before)
  })

  test('changes and restores more rows than fit in one statement', async () => {
    const { scope, owner } = service.two
    await scope.insert(contact, [{ id: 'con_many', name: 'Many' }])
    const common = { subject: 'x', status: 'open', contactId: 'con_many', handledBy: 'flow' }
    const rows = Array.from({ length: 502 }, (_, at) => ({ ...common, id: `cnv_many${at}`, number: at + 1 }))
    await scope.insert(conversation, rows)
    const filter = { and: [{ field: 'status', values: ['open'] }] }
    const done = (await bulk({ filter, change: { status: 'resolved' }, expected_count: 502 }, owner)).as(Bulk)
    expect(done).toMatchObject({ matched: 502, changed: 502 })
    expect(await scope.count(conversation, sql`status = 'resolved'`)).toBe(502)
    expect((await undo(done.undo_token, owner)).as(UndoResult)).toMatchObject({ restored: 502, kept: 0 })
    expect(await scope.count(conversation, sql`status = 'open'`)).toBe(502)
  })

  test('applies two concurrent bulk changes, each with its own undo', async () => {
    const ids = seeded.conversations.slice(10, 40)
    const [one, two] = await Promise.all([
      bulk({ ids, change: { team: 'A team' } }),
      bulk({ ids, change: { priority: 'low' } }),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    await undo(one.as(Bulk).undo_token)
    const rows = (await all()).filter((row) => ids.includes(row.id))
    expect(rows.every((row) => row.team !== 'A team' && row.priority === 'low')).toBe(true)
  })
})

/** The list of channels, on each database. */
import { beforeAll, expect, test } from 'vitest'
import { Channel, channelOrderings } from '#contract/channel.ts'
import { page } from '#contract/kernel/page.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'
import { readAny, readAllRows } from '#test/service/support/read-all-pages.ts'

const statusesByUrgency = ['error', 'reauth_required', 'disconnected', 'paused', 'connecting', 'connected']

/** Sort keys of an ordering; text is in lower case. */
const valueOf: Record<(typeof channelOrderings)[number], (row: Channel) => string | number | null> = {
  name: (row) => row.name.toLowerCase(),
  type: (row) => row.type,
  status: (row) => statusesByUrgency.indexOf(row.status),
  pending_count: (row) => row.pending_count,
  last_event_at: (row) => row.last_event_at,
  created_at: (row) => row.created_at,
}

/** The same values in ascending order. */
const sorted = (values: readonly (string | number)[]) => values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

eachDatabase('channels', (service) => {
  beforeAll(async () => {
    await seed(service.one.scope, {
      conversations: 1,
      runs: 1,
      prefix: 'a',
      person: { id: 'x', name: 'x' },
      now: new Date(),
    })
  })
  const list = async (query: string) =>
    (await service.request('GET', `/channel/?limit=100&${query}`, { as: service.one.viewer })).as(page(Channel)).results

  test('lists channels that need attention first', async () => {
    const rows = await list('')
    expect(rows).toHaveLength(12)
    const places = rows.map(valueOf.status)
    expect(places).toEqual(places.toSorted((a, b) => Number(a) - Number(b)))
    // Channels of the same status are sorted by name.
    for (const status of statusesByUrgency) {
      const names = rows.filter((row) => row.status === status).map(({ name }) => name)
      expect(names, status).toEqual(sorted(names))
    }
    expect(rows.filter((row) => row.flow !== null)).toHaveLength(4)
  })

  test('returns a channel like its row in the list, and 404 for a missing one', async () => {
    const [first] = await list('')
    const read = await service.request('GET', `/channel/${first?.id}/`, { as: service.one.viewer })
    expect(read.as(Channel)).toEqual(first)
    const none = await service.request('GET', '/channel/chn_none/', { as: service.one.viewer })
    expect(none.status).toBe(404)
  })

  test('filters by type, status and search', async () => {
    expect((await list('type=email,webchat')).map((row) => row.type).toSorted()).toEqual([
      'email',
      'email',
      'webchat',
      'webchat',
    ])
    expect((await list('status=error')).map((row) => row.status)).toEqual(['error', 'error'])
    expect(await list('search=acme 100%25')).toHaveLength(6)
    expect(await list('search=SUPPORT-1@')).toHaveLength(1)
    expect(await list('search=_')).toHaveLength(0)
    const wrong = await service.request('GET', '/channel/?type=fax', { as: service.one.viewer })
    expect(wrong.body).toMatchObject({
      code: 'invalid',
      errors: { type: [expect.stringContaining('"fax" is not one of')] },
    })
  })

  test('returns every ordering page by page', async () => {
    for (const ordering of channelOrderings.flatMap((name) => [name, `-${name}`] as const)) {
      const rows = await list(`ordering=${ordering}`)
      const name = channelOrderings.find((one) => ordering.endsWith(one))
      const values = rows.map(valueOf[name ?? 'name']).filter((value) => value !== null)
      expect(values, ordering).toEqual(ordering.startsWith('-') ? sorted(values).toReversed() : sorted(values))
      const whole = rows.map((row) => row.id)
      const steps = await readAllRows(service, service.one.viewer, `/channel/?limit=5&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(whole)
    }
    expect((await readAny(service, service.one.viewer, '/channel/?limit=2')).count).toBe(12)
  })
})

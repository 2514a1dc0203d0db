/** Channels, worst first, on each database. */
import { beforeAll, expect, test } from 'vitest'
import { Channel, channelOrderings } from '#contract/channel.ts'
import { page } from '#contract/page.ts'
import { eachDatabase } from './harness.ts'
import { seed } from './seed.ts'
import { readAny, walk } from './walk.ts'

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

  test('what needs somebody comes first', async () => {
    const rows = await list('')
    expect(rows).toHaveLength(12)
    const order = ['error', 'reauth_required', 'disconnected', 'paused', 'connecting', 'connected']
    const places = rows.map((row) => order.indexOf(row.status))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(rows.filter((row) => row.flow !== null)).toHaveLength(4)
  })

  test('one of them reads as in the list, one that is not there is not found', async () => {
    const [first] = await list('')
    const read = await service.request('GET', `/channel/${first?.id}/`, { as: service.one.viewer })
    expect(read.as(Channel)).toEqual(first)
    const none = await service.request('GET', '/channel/chn_none/', { as: service.one.viewer })
    expect(none.status).toBe(404)
  })

  test('type, status and search narrow it', async () => {
    expect((await list('type=email,webchat')).every((row) => ['email', 'webchat'].includes(row.type))).toBe(true)
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

  test('every ordering, page by page', async () => {
    for (const ordering of channelOrderings.flatMap((name) => [name, `-${name}`])) {
      const whole = (await list(`ordering=${ordering}`)).map((row) => row.id)
      const steps = await walk(service, service.one.viewer, `/channel/?limit=5&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(whole)
    }
    expect((await readAny(service, service.one.viewer, '/channel/?limit=2')).count).toBe(12)
  })
})

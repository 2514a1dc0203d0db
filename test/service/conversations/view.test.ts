/** Saved views, and contacts with custom fields. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ContactDetail } from '#contract/contact.ts'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { maxViews, View } from '#contract/view.ts'
import { view, viewPlace } from '#server/store/tables/inbox.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'

const RefusedBody = z.object({ errors: z.record(z.string(), z.unknown()) })
const Keys = z.object({ results: z.array(z.object({ id: z.string(), name: z.string() })) })
const now = new Date('2026-11-20T15:30:00.123Z')
const filter = {
  and: [
    { field: 'status', values: ['open'] },
    {
      or: [
        { field: 'cf.tier', operator: 'not', values: ['gold'] },
        { field: 'unread', values: ['true'] },
      ],
    },
  ],
}

eachDatabase('views and contacts', (service) => {
  let seeded: Seeded
  let one: TestCaller
  let other: TestCaller
  const send = (method: string, path: string, as: TestCaller, body?: unknown, headers = {}) =>
    service.request(method, path, { as, headers, ...(body === undefined ? {} : { body }) })
  const create = (as: TestCaller, body: object) => send('POST', '/view/', as, { filter, ...body })
  const list = async (as: TestCaller) => (await send('GET', '/view/?limit=100', as)).as(page(View)).results

  beforeAll(async () => {
    one = service.one.operator
    other = service.one.owner
    seeded = await seed(service.one.scope, {
      conversations: 20,
      runs: 2,
      prefix: 'a',
      person: { id: service.one.operator.id, name: 'Op' },
      now,
    })
  })

  test('keeps the views of runs apart: their fields, names, defaults and list', async () => {
    const of = { and: [{ field: 'reason', values: ['0123456789abcdef'] }] }
    const made = await create(one, { name: 'Apart', list: 'run', filter: of, ordering: '-cost', is_default: true })
    expect(made.status, made.text).toBe(201)
    const ofRuns = made.as(View)
    expect(ofRuns).toMatchObject({ list: 'run', filter: of, is_default: true })
    const ofConversations = (await create(one, { name: 'Apart', is_default: true })).as(View)
    expect(ofConversations.list).toBe('conversation')
    expect((await send('GET', `/view/${ofRuns.id}/`, one)).as(View).is_default).toBe(true)
    const names = async (query: string) =>
      (await send('GET', `/view/?limit=100${query}`, one)).as(page(View)).results.map(({ id }) => id)
    expect(await names('&list=run')).toEqual([ofRuns.id])
    expect(await names('')).toContain(ofConversations.id)
    expect(await names('')).not.toContain(ofRuns.id)
    expect((await create(one, { name: 'apart', list: 'run', filter: of })).status).toBe(400)
    expect((await create(one, { name: 'Wrong', list: 'run' })).as(RefusedBody).errors).toHaveProperty([
      'filter.and.0.values.0',
    ])
    expect((await create(one, { name: 'Wrong', filter: of })).status).toBe(400)
    const edited = await send('PATCH', `/view/${ofRuns.id}/`, one, { filter: { and: [] }, ordering: 'priority' })
    expect(edited.status).toBe(400)
    for (const { id } of [ofRuns, ofConversations]) await send('DELETE', `/view/${id}/`, one)
  })

  test('shows a private view to its owner only, and a shared view to all; a viewer cannot change views', async () => {
    const ownView = (await create(one, { name: 'Mine', ordering: '-priority,number' })).as(View)
    expect(ownView).toMatchObject({
      filter,
      ordering: '-priority,number',
      visibility: 'private',
      is_mine: true,
      pinned: false,
      is_default: false,
      version: 1,
    })
    const shared = (await create(one, { name: 'Ours', visibility: 'shared', pinned: true })).as(View)
    expect((await list(one)).map((row) => row.name)).toEqual(['Ours', 'Mine'])
    expect((await list(other)).map((row) => [row.name, row.is_mine, row.pinned])).toEqual([['Ours', false, false]])
    expect((await list(service.two.owner)).length).toBe(0)
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await send(method, `/view/${ownView.id}/`, other, method === 'PATCH' ? { name: 'x' } : undefined)).status,
      ).toBe(404)
    expect((await send('GET', `/view/${shared.id}/`, service.one.viewer)).status).toBe(200)
    expect((await create(service.one.viewer, { name: 'Viewer' })).status).toBe(403)
    expect((await send('PUT', `/view/${shared.id}/place/`, service.one.viewer, { pinned: true })).status).toBe(403)
    // A stored filter can be used in a request unchanged.
    const asked = await send('GET', `/conversation/?filter=${encodeURIComponent(JSON.stringify(ownView.filter))}`, one)
    expect(asked.status).toBe(200)
  })

  test('requires unique names among shared views, and among the views of a person', async () => {
    expect((await create(one, { name: ' mine ' })).body).toMatchObject({
      code: 'invalid',
      errors: { name: ['One of your views already has this name. Choose another name.'] },
    })
    expect((await create(other, { name: 'Mine' })).status).toBe(201)
    expect((await create(other, { name: 'OURS', visibility: 'shared' })).body).toMatchObject({
      errors: { name: [expect.stringContaining('A shared view')] },
    })
    const foreignView = (await list(other)).find((row) => row.name === 'Mine')
    await send('PATCH', `/view/${foreignView?.id}/`, other, { visibility: 'shared' })
    const ownView = (await list(one)).find((row) => row.name === 'Mine' && row.is_mine)
    expect((await send('PATCH', `/view/${ownView?.id}/`, one, { visibility: 'shared' })).body).toMatchObject({
      errors: { name: [expect.stringContaining('A shared view')] },
    })
    const both = await Promise.all([create(one, { name: 'At once' }), create(one, { name: 'At once' })])
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([201, 400])
  })

  test('refuses an outdated version; only the owner of a shared view can make it private', async () => {
    const shared = (await create(one, { name: 'Late', visibility: 'shared', is_default: true })).as(View)
    const path = `/view/${shared.id}/`
    expect((await send('PATCH', path, other, { name: 'Later', version: 1 })).as(View)).toMatchObject({
      name: 'Later',
      version: 2,
    })
    const stale = await send('PATCH', path, one, { name: 'Latest', version: 1 })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'version_conflict', current: { name: 'Later', version: 2 } },
    ])
    expect((await send('PATCH', path, other, { visibility: 'private' })).status).toBe(403)
    await send('PUT', `${path}place/`, other, { pinned: true })
    const hidden = await send('PATCH', path, one, { visibility: 'private' }, { 'if-match': '"2"' })
    expect(hidden.as(View)).toMatchObject({ visibility: 'private', is_default: true })
    expect((await send('GET', path, other)).status).toBe(404)
    await send('PATCH', path, one, { visibility: 'shared' })
    expect((await list(other)).find((row) => row.id === shared.id)?.pinned).toBe(false)
  })

  test('stores one default view per person, and pins per person', async () => {
    const [a, b] = await list(one)
    await send('PUT', `/view/${a?.id}/place/`, one, { is_default: true })
    const second = await send('PUT', `/view/${b?.id}/place/`, one, { is_default: true, pinned: true })
    expect(second.as(View)).toMatchObject({ is_default: true, pinned: true, version: b?.version })
    expect((await list(one)).filter((row) => row.is_default).map((row) => row.id)).toEqual([b?.id])
    expect((await list(other)).filter((row) => row.is_default)).toEqual([])
    const foreignView = (await list(other)).find((row) => row.is_mine)
    await send('PUT', `/view/${foreignView?.id}/place/`, other, { is_default: true })
    await send('PUT', `/view/${a?.id}/place/`, one, { is_default: true })
    await send('PUT', `/view/${b?.id}/place/`, one, { is_default: true })
    expect((await list(other)).filter((row) => row.is_default).map((row) => row.id)).toEqual([foreignView?.id])
    await send('PUT', `/view/${b?.id}/place/`, one, { is_default: false })
    expect((await list(one)).filter((row) => row.is_default)).toEqual([])
  })

  test('refuses an invalid view with the path of the error, and limits the number of views', async () => {
    const cases: [object, string][] = [
      [{ name: '', filter }, 'name'],
      [{ name: 'x'.repeat(201), filter }, 'name'],
      [{ name: 'Bad', filter: { and: [{ field: 'colour', values: ['red'] }] } }, 'filter.and.0.field'],
      [{ name: 'Bad', filter, ordering: 'colour' }, 'ordering'],
      [{ name: 'Bad', filter, visibility: 'public' }, 'visibility'],
      [{ name: 'Bad', filter, colour: 'red' }, 'colour'],
    ]
    for (const [body, place] of cases) {
      const response = await send('POST', '/view/', one, body)
      expect([response.status, Object.keys(response.as(RefusedBody).errors)]).toEqual([400, [place]])
    }
    const own = service.two.operator
    for (let index = 0; index < maxViews; index += 1)
      expect((await create(own, { name: `View ${index}` })).status).toBe(201)
    expect((await create(own, { name: 'One more' })).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('100 views'),
    })
    expect((await create(own, { name: 'One more', visibility: 'shared' })).status).toBe(201)
    // Views of another user do not conflict.
    expect((await create(service.two.owner, { name: 'First' })).status).toBe(201)
  })

  test('keeps the shared views of a removed person, and deletes the private ones', async () => {
    const key = service.two.writeKey
    const hidden = (await create(key, { name: 'Of a key', pinned: true })).as(View)
    await create(key, { name: 'Shared by a key', visibility: 'shared' })
    const keys = await send('GET', '/key/?limit=100', service.two.owner)
    const write = keys.as(Keys).results.find((row) => row.name === 'write')
    expect((await send('DELETE', `/key/${write?.id}/`, service.two.owner)).status).toBe(204)
    expect((await list(service.two.owner)).map((row) => row.name)).toContain('Shared by a key')
    // Private views of others are not visible, so the table is checked for the deletion.
    const { scope } = service.two
    expect(await scope.count(view, eq(view.id, hidden.id))).toBe(0)
    expect(await scope.count(viewPlace, eq(viewPlace.callerId, hidden.owner.id))).toBe(0)
  })

  test('changes a contact and its custom fields by version, and finds it by the new name', async () => {
    const path = `/contact/${seeded.contacts[18]}/`
    const before = (await send('GET', path, one)).as(ContactDetail)
    expect(before).toMatchObject({ fields: { tier: 'gold' }, version: 1, conversation_count: 1 })
    const change = {
      name: ' Grace Höpper ',
      company: null,
      tags: ['vip', 'vip'],
      fields: { tier: null, Größe: 'XL', n: 1.5, ok: true },
      version: 1,
    }
    const after = await send('PATCH', path, one, change)
    expect(after.as(ContactDetail)).toMatchObject({
      name: 'Grace Höpper',
      company: null,
      tags: ['vip'],
      fields: { Größe: 'XL', n: 1.5, ok: true },
      version: 2,
      email: before.email,
    })
    expect((await send('PATCH', path, other, change)).body).toMatchObject({
      code: 'version_conflict',
      current: { version: 2 },
    })
    expect(
      (await send('PATCH', path, other, { phone: '1' }, { 'if-match': after.headers.get('etag') ?? '' })).as(
        ContactDetail,
      ),
    ).toMatchObject({ phone: '1', version: 3 })
    const found = (await send('GET', '/conversation/?q=hopper', one)).as(page(Conversation))
    expect(found.count).toBe(before.conversation_count)
    expect(found.results.every((row) => row.contact.name === 'Grace Höpper')).toBe(true)
    await send('PATCH', path, one, { email: 'amazing@navy.example' })
    const byAddress = (await send('GET', '/conversation/?q=amazing@navy.example', one)).as(page(Conversation))
    expect(byAddress.count).toBe(before.conversation_count)
    const wrong: [object, string][] = [
      [{ email: 'nobody' }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ fields: { deep: { a: 1 } } }, 'fields.deep'],
      [{ fields: { long: 'x'.repeat(2001) } }, 'fields.long'],
      [{ fields: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1])) }, 'fields'],
      [{ tags: Array.from({ length: 10_000 }, (_, index) => `t${index}`) }, 'tags'],
    ]
    for (const [body, place] of wrong) {
      const response = await send('PATCH', path, one, body)
      expect([response.status, Object.keys(response.as(RefusedBody).errors)], place).toEqual([400, [place]])
    }
    expect((await send('PATCH', path, service.one.viewer, { name: 'x' })).status).toBe(403)
    expect((await send('PATCH', path, service.two.owner, { name: 'x' })).status).toBe(404)
  })
})

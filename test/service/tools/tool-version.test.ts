/** Versions of tools: stored and omitted changes, and restoring, on each database. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { keptVersions, toolVersion as contract } from '#contract/tool-version.ts'
import { Tool } from '#contract/tool.ts'
import { tool as toolTable, toolVersion } from '#server/store/tables/tool.ts'
import { eachDatabase, type TestRequest, type TestCaller } from '#test/service/support/harness.ts'

const Versions = contract.versions.returns
const Version = contract.version.returns

const api = {
  method: 'GET',
  url: 'https://crm.example/',
  headers: { Accept: 'text/plain' },
  auth: { kind: 'bearer', secret: 'a long enough secret' },
}

eachDatabase('versions of tools', (service) => {
  let caller: TestCaller
  beforeAll(() => {
    caller = service.one.operator
  })
  const send = (method: string, path: string, sent: TestRequest = {}) =>
    service.request(method, path, { as: caller, ...sent })
  const create = async (body: Record<string, unknown>) => (await send('POST', '/tool/', { body })).as(Tool)
  const change = async (id: string, body: Record<string, unknown>) =>
    (await send('PATCH', `/tool/${id}/`, { body })).as(Tool)
  const versionsOf = async (id: string) => (await send('GET', `/tool/${id}/versions/?limit=100`)).as(Versions).results
  const versionOf = async (id: string, number: number) =>
    (await send('GET', `/tool/${id}/versions/${number}/`)).as(Version)

  test('creates a version with author and fields for each change, and none if nothing changes', async () => {
    const created = await create({ name: 'CRM lookup', category: 'api', config: api })
    const url = 'https://crm.example/v2'
    await change(created.id, { name: 'CRM', config: { ...created.config, url }, input_schema: { type: 'object' } })
    caller = service.one.writeKey
    await change(created.id, { key: 'crm', enabled: false, description: 'Finds contacts.' })
    caller = service.one.operator
    const same = await change(created.id, { name: 'CRM', enabled: false, config: { ...created.config, url } })
    expect(same.version).toBe(3)
    expect(await versionsOf(created.id)).toMatchObject([
      { number: 3, by: { kind: 'key' }, changed: ['key', 'description', 'enabled'], secrets: [] },
      { number: 2, by: { kind: 'person' }, changed: ['name', 'input_schema', 'config.url'], secrets: [] },
      { number: 1, by: { kind: 'person' }, changed: [], secrets: [] },
    ])
    expect(await versionOf(created.id, 1)).toMatchObject({
      number: 1,
      at: created.created_at,
      key: 'crm_lookup',
      name: 'CRM lookup',
      description: '',
      enabled: true,
      input_schema: null,
      config: { ...api, auth: { kind: 'bearer', secret: { set: true } } },
    })
    expect(await versionOf(created.id, 2)).toMatchObject({ name: 'CRM', key: 'crm_lookup', config: { url } })
  })

  test('stores no secret in a version, but where a secret changed', async () => {
    const created = await create({ name: 'Sealed', category: 'api', config: api })
    const auth = { kind: 'bearer', secret: 'another long secret' }
    await change(created.id, { config: { ...created.config, auth } })
    await change(created.id, { config: { ...created.config, auth: { kind: 'none' } } })
    expect(await versionsOf(created.id)).toMatchObject([
      { number: 3, changed: ['config.auth'], secrets: ['config.auth.secret'] },
      { number: 2, changed: [], secrets: ['config.auth.secret'] },
      { number: 1 },
    ])
    const { rows } = await service.app.services.database.db.execute<{ text: string }>(
      sql`select coalesce(string_agg(state::text, ' '), '') as text from tool_version where tool_id = ${created.id}`,
    )
    expect(rows[0]?.text).toContain('"secret": {"set": true}')
    expect(rows[0]?.text).not.toMatch(/long secret|enough|last4/)
  })

  test('restores a version like a normal change: keeps the secret, and reports a conflict', async () => {
    const created = await create({ name: 'Back', category: 'api', config: api })
    await change(created.id, { name: 'Forth', config: { ...created.config, url: 'https://crm.example/v2' } })
    const { name, config } = await versionOf(created.id, 1)
    const late = await send('PATCH', `/tool/${created.id}/`, { body: { name, config }, headers: { 'if-match': '"1"' } })
    expect(late.body).toMatchObject({ code: 'version_conflict', current: { name: 'Forth', version: 2 } })
    const back = await send('PATCH', `/tool/${created.id}/`, { body: { name, config }, headers: { 'if-match': '"2"' } })
    expect(back.body).toMatchObject({ name: 'Back', version: 3, config: created.config })
    const [latest, ...others] = await versionsOf(created.id)
    expect(latest).toMatchObject({ number: 3, changed: ['name', 'config.url'], secrets: [] })
    expect(others).toHaveLength(2)
  })

  test('refuses to restore another host with the stored secret', async () => {
    const created = await create({ name: 'Moved', category: 'api', config: api })
    const elsewhere = { ...api, url: 'https://other.example/', auth: { kind: 'bearer', secret: 'of the other one' } }
    await change(created.id, { config: elsewhere })
    const { config } = await versionOf(created.id, 1)
    const back = await send('PATCH', `/tool/${created.id}/`, { body: { config } })
    expect([back.status, back.body]).toMatchObject([400, { errors: { 'config.auth.secret': [expect.any(String)] } }])
  })

  test('keeps only the latest versions, and deletes all versions with their tool', async () => {
    const quiet = await create({ name: 'Quiet', category: 'api', config: api })
    const created = await create({ name: 'Busy', category: 'api', config: api })
    await change(created.id, { name: 'Busy 2' })
    await service.one.scope.update(toolTable, { version: keptVersions + 1 }, eq(toolTable.id, created.id))
    await change(created.id, { name: 'Busy 102' })
    expect(await versionsOf(created.id)).toMatchObject([{ number: keptVersions + 2 }])
    expect(await versionsOf(quiet.id)).toHaveLength(1)
    for (const number of ['1', '2', '0', '-1', '1.5', 'x', '9'.repeat(20)])
      expect([number, (await send('GET', `/tool/${created.id}/versions/${number}/`)).status]).toEqual([number, 404])
    await send('DELETE', `/tool/${created.id}/`)
    expect((await send('GET', `/tool/${created.id}/versions/`)).status).toBe(404)
    expect(await service.one.scope.count(toolVersion, eq(toolVersion.toolId, created.id))).toBe(0)
  })

  test('lists versions page by page, latest first', async () => {
    const created = await create({ name: 'Paged', category: 'api', config: api })
    for (const name of ['b', 'c', 'd', 'e']) await change(created.id, { name })
    const first = (await send('GET', `/tool/${created.id}/versions/?limit=2`)).as(Versions)
    const next = (await send('GET', `/tool/${created.id}/versions/${new URL(first.next ?? '').search}`)).as(Versions)
    expect([first.count, ...[first, next].flatMap(({ results }) => results.map(({ number }) => number))]).toEqual([
      5, 5, 4, 3, 2,
    ])
  })

  test('hides versions from other accounts', async () => {
    const { id } = await create({ name: 'Ours', category: 'api', config: api })
    for (const path of [`/tool/${id}/versions/`, `/tool/${id}/versions/1/`]) {
      const response = await service.request('GET', path, { as: service.two.owner })
      expect([path, response.status]).toEqual([path, 404])
      expect(response.as(z.object({ detail: z.string() })).detail).not.toContain('Ours')
    }
  })
})

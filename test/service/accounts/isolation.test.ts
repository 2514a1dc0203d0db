/**
 * Isolation of two accounts, and limits of read-only people and keys, for every endpoint of the contract; derived from
 * the list of endpoints, so that new ones are covered.
 */
import { beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { wakeConversations } from '#server/handlers/conversations/conversation.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { bodies, idOf, makeObjects, type Objects } from '#test/service/support/valid-bodies.ts'
import type { Seeded } from '#test/service/support/seed.ts'
import { template } from '#test/service/support/template.ts'

/** Nonexistent ids, with the length and form of real ones. */
const missingObjects: Objects = {
  flow: 'flw_00000000000000000000none',
  deleted_flow: 'flw_0000000000000000deleted00',
  tool: 'tool_0000000000000000000none',
  channel: 'chn_00000000000000000000none',
  conversation: 'cnv_00000000000000000000none',
  run: 'run_00000000000000000000none',
  bulk: 'rbk_00000000000000000000none',
  person: 'usr_00000000000000000000none',
  key: 'key_00000000000000000000none',
  contact: 'con_00000000000000000000none',
  budget: 'bud_00000000000000000000none',
  view: 'view_0000000000000000000none',
  incident: 'inc_00000000000000000000none',
  alert: 'alr_00000000000000000000none',
  canned_reply: 'rpl_00000000000000000000none',
}

const writes = (endpoint: AnyEndpoint) => endpoint.method !== 'GET'
const ofNouns = allEndpoints.filter((endpoint) => ['read', 'write', 'owner'].includes(endpoint.access))

eachDatabase('isolation', { engine: { executesRuns: false } }, (service) => {
  let ownObjects: Objects
  let foreignObjects: Objects
  let seeded: Seeded

  /** Every row of every table except rate limits, as one text. */
  async function everything(): Promise<string> {
    const { db } = service.app.services.database
    const tables = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const parts: string[] = []
    for (const { name } of tables.rows.filter(
      (row) => !/session|activity|idempotency|limit|api_?key|^key$/i.test(row.name),
    )) {
      const rows = await db.execute<{ text: string }>(
        sql`select coalesce(string_agg(t::text, ',' order by t::text), '') as text from ${sql.identifier(name)} t`,
      )
      parts.push(`${name}: ${rows.rows[0]?.text.replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}[.\d]*\+00/g, 'T')}`)
    }
    return parts.join('\n')
  }

  beforeAll(async () => {
    ;({ objects: ownObjects, seeded } = await makeObjects(service, service.one, 'a'))
    ;({ objects: foreignObjects } = await makeObjects(service, service.two, 'b'))
    // Otherwise a read would wake them, which would look like a change by the tested request.
    await wakeConversations(service.app.services)
  })

  async function responseText(endpoint: AnyEndpoint, as: TestCaller, path: string, body: unknown): Promise<string> {
    const response = await service.request(endpoint.method, path, { as, ...(body === undefined ? {} : { body }) })
    const id = z.looseObject({ request_id: z.string() }).safeParse(response.body).data?.request_id
    const text = id === undefined ? response.text : response.text.replaceAll(id, 'REQUEST')
    const headers = [...response.headers].filter(
      ([name]) => !['date', 'x-request-id', 'content-length', 'connection', 'keep-alive', 'set-cookie'].includes(name),
    )
    return JSON.stringify([
      response.status,
      headers.map(([name, value]) => [name, id === undefined ? value : value.replaceAll(id, 'REQUEST')]),
      text,
    ])
  }

  test("answers another account's id in the path like a nonexistent id", async () => {
    const before = await everything()
    for (const endpoint of ofNouns.filter((one) => one.path.includes('{id}'))) {
      const request = (of: Objects) =>
        responseText(
          endpoint,
          service.one.owner,
          pathOf(endpoint, { id: idOf(endpoint, of) }),
          bodies[endpoint.id]?.(ownObjects),
        )
      expect(await request(foreignObjects), endpoint.id).toBe(await request(missingObjects))
      expect(await request(foreignObjects), endpoint.id).toMatch(/^\[404,/)
    }
    expect(await everything()).toBe(before)
  })

  test("answers another account's id in a body like a nonexistent id", async () => {
    const before = await everything()
    for (const endpoint of ofNouns) {
      const body = bodies[endpoint.id]
      if (!body || JSON.stringify(body(ownObjects)) === JSON.stringify(body(foreignObjects))) continue
      const request = (of: Objects) =>
        responseText(endpoint, service.one.owner, pathOf(endpoint, { id: idOf(endpoint, ownObjects) }), body(of))
      const response = await request(foreignObjects)
      expect(response, endpoint.id).toBe(await request(missingObjects))
      expect(response, endpoint.id).toMatch(/^\[400,/)
    }
    expect(await everything()).toBe(before)
  })

  test("finds nothing for another account's id in a template", async () => {
    const templateWith = (channel: string, name: string) => ({
      template: {
        ...template,
        flow: {
          ...template.flow,
          name,
          nodes: [{ ...template.flow.nodes[0], config: { kind: 'message', channel } }],
          edges: [],
        },
      },
    })
    for (const channel of [foreignObjects.channel, missingObjects.channel]) {
      const response = await service.request('POST', '/flow/import/', {
        as: service.one.operator,
        body: templateWith(channel, 'x'),
      })
      expect(response.body).toMatchObject({
        channels: [],
        bindings: { channels: { [channel]: null } },
        import: { missing: { channels: [channel] } },
      })
    }
    const own = await service.request('POST', '/flow/import/', {
      as: service.one.operator,
      body: templateWith(ownObjects.channel, 'y'),
    })
    expect(own.body).toMatchObject({ bindings: { channels: { [ownObjects.channel]: ownObjects.channel } } })
  })

  test("answers another account's id in a filter like a nonexistent id", async () => {
    for (const endpoint of ofNouns) {
      if (!endpoint.filters) continue
      for (const field of endpoint.filters.fields.filter(
        (one) => one.type === 'ref' || one.type === 'text' || one.type === 'search',
      )) {
        const noun = field.name === 'assignee' ? 'person' : field.name
        const value = (of: Objects) => Object.entries(of).find(([name]) => name === noun)?.[1] ?? of.contact
        const request = (of: Objects) =>
          responseText(endpoint, service.one.owner, `${endpoint.path}?${field.name}=${value(of)}`, undefined)
        expect(
          (await request(foreignObjects)).replaceAll(value(foreignObjects), 'ID'),
          `${endpoint.id} ${field.name}`,
        ).toBe((await request(missingObjects)).replaceAll(value(missingObjects), 'ID'))
      }
    }
  })

  test('returns nothing of another account in any list or object', async () => {
    const foreignReferences = [
      ...Object.values(foreignObjects),
      'chn_b',
      'cnv_b',
      'run_b0',
      'con_b',
      'flw_b',
      service.two.id,
      service.two.owner.id,
      'two.example',
    ]
    const queries = new Map([
      ['channel.hours', `?channel=${ownObjects.channel},${foreignObjects.channel}`],
      ['flow.search', '?q=foreign'],
      ['flow.drawings', `?flow=${ownObjects.flow},${foreignObjects.flow}`],
    ])
    for (const endpoint of ofNouns.filter((one) => !writes(one))) {
      const path = pathOf(endpoint, { id: idOf(endpoint, ownObjects) })
      const query = queries.get(endpoint.id) ?? ''
      const response = await service.request('GET', `${path}${query}`, { as: service.one.owner })
      expect(response.status, endpoint.id).toBeLessThan(300)
      for (const word of foreignReferences) expect(response.text, endpoint.id).not.toContain(word)
    }
  })

  test("refuses writes of a viewer and a read-only key, and the owner's actions to anyone else", async () => {
    const before = await everything()
    const attempts: [TestCaller, string, (endpoint: AnyEndpoint) => boolean][] = [
      [service.one.viewer, 'viewer', (endpoint) => endpoint.access === 'write' || endpoint.access === 'owner'],
      [service.one.readKey, 'read key', (endpoint) => endpoint.access === 'write' || endpoint.access === 'owner'],
      [service.one.operator, 'operator', (endpoint) => endpoint.access === 'owner'],
      [service.one.writeKey, 'write key', (endpoint) => endpoint.access === 'owner'],
    ]
    for (const [as, name, refused] of attempts) {
      for (const endpoint of ofNouns.filter(refused)) {
        const path = pathOf(endpoint, { id: idOf(endpoint, ownObjects) })
        const body = bodies[endpoint.id]?.(ownObjects)
        const response = await service.request(endpoint.method, path, { as, ...(body === undefined ? {} : { body }) })
        expect([endpoint.id, name, response.status]).toEqual([endpoint.id, name, 403])
        expect(response.body).toMatchObject({ code: 'permission_denied' })
      }
    }
    expect(await everything()).toBe(before)
  })

  test('refuses everything without a sign-in', async () => {
    // Metrics are open to the local machine, on which this test runs.
    for (const endpoint of ofNouns.filter((one) => one.id !== 'service.metrics')) {
      const body = bodies[endpoint.id]?.(ownObjects)
      const response = await service.request(
        endpoint.method,
        pathOf(endpoint, { id: idOf(endpoint, ownObjects) }),
        body === undefined ? {} : { body },
      )
      expect([endpoint.id, response.status]).toEqual([endpoint.id, 401])
    }
  })

  test('allows the same names, keys and numbers in two accounts', async () => {
    for (const account of [service.one, service.two]) {
      const response = await service.request('POST', '/tool/', {
        as: account.owner,
        body: { name: 'Same', key: 'same', category: 'global', config: { value: 1, type: 'number', secret: false } },
      })
      expect(response.status).toBe(201)
    }
    expect(seeded.flows).toHaveLength(4)
  })
})

/**
 * A secret planted in every place that may contain one: it is in no response, error, export or log line.
 */
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { sql } from 'drizzle-orm'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed } from '#test/service/support/seed.ts'

const CreatedObject = z.looseObject({ id: z.string() })

/** Each place has a different secret, so that a leak names its place; long and random like real secrets. */
const canary = (place: string) => `cnry${place}9fQ2xK7vL0pZ4mT8wR3s`
const all = /cnry\w*9fQ2xK7vL0pZ4mT8wR3s|canary-channel-secret/
/** Log lines during the tests. */
const logged: string[] = []

eachDatabase('secrets', { settings: { LOG_LEVEL: 'debug' } }, (service) => {
  const ids: Record<string, string[]> = { flow: [], tool: [] }
  const responses: string[] = []

  async function send(method: string, path: string, body?: unknown) {
    const response = await service.request(method, path, {
      as: service.one.owner,
      ...(body === undefined ? {} : { body }),
    })
    responses.push(`${method} ${path} ${[...response.headers].join(' ')} ${response.text}`)
    return response
  }

  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
  })
  test('accepts secrets in API and global tools, and returns them masked', async () => {
    const api = {
      method: 'POST',
      url: 'https://crm.example/{{ input.id }}',
      headers: {
        Authorization: `Bearer ${canary('Header')}`,
        'X-Api-Key': canary('ApiKey'),
        Cookie: `session=${canary('Cookie')}`,
      },
      query: { access_token: canary('Query') },
      body: { password: canary('Body'), list: [{ client_secret: canary('List') }] },
      auth: { kind: 'basic', user: 'me', secret: canary('Auth') },
    }
    const created = [
      { name: 'Api', category: 'api', config: api },
      { name: 'Text', category: 'global', config: { value: canary('Text'), type: 'string', secret: true } },
      { name: 'Json', category: 'global', config: { value: { a: [canary('Json')] }, type: 'json', secret: true } },
    ]
    for (const body of created) {
      const response = await send('POST', '/tool/', body)
      expect(response.status, response.text).toBe(201)
      ids['tool']?.push(response.as(CreatedObject).id)
    }
    const [tool = ''] = ids['tool'] ?? []
    const before = (await send('GET', `/tool/${tool}/`)).as(z.object({ config: z.looseObject({}) }))
    const kept = await send('PATCH', `/tool/${tool}/`, {
      config: { ...before.config, url: 'https://crm.example/other' },
    })
    expect(kept.status, kept.text).toBe(200)
    const after = await send('PATCH', `/tool/${tool}/`, {
      config: { ...before.config, auth: { kind: 'bearer', secret: canary('New') } },
    })
    expect(after.body).toMatchObject({
      config: { auth: { secret: { set: true, last4: 'wR3s' } }, headers: { Authorization: { set: true } } },
    })
    expect(
      (
        await send('PATCH', `/tool/${ids['tool']?.[1]}/`, {
          config: { value: { set: true, last4: 'wR3s' }, type: 'string', secret: false },
        })
      ).status,
    ).toBe(400)
  })

  test('refuses a secret in text that must stay readable, without repeating it', async () => {
    const key = `sk-proj-${canary('Source')}AbCdEf123456`
    const bodies = [
      { name: 'A', category: 'code', config: { language: 'javascript', source: `call("${key}")` } },
      { name: 'B', category: 'transform', config: { language: 'jsonata', expression: `"${key}"` } },
      { name: 'C', category: 'condition', config: { language: 'cel', expression: `x == "${key}"` } },
      { name: 'D', category: 'agent', config: { model: 'm', instructions: `Use ${key}`, tools: [] } },
      { name: 'E', category: 'api', config: { method: 'GET', url: `https://user:${canary('Url')}@crm.example/` } },
      { name: 'F', category: 'global', config: { value: key, type: 'string', secret: false } },
      {
        name: 'G',
        category: 'global',
        description: `The key is ${key}`,
        config: { value: 1, type: 'number', secret: false },
      },
      {
        name: 'H',
        category: 'api',
        config: { method: 'GET', url: '', auth: { kind: 'bearer', secret: canary('Bad'), more: canary('More') } },
      },
    ]
    for (const body of bodies) {
      const response = await send('POST', '/tool/', body)
      expect([body.name, response.status]).toEqual([body.name, 400])
    }
  })

  test('replaces secrets with references on import, and lists the missing ones', async () => {
    const node = (id: string, config: unknown) => ({ id, type: 'api', name: id, position: { x: 0, y: 0 }, config })
    const nodes = [
      node('a', {
        headers: { Authorization: `Bearer ${canary('NodeHeader')}` },
        auth: { password: canary('NodePassword') },
      }),
      node('b', {
        api_key: canary('NodeKey'),
        nested: { deep: [{ token: canary('NodeDeep') }] },
        url: `https://x:${canary('NodeUrl')}@example.com`,
      }),
      {
        ...node('c', {}),
        notes: `Key: sk-proj-${canary('Note')}AbCdEf123456`,
        unknown_part: { client_secret: canary('Unknown') },
      },
    ]
    const flow = {
      name: 'With secrets',
      description: `Bearer ${canary('Description')}`,
      nodes,
      edges: [{ id: 'e', source: 'a', target: 'b', label: `Bearer ${canary('Edge')}` }],
      metadata: { source: { credentials: { password: canary('Metadata') } } },
      variables: [{ key: 'db_password', value: canary('Variable') }],
      settings: { api_token: canary('Setting') },
    }
    for (const template of [{ format: 'flow-template', flow }, JSON.stringify({ format: 'flow-template', flow })]) {
      const response = await send('POST', '/flow/import/', { template })
      expect(response.status, response.text.slice(0, 300)).toBe(201)
      const imported = response.as(
        z.looseObject({
          id: z.string(),
          import: z.looseObject({
            redacted: z.array(z.string()),
            missing: z.looseObject({ secrets: z.array(z.string()) }),
          }),
        }),
      )
      expect(imported.import.redacted.length).toBeGreaterThanOrEqual(10)
      expect(imported.import.missing.secrets.length).toBeGreaterThanOrEqual(8)
      ids['flow']?.push(imported.id)
    }
    await send('POST', `/flow/${ids['flow']?.[0]}/duplicate/`, {})
    await send('POST', `/flow/${ids['flow']?.[0]}/activate/`)
    const broken = await send('POST', '/flow/import/', { template: `{"password": "${canary('Broken')}", ` })
    expect(broken.status).toBe(422)
  })

  test('returns no secret from any endpoint, and logs none', async () => {
    const created = await seed(service.one.scope, {
      conversations: 5,
      runs: 5,
      prefix: 'a',
      person: { id: 'usr_x', name: 'X' },
      now: new Date(),
    })
    const of: Record<string, string[]> = {
      ...ids,
      conversation: created.conversations,
      run: created.runs,
      channel: created.channels,
    }
    for (const endpoint of allEndpoints.filter((one) => one.method === 'GET' && one.access !== 'machine')) {
      for (const id of of[endpoint.noun] ?? ['x']) await send('GET', pathOf(endpoint, { id }))
    }
    await send('GET', '/tool/?search=cnry')
    await send('GET', '/flow/?search=cnry')
    expect(responses.length).toBeGreaterThan(50)
    for (const text of responses) expect(all.exec(text)?.[0], text.slice(0, 100)).toBeUndefined()
    // A line is written after its response was sent.
    await expect.poll(() => logged.length).toBeGreaterThan(10)
    expect(all.exec(logged.join('\n'))?.[0]).toBeUndefined()
  })

  test('stores no unencrypted secret in the tables of tools, flows, activity and idempotency keys', async () => {
    const { db } = service.app.services.database
    for (const table of ['tool', 'flow', 'flow_document', 'flow_binding', 'activity', 'idempotency']) {
      const { rows } = await db.execute<{ text: string }>(sql`select t::text as text from ${sql.identifier(table)} t`)
      for (const { text } of rows) expect(all.exec(text)?.[0], table).toBeUndefined()
    }
  })
})

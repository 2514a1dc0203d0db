/** Search in the definitions of all flows. */
import { expect, test } from 'vitest'
import { FlowDetail } from '#contract/flow.ts'
import { FlowSearchResult, maxListedNodes } from '#contract/flows/flow-search.ts'
import { makePartIndexes } from '#server/store/db/trigram-indexes.ts'
import { searchDefinitions } from '#server/store/flows/flow-text.ts'
import { fillFlowTexts } from '#server/tasks/flow-texts.ts'
import { eachDatabase, type TestCaller, type TestService } from '#test/service/support/harness.ts'

const node = (id: string, type: string, name: string, config: object = {}, more: object = {}) => ({
  id,
  type,
  name,
  config,
  ...more,
})

const orders = {
  nodes: [
    node('start', 'trigger', 'Start', { kind: 'webhook' }),
    node(
      'lookup',
      'api',
      'Look up order',
      {
        url: 'https://orders-3.shop.example/v2?region=50%25_off',
        headers: { 'X-Key': '{{ secrets.shop_key }}', Note: String.raw`a\b "quoted" 'single' 100%_sure` },
      },
      { tool: 'orders_api' },
    ),
    node('ask', 'agent', 'اسأل العميل', { model: 'gpt-4o-mini', prompt: 'Antworte aus Zürich.\nمَرحَبًا بك. 退款 → OK' }),
  ],
  edges: [{ id: 'e', source: 'start', target: 'lookup' }],
}

async function importFlow(service: TestService, as: TestCaller, name: string, flow: object): Promise<string> {
  const template = { format: 'aiaas-flow', format_version: '1.0', flow: { name, ...flow } }
  const response = await service.request('POST', '/flow/import/', { as, body: { template } })
  expect(response.text).toContain(name)
  return response.as(FlowDetail).id
}

async function search(service: TestService, as: TestCaller, q: string, limit = 25): Promise<FlowSearchResult> {
  const response = await service.request('GET', `/flow/search/?${new URLSearchParams({ q, limit: String(limit) })}`, {
    as,
  })
  expect(response.status, response.text).toBe(200)
  return response.as(FlowSearchResult)
}

const namesOf = ({ results }: FlowSearchResult): string[] => results.map(({ flow }) => flow.name)

eachDatabase('search in definitions', { differs: 'SQL' }, (service) => {
  const fill = () => fillFlowTexts(service.app.services)

  test('finds tools, models, hosts, secret names, types and values, with node, field and excerpt', async () => {
    const { owner, viewer } = service.one
    const id = await importFlow(service, owner, 'Orders', orders)
    expect((await search(service, owner, 'orders_api')).pending).toBe(1)
    await fill()
    const first = async (q: string) => {
      const { count, more, pending, results } = await search(service, viewer, q)
      expect({ q, count, more, pending }).toEqual({ q, count: 1, more: false, pending: 0 })
      const [match] = results[0]?.matches ?? []
      return [match?.node?.id, match?.field, match?.path, match?.match]
    }
    expect((await search(service, viewer, 'ORDERS_api')).results).toEqual([
      {
        flow: { id, name: 'Orders', status: 'draft' },
        match_count: 1,
        matches: [
          {
            node: { id: 'lookup', name: 'Look up order', type: 'api' },
            field: 'tool',
            path: '',
            before: '',
            match: 'orders_api',
            after: '',
          },
        ],
      },
    ])
    expect(await first('4o-MINI')).toEqual(['ask', 'model', '', '4o-mini'])
    expect(await first('orders-3.shop')).toEqual(['lookup', 'host', '', 'orders-3.shop'])
    expect(await first('shop_key')).toEqual(['lookup', 'secret', '', 'shop_key'])
    expect(await first('agent (')).toEqual(['ask', 'type', '', 'agent ('])
    expect(await first('look UP')).toEqual(['lookup', 'name', '', 'Look up'])
    expect(await first(' aus   zurich. مرحبا')).toEqual(['ask', 'text', 'prompt', 'aus Zürich. مَرحَبًا'])
    expect(await first('العميل')).toEqual(['ask', 'name', '', 'العميل'])
    expect(await first('退款')).toEqual(['ask', 'text', 'prompt', '退款'])
    expect(await first('→ ok')).toEqual(['ask', 'text', 'prompt', '→ OK'])
    expect(await first(String.raw`a\b "quoted" 'single' 100%_`)).toEqual([
      'lookup',
      'text',
      'headers',
      String.raw`a\b "quoted" 'single' 100%_`,
    ])
  })

  test('special characters of patterns are no wildcards, and long texts find nothing', async () => {
    const { owner } = service.one
    for (const q of [
      'orders%api',
      'orders-api',
      'order__api',
      'o%',
      '_____',
      String.raw`orders\_api`,
      'x'.repeat(200),
      ' ',
      "'; drop table flow_text; --",
    ])
      expect({ q, found: namesOf(await search(service, owner, q)) }).toEqual({ q, found: [] })
    for (const q of [undefined, 'x'.repeat(201), 'a\0b']) {
      const query = q === undefined ? '' : `?${new URLSearchParams({ q })}`
      expect((await service.request('GET', `/flow/search/${query}`, { as: owner })).status).toBe(400)
    }
  })

  test('the index finds the same as reading all texts; two ASCII letters are searched in the newest flows', async () => {
    const { scope } = service.one
    for (const q of [
      'orders_api',
      'orders-3',
      '退款',
      'ك',
      '100%_sure',
      'antworte aus zürich',
      'orders_apx',
      'order api',
    ]) {
      const byReading = await searchDefinitions(scope, q, 25)
      expect({ q, ...(await searchDefinitions(scope, q, 25, 0)) }).toEqual({ q, ...byReading })
    }
    for (const q of ['%', '_', '4o', 'm', 'kk']) {
      const { results, count, ...about } = await searchDefinitions(scope, q, 25, 0)
      expect({ q, count, ...about }).toEqual({ q, count: q === 'kk' ? 0 : 1, more: true, is_partial: true, pending: 0 })
      expect(await searchDefinitions(scope, q, 25)).toEqual({
        results,
        count,
        more: false,
        is_partial: false,
        pending: 0,
      })
    }
  })

  test('other accounts find nothing', async () => {
    const none = { count: 0, more: false, results: [], is_partial: false, pending: 0 }
    expect(await search(service, service.two.owner, 'orders_api')).toEqual(none)
    expect((await search(service, service.two.owner, '4o')).results).toEqual([])
    expect((await service.request('GET', '/flow/search/?q=orders_api')).status).toBe(401)
  })

  test('literal secrets are not found, their names are', async () => {
    const { owner } = service.one
    const token = `ghp_${'aB3dE5fG7h'.repeat(4)}`.slice(0, 40)
    await importFlow(service, owner, 'Secretive', {
      nodes: [node('a', 'api', 'Call', { url: 'https://api.example', headers: { Authorization: `Bearer ${token}` } })],
      edges: [],
    })
    await fill()
    expect(namesOf(await search(service, owner, token))).toEqual([])
    expect(namesOf(await search(service, owner, token.slice(4, 20)))).toEqual([])
    expect(namesOf(await search(service, owner, 'secrets.authorization'))).toEqual(['Secretive'])
    // A document that an earlier version stored with its secret.
    const { pool } = service.app.services.database
    await pool.query(
      `update flow_document set body = replace(body, 'https://api.example', $1) where body like '%api.example%'`,
      [`https://api.example/?api_key=${token}`],
    )
    await fill()
    expect(namesOf(await search(service, owner, 'https://api.example/?api_key='))).toEqual(['Secretive'])
    expect(namesOf(await search(service, owner, token))).toEqual([])
    const { rows } = await pool.query(`select 1 from flow_text where lines::text like $1 or search_text like $1`, [
      `%${token.slice(4, 20)}%`,
    ])
    expect(rows).toEqual([])
  })

  test('lists the first nodes of each flow, and flows by their last change', async () => {
    const { owner } = service.two
    const nodes = Array.from({ length: 9 }, (_, index) =>
      node(`n${index}`, 'code', `Wombat ${index}`, { code: 'wombat()' }),
    )
    await importFlow(service, owner, 'Many', { nodes, edges: [], variables: [{ key: 'wombat', value: 1 }] })
    const older = await importFlow(service, owner, 'Older', { nodes: nodes.slice(0, 1), edges: [] })
    await importFlow(service, owner, 'Newer', { nodes: nodes.slice(0, 1), edges: [] })
    await fill()
    const found = await search(service, owner, 'wombat')
    expect(namesOf(found)).toEqual(['Newer', 'Older', 'Many'])
    const many = found.results.find(({ flow }) => flow.name === 'Many')
    expect([many?.match_count, many?.matches.length]).toEqual([10, maxListedNodes])
    expect(many?.matches.map((match) => match.node?.id)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4'])
    const body = { description: 'changed' }
    expect((await service.request('PATCH', `/flow/${older}/`, { as: owner, body })).status).toBe(200)
    expect(namesOf(await search(service, owner, 'wombat'))).toEqual(['Older', 'Newer', 'Many'])
    const limited = await search(service, owner, 'wombat', 1)
    expect([limited.count, limited.more, namesOf(limited)]).toEqual([3, false, ['Older']])
    const [variable] = (await search(service, owner, 'wombat: 1')).results.flatMap(({ matches }) => matches)
    expect([variable?.node, variable?.field]).toEqual([null, 'variable'])
  })

  test('a copy is found, a deleted flow is not, and a new document replaces the old text', async () => {
    const { owner } = service.two
    const id = await importFlow(service, owner, 'Original', { nodes: [node('a', 'code', 'Numbat')], edges: [] })
    const copy = (await service.request('POST', `/flow/${id}/duplicate/`, { as: owner, body: {} })).as(FlowDetail).id
    await fill()
    expect(namesOf(await search(service, owner, 'numbat')).toSorted()).toEqual(['Original', 'Original (copy)'])
    expect((await service.request('DELETE', `/flow/${id}/`, { as: owner })).status).toBe(204)
    expect(namesOf(await search(service, owner, 'numbat'))).toEqual(['Original (copy)'])
    const { pool } = service.app.services.database
    await pool.query(`update flow_document set body = replace(body, 'Numbat', 'Quoll') where flow_id = $1`, [copy])
    await fill()
    expect(namesOf(await search(service, owner, 'numbat'))).toEqual([])
    expect(namesOf(await search(service, owner, 'quoll'))).toEqual(['Original (copy)'])
  })

  test('a document that cannot be read is skipped, and one that is written meanwhile is read again', async () => {
    const { owner } = service.two
    const id = await importFlow(service, owner, 'Broken', { nodes: [node('a', 'code', 'Bilby')], edges: [] })
    await importFlow(service, owner, 'Whole', { nodes: [node('a', 'code', 'Bilby')], edges: [] })
    const { pool } = service.app.services.database
    await pool.query(`update flow_document set body = 'no JSON' where flow_id = $1`, [id])
    await fill()
    const found = await search(service, owner, 'bilby')
    expect([namesOf(found), found.pending]).toEqual([['Whole'], 0])
    const write = () => pool.query(`update flow_document set body = body where flow_id = $1`, [id])
    await write()
    const { tasks } = service.app.services
    const slow = {
      ...service.app.services,
      tasks: {
        ...tasks,
        readDefinitionText: async (account: string, text: string) => {
          await write()
          return tasks.readDefinitionText(account, text)
        },
      },
    }
    await fillFlowTexts(slow)
    expect((await search(service, owner, 'bilby')).pending).toBe(1)
    await fill()
    expect((await search(service, owner, 'bilby')).pending).toBe(0)
  })

  test('works without the trigram index', async () => {
    const { pool } = service.app.services.database
    await pool.query('drop index flow_text_parts')
    const found = async () => namesOf(await searchDefinitions(service.one.scope, 'orders_api', 25, 0))
    expect(await found()).toEqual(['Orders'])
    const client = await pool.connect()
    expect(await makePartIndexes(client)).toBeNull()
    client.release()
    expect(await found()).toEqual(['Orders'])
  })

  test('all definitions of a sample are found', async () => {
    const { owner } = await service.makeAccount(`sample-${service.kind}`)
    expect((await service.request('POST', '/sample/', { as: owner })).status).toBe(201)
    await fill()
    const { count, pending, results } = await search(service, owner, 'orders_api', 100)
    expect([count > 3, count === results.length, pending]).toEqual([true, true, 0])
  })
})

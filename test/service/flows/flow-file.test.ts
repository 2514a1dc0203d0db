/** Flows as files: import, export and file names, on each database. */
import { beforeAll, expect, test } from 'vitest'
import { FlowDetail, ImportResult, Template } from '#contract/flow.ts'
import { eachDatabase, type TestRequest, type TestCaller } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'
import { readAny } from '#test/service/support/read-all-pages.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

eachDatabase('flow files', (service) => {
  let caller: TestCaller
  beforeAll(() => {
    caller = service.one.operator
  })
  const send = (method: string, path: string, sent: TestRequest = {}) =>
    service.request(method, path, { as: caller, ...sent })
  const create = async (name: string) => (await send('POST', '/flow/', { body: { name } })).as(FlowDetail)

  test('imports a template as a draft, and exports the same bytes', async () => {
    const first = await send('POST', '/flow/import/', { body: { template } })
    expect(first.status).toBe(201)
    const flow = first.as(Imported)
    expect(flow).toMatchObject({
      name: 'Order status',
      status: 'draft',
      node_count: 3,
      edge_count: 2,
      trigger_types: ['message'],
      metadata: { team: 'Sales' },
    })
    expect(flow.import).toMatchObject({
      missing: { tools: ['crm'], channels: ['support'], secrets: ['crm_token'] },
      renamed_from: null,
      source_format: 'flow-template',
    })
    expect(flow.nodes.find((node) => node.id === 'look')).toMatchObject({
      unknown_to_us: { kept: true },
      config: { own_field: { kept: [1, null] } },
    })
    expect(flow.edges.find((edge) => edge.id === 'e1')).toMatchObject({ colour: 'red' })
    const out = await send('GET', `/flow/${flow.id}/export/`)
    expect(out.headers.get('content-disposition')).toBe(
      `attachment; filename="Order status.json"; filename*=UTF-8''Order%20status.json`,
    )
    expect(out.as(Template).requires).toEqual({ tools: ['crm'], channels: ['support'], secrets: ['crm_token'] })
    const again = (await send('POST', '/flow/import/', { body: { template: out.text, name: 'Other' } })).as(Imported)
    expect(again.import.renamed_from).toBe('Order status')
    await send('PATCH', `/flow/${again.id}/`, { body: { name: 'Order status' } })
    const back = await send('GET', `/flow/${again.id}/export/`)
    const without = (text: string) => text.replace(/"exported_at": "[^"]*"/, '')
    expect(without(back.text)).toBe(without(out.text))
    const twice = await send('GET', `/flow/${flow.id}/export/`)
    expect(twice.as(Template).exported_at).not.toBe(out.as(Template).exported_at)
    expect(without(twice.text)).toBe(without(out.text))
  })

  test('derives a file name that browsers and file systems accept from any flow name', async () => {
    for (const name of [
      '../../etc/passwd',
      'a"b\\c',
      "it's 100% (ok)*",
      '日本語 🚀',
      'con\u202Etxt.exe',
      '...',
      'x'.repeat(200),
      'tab\tand\nline',
      'CON',
      'Aux.backup',
    ]) {
      const { id } = await create(name)
      const header = (await send('GET', `/flow/${id}/export/`)).headers.get('content-disposition') ?? ''
      const match = /^attachment; filename="([\x20-\x7e]+)"; filename\*=UTF-8''([\w.~%-]+)$/.exec(header)
      expect(match, header).not.toBeNull()
      const decoded = decodeURIComponent(match?.[2] ?? '')
      expect(decoded).toMatch(/\.json$/)
      expect(decoded).not.toMatch(/[/\\:*?"<>|\p{Cc}\u202e]/u)
      expect(match?.[1]).not.toMatch(/["\\/]/)
      expect(decoded).not.toMatch(/^(?:con|aux)\./i)
    }
  })

  test('refuses an invalid flow with a reason, and writes nothing', async () => {
    const before = (await readAny(service, caller, '/flow/?limit=1')).count
    const tab = (id: string) => ({ id, type: 'tab', label: id })
    const cases: [unknown, string][] = [
      ['{"a": ', 'not_a_template'],
      ['{"a": 1, "a": 2}', 'not_a_template'],
      [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'not_a_template'],
      ['', 'not_a_template'],
      [{ name: 'package', version: '1.0.0' }, 'not_a_template'],
      [[1, 2, 3], 'not_a_template'],
      [
        [
          tab('a'),
          tab('b'),
          { id: 'n', type: 'inject', z: 'a', x: 1, y: 1, wires: [] },
          { id: 'm', type: 'inject', z: 'b', x: 1, y: 1, wires: [] },
        ],
        'several_flows',
      ],
    ]
    for (const [value, code] of cases) {
      const response = await send('POST', '/flow/import/', { body: { template: value } })
      expect([response.status, JSON.stringify(value).slice(0, 40)]).toEqual([422, JSON.stringify(value).slice(0, 40)])
      expect(response.body).toMatchObject({ code, detail: expect.stringMatching(/^[A-Z].+\.$/) })
    }
    const key = 'Zq7R0147kV3mXw9TbL5yHs2NfJ8'
    const twice = await send('POST', '/flow/import/', { body: { template: `{"${key}": 1, "${key}": 2}` } })
    expect(twice.body).toMatchObject({ detail: 'The key “…” occurs twice in one object.' })
    const large = await send('POST', '/flow/import/', { raw: `{"template": "${'x'.repeat(33 * 1024 * 1024)}"}` })
    expect(large.status).toBe(413)
    expect((await readAny(service, caller, '/flow/?limit=1')).count).toBe(before)
  })

  test('creates one flow for a repeated Idempotency-Key, and returns it again', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const one = await send('POST', '/flow/import/', { body: { template, name: 'Once' }, headers })
    const two = await send('POST', '/flow/import/', { body: { template, name: 'Once' }, headers })
    expect(two.status).toBe(201)
    expect(two.as(Imported).id).toBe(one.as(Imported).id)
    expect(two.as(Imported).import.missing).toEqual(one.as(Imported).import.missing)
    expect((await readAny(service, caller, '/flow/?search=once')).count).toBe(1)
  })
})

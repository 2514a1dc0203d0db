/**
 * A secret of every form in every field of a flow: none is in any export, copy, backup, response, error or log line.
 * The bytes are searched for the planted secrets.
 */
import { beforeEach, expect, test, vi } from 'vitest'
import { FlowDetail, ImportResult } from '#contract/flow.ts'
import { templateSchemaPath } from '#contract/values/template-format.ts'
import { canaries, markOf, type Canary } from '#test/support/canaries.ts'
import { eachDatabase, type TestRequest } from '#test/service/support/harness.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

let number = 1000
const plantedCanaries: Canary[] = []
/** Plants one secret of each form. */
function plant(): string[] {
  const created = canaries(number)
  number += created.length
  plantedCanaries.push(...created)
  return created.map(({ text }) => text)
}
/** Plants a secret that is only recognizable by its place. */
function plantPlain(): string {
  const secret = markOf((number += 1))
  plantedCanaries.push({ shape: 'by its place', text: secret, secret })
  return secret
}

const perShape = <T>(make: (text: string, index: number) => T): T[] => plant().map(make)

/** Names whose values are secrets, whatever their form. */
const secretNames = [
  'password',
  'apiKey',
  'X-Api-Key',
  'client_secret',
  'DB_PASSWORD',
  'botToken',
  'Authorization',
  'cookie',
]
const canariesBySecretName = () => Object.fromEntries(secretNames.map((name) => [name, plantPlain()]))

function flowOfCanaries() {
  const nodes = [
    ...perShape((name, index) => ({ id: `name-${index}`, type: 'note', name })),
    ...perShape((notes, index) => ({ id: `notes-${index}`, type: 'note', name: '', notes })),
    ...perShape((text, index) => ({ id: `config-${index}`, type: 'message', name: '', config: { text } })),
    ...perShape((text, index) => ({ id: `deep-${index}`, type: 'x', name: '', config: { a: [{ b: [text] }] } })),
    ...perShape((text, index) => ({ id: `extra-${index}`, type: 'x', name: '', of_others: { text } })),
    ...perShape((text, index) => ({ id: `key-${index}`, type: 'x', name: '', config: { [text]: 1 } })),
    ...perShape((id) => ({ id, type: 'x', name: '' })),
    ...perShape((type, index) => ({ id: `type-${index}`, type, name: '' })),
    ...perShape((tool, index) => ({ id: `tool-${index}`, type: 'api', name: '', tool })),
    ...perShape((parent, index) => ({ id: `parent-${index}`, type: 'api', name: '', parent })),
    ...perShape((channel, index) => ({ id: `channel-${index}`, type: 'message', name: '', config: { channel } })),
    { id: 'agent', type: 'agent', name: '', config: { tools: plant(), instructions: plant().join('\n') } },
    {
      id: 'named',
      type: 'api',
      name: '',
      config: { ...canariesBySecretName(), headers: canariesBySecretName(), auth: { password: plantPlain() } },
    },
    {
      id: 'pairs',
      type: 'api',
      name: '',
      config: { list: secretNames.map((name) => ({ name, value: plantPlain() })) },
    },
    { id: 'held', type: 'api', name: '', config: { credentials: { token: plantPlain(), value: plantPlain() } } },
    { id: 'random', type: 'api', name: '', config: { myKeyMaterial: plantPlain(), authData: plantPlain() } },
  ]
  const edge = { source: 'agent', target: 'named' }
  const edges = [
    ...perShape((label, index) => ({ ...edge, id: `label-${index}`, label })),
    ...perShape((condition, index) => ({ ...edge, id: `condition-${index}`, condition })),
    ...perShape((id) => ({ ...edge, id })),
    ...perShape((handle, index) => ({ ...edge, id: `handle-${index}`, source_handle: handle })),
    ...perShape((text, index) => ({ ...edge, id: `data-${index}`, data: { text } })),
    ...perShape((target, index) => ({ source: 'agent', target, id: `gone-${index}` })),
  ]
  return {
    name: plant()[10],
    description: plant().join('\n\n'),
    nodes,
    edges,
    metadata: { texts: plant(), ...canariesBySecretName(), source: { headers: canariesBySecretName() } },
    variables: [
      ...perShape((value, index) => ({ key: `v${index}`, value })),
      ...perShape((key) => ({ key, value: 1 })),
      ...secretNames.map((key) => ({ key, value: plantPlain() })),
      ...perShape((text, index) => ({ key: `o${index}`, value: { inside: [text] }, description: text })),
    ],
    settings: { texts: plant(), ...canariesBySecretName() },
    of_others: { texts: plant() },
  }
}

eachDatabase('canaries', { settings: { LOG_LEVEL: 'debug' } }, (service) => {
  const logged: string[] = []
  const responses: [string, string][] = []
  let id = ''

  async function send(method: string, path: string, sent: TestRequest = {}) {
    const response = await service.request(method, path, { as: service.one.owner, ...sent })
    responses.push([`${method} ${path.slice(0, 40)}`, `${[...response.headers].join('\n')}\n${response.text}`])
    return response
  }
  const statusOf = async (template: unknown) => (await send('POST', '/flow/import/', { body: { template } })).status
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
  })
  test('removes all secrets on import', async () => {
    const template = {
      format: 'flow-template',
      format_version: plant()[22],
      exported_at: plantPlain(),
      generator: { name: plant()[10], version: plant()[20] },
      flow: flowOfCanaries(),
      requires: { tools: plant(), channels: plant(), secrets: plant() },
      redacted: plant(),
    }
    const response = await send('POST', '/flow/import/', { body: { template } })
    expect(response.status, response.text.slice(0, 300)).toBe(201)
    const flow = response.as(Imported)
    id = flow.id
    expect(flow.import.redacted.length).toBeGreaterThan(500)
    await send('POST', '/flow/import/', { body: { template: JSON.stringify(template) } })
  })

  test('exports, copies, reads and lists the flow', async () => {
    const out = await send('GET', `/flow/${id}/export/`)
    expect(out.status).toBe(200)
    const copy = (await send('POST', `/flow/${id}/duplicate/`, { body: {} })).as(FlowDetail)
    for (const path of [`/flow/${id}/`, `/flow/${copy.id}/`, `/flow/${copy.id}/export/`, '/flow/', '/activity/'])
      expect((await send('GET', path)).status).toBe(200)
    await send('GET', templateSchemaPath)
    await send('GET', '/openapi.json')
    expect((await send('POST', `/flow/${id}/activate/`)).status).toBe(409)
    expect((await send('PATCH', `/flow/${id}/`, { body: { name: 'a', version: 77 } })).status).toBe(409)
    // Importing the export again removes nothing more.
    const again = (await send('POST', '/flow/import/', { body: { template: out.text } })).as(Imported)
    const back = await send('GET', `/flow/${again.id}/export/`)
    const without = (text: string) => text.replace(/"exported_at": "[^"]*"/, '')
    expect(without(back.text)).toBe(without(out.text))
  })

  test('reports errors about broken files', async () => {
    const [text = ''] = plant()
    const json = JSON.stringify(text)
    const files: unknown[] = [
      `{"password": ${json}, `,
      `{${json}: 1, ${json}: 2}`,
      { nothing: plant() },
      { format: 'flow-template', flow: { nodes: plant().join() } },
      `a: ${json}\na: ${json}\n`,
      `key: [${json}\n`,
      `- ${json}\n- *sk-${plantPlain()}\n`,
    ]
    for (const file of files) expect(await statusOf(file)).toBe(422)
  })

  test.each(['name', 'description'])(
    'refuses a %s that contains a secret, without repeating the secret',
    async (field) => {
      for (const text of plant().map((one) => one.slice(0, 200).replaceAll(/\s/g, ' '))) {
        const kept = plantedCanaries.find(
          ({ text: whole, secret }) => whole.startsWith(text.slice(0, 9)) && text.includes(secret),
        )
        if (kept === undefined) continue
        const body = { name: 'Plain', [field]: text }
        expect([(await send('POST', '/flow/', { body })).status, text]).toEqual([400, text])
        expect((await send('PATCH', `/flow/${id}/`, { body: { [field]: text } })).status).toBe(400)
      }
      const [text = ''] = plant()
      const template = { format: 'flow-template', flow: { name: 'a', nodes: [], edges: [] } }
      expect((await send('POST', '/flow/import/', { body: { template, name: text } })).status).toBe(400)
      expect((await send('POST', `/flow/${id}/duplicate/`, { body: { name: text } })).status).toBe(400)
      const tags = [`sk-${plantPlain()}`]
      expect((await send('PUT', `/flow/${id}/tags/`, { body: { tags } })).status).toBe(400)
    },
  )

  test('creates backups with and without stored secrets', async () => {
    for (const query of ['', '?secrets=encrypted']) {
      const response = await send('GET', `/admin/backup/${query}`, {
        as: { headers: { authorization: 'Bearer machine' } },
      })
      expect(response.status).toBe(200)
      expect(response.text).toContain('flow_document')
    }
  })

  test('has no planted secret in any of these responses or the log', () => {
    expect(plantedCanaries.length).toBeGreaterThan(1500)
    expect(responses.length).toBeGreaterThan(100)
    expect(logged.join('').length).toBeGreaterThan(1000)
    const found = new Set<string>()
    for (const [where, text] of [...responses, ['log', logged.join('')] as const])
      for (const { shape, secret } of plantedCanaries) if (text.includes(secret)) found.add(`${where}: ${shape}`)
    expect([...found]).toEqual([])
  })
})

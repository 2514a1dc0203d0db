/** The published schema of flow templates: its URL, and agreement of the service with it. */
import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { FlowDetail, ImportResult } from '#contract/flow.ts'
import { templateSchemaPath } from '#contract/values/template-format.ts'
import { fixture } from '#test/support/flow-fixtures.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { readdirSync } from 'node:fs'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

const fixtures = readdirSync(new URL('../../fixtures/flows/', import.meta.url)).filter((name) => name.endsWith('.json'))

const { flow } = template
const [node] = flow.nodes
const withFlow = (part: object) => ({ ...template, flow: { ...flow, ...part } })
const withNode = (part: object) => withFlow({ nodes: [{ ...node, ...part }] })
const withEdge = (part: object) => withFlow({ edges: [{ source: 'start', target: 'look', ...part }] })

/** The import accepts `right` and `wrong`; the schema accepts only `right`. */
const right: readonly (readonly [string, object])[] = [
  ['a complete template', template],
  ['a minimal template', { format: 'flow-template', format_version: '1.0', flow: { name: 'A', nodes: [], edges: [] } }],
  ['unknown fields', { ...withNode({ colour: [1, { a: null }] }), own: {} }],
  ['no positions', withNode({ position: null, size: null, parent: null, tool: null })],
  ['an edge without an id', withEdge({})],
  ['a variable without a value', withFlow({ variables: [{ key: 'a' }] })],
]
const wrong: readonly (readonly [string, object, string | null])[] = [
  ['no format', { flow }, 'format'],
  ['another format', { ...template, format: 'other' }, 'format'],
  ['no version', { ...template, format_version: undefined }, 'format_version'],
  ['no edges', withFlow({ edges: undefined }), 'flow.edges'],
  ['nodes by id', withFlow({ nodes: { a: { type: 'note' } } }), 'flow.nodes'],
  ['a node without a type', withNode({ type: undefined }), 'flow.nodes.0.type'],
  ['a number for an id', withNode({ id: 7 }), 'flow.nodes.0.id'],
  ['a pair for a position', withNode({ position: [1, 2] }), 'flow.nodes.0.position'],
  ['a position without y', withNode({ position: { x: 1 } }), 'flow.nodes.0.position.y'],
  ['a text for a config', withNode({ config: 'none' }), 'flow.nodes.0.config'],
  ['a text for a boolean', withNode({ disabled: 'yes' }), 'flow.nodes.0.disabled'],
  ['edges with other field names', withFlow({ edges: [{ from: 'start', to: 'look' }] }), 'flow.edges.0.source'],
  ['a number for a label', withEdge({ label: 1 }), 'flow.edges.0.label'],
  ['a date for a time', { ...template, exported_at: '2026-11-01' }, 'exported_at'],
  ['a list for settings', withFlow({ settings: [] }), 'flow.settings'],
  ['a variable without a key', withFlow({ variables: [{ value: 1 }] }), 'flow.variables.0.key'],
  ['a text for a list of tools', { ...template, requires: { tools: 'crm' } }, 'requires.tools'],
]

eachDatabase('schema of flow templates', (service) => {
  let caller: TestCaller
  let validate: ValidateFunction
  beforeAll(async () => {
    caller = service.one.operator
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
    addFormats.default(ajv)
    const schema: unknown = (await service.request('GET', templateSchemaPath)).body
    validate = ajv.compile(typeof schema === 'object' && schema !== null ? schema : {})
  })
  const imported = async (file: unknown) => {
    const response = await service.request('POST', '/flow/import/', { as: caller, body: { template: file } })
    expect(response.status, response.text.slice(0, 300)).toBe(201)
    return response.as(Imported)
  }
  const complaints = async (file: unknown) =>
    (await imported(file)).import.warnings.filter(({ code }) => code === 'not_by_schema')

  test('serves the schema publicly, cacheable, and linked from the OpenAPI document', async () => {
    const response = await service.request('GET', templateSchemaPath)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
    expect(response.body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.any(String),
    })
    const etag = response.headers.get('etag') ?? ''
    const again = await service.request('GET', templateSchemaPath, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const plain = await fetch(service.origin + templateSchemaPath)
    expect([plain.status, plain.url]).toEqual([200, `${service.origin}/api${templateSchemaPath}`])
    expect(await plain.json()).toEqual(response.body)
    const document = (await service.request('GET', '/openapi.json')).body
    expect(document).toMatchObject({ externalDocs: { url: `/api${templateSchemaPath}` } })
  })

  test.each(right)('imports without warnings what the schema accepts: %s', async (_, file) => {
    expect(validate(JSON.parse(JSON.stringify(file))), JSON.stringify(validate.errors)).toBe(true)
    expect(await complaints(file)).toEqual([])
    expect(await complaints(JSON.stringify(file))).toEqual([])
  })

  test.each(wrong)('imports with warnings what the schema rejects: %s', async (_, file, place) => {
    expect(validate(JSON.parse(JSON.stringify(file)))).toBe(false)
    const told = await complaints(file)
    expect(told[0]?.message).toContain(`“${place}”`)
    expect(await complaints(JSON.stringify(file))).toEqual(told)
  })

  test('names the node in a warning, and counts warnings beyond the first ten', async () => {
    expect(await complaints(withNode({ disabled: 'yes' }))).toMatchObject([{ node_id: 'start' }])
    const nodes = Array.from({ length: 3000 }, (_, index) => ({ id: `n${index}`, type: 'note', notes: index }))
    const told = await complaints(withFlow({ nodes, edges: [] }))
    expect(told).toHaveLength(11)
    expect(told.at(-1)?.message).toMatch(/^Further places that do not match the schema: at least \d+\.$/)
  })

  test('checks YAML like JSON', async () => {
    const text = 'format: flow-template\nformat_version: "1.0"\nflow:\n  name: A\n  nodes: []\n'
    expect(await complaints(text)).toMatchObject([{ message: expect.stringContaining('“flow.edges”') }])
    expect(await complaints(`${text}  edges: []\n`)).toEqual([])
  })

  test.each(fixtures)('writes valid templates of %s, directly and through the service', async (name) => {
    const facts = { exportedAt: '2026-11-01T08:00:00.000Z', generator: { name: 'test', version: '1' } }
    for (const draft of fixture(name)) {
      const file: unknown = JSON.parse(templateText(writeTemplate(draft, facts)))
      expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
      const { id } = await imported(file)
      const out = await service.request('GET', `/flow/${id}/export/`, { as: caller })
      expect(validate(out.body), JSON.stringify(validate.errors)).toBe(true)
    }
  })
})

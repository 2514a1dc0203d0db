import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Template } from '#contract/flow.ts'
import { importLimit } from '#contract/kernel/limits.ts'
import type { Json } from '#lib/json/json.ts'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { readFlowFile } from './read.ts'
import { templateText, writeTemplate } from './template.ts'

const exportInfo = { exportedAt: '2026-01-02T03:04:05Z', generator: { name: 'flow-console', version: '0.1.0' } }
const exported = (flow: FlowParts) => templateText(writeTemplate(flow, exportInfo))
const fixture = (name: string) => readFileSync(new URL(`../../test/fixtures/flows/${name}`, import.meta.url), 'utf8')

function imported(text: string, name = 'a.json') {
  const result = readFlowFile({ name, text })
  return result.ok ? result.flows : expect.fail(`${result.code}: ${result.message}`)
}
const reexported = (text: string) => imported(text).map(exported)

const word = fc.string({ unit: 'grapheme', maxLength: 8 })
const id = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
const json = fc.json({ maxDepth: 3, stringUnit: 'grapheme' }).map((text): Json => JSON.parse(text))
const record = fc.dictionary(
  word.filter((key) => key !== '__proto__'),
  json,
  { maxKeys: 4 },
)
const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
const nullableWord = fc.option(word, { nil: null })

/** Flows as the service stores them: trimmed names, unique ids, existing ends. */
const flows = fc.uniqueArray(id, { minLength: 1, maxLength: 8 }).chain((ids) => {
  const node = (nodeId: string, index: number) =>
    fc.record({
      id: fc.constant(nodeId),
      type: fc.constantFrom('trigger', 'api', 'agent', 'message', 'note', 'group', 'else', ''),
      name: word,
      position: fc.option(fc.record({ x: coordinate, y: coordinate }), { nil: null }),
      size: fc.option(fc.record({ width: coordinate, height: coordinate }), { nil: null }),
      parent: index === 0 ? fc.constant(null) : fc.constantFrom(null, ...ids.slice(0, index)),
      tool: nullableWord,
      config: record,
      disabled: fc.boolean(),
      notes: word,
      'x-extra': json,
    })
  const edge = fc.record({
    id,
    source: fc.constantFrom(...ids),
    target: fc.constantFrom(...ids),
    source_handle: nullableWord,
    target_handle: nullableWord,
    label: nullableWord,
    condition: nullableWord,
    extra: json,
  })
  return fc.record({
    name: word.map((name) => `n${name.trim()}`.normalize('NFC')),
    description: word,
    nodes: fc.tuple(...ids.map(node)),
    edges: fc.uniqueArray(edge, { selector: (item) => item.id, maxLength: 8 }),
    metadata: record,
    variables: fc.array(fc.record({ key: id, value: json }), { maxLength: 3 }),
    settings: record,
  })
})

test('exporting an imported export gives the same bytes', () => {
  fc.assert(
    fc.property(flows, (flow) => {
      // The service never stores values that JSON cannot represent (a number beyond safe integers, a lone surrogate).
      const result = readFlowFile({ name: 'a.json', text: exported(flow) })
      if (!result.ok) {
        expect(['bad-number', 'bad-text']).toContain(result.code)
        return
      }
      expect(result.flows.map(exported)).toEqual([exported(flow)])
    }),
    { numRuns: 300 },
  )
})

test.each([
  'n8n-orders.json',
  'n8n-by-id.json',
  'node-red-garden.json',
  'generic-react-flow.json',
  'template-small.json',
])('a converted %s is unchanged after export and import', (name) => {
  for (const flow of imported(fixture(name), name)) {
    const text = exported(flow)
    expect(reexported(text)).toEqual([text])
    expect(Template.safeParse(JSON.parse(text)).success).toBe(true)
  }
})

test('the exported bytes do not depend on the order of keys, nodes and edges', () => {
  const [flow] = imported(fixture('template-small.json'))
  if (!flow) expect.fail()
  const turned = {
    ...flow,
    nodes: flow.nodes
      .toReversed()
      .map((node) => makeNode({ ...Object.fromEntries(Object.entries(node).toReversed()), ...node })),
    edges: flow.edges.toReversed(),
    metadata: { b: 1, a: { d: 1, c: 2 } },
  }
  const straight = { ...flow, metadata: { a: { c: 2, d: 1 }, b: 1 } }
  expect(exported(turned)).toBe(exported(straight))
})

test('the template fixture has the key order of an export', () => {
  const text = fixture('template-small.json')
  expect(JSON.stringify(JSON.parse(reexported(text)[0] ?? ''))).toBe(JSON.stringify(JSON.parse(text)))
})

test('a secret is exported as a reference, a redacted path and a requirement', () => {
  const config = { url: 'https://a.example', auth: { password: 'canary-1' }, to: '{{ secrets.known }}' }
  const flow = { ...emptyFlow(), name: 'x', nodes: [makeNode({ id: 'n', type: 'api', name: 'n', config })] }
  const template = writeTemplate(flow, exportInfo)
  expect(JSON.stringify(template)).not.toContain('canary-1')
  expect(template.requires.secrets).toEqual(['known', 'password'])
  expect(template.redacted).toEqual(['nodes.n.config.auth.password', 'nodes.n.config.to'])
  expect(config.auth.password).toBe('canary-1')
})

test('a flow whose indented file would exceed the import limit is written without indentation', () => {
  const values = Array.from({ length: 2_500_000 }, () => 1)
  const node = makeNode({ id: 'a', type: 'trigger', name: 'A', config: { values } })
  const text = exported({ ...emptyFlow(), name: 'Large', nodes: [node] })
  expect(text.length).toBeLessThan(importLimit)
  const [flow] = imported(text)
  // Compared as text: the test runner takes half a minute to compare millions of values.
  expect(JSON.stringify(flow?.nodes) === JSON.stringify([node])).toBe(true)
})

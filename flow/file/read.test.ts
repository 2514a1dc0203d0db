import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import type { Json } from '#lib/json/json.ts'
import { countsOf } from '#flow/node-kind.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from './read.ts'

const fixture = (name: string) =>
  read(name, readFileSync(new URL(`../../test/fixtures/flows/${name}`, import.meta.url), 'utf8'))

function read(name: string, text: string): FlowDraft[] {
  const result = readFlowFile({ name, text })
  return result.ok ? result.flows : expect.fail(`${result.code}: ${result.message}`)
}
const only = (flows: FlowDraft[]): FlowDraft =>
  flows.length === 1 && flows[0] ? flows[0] : expect.fail(`${flows.length} flows`)
const nodeOf = (flow: FlowDraft, id: string): Node =>
  flow.nodes.find((node) => node.id === id) ?? expect.fail(`no node ${id}`)
const codeOf = (name: string, text: string) => {
  const result = readFlowFile({ name, text })
  return result.ok ? `ok ${result.format}` : result.code
}
const edgesOf = (flow: FlowDraft) =>
  flow.edges.map((edge) => `${edge.source} ${edge.source_handle} ${edge.target} ${edge.target_handle}`)
const warningsOf = (flow: FlowDraft) => flow.warnings.map((warning) => warning.code)

test('n8n: edges connect nodes by name, outputs have names, null ports count in the numbering', () => {
  const flow = only(fixture('n8n-orders.json'))
  expect(countsOf(flow)).toEqual({ nodes: 10, edges: 9 })
  expect(edgesOf(flow)).toEqual([
    't1 out i1 null',
    'i1 true h1 null',
    'i1 false s1 null',
    'h1 error w1 null',
    's1 case_0 w1 null',
    's1 else a1 main:1',
    'w1 out i1 null',
    'w1 out w1 null',
    'm1 ai_languageModel a1 ai_languageModel',
  ])
  expect(flow.edges[4]?.label).toBe('Norway')
  expect(flow.dangling).toEqual([{ source: 'Sum up', target: 'Gone', message: 'No node is named “Gone”.' }])
  expect(warningsOf(flow)).toEqual(['webhook_id_removed', 'duplicate_name', 'dangling_edges'])
})

test('n8n: types, positions, notes and the original node are kept', () => {
  const flow = only(fixture('n8n-orders.json'))
  expect(flow.nodes.map((node) => node.type)).toEqual([
    'trigger',
    'condition',
    'api',
    'condition',
    'wait',
    'wait',
    'code',
    'agent',
    '@n8n/n8n-nodes-langchain.lmChatOpenAi',
    'note',
  ])
  expect(nodeOf(flow, 'h1')).toMatchObject({
    position: { x: 520.5, y: -120 },
    notes: 'Answers within 2 s',
    config: {
      method: 'POST',
      headers: { 'X-Api-Key': '{{ secrets.x_api_key }}', Accept: 'application/json' },
      original: { typeVersion: 4, onError: 'continueErrorOutput' },
    },
  })
  expect(nodeOf(flow, 'Sum up')).toMatchObject({
    position: null,
    config: { language: 'javascript', source: 'return items\n' },
  })
  expect(nodeOf(flow, 'w1').config).toMatchObject({ seconds: 86_400 })
  expect(nodeOf(flow, 'w2').disabled).toBe(true)
  expect(nodeOf(flow, 'n1')).toMatchObject({ size: { width: 400, height: 180 }, config: { text: '## Orders' } })
  expect(nodeOf(flow, 'i1').config['cases']).toEqual([
    { id: 'true', label: 'true', expression: '{{ $json.stock }} gt 0' },
    { id: 'false', label: 'false', expression: '' },
  ])
  expect(nodeOf(flow, 'm1').config['original']).toMatchObject({
    credentials: { openAiApi: { id: 'Zk3s9QwLmP0aXy77', name: 'Main account' } },
  })
  expect(JSON.stringify(flow)).not.toMatch(/8d0a4c0e|wh-4f2a9c0b|9f8e7d6c5b4a/)
  expect(flow.requires.secrets).toEqual(['x_api_key'])
})

test('n8n: connections by id are dropped with a warning', () => {
  const flow = only(fixture('n8n-by-id.json'))
  expect(countsOf(flow)).toEqual({ nodes: 2, edges: 0 })
  expect(flow.dangling).toHaveLength(1)
  expect(warningsOf(flow)).toEqual(['connections_by_id', 'no_name', 'dangling_edges'])
  expect(flow.name).toBe('n8n-by-id')
})

test('Node-RED: each tab and subflow with nodes, or missing from the file, becomes a flow', () => {
  const flows = fixture('node-red-garden.json')
  expect(flows.map((flow) => [flow.name, countsOf(flow), flow.dangling.length])).toEqual([
    ['Garden', { nodes: 7, edges: 5 }, 1],
    ['Valve', { nodes: 2, edges: 1 }, 0],
    ['node-red-garden 3', { nodes: 1, edges: 0 }, 1],
  ])
  expect(flows[0]?.description).toBe('Waters the beds.')
  expect(flows[2]?.dangling[0]?.message).toBe('The node v1 is in another flow of the file.')
})

test('Node-RED: centre positions become top-left corners, relative to the group', () => {
  const flow = fixture('node-red-garden.json')[0] ?? expect.fail()
  expect(nodeOf(flow, 'g1')).toMatchObject({
    type: 'group',
    position: { x: 100, y: 100 },
    size: { width: 700, height: 300 },
    parent: null,
  })
  expect(nodeOf(flow, 'g2')).toMatchObject({ type: 'group', position: { x: 300, y: 20 }, parent: 'g1' })
  expect(nodeOf(flow, 'in1')).toMatchObject({ position: { x: 220 - 108 - 100, y: 180 - 35 - 100 }, parent: 'g1' })
  expect(nodeOf(flow, 'sw1')).toMatchObject({ position: { x: 540 - 108 - 400, y: 180 - 35 - 120 }, parent: 'g2' })
  expect(nodeOf(flow, 'fn1')).toMatchObject({ position: { x: 900 - 108, y: 180 - 35 }, parent: null })
})

test('Node-RED: types, branches and settings', () => {
  const [garden, valve] = fixture('node-red-garden.json')
  if (!garden || !valve) expect.fail()
  expect(edgesOf(garden)).toEqual([
    'in1 out sw1 null',
    'sw1 case_0 fn1 null',
    'sw1 case_0 vi1 null',
    'fn1 out:0 rq1 null',
    'rq1 out in1 null',
  ])
  expect(garden.edges[1]?.label).toBe('< 30')
  expect(nodeOf(garden, 'in1')).toMatchObject({
    type: 'trigger',
    config: { kind: 'schedule', schedule: { cron: '00 06 * * *' } },
  })
  expect(nodeOf(garden, 'rq1')).toMatchObject({ type: 'api', disabled: true })
  expect(nodeOf(garden, 'vi1')).toMatchObject({ type: 'subflow', config: { flow: 'sub.1' } })
  expect(nodeOf(garden, 'cm1')).toMatchObject({ type: 'note', config: { text: 'Beds\n\nThree of them.' } })
  expect(nodeOf(valve, 'v1')).toMatchObject({ type: 'wait', name: 'delay', config: { seconds: 120 } })
  expect(nodeOf(valve, 'v2')).toMatchObject({ type: 'mqtt out', position: null })
  expect(valve.metadata['source']).toMatchObject({ config_nodes: [{ id: 'cfg1' }] })
  expect(garden.metadata['source']).toMatchObject({ config_nodes: [] })
  expect(JSON.stringify([garden, valve])).not.toMatch(/hunter22|pa55word|br0ker-pass|vt-55aa66bb/)
})

test('generic: numeric ids, duplicate ids, other names for edge ends, sizes of containers only', () => {
  const flow = only(fixture('generic-react-flow.json'))
  expect(flow.nodes.map((node) => [node.id, node.type, node.name, node.parent])).toEqual([
    ['box', 'group', 'Box', null],
    ['1', 'api', 'First', 'box'],
    ['2', 'unknown', 'Second', null],
    ['2~2', 'code', 'Second again', null],
    ['lonely', 'thing', 'lonely', null],
  ])
  expect(flow.nodes.map((node) => node.position)).toEqual([
    { x: 0, y: 0 },
    { x: 20, y: 30 },
    { x: 300, y: 30 },
    { x: 600, y: 30 },
    null,
  ])
  expect(flow.nodes.map((node) => node.size)).toEqual([{ width: 400, height: 200 }, null, null, null, null])
  expect(edgesOf(flow)).toEqual(['1 null 2 null', '1 error lonely null'])
  expect(flow.edges[0]).toMatchObject({ id: 'e', label: 'next', animated: true })
  expect(flow.dangling).toHaveLength(2)
  expect(flow.changedIds).toEqual([
    { kind: 'node', from: '2', to: '2~2' },
    { kind: 'edge', from: 'e', to: 'e~2' },
  ])
  expect(warningsOf(flow)).toEqual(['no_name', 'parent', 'dangling_edges', 'duplicate_id'])
})

test('an imported template equals the exported flow', () => {
  const flow = only(fixture('template-small.json'))
  expect(flow).toMatchObject({
    name: 'Late parcels',
    sourceFormat: 'flow-template',
    warnings: [],
    dangling: [],
    changedIds: [],
    redacted: [],
  })
  expect(flow.requires).toEqual({ tools: ['carrier'], channels: ['post'], secrets: ['carrier'] })
  expect(nodeOf(flow, 'start')['colour']).toBe('#123456')
})

test.each([
  ['a.json', '', 'empty'],
  ['a.json', '\uFEFF', 'empty'],
  ['a.json', 'Dear operator', 'json-syntax'],
  ['a.json', '{"nodes":[', 'json-syntax'],
  ['a.json', '{"a":1}\n{"a":2}', 'many-documents'],
  ['a.json', '{"a":1}x', 'json-syntax'],
  ['a.json', '['.repeat(10_000), 'too-deep'],
  ['a.json', '{"nodes":[],"nodes":[]}', 'duplicate-key'],
  ['a.json', '{"nodes":[],"edges":["\\ud800"]}', 'bad-text'],
  ['a.json', '{"nodes":[],"edges":[1e400]}', 'bad-number'],
  ['a.json', 'null', 'no-flow'],
  ['a.json', '[1,2]', 'no-flow'],
  ['a.json', '[{"id":"a"}]', 'no-flow'],
  ['a.json', '{"name":"x","version":"1.0.0"}', 'no-flow'],
  ['a.json', '{"nodes":{},"connections":{}}', 'bad-shape'],
  ['a.json', '{"nodes":[],"connections":[]}', 'bad-shape'],
  ['a.json', '{"nodes":"","edges":[]}', 'bad-shape'],
  ['a.json', '{"format":"flow-template","flow":{"nodes":3}}', 'bad-shape'],
  ['a.json', '[{"id":"a","type":"tab"}]', 'no-graph'],
  ['a.json', '{"nodes":[],"links":[]}', 'ok comfyui'],
  ['a.json', '{"a":{"class_type":"x"}}', 'ok comfyui-api'],
  ['a.yml', 'id: a\nnamespace: b\n', 'no-flow'],
  ['a.yaml', '# nothing\n---\n...\n', 'empty'],
  ['a.yaml', '{"nodes":[],"edges":[]}', 'ok generic'],
  ['a.txt', '{"nodes":[],"connections":{}}', 'ok n8n'],
  ['a.json', '[{"nodes":[],"connections":{}},{"nodes":[],"connections":{}}]', 'ok n8n'],
  ['a.json', '[{"nodes":[],"connections":{}},{}]', 'no-flow'],
  ['', 'id: a\nnamespace: b\ntasks: []\n', 'ok kestra'],
  ['a.json', 'id: a\nnamespace: b\ntasks: []\n', 'ok kestra'],
  ['a.json', 'to: you\nsubject: flows\n', 'json-syntax'],
  ['', 'to: you\nsubject: [flows\n', 'yaml-syntax'],
  ['a.yaml', '{nodes: [], edges: [],}', 'ok generic'],
  ['a.json', '// nodes\n{"nodes":[]}', 'json-syntax'],
  ['a.json', '{"rev":"1","flows":[{"id":"a","type":"inject","wires":[]}]}', 'ok node-red'],
])('%s %j is %s', (name, text, code) => {
  expect(codeOf(name, text)).toBe(code)
})

test('files over 32 MB and files in another encoding are rejected', () => {
  expect(readFlowFile({ name: 'a.json', bytes: new Uint8Array(32 * 1024 * 1024 + 1) })).toMatchObject({
    ok: false,
    code: 'too-large',
  })
  expect(readFlowFile({ name: 'a.json', bytes: Uint8Array.from([0xff, 0xfe, 0x7b, 0]) })).toMatchObject({
    ok: false,
    code: 'encoding',
  })
})

test('names of Object.prototype properties are ordinary names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const nodes = names.map((name) => ({ id: name, name, type: '__proto__', position: [0, 0], parameters: {} }))
  const connections = Object.fromEntries(
    names.slice(1).map((name) => [name, { main: [[{ node: '__proto__', type: 'main', index: 0 }]] }]),
  )
  const flow = only(read('a.json', JSON.stringify({ name: ' x ', nodes, connections })))
  expect(flow.nodes.map((node) => node.id)).toEqual(names)
  expect(flow.edges.map((edge) => edge.target)).toEqual(['__proto__', '__proto__', '__proto__'])
  const generic = only(
    read('a.json', '{"nodes":[{"id":"a","__proto__":{"disabled":true},"data":{"__proto__":{"x":1}}}],"edges":[]}'),
  )
  expect(generic.nodes[0]?.disabled).toBe(false)
  expect(warningsOf(generic)).toContain('key_removed')
})

test('a name of 100,000 characters is truncated with a warning', () => {
  const flow = only(
    read(
      'a.json',
      JSON.stringify({
        name: '\u{1F600}'.repeat(100_000),
        nodes: [{ id: 'i'.repeat(100_000), name: 'n'.repeat(100_000), type: 't' }],
        connections: {},
      }),
    ),
  )
  expect([...flow.name]).toHaveLength(200)
  expect(warningsOf(flow)).toEqual(['name_cut', 'duplicate_id'])
  expect(flow.nodes[0]?.name).toHaveLength(100_000)
})

test('40,000 nodes with one id and dangling edges are read in linear time, with the same result each time', () => {
  const nodes = Array.from({ length: 40_000 }, (_, index) => ({
    id: 'a',
    parent: index % 2 ? 'a' : 'b',
    data: { token: `t${index}` },
  }))
  const edges = Array.from({ length: 40_000 }, (_, index) => ({ source: 'a', target: index % 2 ? 'a' : 'z' }))
  const text = JSON.stringify({ nodes, edges })
  const flow = only(read('a.json', text))
  expect(new Set(flow.nodes.map((node) => node.id)).size).toBe(40_000)
  expect(countsOf(flow)).toEqual({ nodes: 40_000, edges: 20_000 })
  expect(flow.warnings.length).toBeLessThan(60)
  // Compared as text: the test runner is slow at comparing this many values.
  expect(JSON.stringify(only(read('a.json', text))) === JSON.stringify(flow)).toBe(true)
})

test('a parsed document gives the same result as its text', () => {
  const text = '{"nodes":[{"id":"a","data":{"password":"kan4ry"}}],"edges":[]}'
  const result = readFlowFile({ name: 'a.json', document: JSON.parse(text) })
  expect(result).toEqual(readFlowFile({ name: 'a.json', text }))
  let deep: Json = 1
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(readFlowFile({ name: 'a.json', document: deep })).toMatchObject({ ok: false, code: 'too-deep' })
})

test('the depth limit of a file is the deepest template that fits into a request', () => {
  const nested = (depth: number) =>
    `{"nodes":[{"id":"a","data":{"x":${'['.repeat(depth)}1${']'.repeat(depth)}}}],"edges":[]}`
  expect(codeOf('a.json', nested(58))).toBe('ok generic')
  expect(codeOf('a.json', nested(59))).toBe('too-deep')
})

/** Variants of product files, and graph files that belong to no product. */
import { expect, test } from 'vitest'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'

function only(text: string, name = 'file'): FlowDraft {
  const result = readFlowFile({ name, text })
  const [flow, ...others] = result.ok ? result.flows : expect.fail(`${result.code}: ${result.message}`)
  return flow !== undefined && others.length === 0 ? flow : expect.fail('not one flow')
}
const edgesOf = ({ edges }: FlowDraft) => edges.map((edge) => `${edge.source} ${edge.source_handle} ${edge.target}`)

test('Sim as YAML: connections become edges, inputs become values', () => {
  const flow = only(
    `version: '1.0'
blocks:
  start:
    type: starter
    name: Start
    inputs: {startWorkflow: manual}
    connections: {success: check}
  check:
    type: condition
    name: Large?
    inputs:
      conditions: {if: <start.size> > 10, else-if: <start.size> > 5}
    connections:
      conditions: {if: each, else-if: [writer, tell], else: tell}
  each:
    type: loop
    name: Each
    inputs: {count: 5}
    connections:
      loop: {start: writer, end: tell}
  writer:
    type: agent
    name: Writer
    parentId: each
    inputs: {model: small-1, systemPrompt: Be kind., apiKey: "{{ANTHROPIC_KEY}}"}
    connections: {error: tell, success: gone}
  tell:
    type: slack
    name: Tell
`,
    'leads.yaml',
  )
  expect(flow.sourceFormat).toBe('sim')
  expect(flow.nodes.map(({ type, name, parent }) => [type, name, parent])).toEqual([
    ['trigger', 'Start', null],
    ['condition', 'Large?', null],
    ['loop', 'Each', null],
    ['agent', 'Writer', 'each'],
    ['slack', 'Tell', null],
  ])
  expect(edgesOf(flow)).toEqual([
    'start out check',
    'check if each',
    'check else-if writer',
    'check else-if tell',
    'check else tell',
    'each loop writer',
    'each out tell',
    'writer error tell',
  ])
  expect(flow.dangling.map(({ target }) => target)).toEqual(['gone'])
  expect(flow.nodes[1]?.config['cases']).toEqual([
    { id: 'if', label: 'if', expression: '<start.size> > 10' },
    { id: 'else-if', label: 'else-if', expression: '<start.size> > 5' },
  ])
  expect(flow.nodes[3]?.config).toMatchObject({ model: 'small-1', instructions: 'Be kind.' })
})

test('an Obsidian canvas: edges by fromNode and toNode, groups by position, unconnected texts become notes', () => {
  const card = { width: 250, height: 60 }
  const flow = only(
    JSON.stringify({
      nodes: [
        { id: 'g', type: 'group', x: -20, y: -20, width: 600, height: 300, label: 'Plan' },
        { id: 'a', type: 'text', text: '## First\nand more', x: 0, y: 0, ...card },
        { id: 'b', type: 'file', file: 'Notes/Second.md', x: 300, y: 0, ...card },
        { id: 'c', type: 'link', url: 'https://example.com/x', x: 900, y: 0, ...card },
        { id: 'd', type: 'text', text: 'Remember', x: 900, y: 200, ...card },
      ],
      edges: [
        { id: 'e1', fromNode: 'a', fromSide: 'right', toNode: 'b', toSide: 'left' },
        { id: 'e2', fromNode: 'b', toNode: 'c', label: 'then' },
        { id: 'e3', fromNode: 'b', toNode: 'z' },
      ],
    }),
    'Board.canvas',
  )
  expect([flow.sourceFormat, flow.name]).toEqual(['obsidian-canvas', 'Board'])
  expect(flow.nodes.map(({ type, name, parent }) => [type, name, parent])).toEqual([
    ['group', 'Plan', null],
    ['text', 'First', 'g'],
    ['file', 'Second.md', 'g'],
    ['link', 'https://example.com/x', null],
    ['note', 'Remember', null],
  ])
  expect(flow.nodes[0]?.size).toEqual({ width: 600, height: 300 })
  expect(flow.nodes[1]?.position).toEqual({ x: 20, y: 20 })
  expect(edgesOf(flow)).toEqual(['a out b', 'b then c'])
  expect(flow.edges[1]?.label).toBe('then')
  expect(flow.dangling).toHaveLength(1)
})

test.each([
  [
    'by index',
    { nodes: [{ name: 'A' }, { name: 'B' }, { name: 'C' }], links: [{ source: 0, target: 2, value: 3 }] },
    ['A null C'],
  ],
  ['by id', { nodes: [{ id: 'x' }, { id: 'y' }], links: [{ source: 'x', target: 'y' }] }, ['x null y']],
  ['by numeric id', { nodes: [{ id: 1 }, { id: 2 }], links: [{ source: 1, target: 2 }] }, ['1 null 2']],
  [
    'as objects, after a run of the layout',
    {
      nodes: [
        { id: 'x', x: 1, y: 2 },
        { id: 'y', x: 3, y: 4 },
      ],
      links: [{ source: { id: 'x' }, target: { id: 'y' } }],
    },
    ['x null y'],
  ],
])('a node-link graph with ends %s', (_how, document, edges) => {
  const flow = only(JSON.stringify(document))
  expect(flow.sourceFormat).toBe('node-link')
  expect(edgesOf(flow)).toEqual(edges)
})

test('Node-RED: a subflow instance without a name gets the name of the subflow', () => {
  const node = { x: 100, y: 80, wires: [] }
  const flow = readFlowFile({
    name: 'a.json',
    text: JSON.stringify([
      { id: 't', type: 'tab', label: 'Garden' },
      { id: 's', type: 'subflow', name: 'Valve' },
      { id: 'u', type: 'subflow', name: '' },
      { id: '1', type: 'subflow:s', z: 't', name: '', ...node },
      { id: '2', type: 'subflow:s', z: 't', name: 'North', ...node },
      { id: '3', type: 'subflow:u', z: 't', ...node },
      { id: '4', type: 'subflow:gone', z: 't', ...node },
    ]),
  })
  expect(flow.ok && flow.flows[0]?.nodes.map(({ name }) => name)).toEqual([
    'Valve',
    'North',
    'subflow:u',
    'subflow:gone',
  ])
})

test('NaN and trailing commas are read with a warning', () => {
  const flow = only(
    '{"1": {"class_type": "KSampler", "inputs": {"seed": 5, "cfg": NaN}, "is_changed": [NaN],},}',
    'prompt.json',
  )
  expect(flow.sourceFormat).toBe('comfyui-api')
  expect(flow.nodes[0]?.config).toMatchObject({ original: { inputs: { seed: 5, cfg: null } } })
  expect(flow.warnings.map(({ code }) => code)).toEqual(['no_name', 'not_a_number', 'trailing_comma'])
})

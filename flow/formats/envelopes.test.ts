import { expect, test } from 'vitest'
import { countsOf } from '#flow/node-kind.ts'
import { readFlowFile } from '#flow/file/read.ts'
import type { Json } from '#lib/json/json.ts'

const workflow = {
  name: 'Orders',
  nodes: [
    { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', position: [0, 0], parameters: {} },
    { id: '2', name: 'Ask', type: 'n8n-nodes-base.httpRequest', position: [200, 0], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
}
const { name: _name, ...graph } = workflow

const difyGraph = {
  nodes: [
    { id: '1', type: 'custom', data: { type: 'start', title: 'Start' }, position: { x: 0, y: 0 } },
    { id: '2', type: 'custom', data: { type: 'end', title: 'End' }, position: { x: 300, y: 0 } },
  ],
  edges: [{ id: 'e', source: '1', target: '2', sourceHandle: 'source', targetHandle: 'target' }],
}
const difyYaml = `kind: app\nversion: 0.3.0\napp:\n  name: Mail\n  mode: workflow\nworkflow:\n  graph: ${JSON.stringify(difyGraph)}\n`

const version = {
  displayName: 'Deals',
  trigger: {
    name: 'trigger',
    type: 'EMPTY',
    displayName: 'Start',
    nextAction: { name: 'step_1', type: 'CODE', displayName: 'Sum', settings: {} },
  },
}

const wired = [
  { id: 'a', type: 'inject', z: 't', x: 100, y: 80, wires: [['b']] },
  { id: 'b', type: 'debug', z: 't', x: 300, y: 80, wires: [] },
]

function read(document: Json, name = 'file.json') {
  const result = readFlowFile({ name, text: JSON.stringify(document) })
  if (!result.ok) return `${result.code}: ${result.message}`
  return result.flows.map((flow) => {
    const { nodes, edges } = countsOf(flow)
    return `${result.format} “${flow.name}” ${nodes}/${edges}`
  })
}

test.each<[string, Json, string[]]>([
  ['n8n, a page of its public API', { data: [workflow], nextCursor: null }, ['n8n “Orders” 2/1']],
  ['n8n, its REST API', { data: { id: 'x', active: true, ...workflow } }, ['n8n “Orders” 2/1']],
  ['n8n, its template gallery', { workflow: { id: 7, name: 'Gallery', workflow: graph } }, ['n8n “Gallery” 2/1']],
  ['n8n, a template of the gallery', { id: 7, name: 'Gallery', workflow: graph }, ['n8n “Gallery” 2/1']],
  ['n8n, an execution', { data: { id: '9', workflowData: workflow } }, ['n8n “Orders” 2/1']],
  [
    'n8n, a row of its database',
    { name: 'Row', nodes: JSON.stringify(workflow.nodes), connections: JSON.stringify(workflow.connections) },
    ['n8n “Row” 2/1'],
  ],
  [
    'Node-RED, one flow of its admin API',
    { id: 't', label: 'Garden', disabled: false, info: '', nodes: wired, configs: [{ id: 'c', type: 'broker' }] },
    ['node-red “Garden” 2/1'],
  ],
  ['Node-RED, one flow without configuration', { id: 't', label: 'Garden', nodes: wired }, ['node-red “Garden” 2/1']],
  [
    'Node-RED, the global flow of its admin API',
    {
      id: 'global',
      configs: [],
      subflows: [{ id: 's', type: 'subflow', name: 'Valve', nodes: wired.map((node) => ({ ...node, z: 's' })) }],
    },
    ['node-red “Valve” 2/1'],
  ],
  ['Dify, an export of its console API', { data: difyYaml }, ['dify “Mail” 2/1']],
  ['Dify, a template of its gallery', { name: 'Mail', export_data: difyYaml }, ['dify “Mail” 2/1']],
  [
    'Dify, a draft of its console API',
    { id: 'x', graph: difyGraph, features: {}, environment_variables: [] },
    ['dify “file” 2/1'],
  ],
  ['Activepieces, one flow of its API', { id: 'x', status: 'ENABLED', version }, ['activepieces “Deals” 2/1']],
  [
    'Activepieces, a page of its API',
    { data: [{ version }, { version }], next: null },
    ['activepieces “Deals” 2/1', 'activepieces “Deals” 2/1'],
  ],
  ['JSON text within JSON text', JSON.stringify(JSON.stringify(workflow)), ['n8n “Orders” 2/1']],
])('%s', (_what, document, expected) => {
  expect(read(document)).toEqual(expected)
})

test('an envelope without a flow, or nested too deeply, is rejected', () => {
  expect(read({ data: [{ id: 1, name: 'Orders' }], nextCursor: null })).toBe('no-flow: The file contains no flow.')
  expect(read({ data: [workflow, { id: 1 }] })).toBe('no-flow: The file contains no flow.')
  let wrapped: Json = workflow
  for (let level = 0; level < 12; level += 1) wrapped = { data: wrapped }
  expect(read(wrapped)).toBe('no-flow: The file contains no flow.')
})

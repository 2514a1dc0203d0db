import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { verdictOf, verdictSentence } from '#flow/health/verdict.ts'
import { applyChoices } from './apply-choices.ts'
import { keepAll, sensibleChoices, toolsFor, type StepChoices } from './step-choices.ts'
import { stepGroupsOf } from './step-groups.ts'

const ai = '@n8n/n8n-nodes-langchain.'
const base = 'n8n-nodes-base.'
const metadata = { source: { format: 'n8n' } }

/** A step of n8n with its original, as its reader makes it. */
const step = (id: string, type: string, more: Partial<Node> = {}) =>
  makeNode({ id, type, name: id, config: { original: { type, parameters: { id } } }, ...more })

const edgeOf = (source: string, target: string, handle = 'out') =>
  makeEdge({ id: `${source}>${target}`, source, target, source_handle: handle })

const agent = makeNode({ id: 'agent', type: 'agent', name: 'AI Agent', config: { instructions: 'Help.', tools: [] } })

/** Message → Drive → loop → agent; a store with embeddings and loader, a model and a memory. */
const flow = {
  nodes: [
    makeNode({ id: 'start', type: 'trigger', name: 'start', config: { kind: 'manual' } }),
    step('download', `${base}googleDrive`),
    step('loop', `${base}splitInBatches`),
    agent,
    step('llm', `${ai}lmChatOllama`),
    step('memory', `${ai}memoryPostgresChat`),
    step('search', `${base}googleDriveTool`),
    step('store', `${ai}vectorStoreQdrant`),
    step('embed', `${ai}embeddingsOllama`),
    step('loader', `${ai}documentDefaultDataLoader`),
    step('splitter', `${ai}textSplitterRecursiveCharacterTextSplitter`),
  ],
  edges: [
    edgeOf('start', 'download'),
    edgeOf('download', 'loop'),
    edgeOf('loop', 'agent', 'loop'),
    edgeOf('llm', 'agent', 'ai_languageModel'),
    edgeOf('memory', 'agent', 'ai_memory'),
    edgeOf('search', 'agent', 'ai_tool'),
    edgeOf('agent', 'store'),
    edgeOf('embed', 'store', 'ai_embedding'),
    edgeOf('loader', 'store', 'ai_document'),
    edgeOf('splitter', 'loader', 'ai_textSplitter'),
  ],
}

const groups = stepGroupsOf(flow, 'n8n')
const driveTool = { kind: 'tool', key: 'drive', category: 'api', name: 'Drive files' } as const

const sentence = (choices: StepChoices) => {
  const chosen = applyChoices(flow, 'n8n', choices)
  const lint = lintFlow({ name: '', description: '', ...chosen, metadata, variables: [], settings: {} })
  return verdictSentence(verdictOf(ownFindings(lint), lint))
}
const disabledIn = ({ nodes }: { nodes: readonly Node[] }) =>
  nodes.flatMap(({ id, disabled }) => (disabled ? [id] : []))

test('steps are grouped by what they are in words, and by what they belong to', () => {
  expect(groups.list.map(({ key, title, count, owners }) => [key, title, count, owners])).toEqual([
    ['step: google drive', 'Google Drive', 2, ['AI Agent']],
    ['step: loop over items', 'Loop over items', 1, []],
    ['model: ollama chat model', 'Ollama chat model', 1, ['AI Agent']],
    ['memory: postgres chat memory', 'Postgres chat memory', 1, ['AI Agent']],
    ['step: qdrant vector store', 'Qdrant vector store', 1, []],
    ['part: ollama embeddings', 'Ollama embeddings', 1, ['store']],
    ['part: default data loader', 'Default data loader', 1, ['store']],
    ['part: recursive character text splitter', 'Recursive character text splitter', 1, ['loader']],
  ])
  expect(groups.list.map(({ toolCategories }) => toolCategories.length)).toEqual([3, 4, 0, 0, 4, 0, 0, 0])
})

test('converted steps say what they took over, and requests are grouped by address', () => {
  const request = (id: string, url: string) =>
    makeNode({ id, type: 'api', name: id, config: { method: 'POST', url, body: '{{ $json.a }}', original: {} } })
  const nodes = [
    request('a', 'https://a.example/orders?id={{ $json.id }}'),
    request('b', 'https://a.example/orders?id={{ $json.other }}'),
    request('c', '{{ $json.url }}'),
    makeNode({ id: 'if', type: 'condition', name: 'if', config: { language: 'n8n', cases: [], original: {} } }),
  ]
  const found = stepGroupsOf({ nodes, edges: [] }, 'n8n')
  expect(found.list.map(({ title, hosts, conversion }) => [title, hosts, conversion])).toEqual([
    ['POST a.example/orders', ['a.example'], { filled: ['method'], rewrite: ['URL', 'body'], add: [] }],
    ['HTTP requests', [], { filled: ['method'], rewrite: ['URL', 'body'], add: [] }],
    ['Conditions', [], { filled: ['branches'], rewrite: ['conditions'], add: [] }],
  ])
  const tool = { key: 'shop', name: 'Shop', category: 'api', host: 'a.example' }
  const other = { key: 'sum', name: 'Sum', category: 'code', host: '' }
  const [orders] = found.list
  if (orders === undefined) expect.fail('no group')
  expect(toolsFor(orders, [other, tool])).toEqual({ related: [tool], others: [other] })
  expect(sensibleChoices(found, [])).toMatchObject({ 'step: conditions': { kind: 'convert' } })
  // The steps stay as their reader made them.
  expect(applyChoices({ nodes, edges: [] }, 'n8n', sensibleChoices(found, [])).nodes).toEqual(nodes)
})

test('a tool takes over a step, whose original is kept, and becomes a tool of the agent that it was offered to', () => {
  const chosen = applyChoices(flow, 'n8n', { 'step: google drive': driveTool })
  const [, download, , found] = chosen.nodes
  expect(download).toMatchObject({
    id: 'download',
    type: 'api',
    tool: 'drive',
    config: { original: { type: `${base}googleDrive`, parameters: { id: 'download' } } },
  })
  expect(found?.config['tools']).toEqual(['drive'])
  expect(disabledIn(chosen)).toEqual(['search'])
  // The given flow is unchanged.
  expect(agent.config['tools']).toEqual([])
})

test('a step without an original keeps its type and settings as the original', () => {
  const python = makeNode({ id: 'a', type: 'code', name: 'a', config: { language: 'python', source: 'x' } })
  const [key = ''] = stepGroupsOf({ nodes: [python], edges: [] }, null).list.map((group) => group.key)
  const chosen = applyChoices({ nodes: [python], edges: [] }, null, { [key]: driveTool })
  expect(chosen.nodes[0]?.config).toEqual({ original: { type: 'code', language: 'python', source: 'x' } })
  expect(stepGroupsOf(chosen, null).list).toEqual([])
})

test('parts follow the steps that they belong to, also parts of parts', () => {
  const store = 'step: qdrant vector store'
  expect(disabledIn(applyChoices(flow, 'n8n', { [store]: { kind: 'off' } }))).toEqual([
    'store',
    'embed',
    'loader',
    'splitter',
  ])
  const withTool = applyChoices(flow, 'n8n', { [store]: driveTool })
  expect(disabledIn(withTool)).toEqual(['embed', 'loader', 'splitter'])
  expect(applyChoices(flow, 'n8n', { [store]: { kind: 'keep' } })).toEqual(flow)
})

test('a run goes on after a step that is switched off, if the step has only one output in use', () => {
  expect(groups.list.find(({ title }) => title === 'Loop over items')?.followers).toBe('continue')
  const chosen = applyChoices(flow, 'n8n', { 'step: loop over items': { kind: 'off' } })
  expect(chosen.edges.find(({ source }) => source === 'loop')?.source_handle).toBe('out')
  const branching = { ...flow, edges: [...flow.edges, edgeOf('loop', 'store', 'done')] }
  expect(stepGroupsOf(branching, 'n8n').list[1]?.followers).toBe('stop')
  expect(applyChoices(branching, 'n8n', { 'step: loop over items': { kind: 'off' } }).edges).toEqual(branching.edges)
})

test('the lint of the changed flow agrees with the choices', () => {
  expect(sentence({})).toBe('2 of 11 steps can run here. 9 run only in n8n.')
  expect(sentence(keepAll(groups))).toBe('2 of 11 steps can run here. 9 run only in n8n.')
  const filled = sensibleChoices(groups, [{ key: 'google_drive', name: 'Files', category: 'api', host: '' }])
  expect(Object.entries(filled).map(([key, { kind }]) => `${key} ${kind}`)).toEqual([
    'step: google drive tool',
    'model: ollama chat model off',
    'memory: postgres chat memory off',
  ])
  expect(sentence(filled)).toBe('3 of 8 steps can run here. 5 run only in n8n.')
  const all = { ...filled, 'step: loop over items': { kind: 'off' }, 'step: qdrant vector store': driveTool } as const
  expect(sentence(all)).toBe('All 4 steps can run here.')
})

test('nothing is filled in where several tools, or none of a fitting category, have the name', () => {
  const named = (key: string, category: string) => ({ key, name: 'Google Drive', category, host: '' })
  const drive = (tools: ReturnType<typeof named>[]) => sensibleChoices(groups, tools)['step: google drive']
  expect(drive([named('a', 'api'), named('b', 'code')])).toBeUndefined()
  expect(drive([named('a', 'global'), named('b', 'agent')])).toBeUndefined()
  expect(drive([named('a', 'global'), named('b', 'code')])).toMatchObject({ kind: 'tool', key: 'b' })
})

test('10,000 steps in 600 groups, with long names in any script and duplicate ids, take no quadratic time', () => {
  const long = 'ชื่อยาวมาก '.repeat(30)
  const nodes = Array.from({ length: 10_000 }, (_, index) =>
    makeNode({ id: `n${index % 5000}`, type: `kind ${index % 600} ${long}`, name: `${long}${index}` }),
  )
  const edges = nodes.slice(1).map((node, index) => makeEdge({ id: `e${index}`, source: `n${index}`, target: node.id }))
  const start = performance.now()
  const found = stepGroupsOf({ nodes, edges }, null)
  expect([found.list.length, found.omitted]).toEqual([500, 100])
  expect(found.list.every(({ title, names }) => title.length <= 121 && names.length === 3)).toBe(true)
  const chosen = applyChoices({ nodes, edges }, null, { [found.list[0]?.key ?? '']: { kind: 'off' } })
  expect(disabledIn(chosen)).toHaveLength(17)
  expect(performance.now() - start).toBeLessThan(5000)
})

import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { emptyFlow, makeEdge, makeNode } from '#flow/draft.ts'
import { noType } from '#flow/node-kind.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { findingsOf, lintFlow, ownFindings, type KnownKeys } from './lint.ts'
import type { AccountState } from './lint-account.ts'

const noKnownKeys: KnownKeys = {
  tools: new Set<string>(),
  channels: new Set<string>(),
  secrets: new Set<string>(),
  account: null,
}
const node = (id: string, type: string, more: Partial<Node> = {}) => makeNode({ id, type, name: id, ...more })
const edge = (source: string, target: string, handle: string | null = 'out'): Edge =>
  makeEdge({ id: `${source}-${target}-${handle}`, source, target, source_handle: handle })
const lint = (nodes: Node[], edges: Edge[], known = noKnownKeys) =>
  findingsOf(lintFlow({ ...emptyFlow(), nodes, edges }), known).map((finding) =>
    [finding.level, finding.code, finding.node_id ?? finding.edge_id ?? ''].join(' ').trim(),
  )
const start = node('start', 'trigger')

test('a correct flow has no findings', () => {
  expect(lint([start, node('a', 'api')], [edge('start', 'a')])).toEqual([])
})

test('steps inside a reachable step are reachable, also through groups, and are not starts', () => {
  const inside = [
    node('loop', 'loop'),
    node('first', 'api', { parent: 'loop' }),
    node('frame', 'group', { parent: 'loop' }),
    node('second', 'box', { parent: 'frame' }),
  ]
  expect(lint([start, ...inside], [edge('start', 'loop')])).toEqual([
    'error unknown_type loop',
    'error unknown_type second',
  ])
  // The foreign loop may be a trigger in its product; an API call may not.
  const apart = inside.map((one) => (one.id === 'loop' ? { ...one, type: 'api' } : one))
  expect(lint([start, ...apart], [])).toEqual([
    'error unknown_type second',
    'warning unreachable loop',
    'warning unreachable first',
    'warning unreachable second',
  ])
})

test('an empty flow and a flow without an enabled trigger are errors', () => {
  expect(lint([], [])).toEqual(['error empty_flow'])
  expect(lint([node('n', 'note'), node('g', 'group')], [])).toEqual(['error empty_flow'])
  expect(lint([node('a', 'api')], [])).toEqual(['error no_trigger'])
  expect(lint([node('t', 'trigger', { disabled: true })], [])).toEqual(['error no_trigger'])
})

test('a name that several foreign steps have is no finding, and disabled nodes have no requirements', () => {
  const nodes = [
    start,
    node('a', 'x.sum', { name: 'Sum' }),
    node('b', 'x.sum', { name: 'Sum' }),
    node('off', 'api', { tool: 'crm', disabled: true }),
  ]
  expect(lint(nodes, [])).toEqual(['error unknown_type a', 'error unknown_type b'])
})

test('a foreign step is named by its product and in the words of its card', () => {
  const nodes = [start, node('a', 'n8n-nodes-base.extractFromFile'), node('b', noType)]
  const messages = (metadata: JsonRecord) =>
    findingsOf(lintFlow({ ...emptyFlow(), nodes, metadata }), noKnownKeys).map(({ message }) => message)
  expect(messages({ source: { format: 'n8n' } })).toEqual([
    '“Extract from file” is a step of n8n.',
    'The step has no type.',
  ])
  expect(messages({})[0]).toBe('“Extract from file” is a step of another product.')
})

test('dangling edges and unreachable nodes are found', () => {
  const nodes = [start, node('a', 'api'), node('b', 'api'), node('off', 'api', { disabled: true }), node('n', 'note')]
  expect(lint(nodes, [edge('start', 'a'), edge('a', 'gone'), edge('b', 'a')])).toEqual([
    'error dangling_edge a-gone-out',
    'warning unreachable b',
  ])
})

test('attached nodes of an agent and foreign starts count as reachable', () => {
  const nodes = [
    start,
    node('a', 'agent'),
    node('model', 'x.model'),
    node('memory', 'transform'),
    node('mqtt in', 'mqtt in'),
    node('b', 'api'),
  ]
  const edges = [
    edge('start', 'a'),
    edge('model', 'a', 'ai_languageModel'),
    edge('memory', 'a', 'ai_memory'),
    edge('mqtt in', 'b'),
  ]
  expect(lint(nodes, edges)).toEqual(['error unknown_type model', 'error unknown_type mqtt in'])
})

test('duplicate ids are found, and duplicate names where the product refers to steps by name', () => {
  const nodes = [start, node('a', 'api', { name: 'start' }), node('a', 'api', { name: '' })]
  const found = ['error duplicate_id a', 'warning unreachable a']
  expect(lint(nodes, [edge('start', 'a')])).toEqual(found)
  const codesOf = (metadata: JsonRecord) =>
    ownFindings(lintFlow({ ...emptyFlow(), nodes, edges: [edge('start', 'a')], metadata })).map(({ code }) => code)
  expect(codesOf({ source: { format: 'node-red' } })).toEqual(['duplicate_id', 'unreachable'])
  expect(codesOf({ source: { format: 'n8n' } })).toEqual(['duplicate_name', 'duplicate_id', 'unreachable'])
})

test('edges at outputs that a step does not have are found once for each output', () => {
  const cases = [{ id: 'yes', expression: 'true' }]
  const nodes = [
    start,
    node('code', 'code'),
    node('decide', 'condition', { config: { cases } }),
    node('bare', 'condition'),
    node('tool', 'condition', { tool: 'crm', config: { cases } }),
    node('hold', 'wait'),
    node('foreign', 'x.sum'),
    node('off', 'code', { disabled: true }),
  ]
  const edges = [
    ...nodes.slice(1).map(({ id }) => edge('start', id)),
    ...['out', 'error', 'out:1', 'out:1', 'ai_tool'].map((handle) => edge('code', 'hold', handle)),
    ...['yes', 'else', 'error', 'no'].map((handle) => edge('decide', 'hold', handle)),
    edge('bare', 'hold', 'no'),
    edge('tool', 'hold', 'no'),
    edge('foreign', 'hold', 'x'),
    edge('off', 'hold', 'x'),
    ...['out', 'timeout', 'done'].map((handle) => edge('hold', 'off', handle)),
    edge('hold', 'off', null),
  ]
  const withCrm = { ...noKnownKeys, tools: new Set(['crm']) }
  const outputs = (metadata: JsonRecord) =>
    findingsOf(lintFlow({ ...emptyFlow(), nodes, edges, metadata }), withCrm)
      .filter(({ code }) => code.endsWith('_output'))
      .map(({ level, code, node_id: id }) => `${level} ${code} ${id}`)
  expect(outputs({})).toEqual([
    'warning unknown_output code',
    'warning unknown_output decide',
    'warning unknown_output hold',
  ])
  expect(outputs({ source: { format: 'n8n' } })[0]).toBe('warning foreign_output code')
})

test('tools, channels and secrets missing from the account are found', () => {
  const nodes = [
    start,
    node('a', 'api', { tool: 'crm', config: { header: '{{ secrets.crm }} {{ secrets.other }}' } }),
    node('b', 'agent', { config: { tools: ['search', 'crm'] } }),
    node('c', 'message', { config: { channel: 'mail' } }),
    node('d', 'message', { config: { channel: 'reply' } }),
  ]
  const edges = [edge('start', 'a'), edge('a', 'b'), edge('b', 'c'), edge('c', 'd')]
  const known = { tools: new Set(['crm']), channels: new Set<string>(), secrets: new Set(['crm']), account: null }
  expect(lint(nodes, edges, known)).toEqual(['error missing_tool b', 'error missing_channel c', 'error missing_secret'])
})

test('a secret in config is found at its node', () => {
  expect(lint([start, node('a.b', 'api', { config: { x: { password: 'kan4ry' } } })], [edge('start', 'a.b')])).toEqual([
    'error secret_in_config a.b',
  ])
})

test('a secret that a node would expose is found', () => {
  const text = 'It is {{ secrets.key }}'
  const nodes = [
    start,
    node('m', 'message', { config: { text } }),
    node('s', 'subflow', { config: { flow: 'Other', input: { a: [{ b: '{% if secrets["key"] %}x{% endif %}' }] } } }),
    node('w', 'wait', { config: { until: '{{ secrets.key }}' } }),
    node('g', 'agent', { config: { instructions: text } }),
    node('off', 'message', { config: { text }, disabled: true }),
    node('api', 'api', { config: { body: text } }),
    node('plain', 'message', { config: { text: 'We keep secrets.key for you' } }),
  ]
  const edges = nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id))
  const known = { tools: new Set<string>(), channels: new Set<string>(), secrets: new Set(['key']), account: null }
  expect(lint(nodes, edges, known)).toEqual([
    'error secret_in_message m',
    'warning secret_in_subflow s',
    'error secret_in_wait w',
    'warning secret_in_prompt g',
  ])
})

test('a cycle without an exit is found', () => {
  const cases = { cases: [{ id: 'again' }] }
  const loop = [edge('start', 'a'), edge('a', 'b'), edge('b', 'a', 'again')]
  const wait = [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')]
  expect(lint([start, node('a', 'api'), node('b', 'wait')], wait)).toEqual(['warning endless_cycle a'])
  expect(lint([start, node('a', 'api'), node('b', 'condition', { config: cases })], loop)).toEqual([])
  expect(lint([start, node('a', 'api'), node('b', 'condition', { config: { ...cases, else: false } })], loop)).toEqual([
    'warning endless_cycle a',
  ])
  expect(lint([start, node('a', 'api'), node('b', 'wait'), node('c', 'api')], [...wait, edge('b', 'c')])).toEqual([])
  expect(lint([start, node('a', 'api')], [edge('start', 'a'), edge('a', 'a')])).toEqual(['warning endless_cycle a'])
})

test('50,000 nodes in a chain, in a cycle and without edges are checked', () => {
  const nodes = Array.from({ length: 50_000 }, (_, index) => node(`n${index}`, 'api'))
  const row = nodes.slice(1).map((item, index) => edge(`n${index}`, item.id))
  expect(lint([start, ...nodes], [edge('start', 'n0'), ...row])).toEqual([])
  expect(lint([start, ...nodes], [edge('start', 'n0'), ...row, edge('n49999', 'n0')])).toEqual([
    'warning endless_cycle n0',
  ])
  expect(lint([start, ...nodes], [])).toHaveLength(1001)
})

test('positions, parents and parallel edges that cannot be drawn are found', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ ...edge('start', 'a'), id: `e${index}` }))
  const nodes = [
    start,
    node('a', 'api', { position: { x: 1e12, y: 0 } }),
    node('g', 'group', { parent: 'g' }),
    node('n', 'note', { parent: 'gone' }),
  ]
  expect(lint(nodes, many)).toEqual([
    'info unusable_place a',
    'warning unusable_parent g',
    'warning unusable_parent n',
    'info parallel_edges start',
  ])
})

test('an agent without an available model is found', () => {
  const nodes = [
    start,
    node('named', 'agent', { config: { model: 'small' } }),
    node('usual', 'agent', { config: { model: 'standard' } }),
    node('tool', 'agent', { tool: 'triage' }),
    node('none', 'agent'),
    node('off', 'agent', { disabled: true }),
  ]
  const agents = (model: AccountState['model'], toolModels: AccountState['toolModels'] = {}) =>
    lint(
      nodes,
      nodes.slice(1).map(({ id }) => edge('start', id)),
      {
        ...noKnownKeys,
        tools: new Set(['triage']),
        account: { model, toolModels, starting: [], bound: {}, isActive: true },
      },
    )
  expect(agents(null)).toEqual(['named', 'usual', 'tool', 'none'].map((id) => `error missing_model ${id}`))
  expect(agents({ defaultModel: 'small' })).toEqual([])
  // Without a default model, "standard" is sent to the endpoint as a model name.
  expect(agents({ defaultModel: null }, { triage: 'standard' })).toEqual(['error missing_model none'])
  expect(agents({ defaultModel: null }, { triage: '' })).toEqual([
    'error missing_model tool',
    'error missing_model none',
  ])
})

test('a trigger that no channel starts is a warning', () => {
  const listening = (kind: string, around: Partial<AccountState>, config = {}) =>
    lint([node('in', 'trigger', { config: { kind, ...config } })], [], {
      ...noKnownKeys,
      channels: new Set(['chat']),
      account: { model: null, toolModels: {}, starting: [], bound: {}, isActive: false, ...around },
    })
  const expected = ['warning no_channel_starts in']
  expect(listening('webhook', {})).toEqual(expected)
  expect(listening('webhook', { starting: ['email'] })).toEqual(expected)
  expect(listening('webhook', { starting: ['email', 'webhook'] })).toEqual([])
  expect(listening('message', { starting: ['webhook'] })).toEqual(expected)
  expect(listening('message', { starting: ['email'] })).toEqual([])
  expect(listening('schedule', {})).toEqual([])
  const chat = (starts: 'this' | 'another' | 'none', isActive: boolean) =>
    listening(
      'message',
      { starting: ['email'], bound: { chat: { name: 'Chat', starts } }, isActive },
      { channel: 'chat' },
    )
  expect([chat('this', true), chat('none', false)]).toEqual([[], []])
  expect([chat('another', false), chat('none', true)]).toEqual([expected, expected])
})

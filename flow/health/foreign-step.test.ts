import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { foreignStep } from './foreign-step.ts'

const step = (type: string, config: JsonRecord): Node => makeNode({ id: 'a', type, name: 'a', config })
/** As a reader writes it. */
const converted = (type: string, config: JsonRecord, original: JsonRecord = {}): Node =>
  step(type, { ...config, original })

test.each<[string, Node]>([
  ['“Set” is a step of n8n.', step('n8n-nodes-base.set', {})],
  ['The step has no type.', step('unknown', {})],
  ['The code is written for n8n.', step('code', { language: 'javascript', dialect: 'n8n', source: 'return $json' })],
  ['The code is written in “python”, which does not run here.', step('code', { language: 'python', source: 'x' })],
  ['The condition is written for Node-RED.', step('condition', { language: 'node-red', cases: [] })],
  ['The expression is written in “mustache”, which does not run here.', step('transform', { language: 'mustache' })],
  ['The field “url” uses an expression of n8n.', step('api', { url: 'https://a.example/{{ $json.id }}' })],
  [
    'The field “body” uses an expression of n8n.',
    converted('api', { url: 'https://a.example', body: { a: ['{{ now() }}'] } }),
  ],
  [
    'The field “body” uses an expression of n8n.',
    converted('api', { url: 'https://a.example', body: { a: "{{ ($json.b && $json.b.id) || '' }}" } }),
  ],
  ['The field “text” uses an expression of n8n.', step('message', { text: '{{#llm.text#}}' })],
  ['The field “url” uses an expression of n8n.', step('api', { url: '{{{url}}}' })],
  [
    'The field “instructions” uses an expression of n8n.',
    converted('agent', { instructions: 'Answer {{ question }}' }),
  ],
  [
    '“Gmail trigger” is a trigger of n8n.',
    converted('trigger', { kind: 'other' }, { type: 'n8n-nodes-base.gmailTrigger' }),
  ],
  ['Not converted from n8n: schedule.', converted('trigger', { kind: 'schedule' })],
  ['Not converted from n8n: URL.', converted('api', { url: 'orders' })],
  ['Not converted from n8n: instructions.', converted('agent', { instructions: ' ' })],
  ['Not converted from n8n: time.', converted('wait', {})],
  ['Not converted from n8n: flow.', converted('subflow', { flow: '' })],
  ['Not converted from n8n: text.', converted('message', { text: '' })],
  [
    'Not converted from n8n: body, credentials.',
    converted(
      'api',
      { url: 'https://a.example', headers: { a: 'b' } },
      {
        parameters: { headerParameters: {}, jsonBody: '{}', authentication: 'predefinedCredentialType' },
      },
    ),
  ],
  [
    'Not converted from n8n: body.',
    converted('api', { url: 'https://a.example' }, { type: 'http request', method: 'POST', paytoqs: 'ignore' }),
  ],
  [
    'Not converted from n8n: tools, prompt.',
    converted(
      'agent',
      { instructions: 'Answer.', tools: [] },
      {
        subBlocks: {
          tools: { value: [{ type: 'knowledge', title: 'Wiki' }] },
          messages: {
            value: [
              { role: 'system', content: 'Answer.' },
              { role: 'user', content: '<start.input>' },
            ],
          },
        },
      },
    ),
  ],
])('%s', (message, node) => {
  expect(foreignStep(node, 'n8n')?.message).toBe(message)
})

test.each<[string, Node]>([
  ['a step of our own', step('code', { source: 'return input' })],
  ['an expression that is the same here', converted('api', { url: 'https://a.example/{{ input.id | upcase }}' })],
  ['a price in a text', converted('message', { text: "{{ ('costs $a') }}" })],
  ['a name that the text defines', converted('message', { text: '{% for x in input.rows %}{{ x.name }}{% endfor %}' })],
  ['a missing value in a text of our own', step('message', { text: 'Hello {{ name }}' })],
  ['incomplete settings of our own, which activation reports', step('wait', {})],
  ['a function that runs here', converted('code', { language: 'javascript', source: 'return input' })],
  [
    'a request with everything',
    converted('api', { url: 'https://a.example', body: {}, auth: null }, { body: '{}', authType: 'BASIC' }),
  ],
  [
    'a request with nothing else',
    converted(
      'api',
      { url: 'https://a.example' },
      { authType: 'NONE', data: { body: { type: 'none', data: '' }, authorization: { type: 'no-auth' } } },
    ),
  ],
  ['the tool of an account instead of a request', { ...converted('api', {}, { body: '{}' }), tool: 'orders' }],
])('%s is no foreign step', (_what, node) => {
  expect(foreignStep(node, 'n8n')).toBeNull()
})

test('placeholders of a product count only there', () => {
  const node = converted('agent', { instructions: 'Use {context} and <start.input>.' })
  expect(foreignStep(node, 'Flowise')?.code).toBe('foreign_content')
  expect(foreignStep(node, 'Sim')?.code).toBe('foreign_content')
  expect(foreignStep(node, null)).toBeNull()
})

test('a product that is unknown has no name', () => {
  expect(foreignStep(step('message', { text: '{{ $json.a }}' }), null)?.message).toBe(
    'The field “text” uses an expression of another product.',
  )
  expect(foreignStep(converted('wait', {}), null)?.message).toBe('Not converted: time.')
})

test('of a file of n8n, only what is the same here runs', () => {
  const node = (name: string, type: string, parameters: JsonRecord) => ({
    id: name,
    name,
    type,
    parameters,
    position: [0, 0],
  })
  const nodes = [
    node('start', 'n8n-nodes-base.manualTrigger', {}),
    node('get', 'n8n-nodes-base.httpRequest', { url: 'https://a.example/orders' }),
    node('get one', 'n8n-nodes-base.httpRequest', { url: '=https://a.example/{{ $json.id }}' }),
    node('sum', 'n8n-nodes-base.code', { jsCode: 'return $input.all()' }),
    node('if', 'n8n-nodes-base.if', {}),
    node('wait', 'n8n-nodes-base.wait', { amount: 5 }),
  ]
  const read = readFlowFile({ name: 'a.json', text: JSON.stringify({ name: 'a', nodes, connections: {} }) })
  const [flow] = read.ok ? read.flows : []
  expect(flow?.nodes.filter((one) => foreignStep(one, 'n8n') === null).map(({ name }) => name)).toEqual([
    'start',
    'get',
    'wait',
  ])
})

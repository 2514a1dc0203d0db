import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import type { Node } from '#contract/flow.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { fixtureText } from '#test/support/flow-fixtures.ts'
import { definitionText, excerptOf, foldDefinitionQuery } from './definition-text.ts'
import { foldText } from './find-query.ts'

const node = (id: string, type: string, more: Partial<Node> = {}) =>
  makeNode({ id, type, name: `Name of ${id}`, ...more })
const empty = { nodes: [], edges: [], metadata: {}, variables: [], settings: {} }

/** "node field path: text" of each line. */
const linesOf = (definition: Parameters<typeof definitionText>[0]): string[] => {
  const { nodes, lines } = definitionText(definition)
  return lines.map((line) => `${nodes[line.node]?.id ?? '-'} ${line.field} ${line.path}: ${line.text}`)
}

test('names, types, tools, channels, models, hosts and names of secrets come first, then the values', () => {
  const nodes = [
    node('start', 'trigger', { config: { kind: 'message', channel: 'shop_email' } }),
    node('lookup', 'api', {
      tool: 'orders_api',
      notes: 'Slow at night',
      config: {
        url: 'https://user@Orders.example:8443/v2?key={{ secrets.shop_key }}',
        headers: { 'X-Region': 'DE-SN' },
        items: ['one', { size: 'large' }, 3, null],
      },
    }),
    node('ask', 'agent', { config: { model: 'gpt-4o', tools: ['crm'], prompt: 'Be kind.\n\nBe   brief.' } }),
    node('more', 'subflow', { config: { flow: 'flw_returns' } }),
  ]
  const edges = [makeEdge({ id: 'e', source: 'ask', target: 'more', label: 'done', condition: 'input.total > 5' })]
  const lines = linesOf({ ...empty, nodes, edges, variables: [{ key: 'limit', value: 50 }], settings: { zone: 'UTC' } })
  expect(lines).toEqual([
    'start name : Name of start',
    'start type : trigger (Message trigger)',
    'start channel : shop_email',
    'lookup name : Name of lookup',
    'lookup type : api (HTTP)',
    'lookup tool : orders_api',
    'lookup secret : shop_key',
    'lookup host : Orders.example:8443',
    'ask name : Name of ask',
    'ask type : agent (Agent)',
    'ask tool : crm',
    'ask model : gpt-4o',
    'more name : Name of more',
    'more type : subflow (Subflow)',
    'more flow : flw_returns',
    '- variable : limit: 50',
    '- setting : zone: UTC',
    'ask edge : done',
    'ask edge : input.total > 5',
    'start text kind: message',
    'lookup note : Slow at night',
    'lookup text url: https://user@Orders.example:8443/v2?key={{ secrets.shop_key }}',
    'lookup text headers: X-Region: DE-SN',
    'lookup text items: one',
    'lookup text items: size: large',
    'ask text prompt: Be kind. Be brief.',
  ])
})

test('types, credentials and models of other products are found, and their wrappers are not', () => {
  const original = {
    type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
    parameters: { model: { __rl: true, value: 'gpt-4.1-mini', mode: 'list' } },
    credentials: { openAiApi: { id: 'aB3', name: 'Team account' } },
  }
  const lines = linesOf({ ...empty, nodes: [node('llm', 'agent', { config: { original } })] })
  expect(lines).toEqual([
    'llm name : Name of llm',
    'llm type : agent (Agent) · @n8n/n8n-nodes-langchain.lmChatOpenAi (Lm chat OpenAI)',
    'llm model : gpt-4.1-mini',
    'llm credential : Team account',
    'llm text model: mode: list',
  ])
  const read = readFlowFile({ name: '', text: fixtureText('n8n-orders.json') })
  const [flow] = read.ok ? read.flows : []
  const found = flow === undefined ? [] : linesOf(flow)
  expect(found).toContain('h1 host : warehouse.example.com')
  expect(found).toContain('h1 secret : x_api_key')
  expect(found.join('\n')).toContain('n8n-nodes-base.httpRequest (HTTP request)')
})

test('secrets are replaced by their names, wherever they are', () => {
  const token = `sk-proj-${'aB3dE5fG7h'.repeat(4)}`
  const definition = {
    ...empty,
    nodes: [
      node('a', 'api', {
        notes: `use ${token}`,
        config: { headers: { Authorization: `Bearer ${token}` }, url: `https://x.example/?api_key=${token}` },
      }),
      node('b', 'code', {
        config: { code: `const key = "${token}"`, original: { parameters: { password: 'hunter2hunter2' } } },
      }),
    ],
    edges: [makeEdge({ id: 'e', source: 'a', target: 'b', label: token, condition: `x == "${token}"` })],
    variables: [{ key: 'api_key', value: 'Zx81mPq0Lw9vTn4k' }],
    settings: { token: 'Zx81mPq0Lw9vTn4k' },
  }
  const text = JSON.stringify(definitionText(definition))
  for (const secret of [token, 'hunter2hunter2', 'Zx81mPq0Lw9vTn4k']) expect(text).not.toContain(secret)
  expect(linesOf(definition)).toContain('a secret : authorization')
})

test('long values are cut, and in a large flow only values are left out', () => {
  const long = node('long', 'agent', { config: { prompt: `${'word '.repeat(3000)}end` } })
  const [, , prompt] = definitionText({ ...empty, nodes: [long] }).lines
  expect([prompt?.text.length, prompt?.text.endsWith('…')]).toEqual([10_000, true])
  const nodes = Array.from({ length: 3000 }, (_, index) =>
    node(`n${index}`, 'code', { config: { code: `${index} ${'x'.repeat(400)}` } }),
  )
  const { lines } = definitionText({ ...empty, nodes })
  expect(lines.filter(({ field }) => field === 'name')).toHaveLength(3000)
  expect(lines.filter(({ field }) => field === 'text').length).toBeLessThan(2000)
  expect(lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(500_000)
})

test('a deeply nested configuration is read', () => {
  let config: Node['config'] = { text: 'bottom' }
  for (let depth = 0; depth < 20_000; depth += 1) config = { in: config }
  expect(linesOf({ ...empty, nodes: [node('deep', 'code', { config })] }).at(-1)).toBe('deep text in: text: bottom')
})

test('an excerpt has the spelling of the text, and is cut around the match', () => {
  expect(excerptOf('Grüße aus Zürich', foldDefinitionQuery(' aus  ZURICH '))).toEqual({
    before: 'Grüße ',
    match: 'aus Zürich',
    after: '',
  })
  expect(excerptOf('Die Straße', foldDefinitionQuery('strasse'))?.match).toBe('Straße')
  expect(excerptOf('مُحَمَّد في', foldDefinitionQuery('محمد'))?.match).toBe('مُحَمَّد')
  expect(excerptOf('50 %_\\ off', foldDefinitionQuery('%_\\'))?.match).toBe('%_\\')
  expect(excerptOf('two ﬁles', 'f')?.match).toBe('ﬁ')
  expect(excerptOf('nothing', foldDefinitionQuery('other'))).toBeNull()
  expect(excerptOf('nothing', '')).toBeNull()
  const far = excerptOf(`${'a'.repeat(200)}needle${'b'.repeat(300)}`, 'needle')
  expect(far).toEqual({ before: `…${'a'.repeat(40)}`, match: 'needle', after: `${'b'.repeat(119)}…` })
})

test('a text is found exactly if its folded form is, in any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), fc.nat(10), (text, from, length) => {
      const folded = foldText(text)
      const query = [...folded].slice(from, from + length).join('')
      const found = excerptOf(text, query)
      if (query === '') return found === null
      return found !== null && foldText(found.match).includes(query)
    }),
  )
})

import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { newToolBodyOf, suggestedSecret, suggestedTool, toolOfSteps, withCategory } from './new-tool.ts'

const node = (id: string, type: string, more: Partial<Node> = {}) => makeNode({ id, type, name: id, ...more })
const made = (tool: Parameters<typeof newToolBodyOf>[0]) => {
  const read = newToolBodyOf(tool)
  return 'body' in read ? read.body : read.problems
}

test('a suggested tool has those fields of its node that a tool supports', () => {
  const config = {
    method: 'POST',
    url: 'https://shop.example/orders',
    headers: { authorization: 'Bearer {{ secrets.shop }}' },
    expect: [200],
    timeout_ms: 'soon',
  }
  const tool = suggestedTool('orders_api', [
    node('ask', 'agent', { config: { tools: ['orders_api'] } }),
    node('look', 'api', { tool: 'orders_api', config }),
  ])
  expect(made(tool)).toEqual({
    category: 'api',
    name: 'Orders api',
    key: 'orders_api',
    config: { method: 'POST', url: config.url, headers: config.headers },
  })
})

test('fields that the file does not contain are required', () => {
  const tool = suggestedTool('eta_text', [node('eta', 'transform', { tool: 'eta_text' })])
  expect(tool.category).toBe('transform')
  expect(made(tool)).toEqual({ 'config.expression': 'Expression, JSONata is required.' })
  expect(made({ ...tool, texts: { expression: '$sum(x)' } })).toMatchObject({
    config: { language: 'jsonata', expression: '$sum(x)' },
  })
  // If only an agent refers to the tool, its category is unknown and has to be chosen.
  expect(suggestedTool('x', [node('a', 'agent', { config: { tools: ['x'], model: 'm' } })]).category).toBe('api')
})

test('another category drops the fields of the node, and the first category restores them', () => {
  const first = suggestedTool('t', [node('a', 'api', { tool: 't', config: { url: 'https://a', headers: { a: 'b' } } })])
  const code = withCategory(first, 'code', first)
  expect(made({ ...code, texts: { source: 'return 1' } })).toMatchObject({
    config: { language: 'javascript', source: 'return 1' },
  })
  expect(withCategory(code, 'api', first).config).toEqual(first.config)
})

test('a valid key is derived from any name in a file, or left to the service', () => {
  expect(suggestedTool('Orders API v2', []).key).toBe('orders_api_v2')
  expect(suggestedTool('__proto__', []).key).toBe('proto')
  expect(made({ ...suggestedTool('注文', []), texts: { url: 'https://a' } })).toEqual({
    category: 'api',
    name: '注文',
    config: { method: 'GET', url: 'https://a' },
  })
})

test('a secret is a global tool whose value has to be entered', () => {
  const secret = suggestedSecret('authorization')
  expect(made(secret)).toMatchObject({ 'config.value': 'Value is required.' })
  expect(made({ ...secret, texts: { value: ' kept as typed ' } })).toEqual({
    category: 'global',
    name: 'Authorization',
    key: 'authorization',
    config: { type: 'string', secret: true, value: ' kept as typed ' },
  })
})

test('a tool for steps of another product has what all of them say, and notes what is left open', () => {
  const request = (id: string, config: Node['config']) =>
    node(id, 'api', { config: { method: 'POST', headers: { accept: 'text/html' }, ...config, original: {} } })
  const one = toolOfSteps('HTTP requests', [request('a', { url: 'https://a.example', body: { a: 1 } })], 'n8n')
  expect(one).toMatchObject({ category: 'api', name: 'HTTP requests', key: 'http_requests', notes: {} })
  expect(made(one)).toMatchObject({
    config: { method: 'POST', url: 'https://a.example', headers: { accept: 'text/html' }, body: { a: 1 } },
  })
  // A body that was removed in the form is not sent.
  expect(made({ ...one, texts: { ...one.texts, body: '' } })).toMatchObject({ config: { method: 'POST' } })
  expect(JSON.stringify(made({ ...one, texts: { ...one.texts, body: '' } }))).not.toContain('body')
  const two = toolOfSteps(
    'HTTP requests',
    [request('a', { url: 'https://a.example' }), request('b', { url: 'https://a.example/{{ $json.id }}' })],
    'n8n',
  )
  expect(two.texts).toMatchObject({ method: 'POST', url: '' })
  expect(two.notes).toEqual({ url: 'In the file: https://a.example, https://a.example/{{ $json.id }}' })
  // The code of another product is not that of a tool.
  const code = toolOfSteps('Code', [node('c', 'code', { config: { dialect: 'n8n', source: 'return $json' } })], 'n8n')
  expect(code).toMatchObject({ category: 'code', config: {}, notes: { source: 'In the file: return $json' } })
  expect(toolOfSteps('Google Drive', [node('d', 'n8n-nodes-base.googleDrive')], 'n8n')).toMatchObject({
    category: 'api',
    texts: {},
  })
})

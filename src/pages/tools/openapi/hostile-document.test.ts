import { expect, test } from 'vitest'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { documentOf, toolOfOperation, operation, parameter, reasonsOf } from '#test/support/openapi-documents.ts'
import { listOperations } from './operations.ts'
import { secretProblem, suggestedKey } from './secret-choices.ts'
import { schemesOf, signInConfig, signInOf } from './sign-in-scheme.ts'

test('security schemes become references to secrets, and no secret value is taken from a document', () => {
  const document = documentOf(
    {
      '/a': { get: operation() },
      '/b': { get: operation({ security: [{ key: [], main: [] }] }) },
      '/c': { get: operation({ security: [{ inQuery: [] }] }) },
      '/d': { get: operation({ security: [] }) },
    },
    {
      security: [{ main: [] }],
      components: {
        securitySchemes: {
          main: { type: 'http', scheme: 'Basic', 'x-password': 'hunter2-hunter2' },
          key: { type: 'apiKey', in: 'header', name: 'X-Key', 'x-example': 'sk_live_1234567890abcdef' },
          inQuery: { type: 'apiKey', in: 'query', name: 'key' },
          bad: { type: 'apiKey', in: 'header', name: '{{ secrets.shop }}' },
        },
      },
    },
  )
  const basic = { kind: 'basic', user: '{{ secrets.pets_main_user }}', secret: '{{ secrets.pets_main_password }}' }
  expect(toolOfOperation(document, '/a', 'get').config['auth']).toEqual(basic)
  expect(toolOfOperation(document, '/b', 'get').config).toMatchObject({
    auth: basic,
    headers: { 'X-Key': '{{ secrets.pets_key }}' },
  })
  expect(toolOfOperation(document, '/d', 'get').config['auth']).toEqual({ kind: 'none' })
  expect(JSON.stringify(['/a', '/b', '/c', '/d'].map((path) => toolOfOperation(document, path, 'get')))).not.toMatch(
    /hunter2|sk_live/,
  )
  expect([...schemesOf(document).keys()]).toEqual(['main', 'key', 'inQuery'])
  const query = signInOf([{ inQuery: [] }], schemesOf(document))
  expect(query.ok && signInConfig(query.schemes, () => 'k').query).toEqual({ key: '{{ secrets.k }}' })
})

test('an existing secret is not used unless the user allows it', () => {
  const scheme = { name: 'key', kind: 'basic', field: '', words: '' } as const
  const choice = { key: 'shop', isShared: false }
  expect(suggestedKey('Shop', 'key')).toBe('shop_key')
  expect(suggestedKey('日本', '鍵')).toBe('secret')
  expect(secretProblem(scheme, choice, new Set())).toBeNull()
  expect(secretProblem(scheme, choice, new Set(['shop_password']))).toBe('shared')
  expect(secretProblem(scheme, choice, null)).toBe('shared')
  expect(secretProblem(scheme, { ...choice, isShared: true }, new Set(['shop_password']))).toBeNull()
  expect(secretProblem(scheme, { key: 'Not A Key', isShared: true }, new Set())).toBe('form')
})

test('no part of a document becomes a template, so its URLs, names and headers cannot refer to secrets', () => {
  const secret = '{{ secrets.shop_key }}'
  const document = documentOf(
    {
      [`/a?x=${secret}`]: { get: operation() },
      '/b/{% if x %}': { get: operation() },
      '/c': { get: operation({ servers: [{ url: `https://evil.example/${secret}` }] }) },
      '/d': {
        get: operation({ servers: [{ url: 'https://evil.example/{v}', variables: { v: { default: secret } } }] }),
      },
      '/e': { post: operation({ parameters: [parameter(secret, 'query', { required: true })] }) },
      '/f': { get: operation({ parameters: [parameter(`X: ${secret}`, 'header', { required: true })] }) },
      '/g/{ secrets.shop_key }': { get: operation() },
    },
    {},
  )
  const reasons = reasonsOf(document)
  for (const [id, reason] of Object.entries(reasons)) if (!id.includes('/g/')) expect(reason, id).not.toBeNull()
  expect(toolOfOperation(document, '/g/{ secrets.shop_key }', 'get').config['url']).toBe(
    'https://pets.example/v1/g/{{ input._secrets_shop_key_ }}',
  )
})

test('a schema that is too large or invalid is reduced to its field names', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 5_100 }, (_, index) => [
      `S${index}`,
      { properties: { a: { $ref: `#/components/schemas/S${index + 1}` } } },
    ]),
  )
  const paths = (schema: Json) => ({
    '/a': { get: operation({ parameters: [parameter('q', 'query', { schema, description: 'What' })] }) },
  })
  const wrong: JsonRecord[] = [{ $ref: '#/components/schemas/S0' }, { type: 'text' }, { pattern: '(' }]
  for (const schema of wrong) {
    const { input, notes } = toolOfOperation(documentOf(paths(schema), { components: { schemas: chain } }), '/a', 'get')
    expect(input).toEqual({ type: 'object', properties: { q: { description: 'What' } } })
    expect(notes).toEqual([expect.stringContaining('only the field names were kept')])
  }
})

test('10,000 operations are listed within seconds, each with a unique key', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [
      `/things/${index}/{id}`,
      { get: operation({ operationId: 'same' }), post: operation({ summary: `Thing ${index}` }) },
    ]),
  )
  const { rows, more } = listOperations(documentOf(paths))
  expect([rows.length, more]).toEqual([10_000, 0])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(10_000)
  expect(rows.every(({ key }) => /^[a-z][a-z0-9_]{0,62}$/.test(key))).toBe(true)
})

test('malformed parts of a document cause no exception', () => {
  for (const odd of [null, 1, 'x', [], [[]], { $ref: 5 }, { $ref: '#' }, { $ref: '#/%zz' }] satisfies Json[]) {
    const document = documentOf({
      '/a': { get: odd, parameters: odd },
      '/b': operation({
        get: { parameters: odd, requestBody: odd, responses: odd, security: odd, servers: odd, summary: odd },
      }),
      '/c': odd,
    })
    const { rows } = listOperations(document)
    expect(rows.length).toBeLessThan(20)
    for (const { id, reason } of rows) {
      const [method = '', path = ''] = id.split(' ')
      if (reason === null)
        expect(isRecord(toolOfOperation(document, path, method, 'https://x.example').config)).toBe(true)
    }
  }
})

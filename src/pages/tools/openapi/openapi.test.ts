import { expect, test } from 'vitest'
import { recordOf } from '#lib/json/json.ts'
import { documentOf, toolOfOperation, operation, parameter, reasonsOf } from '#test/support/openapi-documents.ts'
import { listOperations } from './operations.ts'
import { readOpenapiDocument } from './read-document.ts'
import { readOperation } from './read-operation.ts'
import { hostProblem } from './secret-choices.ts'
import { toolOf } from './to-tool.ts'

test('YAML and JSON documents are read, other files are rejected with a reason', () => {
  expect(readOpenapiDocument('openapi: 3.0.3\ninfo: {title: A}\npaths: {}')).toMatchObject({
    ok: true,
    document: { version: '3.0', title: 'A' },
  })
  expect(readOpenapiDocument('\uFEFF{"openapi":"3.1.0","paths":{}}')).toMatchObject({
    ok: true,
    document: { version: '3.1' },
  })
  expect(readOpenapiDocument('{"openapi":"3.1.0",\n"paths":}')).toMatchObject({ ok: false, line: 2 })
  expect(readOpenapiDocument('openapi: 3.1.0\n\tpaths: {}')).toMatchObject({ ok: false, line: 2 })
  for (const [text, words] of [
    ['{"swagger":"2.0","paths":{}}', 'Swagger 2.0'],
    ['{"openapi":"4.0.0","paths":{}}', 'only 3.0 and 3.1'],
    ['{"paths":{}}', '“openapi” is missing'],
    ['{"openapi":"3.1.0"}', 'no paths'],
    ['[]', 'not contain an object'],
    ['just words', 'not contain an object'],
  ] as const)
    expect(readOpenapiDocument(text), text).toMatchObject({ ok: false, message: expect.stringContaining(words) })
})

test('a GET with only path and query parameters has no query template, so absent values are not sent', () => {
  const document = documentOf({
    '/pets/{pet-id}': {
      parameters: [parameter('pet-id', 'path', { description: 'Which pet' })],
      get: operation({
        summary: 'One pet',
        parameters: [parameter('fields', 'query'), parameter('pet-id', 'path', { schema: { type: 'integer' } })],
      }),
    },
  })
  const { config, input, body } = toolOfOperation(document, '/pets/{pet-id}', 'get')
  expect(config).toEqual({
    method: 'GET',
    url: 'https://pets.example/v1/pets/{{ input.pet_id }}',
    auth: { kind: 'none' },
  })
  expect(input).toEqual({
    type: 'object',
    properties: { pet_id: { type: 'integer' }, fields: { type: 'string' } },
    required: ['pet_id'],
  })
  expect(body).toMatchObject({ name: 'One pet', key: 'a_key', category: 'api' })
})

test('required headers, query parameters and bodies become templates, optional parameters are reported', () => {
  const content = {
    'multipart/form-data': {},
    'application/vnd.pets+json; charset=utf-8': { schema: { type: 'object' } },
  }
  const document = documentOf({
    '/pets': {
      post: operation({
        parameters: [
          parameter('dry', 'query', { required: true }),
          parameter('trace', 'query'),
          parameter('X-Shop', 'header', { required: true }),
          parameter('X-Other', 'header'),
          parameter('Authorization', 'header', { required: true }),
        ],
        requestBody: { required: true, content },
      }),
      delete: operation({ parameters: [parameter('X-Shop', 'header', { required: true })] }),
    },
  })
  const post = toolOfOperation(document, '/pets', 'post')
  expect(post.config).toEqual({
    method: 'POST',
    url: 'https://pets.example/v1/pets',
    headers: { 'X-Shop': '{{ input.X_Shop }}', 'Content-Type': 'application/vnd.pets+json; charset=utf-8' },
    query: { dry: '{{ input.dry }}' },
    body: '{{ input.body }}',
    auth: { kind: 'none' },
  })
  expect(post.input['required']).toEqual(['dry', 'X_Shop', 'body'])
  expect(post.notes).toEqual(['Optional parameters not sent: trace, X-Other.'])
  expect(toolOfOperation(document, '/pets', 'delete').config).toMatchObject({
    query: {},
    headers: { 'X-Shop': '{{ input.X_Shop }}' },
  })
})

test('an operation that cannot be a tool has a reason', () => {
  const body = (type: string) => operation({ requestBody: { content: { [type]: {} } } })
  const document = documentOf(
    {
      '/form': { post: body('multipart/form-data'), put: body('application/x-www-form-urlencoded') },
      '/options': { options: operation() },
      '/cookie': { get: operation({ parameters: [parameter('s;id', 'cookie', { required: true })] }) },
      '/other': { get: operation({ parameters: [{ $ref: 'other.yaml#/x' }] }) },
      '/gone': { get: { $ref: '#/paths/~1nowhere' } },
      '/circle': { $ref: '#/paths/~1circle' },
      '/signed': { get: operation({ security: [{ tls: [] }] }) },
      '/open': { get: operation({ security: [{ tls: [] }, {}] }) },
      '/host': { get: operation({ servers: [{ url: 'ftp://x.example' }] }) },
      '/user': { get: operation({ servers: [{ url: 'https://me:secret@x.example' }] }) },
      '/left': { get: operation({ servers: [{ url: 'https://{region}.example' }] }) },
    },
    { components: { securitySchemes: { tls: { type: 'mutualTLS' } } } },
  )
  expect(reasonsOf(document)).toMatchObject({
    'post /form': expect.stringContaining('multipart/form-data'),
    'put /form': null,
    'options /options': 'Tools do not support OPTIONS.',
    'get /cookie': '“s;id” is not a valid cookie name.',
    'get /other': 'A parameter is in another file (“other.yaml#/x”).',
    'get /gone': expect.stringContaining('not in the document'),
    '/circle': expect.stringContaining('refers to itself'),
    'get /signed': expect.stringContaining('tls'),
    'get /open': null,
    'get /host': expect.stringContaining('must start with https://'),
    'get /user': expect.stringContaining('password'),
    'get /left': expect.stringContaining('without a default value'),
  })
})

test('the URL is required if the server has no host; server variables get their defaults', () => {
  const paths = { '/a': { get: operation() } }
  for (const [servers, url] of [
    [[], 'https://mine.example/base/a'],
    [[{ url: '/v2/' }], 'https://mine.example/base/v2/a'],
    [[{ url: 'v2' }], 'https://mine.example/base/v2/a'],
  ] as const) {
    const document = documentOf(paths, { servers: [...servers] })
    expect(listOperations(document)).toMatchObject({ withoutHost: 1, hosts: [] })
    expect(toolOfOperation(document, '/a', 'get', 'https://mine.example/base/').config['url']).toBe(url)
    const read = readOperation(document, new Map(), ['/a', 'get'])
    expect(read.ok && toolOf(document, read.operation, { key: 'k', host: '', secretKeys: {} })).toMatchObject({
      ok: false,
    })
  }
  const variable = {
    url: '//{region}.pets.example:{port}',
    variables: { region: { default: 'eu' }, port: { default: 8443 } },
  }
  const document = documentOf(paths, { servers: [variable] })
  expect(toolOfOperation(document, '/a', 'get').config['url']).toBe('https://eu.pets.example:8443/a')
  expect(listOperations(document).hosts).toEqual(['eu.pets.example:8443'])
  for (const wrong of [
    '',
    'pets.example',
    'ftp://x.example',
    'https://me:x@y.example',
    'https://x.example?a=1',
    'https://{{x}}',
  ])
    expect(hostProblem(wrong), wrong).not.toBeNull()
  expect(hostProblem(' https://x.example/v1 ')).toBeNull()
})

test('recursive schemas stay recursive, and schemas of OpenAPI 3.0 are converted to 2020-12', () => {
  const schemas = {
    Node: {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, 'a/b': { $ref: '#/components/schemas/a~1b' } },
    },
    'a/b': { type: 'string', nullable: true, enum: ['x'], example: 'x' },
    Price: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false, nullable: true },
  }
  const document = documentOf(
    {
      '/n': {
        post: operation({
          requestBody: {
            content: {
              'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Node' }], nullable: true } },
            },
          },
          parameters: [parameter('price', 'query', { required: true, schema: { $ref: '#/components/schemas/Price' } })],
          responses: { 201: { content: { 'application/json': { schema: { $ref: 'elsewhere.json' } } } } },
        }),
      },
    },
    { openapi: '3.0.3', components: { schemas } },
  )
  const { input, body, notes } = toolOfOperation(document, '/n', 'post')
  expect(recordOf(input['$defs'])).toEqual({
    Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, 'a/b': { $ref: '#/$defs/a_b' } } },
    a_b: { type: ['string', 'null'], enum: ['x', null], examples: ['x'] },
    Price: { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 9 },
  })
  expect(recordOf(input['properties'])['body']).toEqual({
    anyOf: [{ allOf: [{ $ref: '#/$defs/Node' }] }, { type: 'null' }],
  })
  expect(recordOf(body['output_schema'])['properties']).toEqual({ status: { type: 'integer' }, body: {} })
  expect(notes).toEqual(['Any value is accepted for “elsewhere.json”, which is in another file.'])
})

test('required cookies and the sign-in cookie share one header, optional cookies are reported', () => {
  const schema = {
    properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { $ref: `${name}.json` }])),
  }
  const document = documentOf(
    {
      '/basket': {
        get: operation({
          parameters: [
            parameter('sid', 'cookie', { required: true }),
            parameter('shop-id', 'cookie', { required: true }),
            parameter('lang', 'cookie'),
            parameter('key', 'cookie', { required: true }),
            parameter('page', 'query', { required: true, schema: { $ref: '#/components/schemas/Gone' } }),
          ],
          responses: { 200: { $ref: 'answers.yaml#/Basket' } },
        }),
        put: operation({ security: [], requestBody: { content: { 'application/json': { schema } } } }),
      },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'cookie', name: 'key' } } },
    },
  )
  const { config, input, notes } = toolOfOperation(document, '/basket', 'get')
  expect(config).toMatchObject({
    headers: { Cookie: 'sid={{ input.sid }}; shop-id={{ input.shop_id }}; key={{ secrets.pets_key }}' },
    query: { page: '{{ input.page }}' },
  })
  expect(input['required']).toEqual(['page', 'sid', 'shop_id'])
  expect(notes).toEqual([
    'Optional parameters not sent: lang.',
    'The response is in another file (“answers.yaml#/Basket”): its schema was skipped.',
    'Any value is accepted for “#/components/schemas/Gone”, which is not in the document.',
  ])
  expect(toolOfOperation(document, '/basket', 'put').notes).toEqual([
    'Any value is accepted for “a.json”, which is in another file.',
    'Any value is accepted for “b.json”, which is in another file.',
    'Any value is accepted for “c.json”, which is in another file.',
    'The same applies to 1 more reference.',
  ])
})

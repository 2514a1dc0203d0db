import { expect, test } from 'vitest'
import { openApi } from '#contract/openapi.ts'
import { escapeHtml } from '#lib/text/html.ts'
import type { Json } from '#lib/json/json.ts'
import { curlOf } from './curl.ts'
import { stylesheetsOf } from './docs.ts'
import { readDocument } from './document.ts'
import { exampleOf } from './example.ts'
import { apiDocsPage } from './page.ts'

const options = { origin: 'http://127.0.0.1:4321', stylesheets: ['/assets/index-abc.css'] }
const real = openApi({ version: '1.2.3' }, '/api')
const page = apiDocsPage(real, options)
const { operations, schemas } = readDocument(real)

const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found = '']) => found)

test('the page and its navigation list every operation and every component schema', () => {
  for (const { id, method, path, summary } of operations) {
    const anchor = `operation-${id}`
    expect(page).toContain(`<article id="${anchor}"`)
    expect(page).toContain(`href="#${anchor}"`)
    expect(page).toContain(`data-method="${method.toLowerCase()}">${method}</span> <code>/api${path}</code>`)
    expect(page).toContain(`<p>${escapeHtml(summary)}</p>`)
  }
  for (const name of schemas.keys()) expect(page).toContain(`<h3 id="schema-${name}">`)
  expect(operations.length).toBeGreaterThan(90)
  expect(schemas.size).toBeGreaterThan(20)
})

test('ids are unique, internal links have targets, and heading levels are not skipped', () => {
  const ids = all(/ id="([^"]*)"/g)
  expect(new Set(ids).size).toBe(ids.length)
  expect(all(/href="#([^"]*)"/g).filter((id) => !ids.includes(id))).toEqual([])
  const levels = all(/<h([1-6])/g).map(Number)
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
})

test('the page has no inline scripts or styles', () => {
  expect(page).not.toMatch(/ style=|<style|<script(?! src="\/)| on\w+="/)
})

test('HTML in a hostile document is escaped', () => {
  const hostile = `"'><img src=x onerror=alert(1)></code></pre><script>alert(1)</script>`
  const schema: Json = {
    type: hostile,
    description: hostile,
    format: hostile,
    properties: {
      [hostile]: { enum: [hostile], description: hostile, pattern: hostile, properties: { [hostile]: {} } },
    },
    required: [hostile],
    anyOf: [{ properties: { [hostile]: { const: hostile } } }, { $ref: `#/components/schemas/${encodeURI(hostile)}` }],
  }
  const operation: Json = {
    operationId: hostile,
    tags: [hostile],
    summary: hostile,
    description: hostile,
    'x-extension': hostile,
    security: [{ [hostile]: [] }],
    parameters: [{ name: hostile, in: hostile, required: true, description: hostile, schema }],
    requestBody: { content: { [hostile]: { schema }, 'application/json': { schema } } },
    responses: {
      200: { description: hostile, content: { 'application/json': { schema } } },
      [hostile]: { description: hostile, headers: { [hostile]: {} }, content: { [hostile]: { schema } } },
    },
  }
  const document: Record<string, Json> = {
    info: { title: hostile, version: hostile },
    servers: [{ url: hostile }],
    paths: { [`/${hostile}`]: { get: operation } },
    components: {
      schemas: { [hostile]: schema },
      securitySchemes: { [hostile]: { type: 'apiKey', in: hostile, name: hostile, description: hostile } },
    },
  }
  const text = apiDocsPage(document, options)
  expect(text).toContain(escapeHtml(hostile))
  expect(text).not.toContain('<img')
  expect(text).not.toContain('<script>')
})

test.each([
  [{}],
  [{ paths: null, components: [] }],
  [{ paths: { '/a': { get: { responses: { 200: 1 }, parameters: [1] } } } }],
])('a malformed document still gives a page: %j', (document) => {
  expect(apiDocsPage(document, options)).toContain('<h1>API reference</h1>')
})

test('the example request is safe in a shell and has placeholders', () => {
  const body = { type: 'object', properties: { name: { const: `it's $HOME` } }, required: ['name'] }
  const document = readDocument({
    servers: [{ url: '/api' }],
    paths: {
      '/flow/{id}/': {
        patch: {
          security: [{ session: [] }, { key: [] }],
          requestBody: { content: { 'application/json': { schema: body } } },
        },
        get: {},
      },
      '/a"$(b)/': { get: {} },
    },
  })
  const [patch = '', read = '', odd = ''] = document.operations.map((each) => curlOf(each, document, options.origin))
  expect(patch.split(' \\\n  ')).toEqual([
    'curl -X PATCH',
    '-H "Authorization: Token $KEY"',
    "-H 'Content-Type: application/json'",
    String.raw`-d '{"name":"it'\''s $HOME"}'`,
    '"http://127.0.0.1:4321/api/flow/$ID/"',
  ])
  expect(read).toBe('curl "http://127.0.0.1:4321/api/flow/$ID/"')
  expect(odd).toBe(String.raw`curl "http://127.0.0.1:4321/api/a\"\$(b)/"`)
})

test('examples match their schemas, and recursive schemas end', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'string' } } }
  const known = { schemas: new Map<string, Json>([['Node', node]]), shortest: false }
  expect(exampleOf({ $ref: '#/components/schemas/Node' }, known)).toEqual({ next: null, id: 'text' })
  const schema: Json = {
    type: 'object',
    properties: {
      at: { type: 'string', format: 'date-time' },
      cost: { anyOf: [{ type: 'string', pattern: String.raw`^-?\d+\.\d{6}$` }, { type: 'null' }] },
      count: { type: 'integer', minimum: 5, maximum: 9 },
      kinds: { type: 'array', items: { enum: ['a', 'b'] } },
      secret: { type: 'string', minLength: 8 },
    },
    required: ['kinds'],
  }
  expect(exampleOf(schema, known)).toEqual({
    at: '2026-01-31T09:30:00Z',
    cost: '12.500000',
    count: 5,
    kinds: ['a'],
    secret: 'text....',
  })
  expect(exampleOf(schema, { ...known, shortest: true })).toEqual({ kinds: ['a'] })
})

test('finds the stylesheets of a console page, without external ones', () => {
  const head = '<link rel="icon" href="/a.svg"><link rel="stylesheet" crossorigin href="/assets/index-a_1.css">'
  expect(stylesheetsOf(head)).toEqual(['/assets/index-a_1.css'])
  expect(stylesheetsOf('<link rel="stylesheet" href="https://elsewhere.example/a.css">')).toEqual([])
})

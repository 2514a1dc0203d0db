import { expect, test } from 'vitest'
import type { Tool } from '#contract/tool.ts'
import { withoutToolSecrets } from './tool-drafts.ts'
import { toolBodyIn, toolDraftCopyOf, toolDraftOf, newToolDraft, ToolDraft } from './tool-draft.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { draftProblems, textProblemWords, toolServiceProblems } from './tool-problems.ts'

const mark = { set: true, last4: '7c1e' }
const asMark = (kept: unknown) => kept

const toolWith = (category: Tool['category'], config: Tool['config']): Tool => ({
  id: 'tool_1',
  key: 'one',
  name: 'One',
  description: 'What it does',
  category,
  enabled: true,
  input_schema: { type: 'object' },
  output_schema: null,
  config,
  used_by_count: 0,
  version: 3,
  cost_hint: null,
  calls_last_30_days: 0,
  cost_last_30_days: '0.000000',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  sample: false,
})

const configs: [Tool['category'], Tool['config']][] = [
  [
    'api',
    {
      method: 'POST',
      url: 'https://a.example/{{ input.id }}',
      headers: { 'X-Key': mark, accept: 'text/plain' },
      query: { lang: 'de' },
      body: { a: [1, null], deep: { set: true } },
      auth: { kind: 'header', header: 'X-Auth', secret: mark },
      timeout_ms: 8000,
    },
  ],
  ['transform', { language: 'jsonata', expression: '$sum(x)' }],
  ['condition', { language: 'cel', expression: 'input.total > 10' }],
  ['agent', { model: 'small', instructions: '', tools: ['crm'], temperature: 0, max_tokens: 5 }],
  ['code', { language: 'javascript', source: 'return 1', timeout_ms: 50 }],
  ['global', { value: mark, type: 'string', secret: true }],
  ['global', { value: { a: 1 }, type: 'json', secret: false }],
  ['global', { value: false, type: 'boolean', secret: false }],
  ['global', { value: 12.5, type: 'number', secret: false }],
]

test('a tool of every category survives the round trip through the form', () => {
  for (const [category, config] of configs) {
    const draft = toolDraftOf(toolWith(category, config))
    expect(toolBodyIn(draft, asMark)).toEqual({
      category,
      name: 'One',
      key: 'one',
      description: 'What it does',
      enabled: true,
      input_schema: { type: 'object' },
      output_schema: null,
      config,
    })
    expect(draftProblems(draft)).toEqual({})
    expect(ToolDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  }
})

test('a copy has a new name, no key and no secret', () => {
  const [api] = configs
  const draft = toolDraftCopyOf(toolWith('api', api?.[1] ?? {}))
  expect(draft).toMatchObject({ name: 'Copy of One', key: '', keyTouched: false, version: null })
  expect(JSON.stringify(draft)).not.toContain('7c1e')
})

test('missing and invalid values are reported at their field', () => {
  expect(Object.keys(draftProblems(newToolDraft('api')))).toEqual(['name', 'config.url'])
  const draft = newToolDraft('agent')
  const wrong = draftProblems({
    ...draft,
    name: 'x'.repeat(300),
    key: 'Not a key',
    input: '{\n"type": "text"}',
    config: { ...draft.config, temperature: '3', maxTokens: 'many' },
  })
  expect(Object.fromEntries(Object.entries(wrong).map(([field, list]) => [field, textProblemWords(list)]))).toEqual({
    name: 'Use at most 200 characters.',
    key: 'Use at most 63 lowercase letters, digits and _, starting with a letter.',
    input_schema: 'Line 2: “text” is not a type. Use string, number, integer, boolean, array, object or null.',
    'config.temperature': 'Use at most 2.',
    'config.max_tokens': 'Use a number.',
    'config.model': 'Enter a model.',
  })
})

test('messages of the service are assigned to their field, within JSON to their line', () => {
  const draft = { ...newToolDraft('api'), input: '{\n  "properties": {\n    "a": {"type": "string"}\n  }\n}' }
  expect(
    toolServiceProblems(draft, {
      'input_schema.properties.a': ['Not this.'],
      'config.headers.X-Key': ['No secret here.'],
      key: ['Another tool already has this key.'],
      elsewhere: ['Unknown.'],
    }),
  ).toEqual({
    input_schema: [{ message: 'Not this.', line: 3, column: 10 }],
    'config.headers': [{ message: 'X-Key: No secret here.' }],
    key: [{ message: 'Another tool already has this key.' }],
  })
})

test('secrets are removed from a stored draft', () => {
  const draft = newToolDraft('api')
  const kept = withoutToolSecrets({
    ...draft,
    name: 'Kept',
    config: {
      ...draft.config,
      url: 'https://user:hunter2hunter2@a.example/',
      headers: [
        { id: 1, name: 'X-Api-Key', value: 'abc' },
        { id: 2, name: 'accept', value: 'text/plain' },
        { id: 3, name: 'authorization', value: '{{ secrets.shop }}' },
      ],
      authSecret: 'plain words that are secret',
      source: 'const token = "ghp_0123456789abcdef0123"',
      secret: true,
      value: 'another secret',
    },
  })
  expect(JSON.stringify(kept)).not.toMatch(/hunter2|abc|plain words|ghp_|another secret/)
  expect(kept).toMatchObject({ name: 'Kept' })
  expect(kept.config.headers.map(({ value }) => value)).toEqual(['', 'text/plain', '{{ secrets.shop }}'])
  expect(withoutToolSecrets({ ...draft, config: { ...draft.config, authSecret: mark } }).config.authSecret).toEqual(
    mark,
  )
})

test('a key is derived from the name', () => {
  expect(keyOfName('Été: über-Größe!')).toBe('ete_uber_gro_e')
  expect(keyOfName('日本')).toBe('')
  expect(keyOfName(`1 ${'a'.repeat(100)}`)).toHaveLength(63)
})

test("messages about requested fields are assigned to them, and camel-case names to the form's own fields", () => {
  const draft = { ...newToolDraft('api'), asked: { owner_team: '' } }
  const problems = toolServiceProblems(draft, { owner_team: ['Name it.'], inputSchema: ['Too long.'], other: ['No.'] })
  expect(Object.keys(problems).toSorted()).toEqual(['asked owner_team', 'input_schema'])
})

test('values of requested fields are stored, except those whose name suggests a secret', () => {
  const draft = { ...newToolDraft('api'), asked: { owner_team: 'Sales', api_key: 'abc' } }
  expect(withoutToolSecrets(draft).asked).toEqual({ owner_team: 'Sales', api_key: '' })
  const { asked: _, ...old } = newToolDraft('api')
  expect(ToolDraft.parse(old).asked).toEqual({})
})

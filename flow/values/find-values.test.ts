import { expect, test } from 'vitest'
import type { JsonRecord } from '#lib/json/json.ts'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import { fixture, only } from '#test/support/flow-fixtures.ts'
import { findValues, replaceValues, type ValueQuery } from './find-values.ts'
import { withValues } from './with-values.ts'

const node = (id: string, type: string, config: JsonRecord) => makeNode({ id, type, name: `Node ${id}`, config })
const flow = {
  ...emptyFlow(),
  variables: [{ key: 'model', value: 'GPT-small' }],
  nodes: [
    node('a', 'agent', { model: 'gpt-small', instructions: 'As gpt-small,\nyou are kind. gpt-smaller is not.' }),
    node('b', 'api', {
      method: 'GET',
      url: 'https://gpt-small.example/{{ secrets.gpt }}',
      headers: { accept: 'gpt-small', other: 'x' },
      timeout_ms: 300,
    }),
    node('c', 'code', { source: 'return "gpt-small"' }),
  ],
}
const query = (text: string, others: Partial<ValueQuery> = {}): ValueQuery => ({
  text,
  isCaseSensitive: false,
  isWholeWord: false,
  ...others,
})
const places = (of: ValueQuery, most = 100) =>
  findValues(flow, of, most).list.map(({ nodeName, label, found }) => `${nodeName}/${label}/${found}`)

test('occurrences are found in values of any owner, and not in code', () => {
  expect(places(query('gpt-small'))).toEqual([
    'null/model/GPT-small',
    'Node a/Model/gpt-small',
    'Node a/Instructions/gpt-small',
    'Node a/Instructions/gpt-small',
    'Node b/URL/gpt-small',
    'Node b/Headers: accept/gpt-small',
  ])
  expect(places(query('gpt-small', { isCaseSensitive: true, isWholeWord: true }))).toEqual([
    'Node a/Model/gpt-small',
    'Node a/Instructions/gpt-small',
    'Node b/URL/gpt-small',
    'Node b/Headers: accept/gpt-small',
  ])
})

test('the text is literal, references to secrets and options are not searched, numbers match as a whole', () => {
  expect(places(query('gpt.small'))).toEqual([])
  expect(places(query('.'))).toHaveLength(3)
  expect(places(query('secrets'))).toEqual([])
  expect(places(query('GET'))).toEqual([])
  expect(places(query('300'))).toEqual(['Node b/Time limit/300'])
  expect(places(query('30'))).toEqual([])
  expect(places(query(''))).toEqual([])
})

test('an excerpt is one line around the occurrence', () => {
  const long = {
    ...emptyFlow(),
    nodes: [node('a', 'message', { text: `${'x'.repeat(90)}\nkey\n\n${'y'.repeat(90)}` })],
  }
  const [one] = findValues(long, query('key'), 10).list
  expect(one).toMatchObject({ before: `…${'x'.repeat(39)} `, found: 'key', after: ` ${'y'.repeat(38)}…` })
})

test('only the first ones are listed, all are counted', () => {
  const found = findValues(flow, query('gpt'), 2)
  expect(found).toMatchObject({ count: 6, owners: 3 })
  expect(found.list).toHaveLength(2)
})

test('the chosen occurrences are replaced, literally', () => {
  const of = query('gpt-small')
  const [, , second, third] = findValues(flow, of, 10).list
  const changes = replaceValues(flow, of, '$& $1 large', (key) => key !== second?.key)
  expect(changes.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['value', '$& $1 large'],
    ['config.model', '$& $1 large'],
    ['config.instructions', 'As gpt-small,\nyou are kind. $& $1 largeer is not.'],
    ['config.url', 'https://$& $1 large.example/{{ secrets.gpt }}'],
    ['config.headers', { accept: '$& $1 large', other: 'x' }],
  ])
  expect(replaceValues(flow, of, 'x', (key) => key === third?.key)).toHaveLength(1)
  expect(replaceValues(flow, of, 'gpt-small', () => false)).toEqual([])
})

test('a number stays one', () => {
  const changes = replaceValues(flow, query('300'), '450', () => true)
  expect(changes).toEqual([{ owner: { kind: 'node', id: 'b' }, path: ['config', 'timeout_ms'], value: 450 }])
  expect(
    withValues(
      flow,
      replaceValues(flow, query('300'), 'soon', () => true),
    ).ok,
  ).toBe(false)
})

test('a field with a literal secret is neither found nor changed', () => {
  const leaky = { ...emptyFlow(), nodes: [node('a', 'robot', { password: 'kan4ry-Zx81qP07LmWv', word: 'kan4ry' })] }
  expect(findValues(leaky, query('kan4ry'), 10).list.map(({ label }) => label)).toEqual(['word'])
})

test('values of another product are found in a file, and replaced there alone', () => {
  const n8n = only(fixture('n8n-orders.json'))
  const of = query('$json.country')
  const { count } = findValues(n8n, of, 10)
  expect(count).toBeGreaterThan(0)
  const result = withValues(
    n8n,
    replaceValues(n8n, of, '$json.land', () => true),
  )
  expect(result.ok && findValues(result.flow, of, 10).count).toBe(0)
})

test('50,000 nodes are searched quickly', () => {
  const many = {
    ...emptyFlow(),
    nodes: Array.from({ length: 50_000 }, (_, index) =>
      node(`n${index}`, 'agent', { instructions: `Prompt ${index}` }),
    ),
  }
  const before = process.cpuUsage()
  expect(findValues(many, query('prompt 49999'), 10).count).toBe(1)
  // CPU time, not elapsed time: other tests run at the same time.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
})

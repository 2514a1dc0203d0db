import { expect, test } from 'vitest'
import { diffDefinitions, type Definitions } from './diff-definitions.ts'

const variable = (key: string, value: string) => ({ key, value, type: 'string' as const, description: '' })
const before: Definitions = {
  name: 'Orders',
  description: '',
  metadata: { source: { version: 1 } },
  variables: [variable('shop', 'a'), variable('old', 'b')],
  settings: { retries: 3 },
}

test('changes of name, settings, metadata and variables are found; a copy has none', () => {
  expect(diffDefinitions(before, structuredClone(before))).toEqual([])
  const after: Definitions = {
    name: 'Order status',
    description: '',
    metadata: { source: { version: 2 } },
    variables: [variable('new', 'c'), variable('shop', 'z')],
    settings: { retries: 3, zone: 'UTC' },
  }
  const changes = diffDefinitions(before, after).map(({ kind, part, key, fields }) => [
    kind,
    part,
    key,
    fields.map(({ path }) => path).join(),
  ])
  expect(changes).toEqual([
    ['changed', 'flow', '', 'name'],
    ['changed', 'settings', '', 'zone'],
    ['changed', 'metadata', '', 'source.version'],
    ['added', 'variable', 'new', ''],
    ['changed', 'variable', 'shop', 'value'],
    ['removed', 'variable', 'old', ''],
  ])
})

import { expect, test } from 'vitest'
import { authorWords, changeSigns, runWords, sourceWords } from './version-words.ts'

test('the origin of a version in words', () => {
  const words = (kind: Parameters<typeof sourceWords>[0]['kind'], name: string | null, version: number | null = null) =>
    sourceWords({ kind, name, version })
  expect(words('file', 'rag-agent-v3.json')).toBe('from rag-agent-v3.json')
  expect(words('file', null)).toBe('from a file')
  expect(words('version', null, 7)).toBe('from version 7')
  expect(words('values', null)).toBe('changed values')
  expect(words('service', 'n8n, production')).toBe('from n8n, production')
  expect(words('created', null)).toBe('created the flow')
})

test('the author of a version in words', () => {
  expect(authorWords({ by: { kind: 'person', id: 'usr_1', name: 'Mira Okafor' } })).toBe('Mira Okafor')
  expect(authorWords({ by: { kind: 'key', id: 'key_1', name: 'ci-deploy' } })).toBe('API key ci-deploy')
  expect(authorWords({ by: null })).toBe('The service')
})

test('changes have a sign each, and edges only if nothing else differs', () => {
  const none = { added: 0, removed: 0, changed: 0, moved: 0, edges: 0, definitions: 0 }
  const words = (change: Partial<typeof none>) => changeSigns({ ...none, ...change }).map((sign) => sign.words)
  expect(changeSigns(null)).toEqual([])
  expect(words({ added: 1, removed: 1, changed: 2, moved: 1, edges: 4, definitions: 1 })).toEqual([
    '1 added',
    '1 removed',
    '3 changed',
    '1 moved',
  ])
  expect(words({ edges: 2 })).toEqual(['2 changed edges'])
})

test('runs, test runs and runs in progress', () => {
  const open = { count: 0, waiting: 0, waiting_until: null }
  expect(runWords({ runs: 88, failed: 31, tests: 0, open })).toEqual({ words: '88 runs', failed: '31 failed' })
  expect(runWords({ runs: 0, failed: 0, tests: 2, open })).toEqual({ words: '2 test runs', failed: '' })
  expect(runWords({ runs: 0, failed: 0, tests: 0, open }).words).toBe('No runs yet')
  expect(runWords({ runs: 1, failed: 0, tests: 1, open: { ...open, count: 3 } }).words).toBe(
    '1 run · 1 test run · 3 in progress',
  )
})

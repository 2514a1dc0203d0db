import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verdictOf } from '#flow/health/verdict.ts'
import { freeName, rowNamesOf } from './flow-names.ts'
import { noImportChoices } from '#pages/import/review/import-choices.ts'
import type { ImportRow } from './import-rows.ts'

/** A row that is ready, with only the fields that matter for names. */
const row = (key: string, name: string, more: Partial<ImportRow> = {}): ImportRow => ({
  key,
  file: `${key}.json`,
  source: new File([], `${key}.json`),
  size: 0,
  state: { name: 'ready' },
  flow: flowNamed(name),
  isOneOfMany: false,
  isCopy: false,
  choices: noImportChoices,
  attempt: null,
  ...more,
})
const few = { count: 0, first: [] }
const flowNamed = (name: string): NonNullable<ImportRow['flow']> => ({
  name,
  format: 'flow-template',
  counts: { nodes: 0, edges: 0 },
  template: new Blob(),
  warnings: [],
  changedIds: [],
  dangling: [],
  redacted: [],
  requires: { tools: [], channels: [], secrets: [] },
  isPartial: false,
  review: {
    counts: { nodes: 0, edges: 0, groups: 0, notes: 0, disabled: 0, placed: 0, variables: 0, settings: 0 },
    verdict: verdictOf([], { steps: 0, product: null }),
    warnings: [],
    changedIds: few,
    dangling: few,
    secrets: few,
    renamedSecrets: 0,
    needs: { tools: few, channels: few, secrets: few },
  },
})
const named = (rows: readonly ImportRow[], taken: readonly string[]) => [
  ...rowNamesOf(rows, new Set(taken)).names.values(),
]

test('the first free number is appended to a taken name', () => {
  expect(freeName('Orders', new Set())).toBe('Orders')
  expect(freeName('Orders', new Set(['Orders']))).toBe('Orders (2)')
  expect(freeName('Orders', new Set(['Orders', 'Orders (2)']))).toBe('Orders (3)')
  expect(freeName('Orders (2)', new Set(['Orders (2)']))).toBe('Orders (3)')
  const long = 'x'.repeat(200)
  expect(freeName(long, new Set([long]))).toMatch(/^x{195}… \(2\)$/)
})

test('a free name is never one of the taken names', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 220 }), fc.array(fc.string()), (name, others) => {
      const taken = new Set([...others, name.trim().normalize('NFC')])
      expect(taken.has(freeName(name, taken))).toBe(false)
    }),
  )
})

test('rows with the same name are numbered in order, after the names in the account', () => {
  const rows = [row('a', 'Orders'), row('b', 'Orders'), row('c', 'Stock')]
  expect(named(rows, ['Orders'])).toEqual(['Orders (2)', 'Orders (3)', 'Stock'])
  expect([...rowNamesOf(rows, new Set(['Stock'])).clashes]).toEqual(['b', 'c'])
})

test('chosen and sent names are kept, and avoided by suggestions', () => {
  const sent = row('b', 'Orders', { attempt: { key: 'k', body: new Blob(), at: 0, name: 'Orders' } })
  const chosen = row('c', 'Stock', { choices: { ...noImportChoices, name: 'Orders (2)' } })
  const { names } = rowNamesOf([row('a', 'Orders'), sent, chosen], new Set())
  expect(names.get('a')).toBe('Orders (3)')
  expect(names.get('b')).toBe('Orders')
  expect(names.get('c')).toBe('Orders (2)')
})

test('an empty name is replaced by that in the file, and skipped rows reserve no name', () => {
  const empty = row('a', 'Orders', { choices: { ...noImportChoices, name: ' ' } })
  expect(named([empty], [])).toEqual(['Orders'])
  const skipped = row('a', 'Orders', { state: { name: 'skipped' } })
  expect(rowNamesOf([skipped, row('b', 'Orders')], new Set()).names.get('b')).toBe('Orders')
})

import { expect, test } from 'vitest'
import {
  formatWord,
  importRowWords,
  missingSummary,
  refusalPlaceWords,
  sizeWord,
  importTally,
  tallyWords,
} from './row-words.ts'

test('foreign formats are named and marked as converted', () => {
  expect(formatWord('n8n')).toBe('n8n, converted')
  expect(formatWord('node-red')).toBe('Node-RED, converted')
  expect(formatWord('flow-template')).toBe('flow template')
  expect(formatWord('constructor')).toBe('constructor, converted')
})

test('the line of a row begins with its result', () => {
  const row = { flow: null, file: 'a.zip', isOneOfMany: true }
  expect(importRowWords({ ...row, state: { name: 'skipped' } }, 2)).toBe('Skipped · a.zip')
  expect(importRowWords({ ...row, state: { name: 'ready' } }, 2)).toBe('see the review · a.zip')
  const refusal = { ok: false, code: 'empty', message: 'x', line: 3 } as const
  expect(importRowWords({ ...row, state: { name: 'refused', refusal } }, 0)).toBe('Line 3: not readable')
})

test('the place of a refusal is line and column, if known', () => {
  expect(refusalPlaceWords({ line: 3, column: 14 })).toBe('Line 3, column 14')
  expect(refusalPlaceWords({ line: 3 })).toBe('Line 3')
  expect(refusalPlaceWords({})).toBe('')
})

test('sizes have readable units', () => {
  expect(['9', '34000', '9800000'].map((bytes) => sizeWord(Number(bytes)))).toEqual(['9 B', '34 kB', '9.8 MB'])
})

test('imported, refused, failed and skipped are distinguished', () => {
  const of = (name: 'ready' | 'skipped' | 'queued' | 'waiting') => ({ state: { name } })
  const refused = { state: { name: 'refused', refusal: { ok: false, code: 'empty', message: 'x' } } } as const
  const result = {
    warnings: [],
    missing: { tools: [], channels: [], secrets: [] },
    redacted: [],
    renamed_from: null,
    source_format: 'n8n',
  }
  const done = { state: { name: 'done', id: 'flw_1', result, saveError: null } } as const
  const sums = importTally([of('ready'), of('skipped'), of('queued'), of('waiting'), refused, refused, done])
  expect(sums).toMatchObject({ ready: 1, skipped: 1, reading: 1, sending: 1, refused: 2, imported: 1, total: 7 })
  expect(tallyWords(sums)).toBe('1 imported · 2 refused · 1 skipped')
})

test('missing requirements fit into one line', () => {
  const missing = { tools: ['a', 'b'], channels: ['c'], secrets: [] }
  expect(missingSummary({ missing })).toBe('Missing: 2 tools, 1 channel')
  expect(missingSummary({ missing: { tools: [], channels: [], secrets: [] } })).toBe('')
})

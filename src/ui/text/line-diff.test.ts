import { expect, test } from 'vitest'
import { lineDiff, type DiffRow } from './line-diff.ts'

const signs = { same: ' ', old: '−', new: '+' }
const written = (rows: readonly DiffRow[]) =>
  rows.map((row) => (row.kind === 'fold' ? `… ${row.lines}` : `${signs[row.kind]}${row.text}`))

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)

test('removed lines come before added ones, with three unchanged lines on either side', () => {
  const before = numbered(20)
  const after = before.with(10, 'another')
  expect(written(lineDiff(before.join('\n'), after.join('\n')))).toEqual([
    '… 7',
    ' line 7',
    ' line 8',
    ' line 9',
    '−line 10',
    '+another',
    ' line 11',
    ' line 12',
    ' line 13',
    '… 6',
  ])
})

test('a single unchanged line is not folded', () => {
  const before = ['a', '1', '2', '3', '4', '5', '6', '7', 'b']
  const after = before.with(0, 'A').with(8, 'B')
  expect(written(lineDiff(before.join('\n'), after.join('\n')))).toHaveLength(11)
  expect(written(lineDiff('x', 'y'))).toEqual(['−x', '+y'])
  expect(written(lineDiff('x', 'x\ny'))).toEqual([' x', '+y'])
})

test('unrelated texts are listed one after the other, without a slow comparison', () => {
  const [before, after] = [numbered(5_000), numbered(5_000).map((line) => `other ${line}`)]
  const rows = lineDiff(before.join('\n'), after.join('\n'))
  expect(rows).toHaveLength(10_000)
  expect(written(rows.slice(4_999, 5_001))).toEqual(['−line 4999', '+other line 0'])
})

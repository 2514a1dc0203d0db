import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { outlineOf } from '#flow/outline.ts'
import { opened, placeOf, seenRows, startingWith } from './outline-rows.ts'
import { leadsNowhere, rowLabel, rowWords } from './outline-words.ts'

const edge = (source: string, target: string, handle: string | null = null): Edge => ({
  id: `${source}-${target}`,
  source,
  target,
  source_handle: handle,
  target_handle: null,
  label: null,
  condition: null,
})
const nodes = [
  makeNode({ id: 'start', type: 'trigger', name: 'Start' }),
  makeNode({ id: 'if', type: 'condition', name: 'Äpfel?', config: { cases: [{ id: 'yes', label: 'yes' }] } }),
  makeNode({ id: 'a', type: 'api', name: '', disabled: true }),
  makeNode({ id: 'paper', type: 'note', name: 'x', config: { text: '\n## A note\nof two lines' } }),
]
const outline = outlineOf(nodes, [edge('start', 'if'), edge('if', 'a', 'yes'), edge('a', 'start'), edge('a', 'gone')])
const none = { problem: undefined, isFound: false }

test('rows in words', () => {
  const rows = [...outline.kind.keys()]
  expect(rows.map((row) => rowWords(outline, row, nodes))).toEqual([
    'Start',
    'Äpfel?',
    'yes',
    'a',
    '1 of 2',
    'back to Start',
    '2 of 2',
    'gone does not exist',
    'else',
    'Notes',
    'A note',
  ])
  expect(leadsNowhere(outline, 8)).toBe(true)
  expect(rowLabel(outline, 8, nodes, none)).toBe('Branch else leads to nothing')
  const problem = { level: 'error' as const, words: 'Broken.' }
  expect(rowLabel(outline, 3, nodes, { problem, isFound: true })).toBe('a, API, disabled, error: Broken., found')
})

test('what is inside of a closed row is not seen, and is opened on the way to a row', () => {
  expect([...seenRows(outline, new Set([1]))]).toEqual([0, 1, 9, 10])
  expect([...seenRows(outline, new Set([2, 9]))]).toEqual([0, 1, 2, 8, 9])
  expect([...opened(outline, new Set([1, 2, 9]), 5)]).toEqual([9])
  const closed = new Set([9])
  expect(opened(outline, closed, 5)).toBe(closed)
})

test('the place of a row is found by halves', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(60), (list, row) => {
      const seen = Uint32Array.from(list.toSorted((a, b) => a - b))
      expect(placeOf(seen, row)).toBe(seen.filter((one) => one <= row).length - 1)
    }),
  )
})

test('typing goes to the next row that begins so, and round', () => {
  const seen = seenRows(outline, new Set())
  const words = (row: number) => rowWords(outline, row, nodes).toLowerCase()
  expect(startingWith(seen, 0, 'a', words)).toBe(3)
  expect(startingWith(seen, 3, 'a', words)).toBe(10)
  expect(startingWith(seen, 10, 'a', words)).toBe(3)
  expect(startingWith(seen, 3, 'a note', words)).toBe(10)
  expect(startingWith(seen, 0, 'z', words)).toBe(-1)
  expect(startingWith(new Uint32Array(), 0, 'a', words)).toBe(-1)
})

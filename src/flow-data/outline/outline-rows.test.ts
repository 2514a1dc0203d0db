import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { outlineOf } from '#flow/outline/outline.ts'
import { isAmong, expandedTo, visibleRowIndex, visibleRows, startingWith } from './outline-rows.ts'
import { outlineRowsIn, outlineTypedIn } from '#flow-data/questions/ask-outline.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import { outlineRowText, leadsNowhere, rowLabel } from './outline-words.ts'

const edge = (source: string, target: string, handle: string | null = null): Edge =>
  makeEdge({ id: `${source}-${target}`, source, target, source_handle: handle })
const nodes = [
  makeNode({ id: 'start', type: 'trigger', name: 'Start' }),
  makeNode({ id: 'if', type: 'condition', name: 'Äpfel?', config: { cases: [{ id: 'yes', label: 'yes' }] } }),
  makeNode({ id: 'a', type: 'api', name: '', disabled: true }),
  makeNode({ id: 'paper', type: 'note', name: 'x', config: { text: '\n## A note\nof two lines' } }),
]
const edges = [edge('start', 'if'), edge('if', 'a', 'yes'), edge('a', 'start'), edge('a', 'gone')]
const outline = outlineOf(nodes, edges)
const memoizedFlow = new MemoizedFlow({
  nodes,
  edges,
  validation: [{ level: 'error', code: 'x', message: 'Broken.', node_id: 'a' }],
})

test('every kind of row has a text', () => {
  const rows = [...outline.kind.keys()]
  expect(rows.map((row) => outlineRowText(outline, row, nodes))).toEqual([
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
  const rowData = outlineRowsIn(memoizedFlow, { page: 0 })
  const label = (row: number, isFound: boolean) => {
    const own = rowData[row]
    return own && rowLabel(outline, row, own, isFound)
  }
  expect(rowData).toHaveLength(outline.length)
  expect(label(8, false)).toBe('Branch else has no target')
  expect(label(3, true)).toBe('a, HTTP, disabled, error: Broken., found')
  expect(label(5, false)).toBe('back to Start')
  expect(rowData[5]).toMatchObject({ id: 'start', nodeIndex: 0, node: null })
  expect(rowData[7]).toEqual({ text: 'gone does not exist', id: null, nodeIndex: null, node: null })
  expect(outlineRowsIn(memoizedFlow, { page: 1 })).toEqual([])
})

test('the content of a collapsed row is hidden, and the ancestors of a row can be expanded', () => {
  expect([...visibleRows(outline, new Set([1]))]).toEqual([0, 1, 9, 10])
  expect([...visibleRows(outline, new Set([2, 9]))]).toEqual([0, 1, 2, 8, 9])
  expect([...expandedTo(outline, new Set([1, 2, 9]), 5)]).toEqual([9])
  const closed = new Set([9])
  expect(expandedTo(outline, closed, 5)).toBe(closed)
})

test('the index of a row is found by binary search', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(60), (list, row) => {
      const visible = Uint32Array.from(list.toSorted((a, b) => a - b))
      expect(visibleRowIndex(visible, row)).toBe(visible.filter((one) => one <= row).length - 1)
      expect(isAmong(visible, row)).toBe(visible.includes(row))
    }),
  )
})

test('typing moves to the next row with that prefix, wrapping around', () => {
  const visible = visibleRows(outline, new Set())
  const rowText = (row: number) => outlineRowText(outline, row, nodes).toLowerCase()
  expect(startingWith(visible, 0, 'a', rowText)).toBe(3)
  expect(startingWith(visible, 3, 'a', rowText)).toBe(10)
  expect(startingWith(visible, 10, 'a', rowText)).toBe(3)
  expect(startingWith(visible, 3, 'a note', rowText)).toBe(10)
  expect(startingWith(visible, 0, 'z', rowText)).toBe(-1)
  expect(startingWith(new Uint32Array(), 0, 'a', rowText)).toBe(-1)
})

test('typed text is searched in the worker, in the visible rows', () => {
  const typed = (text: string, from: number, closed: number[] = []) =>
    outlineTypedIn(memoizedFlow, { closed, from, typed: text })
  expect(typed('Ä', 0)).toBe(1)
  expect(typed('back', 0)).toBe(5)
  expect(typed('back', 0, [2])).toBe(-1)
  expect(typed('st', 10)).toBe(0)
})

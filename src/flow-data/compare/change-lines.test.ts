import { expect, test } from 'vitest'
import { diffFlows } from '#flow/diff/diff.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { changeLines } from './change-lines.ts'
import { valueText } from './change-words.ts'

const edge = (source: string, target: string, handle: string | null = null) =>
  makeEdge({ id: `${source}>${target}`, source, target, source_handle: handle })
const node = (id: string, more: object = {}) => ({
  ...makeNode({ id, type: 'api', name: id.toUpperCase() }),
  position: { x: 0, y: 0 },
  ...more,
})
const before = {
  nodes: [node('a'), node('b', { config: { url: 'v1', time: 1 } }), node('c'), node('old')],
  edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'old')],
}
const after = {
  nodes: [
    node('a', { position: { x: -12, y: 40 } }),
    node('b', { config: { url: 'v2', time: 2 }, name: 'Bee' }),
    node('c'),
    node('new'),
  ],
  edges: [edge('a', 'b'), edge('a', 'c'), edge('b', 'new', 'error')],
}
const lines = changeLines(before, after, diffFlows(before, after))

test('each change is a line in words; edges of an added or removed node belong to the line of the node', () => {
  expect(lines.map(({ kind, title, description }) => [kind, title, description])).toEqual([
    ['changed', 'Bee', 'Name · Config, 2 fields'],
    ['added', 'NEW', 'New, after “Bee” → error'],
    ['removed', 'OLD', 'Removed with 1 edge'],
    ['moved', 'A', '12 px left and 40 px down. No other changes.'],
    ['added', 'A → C', 'New edge'],
    ['removed', 'B → C', 'Edge removed'],
  ])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

test('a note is called as on the canvas: by its first words, without Markdown', () => {
  const note = makeNode({ id: 'n', type: 'note', name: 'Sticky Note3', config: { text: '## Uses `vendor`\nand more' } })
  const added = { ...after, nodes: [...after.nodes, note] }
  expect(changeLines(after, added, diffFlows(after, added)).map(({ title }) => title)).toEqual(['Uses vendor'])
})

test('a value is shown as text with a maximum length', () => {
  expect(valueText('plain')).toBe('plain')
  expect(valueText({ a: [1] })).toBe('{"a":[1]}')
  expect(valueText(undefined)).toBe('')
  expect(valueText('x'.repeat(1_000))).toHaveLength(301)
})

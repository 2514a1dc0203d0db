import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { bindingUsesIn } from './ask-binding-uses.ts'
import { exportSizeIn } from './ask-export-size.ts'
import { findingLocationsIn, findingsIn } from './ask-findings.ts'
import { neighboursIn } from './ask-neighbours.ts'
import { nodeIn } from './ask-node.ts'
import { MemoizedFlow, nodeIndexIn } from '#flow-data/model/memoized-flow.ts'

const edge = (id: string, source: string, target: string, label: string | null = null): Edge =>
  makeEdge({ id, source, target, label })

const memoized = new MemoizedFlow({
  nodes: [
    makeNode({ id: 'g', type: 'group', name: 'Payment' }),
    makeNode({ id: 'start', type: 'trigger', name: 'Begin' }),
    makeNode({ id: 'ask', type: 'condition', name: '', parent: 'g', tool: 'shop' }),
    makeNode({ id: '__proto__', type: 'api', name: 'Odd', parent: 'gone', tool: 'shop' }),
    makeNode({ id: 'ask', type: 'note', name: 'The same id' }),
  ],
  edges: [
    edge('e', 'start', 'ask'),
    edge('e', 'ask', '__proto__', 'yes'),
    edge('e3', 'ask', 'nowhere'),
    edge('e4', 'ask', 'ask'),
  ],
  validation: ['a', 'b', 'c'].map((message) => ({ level: 'warning', code: 'unreachable', message, node_id: 'ask' })),
})
const most = { problems: 2, neighbours: 2 }

test('a node is returned with its context and the numbers of further items', () => {
  const details = nodeIn(memoized, { id: 'ask', most })
  expect(details?.node.type).toBe('condition')
  expect(details?.group).toEqual({ id: 'g', name: 'Payment' })
  expect([details?.before, details?.after]).toEqual(['start', '__proto__'])
  expect(details?.problems).toMatchObject({ first: [{ message: 'a' }, { message: 'b' }], count: 3 })
  expect(details?.comesFrom).toMatchObject({
    first: [{ id: 'start', node: { name: 'Begin' } }, { id: 'ask' }],
    count: 2,
  })
  expect(details?.goesTo).toMatchObject({
    first: [
      { id: '__proto__', node: { visual: { id: 'http' }, name: 'Odd' }, label: 'yes' },
      { id: 'nowhere', node: null },
    ],
    count: 3,
  })
  expect(nodeIn(memoized, { id: 'start', most })).toMatchObject({ before: null, group: null, problems: { count: 0 } })
  expect(nodeIn(memoized, { id: '__proto__', most })?.group).toBe(null)
  expect(nodeIn(memoized, { id: 'nobody', most })).toBe(null)
  expect([nodeIndexIn(memoized, { id: 'ask' }), nodeIndexIn(memoized, { id: 'constructor' })]).toEqual([2, null])
})

test('previous and next nodes lead through all nodes in reading order, whatever the edges', () => {
  const ends = fc.integer({ min: 0, max: 11 }).map(String)
  fc.assert(
    fc.property(fc.array(fc.tuple(ends, ends)), (pairs) => {
      const nodes = Array.from({ length: 10 }, (_, index) => makeNode({ id: String(index), type: 'api', name: '' }))
      const flow = new MemoizedFlow({ nodes, edges: pairs.map(([a, b], at) => edge(`${at}`, a, b)), validation: [] })
      const seen: string[] = []
      const first = nodes.find(({ id }) => nodeIn(flow, { id, most })?.before === null)
      for (let id = first?.id ?? null; id !== null; id = nodeIn(flow, { id, most })?.after ?? null) {
        expect(nodeIn(flow, { id, most })?.before).toBe(seen.at(-1) ?? null)
        seen.push(id)
      }
      expect(new Set(seen).size).toBe(10)
      for (const { id } of nodes)
        expect(neighboursIn(flow, { id, side: 'source', most: 3 })).toMatchObject({
          count: pairs.filter(([source]) => source === id).length,
        })
    }),
  )
})

test('findings are returned by kind with their first places, the others on request', () => {
  const [group] = findingsIn(memoized, { most: 2 })
  expect(group).toMatchObject({ kind: 'warning', count: 3, codes: [{ code: 'unreachable', count: 3 }] })
  expect(group?.codes[0]?.locations.map(({ message }) => message)).toEqual(['a', 'b'])
  const places = findingLocationsIn(memoized, { kind: 'warning', code: 'unreachable', most: 200 })
  expect(places.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
  expect(findingLocationsIn(memoized, { kind: 'error', code: '__proto__', most: 200 })).toEqual([])
})

test('the first nodes that name a key are returned under the text of the key', () => {
  const keys = [
    { field: 'tools', key: 'shop' },
    { field: 'secrets', key: 'shop' },
  ] as const
  const uses = bindingUsesIn(memoized, { keys, most: 1 })
  expect(uses.get('tools shop')).toEqual({ first: [{ id: 'ask', name: 'ask' }], count: 2 })
  expect(uses.get('secrets shop')).toEqual({ first: [], count: 0 })
})

test('the size of a file is in bytes, not characters', () => {
  const facts = { description: '', metadata: {}, variables: [], settings: {}, updated_at: '2026-01-01T00:00:00Z' }
  const size = (name: string) => exportSizeIn(memoized, { ...facts, name })
  expect(size('€') - size('e')).toBe(2)
})

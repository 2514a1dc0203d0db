import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjacencyOf } from './adjacency.ts'
import { makeNode } from '#flow/draft.ts'
import { readingOrder } from './reading-order.ts'

const orderOf = (types: Record<string, string>, edges: readonly (readonly [string, string])[]) => {
  const nodes = Object.entries(types).map(([id, type]) => makeNode({ id, type, name: id }))
  const made = adjacencyOf(
    nodes,
    edges.map(([source, target]) => ({ source, target })),
  )
  return readingOrder(nodes, made, ({ type }) => type === 'trigger').map((index) => nodes[index]?.id)
}

test('the order begins at the trigger, branch by branch; unreachable nodes and notes come last', () => {
  const types = {
    memo: 'note',
    end: 'message',
    lost: 'code',
    no: 'wait',
    yes: 'api',
    ask: 'condition',
    start: 'trigger',
  }
  const edges = [
    ['start', 'ask'],
    ['ask', 'yes'],
    ['ask', 'no'],
    ['no', 'end'],
    ['yes', 'end'],
  ] as const
  expect(orderOf(types, edges)).toEqual(['start', 'ask', 'yes', 'end', 'no', 'lost', 'memo'])
})

test('every node is listed exactly once, for any edges', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 40 }), (edges) => {
      const types = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`n${index}`, 'api']))
      const order = orderOf(
        types,
        edges.map(([a, b]) => [`n${a}`, `n${b}`] as const),
      )
      expect(order.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(Object.keys(types))
    }),
  )
})

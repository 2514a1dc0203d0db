import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { repairParents } from './parents.ts'

const nodesOf = (parents: Record<string, string | null>) =>
  Object.entries(parents).map(([id, parent]) => makeNode({ id, type: 'group', name: id, parent }))

test('valid parents are kept at any depth', () => {
  const nodes = nodesOf({ a: null, b: 'a', c: 'b', d: 'b' })
  expect(repairParents(nodes)).toEqual([])
  expect(nodes.map((node) => node.parent)).toEqual([null, 'a', 'b', 'b'])
})

test('a missing parent is removed', () => {
  const nodes = nodesOf({ a: 'gone' })
  const message = 'The group of the node is missing, so the node is in no group now.'
  expect(repairParents(nodes)).toEqual([{ id: 'a', message }])
  expect(nodes[0]?.parent).toBeNull()
})

test('a cycle is broken once, at the node that closes it', () => {
  const nodes = nodesOf({ x: 'a', a: 'b', b: 'c', c: 'a', self: 'self' })
  expect(repairParents(nodes).map(({ id }) => id)).toEqual(['c', 'self'])
  expect(nodes.map((node) => node.parent)).toEqual(['a', 'b', 'c', null, null])
})

test('a cycle of 100,000 nodes is broken once', () => {
  const nodes = Array.from({ length: 100_000 }, (_, index) =>
    makeNode({ id: `n${index}`, type: 'group', name: '', parent: `n${(index + 1) % 100_000}` }),
  )
  expect(repairParents(nodes)).toHaveLength(1)
})

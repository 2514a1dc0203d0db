import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { repairParents } from './parents.ts'

const nodesOf = (parents: Record<string, string | null>) =>
  Object.entries(parents).map(([id, parent]) => makeNode({ id, type: 'group', name: id, parent }))

test('sound parents stay, at any depth', () => {
  const nodes = nodesOf({ a: null, b: 'a', c: 'b', d: 'b' })
  expect(repairParents(nodes)).toEqual([])
  expect(nodes.map((node) => node.parent)).toEqual([null, 'a', 'b', 'b'])
})

test('a parent that is missing is taken away', () => {
  const nodes = nodesOf({ a: 'gone' })
  expect(repairParents(nodes)).toEqual([{ id: 'a', message: 'The group of the node is missing.' }])
  expect(nodes[0]?.parent).toBeNull()
})

test('a circle is opened once, where it closes', () => {
  const nodes = nodesOf({ x: 'a', a: 'b', b: 'c', c: 'a', self: 'self' })
  expect(repairParents(nodes).map(({ id }) => id)).toEqual(['c', 'self'])
  expect(nodes.map((node) => node.parent)).toEqual(['a', 'b', 'c', null, null])
})

test('100,000 nodes inside one another', () => {
  const nodes = Array.from({ length: 100_000 }, (_, index) =>
    makeNode({ id: `n${index}`, type: 'group', name: '', parent: `n${(index + 1) % 100_000}` }),
  )
  expect(repairParents(nodes)).toHaveLength(1)
})

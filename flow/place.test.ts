import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeNode } from './draft.ts'
import { nodeSize } from './node-kind.ts'
import { placeFlow } from './place.ts'

const node = (id: string, x: number, y: number, more: Partial<Node> = {}) =>
  makeNode({ id, type: 'api', name: id, position: { x, y }, ...more })
const place = (nodes: Node[]) => {
  const boxes = placeFlow(nodes, [], { sizeOf: nodeSize })
  return nodes.map(({ id }) => boxes.get(id) ?? expect.fail(`no box for ${id}`))
}

test('places with room enough stay to the pixel', () => {
  const boxes = place([node('a', -10.5, 3), node('b', 270, 3), node('c', 270, 97), node('d', 5000, -5000)])
  expect(boxes.map(({ x, y }) => [x, y])).toEqual([
    [-10.5, 3],
    [270, 3],
    [270, 97],
    [5000, -5000],
  ])
})

test('rows that are too narrow are stretched, each direction by its own factor', () => {
  const boxes = place([node('a', 0, 0), node('b', 200, 0), node('c', 0, 50), node('d', 400, 50)])
  expect(boxes.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [280, 0],
    [0, 94],
    [560, 94],
  ])
})

test('what lies upon each other in the file does not tear the rest apart', () => {
  const boxes = place([node('a', 0, 0), node('b', 1, 1), node('c', 300, 0)])
  expect(boxes[2]?.x).toBe(300)
})

test('groups and notes stretch along, and groups hold their children where they are', () => {
  const nodes = [
    node('g', 0, 0, { type: 'group', size: { width: 400, height: 100 } }),
    node('a', -10, 10, { parent: 'g' }),
    node('b', 190, 10, { parent: 'g' }),
    node('n', 0, 200, { type: 'note', size: { width: 100, height: 50 } }),
  ]
  const [group, a, b, note] = place(nodes)
  if (!group || !a || !b) expect.fail()
  for (const box of [a, b]) {
    expect(box.x).toBeGreaterThan(0)
    expect(box.y).toBeGreaterThan(0)
    expect(box.x + box.width).toBeLessThan(group.width)
    expect(box.y + box.height).toBeLessThan(group.height)
  }
  expect([group.x + a.x, group.y + a.y]).toEqual([-14, 10])
  expect(note).toMatchObject({ width: 140, height: 50 })
})

test('nodes without a place get one', () => {
  expect(place([node('a', 0, 0), makeNode({ id: 'b', type: 'api', name: 'b' })])[1]?.y).toBeGreaterThan(70)
})

test('20,000 nodes at one place and 20,000 in a grid end in seconds', () => {
  const nodes = Array.from({ length: 40_000 }, (_, index) =>
    index % 2 ? node(`n${index}`, 0, 0) : node(`n${index}`, (index % 200) * 110, Math.floor(index / 200) * 60),
  )
  expect(place(nodes)).toHaveLength(40_000)
})

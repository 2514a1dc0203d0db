import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import type { NodeBox } from './layout.ts'
import { overlappingPairs } from './overlapping-pairs.ts'
import { isStep, nodeSize } from '#flow/node-kind.ts'
import { placeFlow } from './place.ts'

const node = (id: string, x: number, y: number, more: Partial<Node> = {}) =>
  makeNode({ id, type: 'api', name: id, position: { x, y }, ...more })
const edge = (source: string, target: string, handle: string | null = null): Edge =>
  makeEdge({ id: `${source}-${target}`, source, target, source_handle: handle, target_handle: handle })
const placementOf = (nodes: Node[], edges: Edge[], ignoresPositions = false) => {
  const { layoutInput, computeBoxes: placeAll } = placeFlow(nodes, edges, { sizeOf: nodeSize, ignoresPositions })
  return placeAll(layoutInput && layeredLayout(layoutInput))
}
const boxesAfterPlacing = (nodes: Node[], edges: Edge[] = []) => {
  const boxes = placementOf(nodes, edges)
  return nodes.map(({ id }) => boxes.get(id) ?? expect.fail(`no box for ${id}`))
}

test('positions with enough room are kept exactly', () => {
  const boxes = boxesAfterPlacing([node('a', -10.5, 3), node('b', 270, 3), node('c', 270, 97), node('d', 5000, -5000)])
  expect(boxes.map(({ x, y }) => [x, y])).toEqual([
    [-10.5, 3],
    [270, 3],
    [270, 97],
    [5000, -5000],
  ])
})

test('rows and columns that are too close are stretched, each direction by a different factor', () => {
  const boxes = boxesAfterPlacing([node('a', 0, 0), node('b', 200, 0), node('c', 0, 50), node('d', 400, 50)])
  expect(boxes.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [280, 0],
    [0, 94],
    [560, 94],
  ])
})

test('cards that overlap in the file do not affect other positions', () => {
  const boxes = boxesAfterPlacing([node('a', 0, 0), node('b', 1, 1), node('c', 300, 0)])
  expect(boxes[2]?.x).toBe(300)
})

test('groups grow to contain their children, which keep their positions on the canvas', () => {
  const nodes = [
    node('g', 0, 0, { type: 'group', size: { width: 400, height: 100 } }),
    node('a', -10, 10, { parent: 'g' }),
    node('b', 190, 10, { parent: 'g' }),
    node('n', 0, 200, { type: 'note', size: { width: 100, height: 50 } }),
  ]
  const [group, a, b, note] = boxesAfterPlacing(nodes)
  if (!group || !a || !b) expect.fail()
  for (const box of [a, b]) {
    expect(box.x).toBeGreaterThan(0)
    expect(box.y).toBeGreaterThan(0)
    expect(box.x + box.width).toBeLessThan(group.width)
    expect(box.y + box.height).toBeLessThan(group.height)
  }
  expect([group.x + a.x, group.y + a.y]).toEqual([-10, 10])
  expect(note).toMatchObject({ width: 100, height: 50 })
})

test('children of a step are below its card, with and without positions', () => {
  for (const position of [{ x: 10, y: 10 }, null]) {
    const nodes = [node('loop', 0, 0, { type: 'loop' }), node('a', 0, 0, { parent: 'loop', position })]
    for (const ignoresPositions of [false, true]) {
      const boxes = placementOf(nodes, [], ignoresPositions)
      const [loop, a] = nodes.map(({ id }) => boxes.get(id) ?? expect.fail(`no box for ${id}`))
      expect(a?.y).toBeGreaterThanOrEqual(70 + 16)
      expect(loop?.height).toBeGreaterThan((a?.y ?? 0) + 70)
    }
  }
})

test('a note stays behind the cards that lie on it', () => {
  const [note, a, b] = boxesAfterPlacing([
    node('n', -20, -80, { type: 'note', size: { width: 360, height: 200 } }),
    node('a', 0, 0),
    node('b', 220, 0),
  ])
  if (!note || !a || !b) expect.fail()
  expect([note.x, note.y, a.x, b.x]).toEqual([-20, -80, 0, 280])
  expect(note.x + note.width).toBeGreaterThan(b.x + b.width)
  expect(note.height).toBe(200)
})

test('a note without a size is not covered by a card', () => {
  const [note, a] = boxesAfterPlacing([node('n', 0, 0, { type: 'note' }), node('a', 10, 40)])
  expect(a?.y).toBeGreaterThanOrEqual((note?.height ?? NaN) + 16)
})

test('edges to the right in the file lead to the right on the canvas, except edges of attached nodes', () => {
  const nodes = [node('a', 0, 0), node('b', 120, 200), node('c', 60, 400), node('d', 120, 600)]
  const [, b, c] = boxesAfterPlacing(nodes, [edge('a', 'b'), edge('a', 'c'), edge('d', 'a', 'ai_tool')])
  expect(b?.x).toBe(280)
  // Below and slightly to the right counts as below.
  expect(c?.x).toBe(140)
  expect(boxesAfterPlacing(nodes, [edge('a', 'd', 'ai_tool')])[3]?.x).toBe(120)
})

test('only cards that are too close are moved apart; other distances are kept', () => {
  const boxes = boxesAfterPlacing([
    node('a', 0, 0),
    node('b', 180, 0),
    node('c', 600, 0),
    node('d', 600, 500),
    node('e', 1000, 500),
  ])
  expect(boxes.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [280, 0],
    [700, 0],
    [700, 500],
    [1100, 500],
  ])
})

test('many steps at one position are laid out; a few are moved apart', () => {
  const chain = Array.from({ length: 40 }, (_, index) => node(`n${index}`, 0, 0))
  const edges = chain.slice(1).map((_, index) => edge(`n${index}`, `n${index + 1}`))
  const boxes = boxesAfterPlacing(chain, edges)
  for (const [index, box] of boxes.entries()) if (index > 0) expect(box.x).toBeGreaterThan(boxes[index - 1]?.x ?? NaN)
  expect(boxesAfterPlacing(chain.slice(0, 3)).map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [0, 86],
    [0, 172],
  ])
})

/** Boxes in canvas coordinates. */
function absolute(nodes: readonly Node[], boxes: readonly NodeBox[]): NodeBox[] {
  const { parent, order } = containersOf(nodes)
  const corners: NodeBox[] = []
  for (const index of order.toReversed()) {
    const box = boxes[index]
    if (box === undefined) continue
    const above = corners[parent[index] ?? -1]
    corners[index] = { ...box, x: box.x + (above?.x ?? 0), y: box.y + (above?.y ?? 0) }
  }
  return corners
}

function overlapping(nodes: readonly Node[], boxes: readonly NodeBox[]): string[] {
  const all = absolute(nodes, boxes)
  const cards = [...nodes.keys()].filter((index) => {
    const [one] = nodes.slice(index, index + 1)
    return one !== undefined && isStep(one)
  })
  const column = (side: keyof NodeBox) => Float64Array.from(cards, (index) => all[index]?.[side] ?? NaN)
  const columns = { x: column('x'), y: column('y'), width: column('width'), height: column('height') }
  return overlappingPairs(columns, { x: 0, y: 0 }).map((at) => nodes[cards[at] ?? -1]?.id ?? '')
}

const randomPoint = (reach: number) =>
  fc.record({ x: fc.integer({ min: 0, max: reach }), y: fc.integer({ min: 0, max: reach }) })
const positions = fc.oneof(
  // Spread out; in clusters; on a grid that is too narrow; all at one point.
  randomPoint(4000),
  fc.tuple(fc.constantFrom(0, 700, 5000), randomPoint(60)).map(([from, { x, y }]) => ({ x: from + x, y: from + y })),
  randomPoint(8).map(({ x, y }) => ({ x: 100 * x, y: 40 * y })),
  fc.constant({ x: 50, y: 50 }),
)
const flows = fc.integer({ min: 1, max: 60 }).chain((count) =>
  fc.record({
    items: fc.array(
      fc.record({
        type: fc.constantFrom('api', 'api', 'api', 'condition', 'note', 'group'),
        position: fc.option(positions, { freq: 12 }),
        // Groups come first, so that about half of all nodes are in a group.
        parent: fc.integer({ min: 0, max: 8 }),
      }),
      { minLength: count, maxLength: count },
    ),
    pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: count }),
  }),
)

test('cards do not overlap for any positions, and the result is deterministic', () => {
  fc.assert(
    fc.property(flows, ({ items, pairs }) => {
      const nodes = items.map(({ type, position, parent }, index) =>
        makeNode({
          id: `n${index}`,
          name: '',
          type: index < 4 ? 'group' : type,
          position,
          parent: parent < Math.min(4, index) ? `n${parent}` : null,
        }),
      )
      const edges = pairs.map(([from, to]) => edge(`n${from}`, `n${to}`))
      const boxes = boxesAfterPlacing(nodes, edges)
      expect(boxes.every(({ x, y, width, height }) => Number.isFinite(x + y + width + height))).toBe(true)
      expect(overlapping(nodes, boxes)).toEqual([])
      expect(boxesAfterPlacing(nodes, edges)).toEqual(boxes)
    }),
    { numRuns: 400 },
  )
})

test('groups contain their content, for any positions', () => {
  fc.assert(
    fc.property(fc.array(positions, { minLength: 1, maxLength: 20 }), (spots) => {
      const inside = spots.map((position, index) =>
        makeNode({ id: `n${index}`, name: '', type: 'api', position, parent: 'g' }),
      )
      const [group, ...cards] = boxesAfterPlacing([
        node('g', 0, 0, { type: 'group', size: { width: 100, height: 100 } }),
        ...inside,
      ])
      for (const { x, y, width, height } of cards) {
        expect(Math.min(x, y)).toBeGreaterThan(0)
        expect(x + width).toBeLessThan(group?.width ?? NaN)
        expect(y + height).toBeLessThan(group?.height ?? NaN)
      }
    }),
  )
})

test('nodes without a position get one', () => {
  expect(boxesAfterPlacing([node('a', 0, 0), makeNode({ id: 'b', type: 'api', name: 'b' })])[1]?.y).toBeGreaterThan(70)
})

test('20,000 nodes at one position and 20,000 in a grid are placed within seconds', () => {
  const nodes = Array.from({ length: 40_000 }, (_, index) =>
    index % 2 ? node(`n${index}`, 0, 0) : node(`n${index}`, (index % 200) * 110, Math.floor(index / 200) * 60),
  )
  expect(boxesAfterPlacing(nodes)).toHaveLength(40_000)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layeredGraphOf, type Pairs } from '#test/support/layered-graph-of.ts'
import type { LayeredGraph, LayeredOptions, LayeredPositions } from './layered-graph.ts'
import { layeredLayout } from './layered-layout.ts'
import { nestingOf } from './nesting.ts'

const layout = (graph: LayeredGraph, options?: LayeredOptions): LayeredPositions =>
  layeredLayout(graph, options) ?? expect.fail('the layout was cancelled')

/** Boxes as [left, top, right, bottom]. */
const boxesOf = ({ x, y, width, height }: LayeredPositions): [number, number, number, number][] =>
  [...x].map((left, node) => {
    const [top, wide, high] = [y[node] ?? NaN, width[node] ?? NaN, height[node] ?? NaN]
    return [left, top, left + wide, top + high]
  })

const overlap = (a: readonly number[], b: readonly number[]): boolean =>
  (a[0] ?? 0) < (b[2] ?? 0) && (b[0] ?? 0) < (a[2] ?? 0) && (a[1] ?? 0) < (b[3] ?? 0) && (b[1] ?? 0) < (a[3] ?? 0)

const isFinite = (positions: LayeredPositions): boolean => boxesOf(positions).flat().every(Number.isFinite)

const extentOf = (positions: LayeredPositions): [number, number] => {
  const boxes = boxesOf(positions)
  const extent = (from: number, to: number) =>
    boxes.reduce((most, box) => Math.max(most, box[to] ?? 0), -Infinity) -
    boxes.reduce((least, box) => Math.min(least, box[from] ?? 0), Infinity)
  return [extent(0, 2), extent(1, 3)]
}

const graphs = fc.integer({ min: 1, max: 14 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    pairs: fc.array(fc.tuple(fc.nat(count + 1), fc.nat(count + 1)), { maxLength: 3 * count }),
    parents: fc.array(fc.integer({ min: -2 * count, max: count }), { minLength: count, maxLength: count }),
    sizes: fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 300 })), {
      minLength: count,
      maxLength: count,
    }),
    describes: fc.array(fc.integer({ min: -count, max: count }), { minLength: count, maxLength: count }),
    attachedTo: fc.array(fc.integer({ min: -count, max: count }), { minLength: count, maxLength: count }),
    direction: fc.constantFrom('right' as const, 'down' as const),
    tidy: fc.boolean(),
  }),
)

test('siblings do not overlap, groups contain their children, positions are finite, results are deterministic', () => {
  fc.assert(
    fc.property(graphs, ({ count, pairs, direction, tidy, ...given }) => {
      const graph = layeredGraphOf(count, pairs, given)
      const positions = layout(graph, { direction, tidy })
      expect(layout(graph, { direction, tidy })).toEqual(positions)
      expect(isFinite(positions)).toBe(true)
      const boxes = boxesOf(positions)
      const parents = nestingOf(graph.parent).parent
      for (const [node, box] of boxes.entries()) {
        for (let other = node + 1; other < count; other += 1)
          if (parents[node] === parents[other]) expect(overlap(box, boxes[other] ?? [])).toBe(false)
        const parent = parents[node] ?? -1
        if (parent === -1) continue
        expect(box[0]).toBeGreaterThanOrEqual(0)
        expect(box[1]).toBeGreaterThanOrEqual(0)
        expect(box[2]).toBeLessThanOrEqual(positions.width[parent] ?? 0)
        expect(box[3]).toBeLessThanOrEqual(positions.height[parent] ?? 0)
      }
    }),
    { numRuns: 500 },
  )
})

test('the extent of the layout is limited by the sum of the node sizes', () => {
  fc.assert(
    fc.property(graphs, ({ count, pairs, direction, tidy, sizes }) => {
      const [wide, high] = extentOf(layout(layeredGraphOf(count, pairs, { sizes }), { direction, tidy }))
      const sumOf = (side: 0 | 1, gap: number) => sizes.reduce((sum, size) => sum + size[side] + gap, 0)
      const [along, across] = direction === 'right' ? [wide, high] : [high, wide]
      expect(along).toBeLessThanOrEqual(sumOf(direction === 'right' ? 0 : 1, 96))
      // Every edge may need its own line across.
      expect(across).toBeLessThanOrEqual(sumOf(direction === 'right' ? 1 : 0, 96) + pairs.length * 24)
    }),
    { numRuns: 300 },
  )
})

test('the branches of a tree keep their order, the first on top', () => {
  const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(trees, fc.boolean(), (picks, hasPorts) => {
      const pairs = picks.map((pick, index): [number, number] => [pick % (index + 1), index + 1])
      const branches = new Map<number, number[]>()
      for (const [from, to] of pairs) branches.set(from, [...(branches.get(from) ?? []), to])
      const ports = pairs.map(([from, to]) => 57 + 24 * (branches.get(from)?.indexOf(to) ?? 0))
      const { y } = layout(layeredGraphOf(picks.length + 1, pairs, hasPorts ? { ports } : {}))
      for (const list of branches.values())
        for (const [index, to] of list.entries())
          if (index > 0) expect(y[to]).toBeGreaterThan(y[list[index - 1] ?? 0] ?? Infinity)
    }),
  )
})

test('the nodes of a chain are aligned with the ports of its edges', () => {
  const { x, y } = layout(
    layeredGraphOf(
      4,
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
      { ports: [23, 80, 23] },
    ),
  )
  expect([...x]).toEqual([0, 312, 624, 936])
  expect([...y]).toEqual([0, 0, 57, 57])
})

test('branches that leave from inside a group keep the order of their ports', () => {
  const pairs: Pairs = [
    [1, 2],
    [1, 3],
  ]
  const { y } = layout(layeredGraphOf(4, pairs, { parents: [-1, 0, -1, -1], ports: [80, 57] }))
  expect(y[3]).toBeLessThan(y[2] ?? 0)
})

test('layers lead down with direction "down"', () => {
  const { x, y } = layout(
    layeredGraphOf(3, [
      [0, 1],
      [0, 2],
    ]),
    { direction: 'down' },
  )
  expect(y[1]).toBe(y[2])
  expect(y[1]).toBeGreaterThan(70)
  expect((x[1] ?? 0) + (x[2] ?? 0)).toBe(2 * (x[0] ?? 0))
})

test('a node added at the end keeps other components and the order of its own component', () => {
  const tree: Pairs = [
    [0, 1],
    [0, 2],
    [1, 3],
    [1, 4],
    [2, 5],
  ]
  const other: Pairs = [
    [6, 7],
    [6, 8],
    [7, 9],
    [8, 9],
    [9, 6],
  ]
  const before = layout(layeredGraphOf(10, [...tree, ...other]))
  const after = layout(layeredGraphOf(11, [...tree, ...other, [2, 10]]))
  const inner = ({ x, y }: LayeredPositions) =>
    [6, 7, 8, 9].map((node) => [(x[node] ?? 0) - (x[6] ?? 0), (y[node] ?? 0) - (y[6] ?? 0)])
  expect(inner(after)).toEqual(inner(before))
  const ranked = ({ y }: LayeredPositions) =>
    [
      [1, 2],
      [3, 4, 5],
    ].map((layer) => layer.toSorted((a, b) => (y[a] ?? 0) - (y[b] ?? 0)))
  expect(ranked(after)).toEqual(ranked(before))
  expect([...after.x.subarray(0, 6)]).toEqual([...before.x.subarray(0, 6)])
})

test('a note is placed right above the node that it describes', () => {
  const sizes = [
    [216, 70],
    [216, 70],
    [300, 90],
  ] as const
  const { x, y } = layout(layeredGraphOf(3, [[0, 1]], { sizes, describes: [-1, -1, 1] }))
  expect(x[2]).toBe(x[1])
  expect((y[2] ?? 0) + 90 + 16).toBe(y[1])
})

test('attached nodes hang centred below their owner, in rows of six; attached cycles are placed in layers', () => {
  const belongs = [-1, -1, 0, 0, 2, 6, 5]
  const { x, y } = layout(layeredGraphOf(7, [[0, 1]], { attachedTo: belongs }))
  const at = (node: number) => [(x[node] ?? NaN) - (x[0] ?? NaN), (y[node] ?? NaN) - (y[0] ?? NaN)]
  expect([2, 3, 4].map(at)).toEqual([
    [-128, 126],
    [128, 126],
    [-128, 252],
  ])
  expect(y[1]).toBe(y[0])
  // The next step is to the right of all attached nodes.
  expect((x[1] ?? 0) - (x[2] ?? 0)).toBe(472 + 96)
  expect(Math.min(y[5] ?? 0, y[6] ?? 0)).toBeGreaterThan(y[4] ?? NaN)
  const many = layout(layeredGraphOf(9, [], { attachedTo: [-1, 0, 0, 0, 0, 0, 0, 0, 0] }))
  expect(new Set(many.y).size).toBe(3)
})

test('an owner is centred above its attached nodes, all within its width, at any depth', () => {
  const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(trees, fc.constantFrom('right' as const, 'down' as const), (picks, direction) => {
      const attachedTo = [-1, ...picks.map((pick, index) => pick % (index + 1))]
      const { x, y } = layout(layeredGraphOf(attachedTo.length, [], { attachedTo }), { direction })
      const nowhere: [number, number] = [NaN, NaN]
      /** Left and right end of everything below each node. */
      const spans = Array.from(x, (left): [number, number] => [left, left + 216])
      for (let node = attachedTo.length - 1; node > 0; node -= 1) {
        const owner = attachedTo[node] ?? -1
        expect(y[node]).toBeGreaterThanOrEqual((y[owner] ?? NaN) + 126)
        const [own, above] = [spans[node] ?? nowhere, spans[owner] ?? nowhere]
        spans[owner] = [Math.min(own[0], above[0]), Math.max(own[1], above[1])]
      }
      for (const owner of new Set(attachedTo.slice(1))) {
        const parts = spans.filter((_, node) => attachedTo[node] === owner)
        if (parts.length > 6) continue
        const middle = (Math.min(...parts.map(([left]) => left)) + Math.max(...parts.map(([, right]) => right))) / 2
        if (parts.every(([left, right]) => right - left === 216)) expect(middle).toBe((x[owner] ?? NaN) + 108)
        // Subtrees of one row stand side by side.
        for (const [index, [left]] of parts.entries())
          for (const [, right] of parts.slice(0, index)) expect(left).toBeGreaterThanOrEqual(right + 40)
      }
    }),
  )
})

test('lines of a second row of attached nodes run between the cards of the first', () => {
  const { x } = layout(layeredGraphOf(9, [], { attachedTo: [-1, 0, 0, 0, 0, 0, 0, 0, 0] }))
  for (const below of [7, 8])
    for (const above of [1, 2, 3, 4, 5, 6])
      expect(Math.abs((x[below] ?? NaN) - (x[above] ?? NaN))).toBeGreaterThanOrEqual(108 + 12)
})

test('an attached node with edges is a step; in a downward layout, attached nodes are below the owner too', () => {
  const step = layout(
    layeredGraphOf(
      3,
      [
        [0, 1],
        [1, 2],
      ],
      { attachedTo: [-1, -1, 0] },
    ),
  )
  expect([...step.x]).toEqual([0, 312, 624])
  const { x, y } = layout(layeredGraphOf(3, [[0, 1]], { attachedTo: [-1, -1, 0] }), { direction: 'down' })
  expect([x[2], y[2]]).toEqual([x[0], (y[0] ?? 0) + 126])
  expect(y[1]).toBeGreaterThan(y[2] ?? NaN)
})

test('fixed nodes keep their position, and other nodes are placed below them', () => {
  const graph = {
    ...layeredGraphOf(3, [[0, 1]]),
    fixed: Uint8Array.of(1, 0, 0),
    x: Float64Array.of(-50, 0, 0),
    y: Float64Array.of(10, 0, 0),
  }
  const { x, y } = layout(graph)
  expect([x[0], y[0]]).toEqual([-50, 10])
  expect(Math.min(y[1] ?? 0, y[2] ?? 0)).toBeGreaterThan(80)
})

test('progress increases to 1, and a cancelled layout returns null', () => {
  const pairs = Array.from({ length: 300 }, (_, index): [number, number] => [index % 100, (index * 37) % 100])
  const graph = layeredGraphOf(200, pairs)
  const shares: number[] = []
  layout(graph, { onProgress: (share) => shares.push(share) })
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  expect(shares.at(-1)).toBe(1)
  expect(shares.length).toBeGreaterThan(5)
  let asked = 0
  expect(layeredLayout(graph, { isCancelled: () => (asked += 1) > 3 })).toBeNull()
  expect(asked).toBe(4)
})

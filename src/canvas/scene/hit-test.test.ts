import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitEdge, hitTest, within } from './hit-test.ts'
import { flag, sceneKinds } from './scene.ts'

const kinds = ['api', 'note', 'group'] as const
const node = fc.record({
  kind: fc.constantFrom(...kinds),
  box: fc.record({
    x: fc.integer({ min: -50, max: 50 }),
    y: fc.integer({ min: -50, max: 50 }),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
  }),
})
const columnsOf = (
  nodes: readonly { kind: (typeof kinds)[number]; box: Record<'x' | 'y' | 'width' | 'height', number> }[],
) => ({
  kinds: Uint8Array.from(nodes, ({ kind }) => sceneKinds.indexOf(kind)),
  flags: new Uint8Array(nodes.length),
  boxes: Float32Array.from(nodes.flatMap(({ box: { x, y, width, height } }) => [x, y, width, height])),
})
const point = fc.record({ x: fc.integer({ min: -80, max: 80 }), y: fc.integer({ min: -80, max: 80 }) })

test('a hit test agrees with a linear search: cards, else notes, else the smallest group', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 12 }), point, fc.integer({ min: 0, max: 8 }), (nodes, at, reach) => {
      const distances = nodes.map(({ box }) => {
        const [dx, dy] = [
          at.x < box.x ? box.x - at.x : Math.max(0, at.x - box.x - box.width),
          at.y < box.y ? box.y - at.y : Math.max(0, at.y - box.y - box.height),
        ]
        return Math.sqrt(dx * dx + dy * dy)
      })
      const of = (kind: string, most: number) =>
        nodes.flatMap((one, nodeIndex) =>
          one.kind === kind && (distances[nodeIndex] ?? Infinity) <= most ? [nodeIndex] : [],
        )
      const cards = of('api', reach)
      const least = Math.min(...cards.map((nodeIndex) => distances[nodeIndex] ?? Infinity))
      const size = (nodeIndex: number) => (nodes[nodeIndex]?.box.width ?? 0) * (nodes[nodeIndex]?.box.height ?? 0)
      const groups = of('group', 0)
      const smallest = Math.min(...groups.map(size))
      const expected =
        cards.findLast((nodeIndex) => distances[nodeIndex] === least) ??
        of('note', 0).at(-1) ??
        groups.find((nodeIndex) => size(nodeIndex) === smallest) ??
        -1
      expect(hitTest(columnsOf(nodes), at, reach, null)).toBe(expected)
    }),
  )
})

test('an edge is hit if one of its segments is within reach', () => {
  const turns = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 2,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.array(turns, { maxLength: 6 }), point, fc.integer({ min: 1, max: 12 }), (lines, at, reach) => {
      const points = Float32Array.from(lines.flat(2))
      const lineStarts = Uint32Array.from([0, ...lines.map((_line, index) => lines.slice(0, index + 1).flat().length)])
      // Samples each segment in steps of a thousandth.
      const distances = lines.map((line) => {
        let least = Infinity
        for (let piece = 0; piece + 1 < line.length; piece += 1) {
          const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [line[piece], line[piece + 1]]
          for (let part = 0; part <= 1000; part += 1) {
            const [x, y] = [ax + ((bx - ax) * part) / 1000, ay + ((by - ay) * part) / 1000]
            least = Math.min(least, Math.hypot(x - at.x, y - at.y))
          }
        }
        return least
      })
      const found = hitEdge({ points, lineStarts }, at, reach)
      const nearest = Math.min(...distances)
      if (found === -1) expect(nearest).toBeGreaterThan(reach - 0.2)
      else expect(distances[found] ?? Infinity).toBeLessThan(Math.min(nearest, reach) + 0.2)
    }),
    { numRuns: 60 },
  )
})

test('a box selects the nodes entirely inside it', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 12 }), node, (nodes, { box: area }) => {
      const expected = nodes.flatMap(({ box }, nodeIndex) =>
        box.x >= area.x &&
        box.y >= area.y &&
        box.x + box.width <= area.x + area.width &&
        box.y + box.height <= area.y + area.height
          ? [nodeIndex]
          : [],
      )
      expect(within(columnsOf(nodes), area)).toEqual(expected)
    }),
  )
})

test('nodes inside a container step are hit before the step', () => {
  const card = { kind: 'api', box: { x: 100, y: 100, width: 100, height: 50 } } as const
  const holder = { kind: 'api', box: { x: 0, y: 0, width: 400, height: 200 } } as const
  const scene = { ...columnsOf([card, holder]), flags: Uint8Array.of(0, flag.container) }
  expect(hitTest(scene, { x: 150, y: 120 }, 4, null)).toBe(0)
  expect(hitTest(scene, { x: 20, y: 20 }, 4, null)).toBe(1)
})

test('where steps are tiles, a tile is hit, larger than its card or smaller, and nothing beside it', () => {
  const card = { kind: 'api', box: { x: 0, y: 0, width: 200, height: 70 } } as const
  const note = { kind: 'note', box: { x: 400, y: 0, width: 100, height: 70 } } as const
  const scene = columnsOf([card, note])
  // The tile is 120 px wide, around 100, 23.
  for (const [x, y, expected] of [
    [100, 23, 0],
    [100, -35, 0],
    [45, 80, 0],
    [30, 23, -1],
    [100, 90, -1],
    [410, 10, 1],
  ] as const)
    expect(hitTest(scene, { x, y }, 4, 120)).toBe(expected)
  expect(hitTest(scene, { x: 100, y: -35 }, 4, null)).toBe(-1)
  expect(hitTest(scene, { x: 30, y: 23 }, 4, null)).toBe(0)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitTest, within } from './hit-test.ts'
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
const cards = { tile: null, areas: new Map() }
const point = fc.record({ x: fc.integer({ min: -80, max: 80 }), y: fc.integer({ min: -80, max: 80 }) })

test('a hit test agrees with a linear search: cards, else the smallest note, else the border of the smallest group', () => {
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
      const near = of('api', reach)
      const least = Math.min(...near.map((nodeIndex) => distances[nodeIndex] ?? Infinity))
      const size = (nodeIndex: number) => (nodes[nodeIndex]?.box.width ?? 0) * (nodes[nodeIndex]?.box.height ?? 0)
      const depth = ({ box }: (typeof nodes)[number]) =>
        Math.min(at.x - box.x, box.x + box.width - at.x, at.y - box.y, box.y + box.height - at.y)
      const [notes, frames] = [of('note', 0), of('group', reach)]
      const groups = frames.filter((nodeIndex) =>
        nodes.slice(nodeIndex, nodeIndex + 1).some((one) => depth(one) <= reach),
      )
      const [smallestNote, smallest] = [Math.min(...notes.map(size)), Math.min(...groups.map(size))]
      const expected =
        near.findLast((nodeIndex) => distances[nodeIndex] === least) ??
        notes.findLast((nodeIndex) => size(nodeIndex) === smallestNote) ??
        groups.find((nodeIndex) => size(nodeIndex) === smallest) ??
        -1
      expect(hitTest(columnsOf(nodes), at, reach, cards)).toBe(expected)
    }),
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
  expect(hitTest(scene, { x: 150, y: 120 }, 4, cards)).toBe(0)
  expect(hitTest(scene, { x: 2, y: 120 }, 4, cards)).toBe(1)
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
    expect(hitTest(scene, { x, y }, 4, { ...cards, tile: 120 })).toBe(expected)
  expect(hitTest(scene, { x: 100, y: -35 }, 4, cards)).toBe(-1)
  expect(hitTest(scene, { x: 30, y: 23 }, 4, cards)).toBe(0)
})

test('a grown card is hit where it is higher than its box, before a card beside it', () => {
  const card = { kind: 'api', box: { x: 0, y: 0, width: 200, height: 60 } } as const
  const below = { kind: 'api', box: { x: 0, y: 84, width: 200, height: 60 } } as const
  const scene = columnsOf([card, below])
  expect(hitTest(scene, { x: 100, y: 78 }, 8, cards)).toBe(1)
  const areas = new Map([[0, { x: 0, y: -20, width: 200, height: 100 }]])
  expect(hitTest(scene, { x: 100, y: 78 }, 8, { tile: null, areas })).toBe(0)
  expect(hitTest(scene, { x: 100, y: -18 }, 8, { tile: null, areas })).toBe(0)
  expect(hitTest(scene, { x: 100, y: -28 }, 8, { tile: null, areas })).toBe(-1)
})

test('notes with steps and groups are hit at their title and their border, not in their empty area', () => {
  const note = { kind: 'note', box: { x: 0, y: 0, width: 800, height: 400 } } as const
  const card = { kind: 'api', box: { x: 300, y: 200, width: 200, height: 60 } } as const
  const frame = { kind: 'group', box: { x: 600, y: 0, width: 400, height: 400 } } as const
  const scene = columnsOf([note, card, frame])
  const areas = new Map([[0, { x: 20, y: -30, width: 150, height: 30 }]])
  for (const [x, y, expected] of [
    [100, -20, 0],
    [100, -40, -1],
    [3, 200, 0],
    [-3, 200, 0],
    [-6, 200, -1],
    [100, 100, -1],
    [400, 230, 1],
    [998, 200, 2],
    [900, 200, -1],
  ] as const)
    expect(hitTest(scene, { x, y }, 4, { tile: null, areas }), `${x} ${y}`).toBe(expected)
  expect(hitTest(scene, { x: 100, y: 100 }, 4, cards)).toBe(0)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitTest } from './hit-test.ts'

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
const point = fc.record({ x: fc.integer({ min: -80, max: 80 }), y: fc.integer({ min: -80, max: 80 }) })

test('a hit is what a search step by step finds: cards, else notes, else the smallest group', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 12 }), point, fc.integer({ min: 0, max: 8 }), (nodes, at, reach) => {
      const away = nodes.map(({ box }) => {
        const [dx, dy] = [
          at.x < box.x ? box.x - at.x : Math.max(0, at.x - box.x - box.width),
          at.y < box.y ? box.y - at.y : Math.max(0, at.y - box.y - box.height),
        ]
        return Math.sqrt(dx * dx + dy * dy)
      })
      const of = (kind: string, within: number) =>
        nodes.flatMap((one, place) => (one.kind === kind && (away[place] ?? Infinity) <= within ? [place] : []))
      const cards = of('api', reach)
      const least = Math.min(...cards.map((place) => away[place] ?? Infinity))
      const size = (place: number) => (nodes[place]?.box.width ?? 0) * (nodes[place]?.box.height ?? 0)
      const groups = of('group', 0)
      const smallest = Math.min(...groups.map(size))
      const expected =
        cards.findLast((place) => away[place] === least) ??
        of('note', 0).at(-1) ??
        groups.find((place) => size(place) === smallest) ??
        -1
      expect(hitTest(nodes, at, reach)).toBe(expected)
    }),
  )
})

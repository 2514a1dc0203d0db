import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Boxes, overlappingPairs } from './overlapping-pairs.ts'
import { separateBoxes } from './separate-boxes.ts'

const boxesOf = (list: readonly (readonly [number, number, number, number])[]): Boxes => ({
  x: Float64Array.from(list, ([x]) => x),
  y: Float64Array.from(list, ([, y]) => y),
  width: Float64Array.from(list, ([, , width]) => width),
  height: Float64Array.from(list, ([, , , height]) => height),
})
const sorted = (pairs: readonly number[]): string[] =>
  pairs
    .flatMap((at, index) => (index % 2 === 0 ? [[at, pairs[index + 1] ?? -1]] : []))
    .map((pair) => pair.toSorted((a, b) => a - b).join(' '))
    .toSorted()

const side = (most: number) => fc.integer({ min: 1, max: most })
const place = fc.integer({ min: -500, max: 1500 })
const box = fc.oneof(fc.tuple(place, place, side(300), side(100)), fc.tuple(place, place, side(3000), side(3000)))

test('finds the same pairs as comparing all boxes with each other', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 14 }), fc.nat(60), (list, gap) => {
      const expected = list.flatMap(([x, y, width, height], a) =>
        list.flatMap(([left, top, wide, high], b) =>
          a < b && x < left + wide + gap && left < x + width + gap && y < top + high + gap && top < y + height + gap
            ? [`${a} ${b}`]
            : [],
        ),
      )
      expect(sorted(overlappingPairs(boxesOf(list), { x: gap, y: gap }))).toEqual(expected.toSorted())
    }),
  )
})

test('separated boxes do not overlap, move only down, and do not move if none overlapped', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (list) => {
      const [before, boxes] = [boxesOf(list), boxesOf(list)]
      separateBoxes(boxes, 16)
      // Slightly less than 16: sums of large numbers are rounded.
      expect(overlappingPairs(boxes, { x: 15.99, y: 15.99 })).toEqual([])
      expect(boxes.x).toEqual(before.x)
      for (const [at, y] of boxes.y.entries()) expect(y).toBeGreaterThanOrEqual(before.y[at] ?? NaN)
      if (overlappingPairs(before, { x: 16, y: 16 }).length === 0) expect(boxes.y).toEqual(before.y)
    }),
  )
})

test('50,000 boxes in a grid and 50,000 at one position are compared within two seconds', () => {
  const grid = Array.from({ length: 50_000 }, (_, at): [number, number, number, number] => [
    (at % 250) * 280,
    Math.floor(at / 250) * 94,
    216,
    70,
  ])
  const heap = grid.map((): [number, number, number, number] => [0, 0, 216, 70])
  const start = process.cpuUsage()
  expect(overlappingPairs(boxesOf(grid), { x: 64, y: 24 })).toEqual([])
  expect(overlappingPairs(boxesOf(heap), { x: 64, y: 24 }).length).toBeLessThan(50_000 * 40)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000)
})

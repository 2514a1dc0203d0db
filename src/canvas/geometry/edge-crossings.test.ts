import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossingsOf, gapsOf, piecesOf } from './edge-crossings.ts'

/** Cross at 50, 50. */
const level = [
  { x: 0, y: 50 },
  { x: 100, y: 50 },
]
const upright = [
  { x: 50, y: 0 },
  { x: 50, y: 100 },
]
const edge = (corners: typeof level, source: number, target: number, back = false) => ({
  corners,
  back,
  source,
  target,
})
const turn = 10
/** The places of all gaps of 8 px, by edge. */
const gapsIn = (...lines: ReturnType<typeof edge>[]) =>
  [...gapsOf(lines, crossingsOf(lines, turn), 4)].map(([index, gaps]) => [index, gaps.map(({ at }) => at)])

test('the edge painted first has the gap: the earlier one, or the one that leads back', () => {
  expect(gapsIn(edge(level, 0, 1), edge(upright, 2, 3))).toEqual([[0, [50]]])
  expect(gapsIn(edge(level, 0, 1), edge(upright, 2, 3, true))).toEqual([[1, [50]]])
})

test('edges with a common node have no crossings', () => {
  for (const [source, target] of [
    [0, 3],
    [2, 1],
    [1, 3],
    [2, 0],
  ] as const)
    expect(crossingsOf([edge(level, 0, 1), edge(upright, source, target)], turn).size).toBe(0)
})

/** Upright at this x. */
const uprightAt = (x: number) => upright.map(({ y }) => ({ x, y }))

test('of crossings close together only the first has a gap', () => {
  const uprights = [50, 54, 58, 80].map((x) => edge(uprightAt(x), 2, 3))
  expect(gapsIn(edge(level, 0, 1), ...uprights)).toEqual([[0, [50, 80]]])
})

test('there is no gap where the other line has one', () => {
  const [below, above] = [50, 52].map((y) => level.map(({ x }) => ({ x, y })))
  if (below === undefined || above === undefined) expect.fail()
  // The upright line is open for the one above, which is 2 px beside the one below.
  expect(gapsIn(edge(below, 0, 1), edge(upright, 2, 3), edge(above, 4, 5))).toEqual([[1, [52]]])
})

test('the pieces of a line end at its gaps, in either direction', () => {
  const gaps = [50, 80].map((at) => ({ stretch: 0, at }))
  const ends = (line: typeof level) => piecesOf(line, gaps, 4).map((piece) => piece.map(({ x }) => x))
  expect(ends(level)).toEqual([
    [0, 46],
    [54, 76],
    [84, 100],
  ])
  expect(ends(level.toReversed())).toEqual([
    [100, 84],
    [76, 54],
    [46, 0],
  ])
})

test('crossings are those of all pairs; a flow with too many lines or crossings has none', () => {
  const place = fc.integer({ min: 0, max: 60 })
  const line = fc.tuple(place, place, place, fc.boolean()).map(([across, one, other, isLevel]) => {
    const [a, b] = isLevel
      ? [
          { x: one, y: across },
          { x: other, y: across },
        ]
      : [
          { x: across, y: one },
          { x: across, y: other },
        ]
    return { corners: [a, b], isLevel, across, start: Math.min(one, other), end: Math.max(one, other) }
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const edges = lines.map(({ corners }, index) => edge(corners, 2 * index, 2 * index + 1))
      const pairs: string[] = []
      for (const [index, one] of lines.entries())
        for (const [otherIndex, other] of lines.entries())
          if (one.isLevel && !other.isLevel && one.start < other.across && other.across < one.end)
            if (other.start < one.across && one.across < other.end)
              pairs.push([index, otherIndex].toSorted((a, b) => a - b).join(' '))
      const found = [...crossingsOf(edges, 0.5)].flatMap(([index, all]) => all.map(({ other }) => `${index} ${other}`))
      expect(found.toSorted()).toEqual(pairs.toSorted())
    }),
  )
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => edge(index % 2 === 0 ? level : upright, 2 * index, 2 * index + 1))
  expect(crossingsOf(many(400), turn).size).toBeGreaterThan(0)
  for (const count of [600, 2_001]) expect(crossingsOf(many(count), turn).size).toBe(0)
})

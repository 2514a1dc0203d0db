import { expect, test } from 'vitest'
import { crossingsOf, piecesOf } from './edge-crossings.ts'

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
  course: { points: corners, corners, back, attached: false },
  source,
  target,
})

test('the edge painted first has the crossing: the earlier one, or the one that leads back', () => {
  const crossing = { stretch: 0, at: 50 }
  expect([...crossingsOf([edge(level, 0, 1), edge(upright, 2, 3)])]).toEqual([[0, [crossing]]])
  expect([...crossingsOf([edge(level, 0, 1), edge(upright, 2, 3, true)])]).toEqual([[1, [crossing]]])
})

test('edges with a common node have no crossings', () => {
  for (const [source, target] of [
    [0, 3],
    [2, 1],
    [1, 3],
    [2, 0],
  ] as const)
    expect(crossingsOf([edge(level, 0, 1), edge(upright, source, target)]).size).toBe(0)
})

test('of crossings close together only the first has a gap', () => {
  const crossings = [50, 54, 58, 80].map((at) => ({ stretch: 0, at }))
  const ends = piecesOf(level, crossings, 4).map((piece) => piece.map(({ x }) => x))
  expect(ends).toEqual([
    [0, 46],
    [54, 76],
    [84, 100],
  ])
})

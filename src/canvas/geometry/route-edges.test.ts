import { expect, test } from 'vitest'
import { routeEdges } from './route-edges.ts'
import type { EdgeCourse, EdgeEnds } from './edge-path.ts'
import type { Box } from './box-geometry.ts'

const card = (x: number, y: number): Box => ({ x, y, width: 216, height: 72 })
const edge = (fromBox: Box, toBox: Box): EdgeEnds => ({
  from: { x: fromBox.x + 216, y: fromBox.y + 23 },
  to: { x: toBox.x, y: toBox.y + 23 },
  fromBox,
  toBox,
  selfLoop: fromBox === toBox,
})
const uprightOf = (course: EdgeCourse | undefined) => course?.points[2]?.x ?? NaN

test('parallel edges in one gap keep 8 px apart', () => {
  const [a, b, c, d] = [card(0, 0), card(0, 100), card(300, 200), card(300, 300)]
  const [first, second] = routeEdges([edge(a, c), edge(b, d)], [a, b, c, d])
  expect(Math.abs(uprightOf(first) - uprightOf(second))).toBe(8)
})

test('edges of one port share a lane', () => {
  const [a, c, d] = [card(0, 0), card(300, 200), card(300, 300)]
  const [first, second] = routeEdges([edge(a, c), edge(a, d)], [a, c, d])
  expect(uprightOf(first)).toBe(uprightOf(second))
})

test('horizontal edges between the same ports are 8 px apart', () => {
  const [a, b] = [card(0, 0), card(300, 0)]
  const courses = routeEdges([edge(a, b), edge(a, b), edge(a, b)], [a, b])
  const lowest = courses.map(({ points }) => Math.max(...points.map(({ y }) => y)))
  expect(lowest).toEqual([23, 31, 39])
})

test('two edges between the same ports are two lines', () => {
  const [a, b] = [card(0, 0), card(300, 200)]
  const [first, second] = routeEdges([edge(a, b), edge(a, b)], [a, b])
  expect(first?.points).not.toEqual(second?.points)
})

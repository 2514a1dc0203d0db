import { expect, test } from 'vitest'
import { routeEdges, type RoutedEdge } from './route-edges.ts'
import type { Box, EdgeCourse } from './edge-path.ts'

const card = (x: number, y: number): Box => ({ x, y, width: 216, height: 72 })
const edge = (id: string, fromBox: Box, toBox: Box): RoutedEdge => ({
  id,
  from: { x: fromBox.x + 216, y: fromBox.y + 23 },
  to: { x: toBox.x, y: toBox.y + 23 },
  fromBox,
  toBox,
  selfLoop: fromBox === toBox,
})
const uprightOf = (course: EdgeCourse | undefined) => course?.points[2]?.x ?? NaN

test('edges side by side in one gap keep 8 px apart', () => {
  const [a, b, c, d] = [card(0, 0), card(0, 100), card(300, 200), card(300, 300)]
  const courses = routeEdges([edge('1', a, c), edge('2', b, d)], [a, b, c, d])
  expect(Math.abs(uprightOf(courses.get('1')) - uprightOf(courses.get('2')))).toBe(8)
})

test('edges out of one port run together', () => {
  const [a, c, d] = [card(0, 0), card(300, 200), card(300, 300)]
  const courses = routeEdges([edge('1', a, c), edge('2', a, d)], [a, c, d])
  expect(uprightOf(courses.get('1'))).toBe(uprightOf(courses.get('2')))
})

test('two edges between the same ports are two lines', () => {
  const [a, b] = [card(0, 0), card(300, 200)]
  const courses = routeEdges([edge('1', a, b), edge('2', a, b)], [a, b])
  expect(courses.get('1')?.points).not.toEqual(courses.get('2')?.points)
})

import { expect, test } from 'vitest'
import { edgePath, pathText } from './edge-path.ts'
import type { Point, Box } from './box-geometry.ts'

const card = (x: number, y: number): Box => ({ x, y, width: 216, height: 72 })
const ends = (fromBox: Box, toBox: Box) => ({
  from: { x: fromBox.x + fromBox.width, y: fromBox.y + 23 },
  to: { x: toBox.x, y: toBox.y + 23 },
  fromBox,
  toBox,
  selfLoop: fromBox === toBox,
})

/** Directions of the segments in degrees, 0 = to the right, 90 = down. */
const directions = (all: readonly Point[]): number[] => {
  return all.slice(1).flatMap((point, index) => {
    const before = all[index]
    if (before === undefined || (before.x === point.x && before.y === point.y)) return []
    return [Math.round((Math.atan2(point.y - before.y, point.x - before.x) * 180) / Math.PI)]
  })
}

const runsThrough = (line: readonly Point[], box: Box): boolean =>
  line.some((point, index, all) => {
    const before = all[index - 1]
    if (before === undefined) return false
    return [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].some((part) => {
      const [x, y] = [before.x + (point.x - before.x) * part, before.y + (point.y - before.y) * part]
      return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
    })
  })

test('cards at the same height are connected by one horizontal line that ends at the in-port', () => {
  const course = edgePath(ends(card(0, 0), card(300, 0)), 0, [])
  expect(pathText(course.points)).toBe('M216 23L296 23')
  expect(pathText(course.corners)).toBe('M216 23L300 23')
  expect(course.back).toBe(false)
})

test('every turn is made in steps of 45 degrees, and both ends are horizontal', () => {
  for (const y of [-400, -30, -6, 6, 14, 30, 400]) {
    const all = directions(edgePath(ends(card(0, 0), card(300, y)), 0, []).points)
    expect(all.every((degrees) => degrees % 45 === 0)).toBe(true)
    expect([all[0], all.at(-1)]).toEqual([0, 0])
    for (const [index, degrees] of all.entries())
      if (index > 0) expect(Math.abs(degrees - (all[index - 1] ?? 0))).toBeLessThanOrEqual(45)
  }
})

test('a lane shifts the vertical segment by its pixels', () => {
  const uprightAt = (lane: number) => edgePath(ends(card(0, 0), card(300, 200)), lane, []).points[2]?.x
  expect((uprightAt(8) ?? 0) - (uprightAt(0) ?? 0)).toBe(8)
})

test('an edge avoids a card between its ends', () => {
  const between = card(400, 0)
  const course = edgePath(ends(card(0, 0), card(800, 0)), 0, [between])
  expect(runsThrough(course.points, between)).toBe(false)
  expect(course.back).toBe(false)
})

test('a back edge runs below all cards between its ends', () => {
  const low = { ...card(300, 0), height: 200 }
  const course = edgePath(ends(card(600, 0), card(0, 0)), 0, [low])
  expect(course.back).toBe(true)
  expect(Math.max(...course.points.map((point) => point.y))).toBeGreaterThan(200)
  expect(runsThrough(course.points, low)).toBe(false)
  expect(course.points.at(-1)).toEqual({ x: -4, y: 23 })
})

test('a self-loop is an octagon above its card', () => {
  const box = card(0, 100)
  const course = edgePath(ends(box, box), 0, [])
  expect(Math.min(...course.points.map((point) => point.y))).toBeLessThan(100)
  expect(Math.max(...course.points.map((point) => point.y))).toBe(123)
  expect(directions(course.points)).toEqual([0, -45, -90, -135, 180, 135, 90, 45, 0])
})

test('an edge to a card below steps down between the two; only an edge upwards counts as back', () => {
  const [above, below] = [card(0, 0), card(-60, 120)]
  const down = edgePath({ ...ends(above, below), isInCycle: true }, 0, [])
  expect(down.back).toBe(false)
  // Around the right side of one card and the left side of the other, horizontal between them.
  expect(Math.max(...down.points.map(({ y }) => y))).toBe(143)
  expect(down.points.filter(({ y }) => y > 72 && y < 120).length).toBeGreaterThan(1)
  expect(directions(down.points).every((degrees) => degrees % 45 === 0)).toBe(true)
  expect(edgePath({ ...ends(below, above), isInCycle: true }, 0, []).back).toBe(true)
})

test('an edge to a lower row is forward if no path leads back from there', () => {
  const [first, next] = [card(900, 0), card(0, 200)]
  const on = edgePath({ ...ends(first, next), isInCycle: false }, 0, [])
  expect(on.back).toBe(false)
  expect(Math.max(...on.points.map(({ y }) => y))).toBe(223)
  expect(edgePath({ ...ends(first, next), isInCycle: true }, 0, []).back).toBe(true)
})

test('a step down avoids cards between the two', () => {
  const between = { ...card(-200, 110), width: 300 }
  const course = edgePath({ ...ends(card(0, 0), card(-60, 300)), isInCycle: false }, 0, [between])
  expect(runsThrough(course.points, between)).toBe(false)
})

test('in a downward layout, an edge of a cycle counts as back unless it leads to a card below', () => {
  const [above, aside, below] = [card(0, 0), card(400, 0), card(-400, 200)]
  expect(edgePath(ends(above, below), 0, [], 'down').back).toBe(false)
  expect(edgePath(ends(below, aside), 0, [], 'down').back).toBe(true)
  expect(edgePath({ ...ends(below, aside), isInCycle: false }, 0, [], 'down').back).toBe(false)
})

test('a part is connected to its owner from below, vertical at both ends, and never counts as back', () => {
  const owner = card(0, 0)
  const course = edgePath({ ...ends(card(300, 200), owner), attached: { x: 108, depth: 0 } }, 0, [])
  expect(course).toMatchObject({ attached: true, back: false })
  expect(course.points[0]).toEqual({ x: 408, y: 200 })
  expect(course.corners.at(-1)).toEqual({ x: 108, y: 72 })
  expect(directions(course.points).at(-1)).toBe(-90)
  expect(edgePath({ ...ends(card(0, 200), owner), attached: { x: 108, depth: 0 } }, 0, []).points).toEqual([
    { x: 108, y: 200 },
    { x: 108, y: 72 },
  ])
})

test('parts of several kinds end at their own places of their owner, on different levels', () => {
  const owner = card(0, 0)
  const [outer, inner] = [
    { x: 36, depth: 0 },
    { x: 108, depth: 1 },
  ].map((attached) => edgePath({ ...ends(card(300, 200), owner), attached }, 0, []).corners)
  expect([outer?.at(-1), inner?.at(-1)]).toEqual([
    { x: 36, y: 72 },
    { x: 108, y: 72 },
  ])
  expect((inner?.at(-2)?.y ?? 0) - (outer?.at(-2)?.y ?? 0)).toBe(8)
})

test('a part beside its owner is connected by an edge below both, which avoids cards between them', () => {
  const between = { ...card(300, 40), height: 100 }
  const course = edgePath({ ...ends(card(600, 10), card(0, 0)), attached: { x: 108, depth: 0 } }, 0, [between])
  expect([course.points[0], course.corners.at(-1)]).toEqual([
    { x: 708, y: 82 },
    { x: 108, y: 72 },
  ])
  expect(runsThrough(course.points, between)).toBe(false)
})

test('a back edge avoids cards below its target', () => {
  const below = card(-60, 120)
  const course = edgePath(ends(card(600, 240), card(0, 0)), 0, [below])
  expect(course.back).toBe(true)
  expect(runsThrough(course.points, below)).toBe(false)
})

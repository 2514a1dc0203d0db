import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { placeFlow } from '#flow/place/place.ts'
import { densestPoint, placedFlow } from './placed-flow.ts'

const flow = placedFlow(2000)

test('every node keeps its position, because no cards overlap', () => {
  const sizeOf = ({ size }: Node) => size ?? { width: 216, height: 94 }
  const boxes = placeFlow(flow.nodes, flow.edges, { sizeOf }).computeBoxes(null)
  const moved = flow.nodes.filter(({ id, position }) => {
    const box = boxes.get(id)
    return box === undefined || position === null || Math.hypot(box.x - position.x, box.y - position.y) > 0.01
  })
  expect(moved).toEqual([])
})

test('cards are within the bounds, and do not overlap', () => {
  const { bounds } = flow
  expect(flow.cards.size).toBe(2000)
  const taken = new Set<string>()
  for (const { x, y, width, height } of flow.cards.values()) {
    expect(x >= 0 && y >= 0 && x + width <= bounds.width && y + height <= bounds.height).toBe(true)
    const key = `${x} ${y}`
    expect(taken.has(key)).toBe(false)
    taken.add(key)
  }
})

test('the densest place is where a window contains most cards', () => {
  const box = { width: 216, height: 70 }
  const crowd = Array.from({ length: 9 }, (_, index) => ({
    x: 5000 + (index % 3) * 300,
    y: 4000 + Math.floor(index / 3) * 150,
    ...box,
  }))
  const { x, y } = densestPoint([{ x: 0, y: 0, ...box }, { x: 300, y: 0, ...box }, ...crowd], {
    width: 1228,
    height: 671,
  })
  expect(Math.abs(x - 5300)).toBeLessThan(1228 / 2)
  expect(Math.abs(y - 4150)).toBeLessThan(671 / 2)
})

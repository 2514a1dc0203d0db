import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { canvasGraph } from './canvas-graph.ts'
import { firstView, wholeView } from './first-view.ts'

const place = (id: string, x: number, y: number, type = 'api'): Node => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const graphOf = (nodes: Node[]) => canvasGraph({ nodes, edges: [], validation: [] }, 'given')
const phone = { width: 360, height: 560 }
const desk = { width: 1380, height: 760 }
const row = graphOf(
  [...Array(12).keys()].map((index) => place(`n${index}`, index * 300, 0, index === 1 ? 'trigger' : 'api')),
)

test('a desk sees the whole flow, never enlarged', () => {
  expect(firstView(row, desk)).toEqual(wholeView(row, desk))
  expect(wholeView(graphOf([place('a', 0, 0)]), desk).zoom).toBe(1)
})

test('a phone begins at the trigger, large enough to read', () => {
  const { x, y, zoom } = firstView(row, phone)
  expect(zoom).toBe(0.45)
  // The trigger stands at 300: its left edge is at the left of the window, the row at the middle of its height.
  expect(300 * zoom + x).toBe(16)
  expect((row.bounds.height / 2) * zoom + y).toBeCloseTo(phone.height / 2)
})

test('a phone sees the whole of a flow that can be read as a whole', () => {
  const small = graphOf([place('a', 0, 0), place('b', 280, 0)])
  expect(firstView(small, phone)).toEqual(wholeView(small, phone))
})

test('in a flow that is higher than the phone the trigger is at the middle', () => {
  const high = graphOf([place('a', 0, 4000, 'trigger'), place('b', 900, 0), place('c', 900, 9000)])
  const { y, zoom } = firstView(high, phone)
  expect(4000 * zoom + y).toBeGreaterThan(0)
  expect(4000 * zoom + y).toBeLessThan(phone.height)
})

test('without a trigger it begins at what nothing leads to; without nodes there is a view all the same', () => {
  const { x, zoom } = firstView(graphOf([place('a', 50, 0), place('b', 4000, 0)]), phone)
  expect(50 * zoom + x).toBe(16)
  expect(Number.isFinite(firstView(graphOf([]), phone).zoom)).toBe(true)
})

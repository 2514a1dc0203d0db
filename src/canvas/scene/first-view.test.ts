import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { firstView, wholeView } from './first-view.ts'
import { sceneOf } from './scene-of.ts'
import { boxAt, idAt } from './scene.ts'

const placedNode = (id: string, x: number, y: number, type = 'api'): Node => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const graphOf = (nodes: Node[]) => sceneOf(layOutSync({ nodes, edges: [], validation: [] }, 'given'))
const phone = { width: 360, height: 560 }
const desktopSize = { width: 1380, height: 760 }
const row = graphOf(
  [...Array(12).keys()].map((index) => placedNode(`n${index}`, index * 300, 0, index === 1 ? 'trigger' : 'api')),
)

test('a desktop shows the whole flow, never enlarged', () => {
  expect(firstView(row, desktopSize)).toEqual(wholeView(row, desktopSize))
  expect(wholeView(graphOf([placedNode('a', 0, 0)]), desktopSize).zoom).toBe(1)
})

test('a phone starts at the trigger, large enough to read', () => {
  const { x, y, zoom } = firstView(row, phone)
  expect(zoom).toBe(0.45)
  // The trigger is at x = 300: its left edge is at the left of the viewport, its row at half the height.
  expect(300 * zoom + x).toBe(16)
  expect((row.bounds.height / 2) * zoom + y).toBeCloseTo(phone.height / 2)
})

test('if the controls of a low window would cover the trigger, the flow begins beside them', () => {
  const { x, zoom } = firstView(row, { width: 360, height: 265 })
  expect(300 * zoom + x).toBeGreaterThanOrEqual(64)
})

test('a phone shows the whole flow if it is legible', () => {
  const small = graphOf([placedNode('a', 0, 0), placedNode('b', 280, 0)])
  expect(firstView(small, phone)).toEqual(wholeView(small, phone))
})

test('in a flow higher than the phone the trigger is centred vertically', () => {
  const high = graphOf([placedNode('a', 0, 4000, 'trigger'), placedNode('b', 900, 0), placedNode('c', 900, 9000)])
  const { y, zoom } = firstView(high, phone)
  expect(4000 * zoom + y).toBeGreaterThan(0)
  expect(4000 * zoom + y).toBeLessThan(phone.height)
})

test('without a trigger it starts at a node without incoming edges; without nodes there is a default view', () => {
  const { x, zoom } = firstView(graphOf([placedNode('a', 50, 0), placedNode('b', 4000, 0)]), phone)
  expect(50 * zoom + x).toBe(16)
  expect(Number.isFinite(firstView(graphOf([]), phone).zoom)).toBe(true)
})

/** Number of cards that controls and minimap cover in a viewport. */
const covered = (
  graph: ReturnType<typeof graphOf>,
  { x, y, zoom }: ReturnType<typeof wholeView>,
  window: typeof desktopSize,
) =>
  [...graph.kinds.keys()]
    .filter((at) => {
      const box = boxAt(graph, at)
      const [left, bottom] = [box.x * zoom + x, (box.y + box.height) * zoom + y]
      return (left < 232 && bottom > window.height - 126) || (left < 44 && bottom > window.height - 156)
    })
    .map((at) => idAt(graph, at))
const inside = (
  graph: ReturnType<typeof graphOf>,
  { x, y, zoom }: ReturnType<typeof wholeView>,
  window: typeof desktopSize,
) => {
  const { bounds } = graph
  expect(Math.min(bounds.x * zoom + x, bounds.y * zoom + y)).toBeGreaterThanOrEqual(15.9)
  expect((bounds.x + bounds.width) * zoom + x).toBeLessThanOrEqual(window.width - 15.9)
  expect((bounds.y + bounds.height) * zoom + y).toBeLessThanOrEqual(window.height - 15.9)
}
const grid = (columns: number, rows: number) =>
  graphOf(
    [...Array(columns * rows).keys()].map((index) =>
      placedNode(`n${index}`, (index % columns) * 300, Math.floor(index / columns) * 120),
    ),
  )

test('controls and minimap cover no card if there is space beside them or above', () => {
  for (const [columns, rows] of [
    [7, 12],
    [8, 12],
    [9, 12],
    [10, 12],
    [14, 15],
  ] as const) {
    const graph = grid(columns, rows)
    const view = wholeView(graph, desktopSize)
    const even = Math.min(
      1,
      (desktopSize.width * 0.89) / graph.bounds.width,
      (desktopSize.height * 0.89) / graph.bounds.height,
    )
    expect(covered(graph, view, desktopSize)).toEqual([])
    inside(graph, view, desktopSize)
    expect(view.zoom).toBeGreaterThan(0.79 * even)
  }
})

test('a flow far from the minimap is centred', () => {
  const { bounds } = row
  const { x, y, zoom } = wholeView(row, desktopSize)
  expect((bounds.x + bounds.width / 2) * zoom + x).toBeCloseTo(desktopSize.width / 2)
  expect((bounds.y + bounds.height / 2) * zoom + y).toBeCloseTo(desktopSize.height / 2)
})

test('a flow that fills its window from corner to corner is not shrunk', () => {
  const low = { width: 700, height: 300 }
  const graph = grid(14, 12)
  expect(wholeView(graph, low).zoom).toBeGreaterThan(0.7 * (low.height / graph.bounds.height))
})

import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { firstView, wholeView, type NameCounts } from './first-view.ts'
import { sceneOf } from './scene-of.ts'
import type { ViewPart } from './viewport.ts'
import { boxAt, idAt, nodeIndexOf } from './scene.ts'

const placedNode = (id: string, x: number, y: number, type = 'api'): Node => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const graphOf = (nodes: Node[]) => sceneOf(layOutSync({ nodes, edges: [], validation: [] }, 'given'))
const phone = { width: 360, height: 560 }
const desktopSize = { width: 1380, height: 760 }
const rowOf = (count: number) =>
  graphOf(
    [...Array(count).keys()].map((index) => placedNode(`n${index}`, index * 300, 0, index === 1 ? 'trigger' : 'api')),
  )
const [row, longRow] = [rowOf(12), rowOf(60)]

type View = ReturnType<typeof firstView>
type NameCount = NameCounts['count']

/** Nothing is readable. */
const never = () => 0
const viewOf = (
  graph: ReturnType<typeof graphOf>,
  size: typeof phone,
  count: NameCount = never,
  chosen: ViewPart | null = null,
) => firstView(graph, size, chosen, { steps: graph.nodeCount, count })
/** The number of names at the zooms of a start, and at any other, which is that of the whole flow. */
const namesAt =
  (byZoom: Record<number, number>, whole: number): NameCount =>
  ({ zoom }) =>
    byZoom[zoom] ?? whole
const linkedGraph = (nodes: Node[], links: readonly (readonly [string, string])[]) =>
  sceneOf(
    layOutSync(
      {
        nodes,
        edges: links.map(([source, target]) => makeEdge({ id: `${source}-${target}`, source, target })),
        validation: [],
      },
      'given',
    ),
  )
/** The box of a node on the screen. */
const onScreen = (graph: ReturnType<typeof graphOf>, { x, y, zoom }: ReturnType<typeof viewOf>, id: string) => {
  const box = boxAt(graph, nodeIndexOf(graph, id))
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  return { left, top, right: left + box.width * zoom, bottom: top + box.height * zoom }
}
const isInSight = (
  graph: ReturnType<typeof graphOf>,
  view: ReturnType<typeof viewOf>,
  size: typeof phone,
  id: string,
): boolean => {
  const { left, top, right, bottom } = onScreen(graph, view, id)
  return left >= 0 && top >= 0 && right <= size.width && bottom <= size.height
}

test('the whole flow is shown if its names are readable there, never enlarged', () => {
  const whole = wholeView(row, desktopSize)
  expect(whole.zoom).toBeLessThan(0.45)
  expect(viewOf(row, desktopSize, namesAt({}, 12))).toEqual({ ...whole, part: 'whole' })
  expect(viewOf(graphOf([placedNode('a', 0, 0)]), desktopSize)).toMatchObject({ zoom: 1, part: 'whole' })
})

test('four of five names are enough, and as many as at the start; fewer are not', () => {
  // A start that would show more is not looked at.
  expect(viewOf(row, desktopSize, namesAt({ 0.45: 12 }, 10)).part).toBe('whole')
  expect(viewOf(row, desktopSize, namesAt({ 0.45: 9 }, 9)).part).toBe('whole')
  expect(viewOf(row, desktopSize, namesAt({ 0.45: 10 }, 9)).part).toBe('start')
  expect(viewOf(row, desktopSize).part).toBe('start')
})

test('a smaller view has to show clearly more names', () => {
  const zoomWith = (byZoom: Record<number, number>, whole = 0) =>
    viewOf(longRow, desktopSize, namesAt(byZoom, whole)).zoom
  expect(zoomWith({ 0.45: 10, 0.25: 11, 0.15: 11 })).toBe(0.45)
  expect(zoomWith({ 0.45: 10, 0.25: 12, 0.15: 13 })).toBe(0.25)
  expect(zoomWith({ 0.45: 10, 0.25: 12, 0.15: 14 })).toBe(0.15)
  expect(zoomWith({ 0.45: 10, 0.25: 9, 0.15: 12 })).toBe(0.15)
  // The whole flow is smaller than any start.
  expect(zoomWith({ 0.45: 10, 0.25: 9, 0.15: 9 }, 11)).toBe(0.45)
  expect(zoomWith({ 0.45: 10, 0.25: 9, 0.15: 9 }, 12)).toBe(wholeView(longRow, desktopSize).zoom)
})

test('a smaller start is clearly larger than the whole flow', () => {
  const zoomOf = (count: number) => {
    const graph = rowOf(count)
    const { zoom } = viewOf(graph, desktopSize, namesAt({ 0.45: 1, 0.25: 12 }, 12), 'start')
    return { whole: wholeView(graph, desktopSize).zoom, zoom }
  }
  expect(zoomOf(19)).toEqual({ whole: expect.closeTo(0.231, 3), zoom: 0.45 })
  expect(zoomOf(22)).toEqual({ whole: expect.closeTo(0.1995, 3), zoom: 0.25 })
})

test('what the user chose is shown', () => {
  expect(viewOf(row, desktopSize, never, 'whole').part).toBe('whole')
  expect(viewOf(row, desktopSize, namesAt({}, 12), 'start').part).toBe('start')
})

/** The zooms at which names are counted, and the view. */
function countedZooms(graph: ReturnType<typeof graphOf>, size: typeof phone): { zooms: number[]; view: View } {
  const zooms: number[] = []
  // The smaller, the more.
  const view = viewOf(graph, size, ({ zoom }) => {
    zooms.push(zoom)
    return 1 / zoom
  })
  return { zooms, view }
}

test('names are not counted where most have no room, and at one zoom only in a flow of thousands of steps', () => {
  const tabletSize = { width: 960, height: 560 }
  expect(countedZooms(grid(30, 30, 90), tabletSize)).toMatchObject({ zooms: [0.45, 0.25], view: { zoom: 0.25 } })
  expect(countedZooms(grid(100, 80), desktopSize)).toMatchObject({ zooms: [0.45], view: { zoom: 0.45, part: 'start' } })
})

test('in a narrow window only a flow that is not much wider opens as a whole, however many names could be read', () => {
  const narrowView = (count: number) => viewOf(rowOf(count), { width: 716, height: 896 }, namesAt({}, count))
  expect(narrowView(8)).toMatchObject({ part: 'whole', zoom: expect.closeTo(0.275, 3) })
  expect(narrowView(10)).toMatchObject({ part: 'start', zoom: 0.45 })
})

test('a flow is not shown so small that its steps are marks', () => {
  const dense = (distance: number) =>
    graphOf([...Array(9).keys()].map((index) => placedNode(`n${index}`, 6000 * (index % 3), distance * (index % 7))))
  expect(countedZooms(dense(400), desktopSize).view.part).toBe('whole')
  expect(countedZooms(dense(100), desktopSize)).toMatchObject({ zooms: [0.45, 0.25, 0.15], view: { zoom: 0.15 } })
})

test('otherwise the start is shown, large enough to read, in any window', () => {
  for (const size of [phone, desktopSize]) {
    const { x, y, zoom } = viewOf(row, size)
    expect(zoom).toBe(0.45)
    // The trigger is at x = 300: its left edge is at the left of the viewport, its row at half the height.
    expect(300 * zoom + x).toBe(16)
    expect((row.bounds.height / 2) * zoom + y).toBeCloseTo(size.height / 2)
  }
})

test('beside tiles, the name of the trigger has room on the left', () => {
  const { x, zoom } = viewOf(longRow, desktopSize, namesAt({ 0.25: 9 }, 0))
  expect([300 * zoom + x, zoom]).toEqual([40, 0.25])
})

test('if the controls of a low window would cover the trigger, the flow begins beside them', () => {
  const { x, zoom } = viewOf(row, { width: 360, height: 265 })
  expect(300 * zoom + x).toBeGreaterThanOrEqual(64)
})

test('the whole flow is shown if it is as large as its start', () => {
  const small = graphOf([placedNode('a', 0, 0), placedNode('b', 280, 0)])
  expect(viewOf(small, phone, never, 'start')).toEqual({ ...wholeView(small, phone), part: 'whole' })
})

test('in a flow higher than the window the way on is in sight', () => {
  const nodes = [
    placedNode('a', 0, 4000, 'trigger'),
    placedNode('b', 300, 4600),
    placedNode('c', 600, 5100),
    placedNode('d', 9000, 0),
  ]
  const high = linkedGraph(nodes, [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ])
  const view = viewOf(high, desktopSize)
  for (const id of ['a', 'b', 'c']) expect(isInSight(high, view, desktopSize, id), id).toBe(true)
  // Too far: the nearer ones stay in sight.
  const far = linkedGraph(
    [...nodes.slice(0, 3), placedNode('d', 900, 9000)],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
    ],
  )
  for (const id of ['a', 'b', 'c']) expect(isInSight(far, viewOf(far, desktopSize), desktopSize, id), id).toBe(true)
})

test('the parts of an agent are in sight, though their edges lead to it', () => {
  const graph = linkedGraph(
    [
      placedNode('a', 0, 0, 'trigger'),
      placedNode('agent', 400, 0),
      placedNode('model', 300, 900),
      placedNode('z', 0, 9000),
    ],
    [
      ['a', 'agent'],
      ['model', 'agent'],
      ['agent', 'z'],
    ],
  )
  expect(isInSight(graph, viewOf(graph, desktopSize), desktopSize, 'model')).toBe(true)
})

test('a part of the flow that fits is centred, though the flow does not fit', () => {
  const graph = linkedGraph(
    [placedNode('a', 0, 0, 'trigger'), placedNode('b', 9000, 1000), placedNode('z', 0, 9000)],
    [['a', 'b']],
  )
  const view = viewOf(graph, desktopSize)
  const { top } = onScreen(graph, view, 'a')
  expect(top + onScreen(graph, view, 'b').bottom).toBeCloseTo(desktopSize.height)
})

test('a flow that leads down starts in the middle of the width', () => {
  const graph = linkedGraph(
    [placedNode('a', 0, 0, 'trigger'), placedNode('b', 0, 400), placedNode('c', 0, 9000)],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
  )
  const view = viewOf(graph, desktopSize)
  const { left, right } = onScreen(graph, view, 'a')
  expect(left + right).toBeCloseTo(desktopSize.width)
  expect(isInSight(graph, view, desktopSize, 'b')).toBe(true)
})

test('the title of a note around the start is in sight, unless it begins far away', () => {
  const noteAt = (x: number): Node => ({
    ...placedNode('note', x, -300, 'note'),
    size: { width: 400 - x, height: 600 },
  })
  const withNote = (x: number) => graphOf([placedNode('a', 0, 0, 'trigger'), placedNode('b', 9000, 0), noteAt(x)])
  const near = withNote(-200)
  expect(onScreen(near, viewOf(near, desktopSize), 'note').left).toBe(16)
  const far = withNote(-2000)
  expect(onScreen(far, viewOf(far, desktopSize), 'a').left).toBe(16)
})

test('without a trigger it starts at a node without incoming edges; without nodes there is a default view', () => {
  const { x, zoom } = viewOf(graphOf([placedNode('a', 50, 0), placedNode('b', 4000, 0)]), phone)
  expect(50 * zoom + x).toBe(16)
  expect(Number.isFinite(viewOf(graphOf([]), phone).zoom)).toBe(true)
})

test('a chain of 50,000 nodes fits in a window', () => {
  const bounds = { x: 0, y: 0, width: 50_000 * 280, height: 80 }
  const { zoom } = wholeView({ ...graphOf([]), bounds }, desktopSize)
  expect(bounds.width * zoom).toBeLessThan(desktopSize.width)
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
const grid = (columns: number, rows: number, rowHeight = 120) =>
  graphOf(
    [...Array(columns * rows).keys()].map((index) =>
      placedNode(`n${index}`, (index % columns) * 300, Math.floor(index / columns) * rowHeight),
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
  expect(wholeView(graph, low).zoom).toBeGreaterThan(0.65 * (low.height / graph.bounds.height))
})

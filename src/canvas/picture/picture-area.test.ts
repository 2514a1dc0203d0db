import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { fits, pictureArea } from './picture-area.ts'

const nodes = [0, 1, 2].map((index) =>
  makeNode({ id: `${index}`, name: '', type: 'api', position: { x: index * 400, y: 0 } }),
)
const edge = (source: string, target: string) => makeEdge({ id: `${source}${target}`, source, target })
const edges = [edge('0', '1'), edge('2', '0')]
const graph = layOutSync({ nodes, edges, validation: [] }, 'given')

test('the whole picture contains every card and every edge, including back edges below the cards', () => {
  const area = pictureArea(graph, null)
  const lowest = Math.max(...graph.edges.flatMap(({ course }) => course.points.map(({ y }) => y)))
  expect(lowest).toBeGreaterThan(72)
  expect(area.y + area.height).toBeGreaterThan(lowest)
  for (const { box } of graph.nodes) {
    expect(box.x).toBeGreaterThan(area.x)
    expect(box.x + box.width).toBeLessThan(area.x + area.width)
  }
})

test('a part contains its nodes and the edges between them; a part without nodes is the whole picture', () => {
  const part = pictureArea(graph, new Set(['0', '1']))
  expect(part.x + part.width).toBeLessThan(800)
  expect(pictureArea(graph, new Set(['gone']))).toEqual(graph.bounds)
})

test('a picture too large for any program is refused', () => {
  expect(fits({ width: 20_000, height: 20_000 }, 1)).toBe(true)
  expect(fits({ width: 20_001, height: 20_000 }, 1)).toBe(false)
  expect(fits({ width: 40_000, height: 10 }, 2)).toBe(false)
})

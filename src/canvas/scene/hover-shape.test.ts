import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { tileAt, tileBoxOf } from '#canvas/model/tile-box.ts'
import { hoverShapeOf } from './hover-shape.ts'
import { sceneOf } from './scene-of.ts'
import { boxAt } from './scene.ts'

const nodes = ['a', 'b', 'c'].map((id, index) => ({
  ...makeNode({ id, type: 'api', name: id }),
  position: { x: index * 400, y: 0 },
}))
const edges = [makeEdge({ id: 'ab', source: 'a', target: 'b' }), makeEdge({ id: 'bc', source: 'b', target: 'c' })]
const scene = sceneOf(layOutSync({ nodes, edges, validation: [] }, 'given'))
const lines = (path: string | undefined) => path?.match(/M/g)?.length ?? 0

test('a hovered node has its ring, its edges and the nodes at their other ends', () => {
  const middle = hoverShapeOf(scene, { node: 1, edge: -1 }, 1, new Map())
  expect(middle?.own).toEqual(boxAt(scene, 1))
  expect(middle?.others).toEqual([boxAt(scene, 2), boxAt(scene, 0)])
  expect(lines(middle?.path)).toBe(2)
  expect(hoverShapeOf(scene, { node: 0, edge: -1 }, 1, new Map())?.others).toEqual([boxAt(scene, 1)])
})

test('a hovered edge has its line and both of its nodes', () => {
  const edge = hoverShapeOf(scene, { node: -1, edge: 1 }, 1, new Map())
  expect(edge?.own).toBeNull()
  expect(edge?.others).toEqual([boxAt(scene, 1), boxAt(scene, 2)])
  expect(lines(edge?.path)).toBe(1)
})

test('nothing is drawn without a hovered part, or for an index that the flow no longer has', () => {
  expect(hoverShapeOf(scene, { node: -1, edge: -1 }, 1, new Map())).toBeNull()
  expect(hoverShapeOf(scene, { node: 3, edge: -1 }, 1, new Map())).toBeNull()
  expect(hoverShapeOf(scene, { node: -1, edge: 2 }, 1, new Map())).toBeNull()
})

test('where steps are tiles, the rings are around them and the line leads from tile to tile', () => {
  const zoom = 0.25
  const shape = hoverShapeOf(scene, { node: 0, edge: -1 }, zoom, new Map())
  const tile = tileAt(zoom, scene.spacing)
  if (shape?.own == null || tile === null) expect.fail()
  expect(shape.own).toEqual(tileBoxOf(boxAt(scene, 0), tile))
  expect(shape.others).toEqual([tileBoxOf(boxAt(scene, 1), tile)])
  expect(shape.radius * zoom).toBe(5)
  const [x, y] = shape.path.slice(1).split(' ').map(Number)
  expect([x, y]).toEqual([shape.own.x + tile + 1 / zoom, 23])
})

test('a grown card has its ring around what is painted, hovered or at the other end of an edge', () => {
  const areas = new Map([[1, { x: 400, y: -12, width: 216, height: 96 }]])
  expect(hoverShapeOf(scene, { node: 1, edge: -1 }, 0.4, areas)?.own).toEqual(areas.get(1))
  expect(hoverShapeOf(scene, { node: 0, edge: -1 }, 0.4, areas)?.others).toEqual([areas.get(1)])
})

test('a hovered note has its ring around the note, not its title', () => {
  const note = makeNode({
    id: 'n',
    type: 'note',
    name: '',
    position: { x: 0, y: 0 },
    size: { width: 800, height: 400 },
  })
  const paper = sceneOf(layOutSync({ nodes: [note], edges: [], validation: [] }, 'given'))
  const areas = new Map([[0, { x: 10, y: 10, width: 90, height: 20 }]])
  expect(hoverShapeOf(paper, { node: 0, edge: -1 }, 0.4, areas)?.own).toEqual(boxAt(paper, 0))
})

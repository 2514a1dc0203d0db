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
  const middle = hoverShapeOf(scene, 1, -1, 1)
  expect(middle?.own).toEqual(boxAt(scene, 1))
  expect(middle?.others).toEqual([boxAt(scene, 2), boxAt(scene, 0)])
  expect(lines(middle?.path)).toBe(2)
  expect(hoverShapeOf(scene, 0, -1, 1)?.others).toEqual([boxAt(scene, 1)])
})

test('a hovered edge has its line and both of its nodes', () => {
  const edge = hoverShapeOf(scene, -1, 1, 1)
  expect(edge?.own).toBeNull()
  expect(edge?.others).toEqual([boxAt(scene, 1), boxAt(scene, 2)])
  expect(lines(edge?.path)).toBe(1)
})

test('nothing is drawn without a hovered part, or for an index that the flow no longer has', () => {
  expect(hoverShapeOf(scene, -1, -1, 1)).toBeNull()
  expect(hoverShapeOf(scene, 3, -1, 1)).toBeNull()
  expect(hoverShapeOf(scene, -1, 2, 1)).toBeNull()
})

test('where steps are tiles, the rings are around them and the line leads from tile to tile', () => {
  const zoom = 0.25
  const shape = hoverShapeOf(scene, 0, -1, zoom)
  const tile = tileAt(zoom, scene.spacing)
  if (shape?.own == null || tile === null) expect.fail()
  expect(shape.own).toEqual(tileBoxOf(boxAt(scene, 0), tile))
  expect(shape.others).toEqual([tileBoxOf(boxAt(scene, 1), tile)])
  expect(shape.radius * zoom).toBe(5)
  const [x, y] = shape.path.slice(1).split(' ').map(Number)
  expect([x, y]).toEqual([shape.own.x + tile + 1 / zoom, 23])
})

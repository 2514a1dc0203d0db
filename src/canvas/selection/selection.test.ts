import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { sceneOf } from '#canvas/scene/scene-of.ts'
import { boundsOf, selectedGraph, selectionText, toggled } from './selection.ts'

const placedNode = (id: string, type: string, x: number) => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y: 0 },
})
const join = (source: string, target: string) => makeEdge({ id: `${source}>${target}`, source, target })
const scene = sceneOf(
  layOutSync(
    {
      nodes: [
        placedNode('a', 'trigger', 0),
        placedNode('b', 'api', 400),
        placedNode('c', 'api', 800),
        placedNode('n', 'note', 1200),
      ],
      // The edge to a missing node is not drawn: indexes among the drawn edges differ from those in the flow.
      edges: [join('a', 'gone'), join('a', 'b'), join('b', 'b'), join('b', 'c')],
      validation: [],
    },
    'given',
  ),
)

test('a selection contains the edges between its nodes, by their indexes in the flow', () => {
  expect(selectedGraph(scene, new Set([0, 1]))).toEqual({
    nodes: new Set([0, 1]),
    edges: new Set([1, 2]),
    isSelection: true,
  })
  expect(selectedGraph(scene, new Set([0, 2])).edges.size).toBe(0)
})

test('a node is added and removed; removing the last one clears the selection', () => {
  const one = toggled(null, 2)
  expect(one).toEqual(new Set([2]))
  expect(toggled(one, 1)).toEqual(new Set([2, 1]))
  expect(toggled(one, 2)).toBeNull()
})

test('a selection describes its content', () => {
  const textOf = (places: readonly number[]) => selectionText(scene, selectedGraph(scene, new Set(places)))
  expect(textOf([0, 1])).toBe('2 steps and 2 edges selected')
  expect(textOf([0, 1, 2, 3])).toBe('3 steps, 1 note and 3 edges selected')
  expect(textOf([3])).toBe('1 note selected')
  expect(textOf([])).toBe('No step is fully inside this area. Select a larger one')
})

test('the bounding box of a selection encloses its nodes', () => {
  const box = boundsOf(scene, new Set([0, 2]))
  expect(box?.x).toBe(0)
  expect(box?.width).toBe(800 + (scene.boxes[4 * 2 + 2] ?? 0))
  expect(boundsOf(scene, new Set())).toBeNull()
})

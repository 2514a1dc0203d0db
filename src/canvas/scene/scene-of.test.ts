import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { buffersOf, sceneOf } from './scene-of.ts'
import { boxAt, nodeCountOf, edgesAt, idAt, kindAt, nodeIndexOf } from './scene.ts'

const coordinate = fc.integer({ min: -100_000, max: 100_000 })
const flow = fc
  .array(
    fc.record({
      id: fc.string({ unit: 'grapheme', maxLength: 6 }),
      type: fc.constantFrom('trigger', 'api', 'condition', 'note', 'group', 'x.odd', '__proto__'),
      position: fc.option(fc.record({ x: coordinate, y: coordinate })),
    }),
    { maxLength: 20 },
  )
  .chain((nodes) =>
    fc.record({
      nodes: fc.constant(
        nodes.map(({ position, ...one }): Node => ({ ...makeNode({ ...one, name: one.id }), position })),
      ),
      ends: fc.array(fc.tuple(fc.nat({ max: 22 }), fc.nat({ max: 22 })), { maxLength: 30 }),
    }),
  )

test('the columns contain the drawing: boxes, kinds, ids, edges by their nodes, lines', () => {
  fc.assert(
    fc.property(flow, ({ nodes, ends }) => {
      const idOf = (nodeIndex: number) => nodes[nodeIndex]?.id ?? 'nobody'
      const edges = ends.map(([from, to], index): Edge =>
        makeEdge({ id: `e${index}`, source: idOf(from), target: idOf(to) }),
      )
      const graph = layOutSync({ nodes, edges, validation: [] }, 'given')
      // As the page receives it: the buffers are transferred.
      const made = sceneOf(graph)
      const scene = structuredClone(made, { transfer: buffersOf(made) })
      expect(nodeCountOf(scene)).toBe(graph.nodes.length)
      for (const [nodeIndex, { box, kind, node }] of graph.nodes.entries()) {
        const { x, y, width, height } = boxAt(scene, nodeIndex)
        expect([x, y, width, height]).toEqual([box.x, box.y, box.width, box.height].map(Math.fround))
        expect(kindAt(scene, nodeIndex)).toBe(kind)
        expect(idAt(scene, nodeIndex)).toBe(node.id)
        expect(nodeIndexOf(scene, node.id)).toBe(graph.nodes.findIndex((one) => one.node.id === node.id))
        const first = nodeIndexOf(scene, node.id) === nodeIndex
        const leaving = graph.edges.flatMap(({ edge }, at) => (first && edge.source === node.id ? [at] : []))
        const arriving = graph.edges.flatMap(({ edge }, at) => (first && edge.target === node.id ? [at] : []))
        expect([...edgesAt(scene.outgoing, nodeIndex)]).toEqual(leaving)
        expect([...edgesAt(scene.incoming, nodeIndex)]).toEqual(arriving)
      }
      for (const [at, { edge, index, course }] of graph.edges.entries()) {
        expect([idAt(scene, scene.from[at] ?? -1), idAt(scene, scene.to[at] ?? -1)]).toEqual([edge.source, edge.target])
        expect(scene.edgeIndex[at]).toBe(index)
        const points = scene.points.subarray(2 * (scene.lineStarts[at] ?? 0), 2 * (scene.lineStarts[at + 1] ?? 0))
        expect([...points]).toEqual(course.points.flatMap(({ x, y }) => [Math.fround(x), Math.fround(y)]))
      }
    }),
    { numRuns: 80 },
  )
})

test('a trigger of another product is the start, even if a loop returns to it', () => {
  const at = (x: number) => ({ position: { x, y: 0 } })
  const nodes = [
    makeNode({ id: 'alone', type: 'debug', name: 'Debug', ...at(900) }),
    makeNode({ id: 'in', type: 'mqtt in', name: 'MQTT in', config: { original: { type: 'mqtt in' } }, ...at(300) }),
    makeNode({ id: 'next', type: 'debug', name: 'Logic', ...at(600) }),
  ]
  const edges = [
    makeEdge({ id: 'a', source: 'in', target: 'next' }),
    makeEdge({ id: 'b', source: 'next', target: 'in' }),
  ]
  const graph = layOutSync({ nodes, edges, validation: [], foreignKindOf: foreignKindsOf('node-red') }, 'given')
  expect(sceneOf(graph).start).toBe(1)
})

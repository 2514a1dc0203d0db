import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { flowGraph } from './flow-graph.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import { type NodeBox, boxesFromLayout } from './layout.ts'
import { nodeSize } from '#flow/node-kind.ts'

const node = (id: string, more: Partial<Node> = {}) => makeNode({ id, type: 'api', name: id, ...more })
const edge = (source: string, target: string): Edge => makeEdge({ id: `${source}-${target}`, source, target })
const layout = (nodes: Node[], edges: Edge[]) => {
  const graph = flowGraph(nodes, edges, { sizeOf: nodeSize })
  return boxesFromLayout(nodes, graph, layeredLayout(graph) ?? expect.fail('the layout was cancelled'))
}
const boxOf = (boxes: Map<string, NodeBox>, id: string): NodeBox => boxes.get(id) ?? expect.fail(`no box for ${id}`)
const overlap = (a: NodeBox, b: NodeBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a chain is laid out in a row from left to right, with room for a bent edge', () => {
  const boxes = layout([node('a'), node('b'), node('c')], [edge('a', 'b'), edge('b', 'c')])
  expect(boxOf(boxes, 'a')).toEqual({ x: 0, y: 0, width: 216, height: 70 })
  expect(boxOf(boxes, 'b').x - 216).toBeGreaterThanOrEqual(64)
  expect([...boxes.values()].map((box) => box.y)).toEqual([0, 0, 0])
})

test('branches are above and below the level of their source, and join to the right of both', () => {
  const boxes = layout(
    ['a', 'b', 'c', 'd'].map((id) => node(id)),
    [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')],
  )
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => boxOf(boxes, id))
  if (!a || !b || !c || !d) expect.fail()
  expect(b.x).toBe(c.x)
  expect(d.x).toBeGreaterThan(b.x)
  expect(a.y).toBe(d.y)
  expect((b.y + c.y) / 2).toBe(a.y)
})

test('the first node of a cycle is on the left', () => {
  const boxes = layout(
    [node('start'), node('b'), node('c')],
    [edge('start', 'b'), edge('b', 'c'), edge('c', 'b'), edge('b', 'b')],
  )
  expect(['start', 'b', 'c'].map((id) => boxOf(boxes, id).x)).toEqual([0, 312, 624])
})

test('children are laid out inside their group, which grows with them', () => {
  const nodes = [node('g', { type: 'group' }), node('a', { parent: 'g' }), node('b', { parent: 'g' }), node('out')]
  const boxes = layout(nodes, [edge('a', 'b'), edge('b', 'out')])
  const group = boxOf(boxes, 'g')
  for (const id of ['a', 'b']) {
    const box = boxOf(boxes, id)
    expect(box.x).toBeGreaterThan(0)
    expect(box.x + box.width).toBeLessThan(group.width)
    expect(box.y + box.height).toBeLessThan(group.height)
  }
  expect(boxOf(boxes, 'out').x).toBeGreaterThan(group.x + group.width)
})

test('a model is placed below its agent, unless a run passes through the model', () => {
  const part = (source: string): Edge => ({ ...edge(source, 'agent'), source_handle: 'ai_languageModel' })
  const nodes = ['start', 'agent', 'model', 'end'].map((id) => node(id))
  const boxes = layout(nodes, [edge('start', 'agent'), edge('agent', 'end'), part('model')])
  expect(boxOf(boxes, 'model').x).toBe(boxOf(boxes, 'agent').x)
  expect(boxOf(boxes, 'model').y).toBeGreaterThan(boxOf(boxes, 'agent').y + 70)
  const through = layout(nodes, [edge('start', 'model'), part('model'), edge('agent', 'end')])
  expect(boxOf(through, 'agent').x).toBeGreaterThan(boxOf(through, 'model').x)
})

test('nodes with a position keep it, and other nodes are placed below', () => {
  const boxes = layout([node('a', { position: { x: -50, y: 10 } }), node('b')], [edge('a', 'b')])
  expect([...boxes.keys()]).toEqual(['b'])
  expect(boxOf(boxes, 'b').x).toBe(-50)
  expect(boxOf(boxes, 'b').y).toBeGreaterThan(80)
})

test('cards do not overlap, and the layout is deterministic', () => {
  const count = 12
  const ends = fc.tuple(fc.nat(count - 1), fc.nat(count - 1))
  const item = fc.record({ type: fc.constantFrom('api', 'condition', 'note', 'group'), parent: fc.nat(count * 2) })
  fc.assert(
    fc.property(
      fc.array(item, { minLength: count, maxLength: count }),
      fc.array(ends, { maxLength: 25 }),
      (items, pairs) => {
        const nodes = items.map(({ type, parent }, index) =>
          node(`n${index}`, { type, parent: parent > index && parent < count ? `n${parent}` : null }),
        )
        const edges = pairs.map(([from, to]) => edge(`n${from}`, `n${to}`))
        const boxes = layout(nodes, edges)
        expect(boxes.size).toBe(count)
        expect(layout(nodes, edges)).toEqual(boxes)
        for (const one of nodes) {
          for (const other of nodes) {
            if (one.id >= other.id || one.parent !== other.parent) continue
            expect(overlap(boxOf(boxes, one.id), boxOf(boxes, other.id))).toBe(false)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('missing and cyclic parents are ignored', () => {
  const parents = ['a', 'c', 'b', 'gone']
  const nodes = ['a', 'b', 'c', 'd'].map((id, index) => node(id, { parent: parents[index] ?? null }))
  const boxes = layout(nodes, [edge('a', 'b'), edge('c', 'd'), edge('b', 'nowhere')])
  expect([...boxes.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual(['a', 'b', 'c', 'd'])
  for (const box of boxes.values()) expect(Number.isFinite(box.x + box.y)).toBe(true)
})

test.each<[string, (index: number) => Partial<Node>, (index: number) => Edge[]]>([
  ['in a chain', () => ({}), (index) => [edge(`n${index}`, `n${index + 1}`)]],
  ['after one node', () => ({}), (index) => [edge('n0', `n${index + 1}`)]],
  ['without edges', () => ({}), () => []],
  ['nested in one another', (index) => ({ parent: `n${index + 1}` }), () => []],
  ['in one cycle', () => ({}), (index) => [edge(`n${index}`, `n${(index + 1) % 20_000}`)]],
])('20,000 nodes %s are laid out in seconds', (_, more, edgesOf) => {
  const nodes = Array.from({ length: 20_000 }, (_item, index) => node(`n${index}`, more(index)))
  const edges = nodes.flatMap((_item, index) => edgesOf(index))
  expect(layout(nodes, edges).size).toBe(20_000)
})

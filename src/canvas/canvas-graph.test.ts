import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { canvasGraph, hasPositions } from './canvas-graph.ts'

const place = (id: string, x: number, y: number, more: Partial<Node> = {}): Node => ({
  ...makeNode({ id, type: 'api', name: id }),
  position: { x, y },
  ...more,
})
const join = (source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  id: `${source}>${target}`,
  source,
  target,
  source_handle: null,
  target_handle: null,
  label: null,
  condition: null,
  ...more,
})
const graphOf = (nodes: Node[], edges: Edge[] = []) => canvasGraph({ nodes, edges, validation: [] }, 'given')
const boxOf = (graph: ReturnType<typeof graphOf>, id: string) => graph.nodes.find((one) => one.node.id === id)?.box

test('positions are relative to the parent, and a group holds its members', () => {
  const group = place('g', 100, 100, { type: 'group', size: { width: 50, height: 50 } })
  const graph = graphOf([group, place('a', 20, 30, { parent: 'g' })])
  expect(boxOf(graph, 'a')).toMatchObject({ x: 120, y: 130 })
  const frame = boxOf(graph, 'g')
  expect(frame?.x).toBeLessThan(120)
  expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeGreaterThan(120 + 216)
  expect(graph.nodes.find((one) => one.node.id === 'g')?.members).toBe(1)
})

test('parents in a circle end', () => {
  const graph = graphOf([
    place('a', 10, 0, { type: 'group', parent: 'b' }),
    place('b', 20, 0, { type: 'group', parent: 'a' }),
  ])
  expect(graph.nodes).toHaveLength(2)
})

test('an edge to a node that does not exist is left out', () => {
  expect(graphOf([place('a', 0, 0)], [join('a', 'gone'), join('a', 'a')]).edges.map(({ edge }) => edge.id)).toEqual([
    'a>a',
  ])
})

test('a node has branch rows once an edge leaves elsewhere than at its one way out', () => {
  const nodes = [place('a', 0, 0), place('b', 400, 0), place('c', 400, 200)]
  const rows = (edges: Edge[]) => graphOf(nodes, edges).nodes[0]?.shape.rows.map((row) => row.label)
  expect(rows([join('a', 'b', { source_handle: 'out' })])).toEqual([])
  expect(rows([join('a', 'b', { source_handle: 'out' }), join('a', 'c', { source_handle: 'error' })])).toEqual([
    'out',
    'error',
  ])
  expect(rows([join('a', 'b', { source_handle: 'third way' })])).toContain('third way')
})

test('a condition shows its cases, and an edge leaves at its own', () => {
  const config = { cases: [{ id: 'yes', label: 'Yes', expression: 'x > 1' }] }
  const graph = graphOf(
    [place('a', 0, 0, { type: 'condition', config }), place('b', 500, 0), place('c', 500, 300)],
    [join('a', 'b', { source_handle: 'yes' }), join('a', 'c', { source_handle: 'else' })],
  )
  expect(graph.nodes[0]?.shape.rows.map((row) => [row.label, row.condition])).toEqual([
    ['Yes', 'x > 1'],
    ['else', ''],
  ])
  const starts = graph.edges.map(({ course }) => course.points[0]?.y)
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(24)
})

test('nodes without a position are laid out beside those that have one', () => {
  const graph = graphOf([place('a', 0, 0), { ...place('b', 0, 0), position: null }], [join('a', 'b')])
  expect(boxOf(graph, 'b')?.y).toBeGreaterThan(72)
  expect(hasPositions([place('a', 0, 0), { ...place('b', 0, 0), position: null }])).toBe(true)
  expect(hasPositions([{ ...place('b', 0, 0), position: null }])).toBe(false)
})

test('laid out anew, a flow reads from left to right whatever its file says', () => {
  const flow = { nodes: [place('b', 0, 0), place('a', 900, 0)], edges: [join('a', 'b')], validation: [] }
  const graph = canvasGraph(flow, 'laid out')
  expect(boxOf(graph, 'a')?.x).toBeLessThan(boxOf(graph, 'b')?.x ?? 0)
})

import { expect, test } from 'vitest'
import { FlowDrawing, type Edge, type Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { fixtureText } from '#test/support/flow-fixtures.ts'
import { flowDrawing } from './flow-drawing.ts'

const node = (id: string, more: Partial<Node> = {}): Node => makeNode({ id, type: 'api', name: id, ...more })
const edge = (source: string, target: string): Edge => ({
  id: `${source}-${target}`,
  source,
  target,
  source_handle: null,
  target_handle: null,
  label: null,
  condition: null,
})
const draw = (nodes: Node[], edges: Edge[] = []) => FlowDrawing.parse(flowDrawing({ nodes, edges, metadata: {} }))

test('a box for each step at its position, with its kind, and the edges between them', () => {
  const drawing = draw(
    [
      node('start', { type: 'trigger', position: { x: -100, y: 50 } }),
      node('note', { type: 'note', position: { x: 9000, y: 0 } }),
      node('then', { position: { x: 300, y: 130 } }),
    ],
    [edge('start', 'then'), edge('start', 'then'), edge('then', 'gone'), edge('then', 'then')],
  )
  // 216 × 70 pixels in units of 4.
  expect(drawing).toEqual({
    width: 154,
    height: 38,
    boxes: [
      [0, 0, 54, 18],
      [100, 20, 54, 18],
    ],
    kinds: ['trigger', 'api'],
    edges: [[0, 1]],
  })
})

test('steps without positions are laid out from left to right, and those in a group are drawn in it', () => {
  const drawing = draw(
    [
      node('a', { type: 'trigger' }),
      node('b', { parent: 'group' }),
      node('c', { parent: 'group' }),
      node('group', { type: 'group' }),
    ],
    [edge('a', 'b'), edge('b', 'c')],
  )
  const lefts = drawing.boxes.map(([left]) => left)
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  expect(new Set(lefts).size).toBe(3)
})

test('an empty flow, one of notes, and one with unusable positions', () => {
  expect(draw([])).toEqual({ width: 0, height: 0, boxes: [], kinds: [], edges: [] })
  expect(draw([node('note', { type: 'note' })]).boxes).toEqual([])
  const drawing = draw([node('a', { position: { x: 1e300, y: 0 } }), node('b', { position: { x: 0, y: 0 } })])
  expect(drawing.boxes).toHaveLength(2)
  expect(drawing.width).toBeLessThanOrEqual(400)
})

test('a large flow is drawn as regions', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) =>
    node(`n${at}`, { position: { x: (at % 200) * 300, y: Math.floor(at / 200) * 150 }, type: at % 3 ? 'api' : 'code' }),
  )
  const edges = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id))
  const drawing = draw(nodes, edges)
  expect(drawing.boxes.length).toBeLessThanOrEqual(48)
  expect(drawing.boxes.length).toBeGreaterThan(20)
  expect(drawing.kinds).toHaveLength(drawing.boxes.length)
  expect(drawing.edges.length).toBeGreaterThan(20)
  expect(JSON.stringify(drawing).length).toBeLessThan(2500)
})

test('a real flow of another product has the kinds of its types', () => {
  const read = readFlowFile({ name: '', text: fixtureText('n8n-orders.json') })
  const flow = (read.ok ? read.flows[0] : undefined) ?? expect.fail('not read')
  const { boxes, kinds, edges } = FlowDrawing.parse(flowDrawing(flow))
  expect(boxes).toHaveLength(flow.nodes.filter(({ type }) => type !== 'note').length)
  expect(kinds).toContain('trigger')
  expect(new Set(kinds).size).toBeGreaterThan(2)
  expect(edges.length).toBeGreaterThan(boxes.length / 2)
})

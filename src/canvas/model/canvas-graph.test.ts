import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import type { ForeignKindOf } from '#flow/visual-kind/visual-kind.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { hasPositions } from './placement.ts'

const placedNode = (id: string, x: number, y: number, overrides: Partial<Node> = {}): Node => ({
  ...makeNode({ id, type: 'api', name: id }),
  position: { x, y },
  ...overrides,
})
const connect = (source: string, target: string, overrides: Partial<Edge> = {}): Edge =>
  makeEdge({ id: `${source}>${target}`, source, target, ...overrides })
const graphOf = (nodes: Node[], edges: Edge[] = []) => layOutSync({ nodes, edges, validation: [] }, 'given')
const boxOf = (graph: ReturnType<typeof graphOf>, id: string) => graph.nodes.find((one) => one.node.id === id)?.box

test('positions are relative to the parent, and a group encloses its members', () => {
  const group = placedNode('g', 100, 100, { type: 'group', size: { width: 50, height: 50 } })
  const graph = graphOf([group, placedNode('a', 20, 30, { parent: 'g' })])
  expect(boxOf(graph, 'a')).toMatchObject({ x: 120, y: 130 })
  const frame = boxOf(graph, 'g')
  expect(frame?.x).toBeLessThan(120)
  expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeGreaterThan(120 + 216)
  expect(graph.nodes.find((one) => one.node.id === 'g')?.members).toBe(1)
})

test('a container step encloses its nodes; edges to them begin at its frame, edges between them stay inside', () => {
  const loop = placedNode('loop', 0, 0, { type: 'loop' })
  const inside = [placedNode('a', 40, 120, { parent: 'loop' }), placedNode('b', 400, 120, { parent: 'loop' })]
  const graph = graphOf([loop, ...inside], [connect('loop', 'a'), connect('a', 'b')])
  const frame = boxOf(graph, 'loop') ?? expect.fail()
  for (const id of ['a', 'b']) {
    const box = boxOf(graph, id) ?? expect.fail()
    expect([box.x > frame.x, box.y > frame.y + 70]).toEqual([true, true])
    expect([box.x + box.width < frame.x + frame.width, box.y + box.height < frame.y + frame.height]).toEqual([
      true,
      true,
    ])
  }
  expect(graph.nodes.map(({ members }) => members)).toEqual([2, 0, 0])
  const [into, between] = graph.edges.map(({ course }) => course.points)
  expect(into?.[0]).toMatchObject({ x: frame.x })
  expect(new Set(between?.map(({ y }) => y)).size).toBe(1)
})

test('nodes of another product have the visual kind that their original type has in its format', () => {
  const foreign = (id: string, name: string, type = `n8n-nodes-base.${name}`) =>
    placedNode(id, 0, 0, { type, config: { original: { type: `n8n-nodes-base.${name}`, parameters: {} } } })
  const nodes = [foreign('a', 'googleBigQuery'), foreign('b', 'github'), foreign('c', 'httpRequest', 'api')]
  const kindsIn = (foreignKindOf: ForeignKindOf | null) =>
    layOutSync({ nodes, edges: [], validation: [], foreignKindOf }, 'given').nodes.map(({ kind, visual }) => [
      kind,
      visual.id,
    ])
  expect(kindsIn(foreignKindsOf('n8n'))).toEqual([
    ['unknown', 'database'],
    ['unknown', 'app'],
    ['api', 'http'],
  ])
  expect(kindsIn(null)[1]).toEqual(['unknown', 'other'])
})

test('in a downward layout, only the edge that closes a cycle counts as back', () => {
  const nodes = ['a', 'b', 'c', 'd'].map((id) => placedNode(id, 0, 0))
  const edges = [connect('a', 'b'), connect('a', 'c'), connect('b', 'd'), connect('c', 'd'), connect('d', 'a')]
  const graph = layOutSync({ nodes, edges, validation: [] }, 'down tidy')
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => boxOf(graph, id))
  if (!a || !b || !c || !d) expect.fail()
  expect([b.y > a.y + a.height, b.y, d.y > b.y + b.height]).toEqual([true, c.y, true])
  expect(graph.edges.filter(({ course }) => course.back).map(({ edge }) => edge.id)).toEqual(['d>a'])
  const level = layOutSync({ nodes, edges, validation: [] }, 'right')
  expect(boxOf(level, 'b')?.x).toBe(boxOf(level, 'c')?.x)
})

test('the parts of an agent are connected to it by thin lines from below', () => {
  const nodes = [placedNode('agent', 0, 0), placedNode('model', 40, 200), placedNode('tool', 400, 200)]
  const edges = ['model', 'tool'].map((id) =>
    connect(id, 'agent', { source_handle: 'ai_tool', target_handle: 'ai_tool' }),
  )
  for (const placement of ['given', 'right'] as const) {
    const graph = layOutSync({ nodes, edges, validation: [] }, placement)
    const agent = boxOf(graph, 'agent')
    for (const { course } of graph.edges) {
      expect(course).toMatchObject({ attached: true, back: false })
      expect(course.corners.at(-1)).toEqual({ x: 108 + (agent?.x ?? 0), y: (agent?.y ?? 0) + (agent?.height ?? 0) })
    }
    expect(graph.nodes.flatMap(({ shape }) => shape.rows)).toEqual([])
  }
})

test('a card names the kinds of its parts from left to right, each above the end of its lines', () => {
  const nodes = [
    placedNode('agent', 300, 0),
    ...['tool', 'memory', 'model', 'search'].map((id, index) => placedNode(id, 900 - index * 300, 300)),
  ]
  const part = (id: string, handle: string) => connect(id, 'agent', { source_handle: handle })
  const edges = [
    part('tool', 'ai_tool'),
    part('memory', 'ai_memory'),
    part('model', 'ai_languageModel'),
    part('search', 'ai_tool'),
  ]
  const { nodes: cards, edges: lines } = graphOf(nodes, edges)
  const shape = cards[0]?.shape
  expect(shape?.parts.map(({ label }) => label)).toEqual(['2 tools', 'Model', 'Memory'])
  // The labels are in place of a summary that is empty.
  expect(shape?.height).toBe(graphOf([placedNode('agent', 300, 0)]).nodes[0]?.shape.height)
  expect(lines.map(({ course }) => course.corners.at(-1)?.x)).toEqual([336, 480, 408, 336])
})

test('a card with many kinds of parts names none', () => {
  const nodes = [placedNode('agent', 0, 0), placedNode('part', 0, 300)]
  const edges = Array.from({ length: 7 }, (_, at) => connect('part', 'agent', { source_handle: `ai_kind${at}` }))
  const graph = graphOf(nodes, edges)
  expect(graph.nodes[0]?.shape.parts).toEqual([])
  expect(graph.edges[0]?.course.corners.at(-1)?.x).toBe(108)
})

test('cyclic parents are broken', () => {
  const graph = graphOf([
    placedNode('a', 10, 0, { type: 'group', parent: 'b' }),
    placedNode('b', 20, 0, { type: 'group', parent: 'a' }),
  ])
  expect(graph.nodes).toHaveLength(2)
})

test('an edge to a missing node is left out', () => {
  expect(
    graphOf([placedNode('a', 0, 0)], [connect('a', 'gone'), connect('a', 'a')]).edges.map(({ edge }) => edge.id),
  ).toEqual(['a>a'])
})

test('a node has branch rows if an edge leaves at another than its default output', () => {
  const nodes = [placedNode('a', 0, 0), placedNode('b', 400, 0), placedNode('c', 400, 200)]
  const rows = (edges: Edge[]) => graphOf(nodes, edges).nodes[0]?.shape.rows.map((row) => row.label)
  expect(rows([connect('a', 'b', { source_handle: 'out' })])).toEqual([])
  expect(rows([connect('a', 'b', { source_handle: 'out' }), connect('a', 'c', { source_handle: 'error' })])).toEqual([
    'out',
    'error',
  ])
  expect(rows([connect('a', 'b', { source_handle: 'third way' })])).toContain('third way')
})

test('a condition shows its cases, and each edge leaves at the row of its case', () => {
  const config = { cases: [{ id: 'yes', label: 'Yes', expression: 'x > 1' }] }
  const graph = graphOf(
    [placedNode('a', 0, 0, { type: 'condition', config }), placedNode('b', 500, 0), placedNode('c', 500, 300)],
    [connect('a', 'b', { source_handle: 'yes' }), connect('a', 'c', { source_handle: 'else' })],
  )
  expect(graph.nodes[0]?.shape.rows.map((row) => [row.label, row.condition])).toEqual([
    ['Yes', 'x > 1'],
    ['else', ''],
  ])
  const starts = graph.edges.map(({ course }) => course.points[0]?.y)
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(24)
})

test('nodes without a position are laid out beside those with one', () => {
  const graph = graphOf([placedNode('a', 0, 0), { ...placedNode('b', 0, 0), position: null }], [connect('a', 'b')])
  expect(boxOf(graph, 'b')?.y).toBeGreaterThan(72)
  expect(hasPositions([placedNode('a', 0, 0), { ...placedNode('b', 0, 0), position: null }])).toBe(true)
  expect(hasPositions([{ ...placedNode('b', 0, 0), position: null }])).toBe(false)
})

test('a new layout reads from left to right, whatever positions the file has', () => {
  const flow = { nodes: [placedNode('b', 0, 0), placedNode('a', 900, 0)], edges: [connect('a', 'b')], validation: [] }
  const graph = layOutSync(flow, 'right')
  expect(boxOf(graph, 'a')?.x).toBeLessThan(boxOf(graph, 'b')?.x ?? 0)
})

test('invalid and extreme positions are ignored', () => {
  const bad = [
    { x: 1e12, y: 0 },
    { x: 0, y: Number.NaN },
    { x: -1e308, y: 1e308 },
  ]
  const nodes = bad.map((position, index) => placedNode(`n${index}`, 0, 0, { position }))
  expect(hasPositions(nodes)).toBe(false)
  const { bounds } = graphOf([...nodes, placedNode('near', 50, 50)])
  for (const value of Object.values(bounds)) expect(Math.abs(value)).toBeLessThan(5_000)
})

test('two nodes with the same id keep their positions, and edges belong to the first', () => {
  const graph = graphOf(
    [placedNode('a', 0, 0), placedNode('a', 900, 0), placedNode('b', 300, 300)],
    [connect('a', 'b'), connect('a', 'b', { label: 'again' })],
  )
  expect(graph.nodes.map(({ box }) => box.x)).toEqual([0, 900, 300])
  expect(new Set(graph.nodes.map(({ key }) => key)).size).toBe(3)
  expect(new Set(graph.edges.map(({ key }) => key)).size).toBe(2)
  expect(graph.edges[0]?.course.points[0]?.x).toBe(216)
})

test('of many edges between two ports, the first are drawn and the others are only counted', () => {
  const edges = Array.from({ length: 100_000 }, (_, index) => connect('a', 'b', { id: `e${index}` }))
  const graph = graphOf([placedNode('a', 0, 0), placedNode('b', 400, 200)], edges)
  expect(graph.edges).toHaveLength(8)
  expect(graph.edges.at(-1)?.hiddenCount).toBe(99_992)
  expect(graph.edgeCount).toBe(100_000)
})

/** CPU time of this process in ms, minimum of three: other load on the machine does not count. */
function cpuOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

const many = (length: number, make: (index: number) => Node) => Array.from({ length }, (_, index) => make(index))
const shapes: Record<string, (size: number) => { nodes: Node[]; edges: Edge[] }> = {
  'edges between two nodes': (size) => ({
    nodes: [placedNode('a', 0, 0), placedNode('b', 400, 200)],
    edges: Array.from({ length: size * 8 }, (_, index) => connect('a', 'b', { id: `e${index}` })),
  }),
  'branches of one node': (size) => ({
    nodes: [placedNode('a', 0, 0), ...many(size, (index) => placedNode(`n${index}`, 400, index * 100))],
    edges: Array.from({ length: size }, (_, index) => connect('a', `n${index}`, { source_handle: `h${index}` })),
  }),
  'edges into one node': (size) => ({
    nodes: [placedNode('a', 0, 0), ...many(size, (index) => placedNode(`n${index}`, -400, index * 100))],
    edges: Array.from({ length: size }, (_, index) => connect(`n${index}`, 'a')),
  }),
  'nodes at one point': (size) => ({
    nodes: many(size, (index) => placedNode(`n${index}`, 0, 0)),
    edges: Array.from({ length: size - 1 }, (_, index) => connect(`n${index}`, `n${index + 1}`)),
  }),
  'groups in groups': (size) => ({
    nodes: many(size, (index) =>
      placedNode(`n${index}`, 0, 0, { type: 'group', parent: index === 0 ? null : `n${index - 1}` }),
    ),
    edges: [],
  }),
}

test.for(Object.entries(shapes))('four times as many %s take about four times as long', ([, make]) => {
  const [small, large] = [make(1_500), make(6_000)]
  const before = cpuOf(() => graphOf(small.nodes, small.edges))
  const after = cpuOf(() => graphOf(large.nodes, large.edges))
  // Quadratic work would take sixteen times as long.
  expect(after).toBeLessThan(10 * before + 20)
})

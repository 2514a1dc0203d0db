import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunStep } from '#contract/billing.ts'
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { overlayRun } from './run-overlay.ts'

const node = (id: string, type = 'api', overrides: Partial<Node> = {}) => makeNode({ id, type, name: id, ...overrides })
const edge = (source: string, target: string, handle: string | null = 'out'): Edge =>
  makeEdge({ id: `${source}-${target}-${handle}`, source, target, source_handle: handle })
const step = (seq: number, id: string, overrides: Partial<RunStep> = {}): RunStep => ({
  seq,
  node_id: id,
  node_name: id,
  node_type: 'api',
  status: 'succeeded',
  handle: 'out',
  started_at: '2026-11-18T14:26:08.000Z',
  duration_ms: 100,
  attempt: 1,
  cost: '0.100000',
  error: null,
  output: null,
  ...overrides,
})
const readAt = Date.parse('2026-11-18T14:26:20.000Z')
const overlayOf = (nodes: Node[], edges: Edge[], steps: RunStep[]) => {
  const overlay = overlayRun({ nodes, edges }, steps, readAt)
  return { ...overlay, edges: edges.flatMap(({ id }, index) => (overlay.takenEdges[index] === 1 ? [id] : [])) }
}

test('the edge of a branch that the run did not take is not taken, and its node is not reached', () => {
  const nodes = [node('start', 'trigger'), node('if', 'condition'), node('yes'), node('no')]
  const edges = [edge('start', 'if', null), edge('if', 'yes', 'a'), edge('if', 'no', 'else')]
  const { edges: takenEdges, nodes: records } = overlayOf(nodes, edges, [
    step(0, 'start'),
    step(1, 'if', { handle: 'a' }),
    step(2, 'yes'),
  ])
  expect(takenEdges).toEqual(['start-if-null', 'if-yes-a'])
  expect(records[3]).toBeNull()
  expect(records[1]?.usedOutputs).toEqual(['a'])
})

test('passes, time and exact cost are totals of a node’s steps; status and attempts are of the last pass', () => {
  const { nodes, edges } = overlayOf(
    [node('a')],
    [edge('a', 'a')],
    [
      step(0, 'a', { status: 'failed', handle: null, error: { code: 'timeout', message: '' } }),
      step(1, 'a', { attempt: 2 }),
      step(3, 'a', { status: 'failed', handle: null, cost: '0.000001', error: { code: 'x', message: 'Refused.' } }),
      step(2, 'a', { cost: '0.200000' }),
    ],
  )
  expect(nodes[0]).toEqual({
    status: 'failed',
    passes: 3,
    attempts: 1,
    durationMs: 400,
    cost: '0.400001',
    error: 'Refused.',
    usedOutputs: ['out'],
    isReused: false,
  })
  expect(edges).toEqual(['a-a-out'])
})

test('a second attempt does not count as a pass through a loop', () => {
  const { nodes, edges } = overlayOf(
    [node('a')],
    [edge('a', 'a')],
    [step(0, 'a', { status: 'failed', handle: null }), step(1, 'a', { attempt: 2, handle: 'out' })],
  )
  expect(nodes[0]).toMatchObject({ passes: 1, attempts: 2 })
  expect(edges).toEqual([])
})

test('a running step counts up to the time of reading and takes no edge yet', () => {
  const { nodes, edges } = overlayOf(
    [node('a'), node('b')],
    [edge('a', 'b')],
    [step(0, 'a', { status: 'running', handle: null, duration_ms: null, cost: '0.000000' })],
  )
  expect(nodes[0]).toMatchObject({ status: 'running', durationMs: 12_000 })
  expect(edges).toEqual([])
})

test('a run passes through disabled nodes', () => {
  const nodes = [
    node('a'),
    node('off', 'code', { disabled: true }),
    node('off2', 'code', { disabled: true }),
    node('b'),
  ]
  const edges = [edge('a', 'off'), edge('off', 'off2', null), edge('off2', 'b'), edge('off2', 'b', 'error')]
  expect(overlayOf(nodes, edges, [step(0, 'a'), step(1, 'b')]).edges).toEqual([
    'a-off-out',
    'off-off2-null',
    'off2-b-out',
  ])
})

test('if the output is unknown, all edges between nodes that ran in order are taken, except error edges', () => {
  const nodes = [node('a'), node('b'), node('c')]
  const edges = [edge('a', 'b', 'x'), edge('a', 'c', 'error'), edge('b', 'a', 'y')]
  const steps = ['a', 'b', 'c'].map((id, seq) => step(seq, id, { handle: null }))
  expect(overlayOf(nodes, edges, steps).edges).toEqual(['a-b-x'])
})

test('nodes missing from the flow are listed once; an invalid cost makes the total unknown', () => {
  const { missingNodes, nodes } = overlayOf(
    [node('a')],
    [],
    [step(0, 'old', { node_name: 'Old' }), step(1, 'a', { cost: 'much' }), step(2, 'a'), step(3, 'old')],
  )
  expect(missingNodes).toEqual([{ id: 'old', name: 'Old' }])
  expect(nodes[0]?.cost).toBeNull()
})

test('for any steps, a taken edge connects two reached nodes, and every step is assigned to a node', () => {
  const ids = ['a', 'b', 'c', '__proto__']
  const anyId = fc.constantFrom(...ids, 'gone')
  const anyHandle = fc.constantFrom('out', 'error', 'x', null)
  const anyEdge = fc.record({ source: anyId, target: anyId, handle: anyHandle })
  const anyStep = fc.record({ id: anyId, handle: anyHandle, attempt: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(anyEdge), fc.array(anyStep), (someEdges, someSteps) => {
      const nodes = ids.map((id) => node(id))
      const edges = someEdges.map(({ source, target, handle }) => edge(source, target, handle))
      const steps = someSteps.map(({ id, handle, attempt }, seq) => step(seq, id, { handle, attempt }))
      const overlay = overlayRun({ nodes, edges }, steps, readAt)
      const reached = new Set(nodes.flatMap(({ id }, index) => (overlay.nodes[index] === null ? [] : [id])))
      expect(reached).toEqual(new Set(steps.flatMap((one) => (one.node_id === 'gone' ? [] : [one.node_id]))))
      expect(overlay.missingNodes).toHaveLength(steps.some((one) => one.node_id === 'gone') ? 1 : 0)
      for (const [index, { source, target }] of edges.entries())
        if (overlay.takenEdges[index] === 1) expect(reached.has(source) && reached.has(target)).toBe(true)
    }),
  )
})

test('the overlay of 100,000 steps through a node with 5,000 branches takes less than two seconds', () => {
  const nodes = [node('hub'), ...Array.from({ length: 5_000 }, (_, index) => node(`n${index}`))]
  const edges = Array.from({ length: 5_000 }, (_, index) => edge('hub', `n${index}`, `h${index}`))
  const steps = Array.from({ length: 100_000 }, (_, seq) =>
    seq % 2 === 0 ? step(seq, 'hub', { handle: `h${(seq / 2) % 5_000}` }) : step(seq, `n${((seq - 1) / 2) % 5_000}`),
  )
  const before = process.cpuUsage()
  const { takenEdges, nodes: records } = overlayRun({ nodes, edges }, steps, readAt)
  const { user } = process.cpuUsage(before)
  expect(records[0]?.passes).toBe(50_000)
  expect(takenEdges.every((one) => one === 1)).toBe(true)
  expect(user / 1000).toBeLessThan(2_000)
})

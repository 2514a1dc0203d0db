import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { changeCount, diffFlows } from './diff.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

const withoutIds = { ids: false, positions: true }
const edge = (id: string, source: string, target: string, handle: string | null = null): Edge =>
  makeEdge({ id, source, target, source_handle: handle })
const node = (id: string, type: string, name: string, config: Node['config'] = {}): Node => ({
  ...makeNode({ id, type, name }),
  config,
})

interface Flow {
  nodes: Node[]
  edges: Edge[]
}

/** The same flow with all ids replaced. */
const renamed = ({ nodes, edges }: Flow, name: (id: string) => string): Flow => ({
  nodes: nodes.map((one) => ({ ...one, id: name(one.id), parent: one.parent === null ? null : name(one.parent) })),
  edges: edges.map((one) => ({
    ...one,
    id: name(one.id),
    source: name(one.source),
    target: name(one.target),
  })),
})

/**
 * Flows with some equal nodes. Each node has an edge to an earlier node, so that its position in the graph is unique.
 */
const flows = fc
  .array(
    fc.record({
      twin: fc.boolean(),
      parent: fc.nat(),
      group: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((rows): Flow => ({
    nodes: rows.map(({ twin, group }, index) => ({
      ...(twin ? node(`n${index}`, 'wait', 'Wait') : node(`n${index}`, 'api', `Call ${index}`, { own: index })),
      parent: group ? 'n0' : null,
    })),
    edges: rows
      .slice(1)
      .map(({ parent }, index) => edge(`e${index}`, `n${parent % (index + 1)}`, `n${index + 1}`, `to ${index}`)),
  }))

test('without ids, a flow with all ids replaced and its nodes reordered is the same flow', () => {
  fc.assert(
    fc.property(flows, fc.boolean(), (flow, isTurned) => {
      const other = renamed(flow, (id) => `other ${id}`)
      const reordered = isTurned ? { nodes: other.nodes.toReversed(), edges: other.edges.toReversed() } : other
      expect(changeCount(diffFlows(flow, reordered, withoutIds))).toBe(0)
      const told = diffFlows(flow, reordered)
      // With ids, the same nodes match, and only their ids differ.
      expect([told.nodes.added, told.nodes.removed]).toEqual([[], []])
      expect(told.nodes.changed.every(({ fields }) => fields.every(({ path }) => path === 'id'))).toBe(true)
    }),
  )
})

test('without ids, exactly the edits are found', () => {
  const edits = fc.array(fc.constantFrom('keep', 'keep', 'rename', 'config', 'move', 'remove'), {
    minLength: 25,
    maxLength: 25,
  })
  fc.assert(
    fc.property(flows, edits, (flow, list) => {
      const original = {
        nodes: flow.nodes.map((one, index) => node(one.id, `type ${index}`, one.name, { own: index, same: true })),
        edges: flow.edges,
      }
      const other = renamed(original, (id) => `x${id}`)
      const reordered = {
        nodes: other.nodes.flatMap((one, index): Node[] => {
          if (list[index] === 'remove') return []
          if (list[index] === 'rename') return [{ ...one, name: 'Anew' }]
          if (list[index] === 'config') return [{ ...one, config: { ...one.config, same: false } }]
          return [list[index] === 'move' ? { ...one, position: { x: 5, y: 5 } } : one]
        }),
        edges: other.edges,
      }
      const nodesOfKinds = (...kinds: string[]) =>
        original.nodes.flatMap((_node, at) => (kinds.includes(list[at] ?? '') ? [at] : []))
      const { nodes } = diffFlows(original, reordered, withoutIds)
      expect(nodes.added).toEqual([])
      expect(nodes.removed).toEqual(nodesOfKinds('remove'))
      expect(nodes.changed.map(({ before }) => before)).toEqual(nodesOfKinds('rename', 'config'))
      expect(nodes.moved.map(({ before }) => before)).toEqual(nodesOfKinds('move'))
      const still = diffFlows(original, reordered, { ids: false, positions: false }).nodes
      expect(still.moved).toEqual([])
      expect(still.same).toBe(nodes.same + nodes.moved.length)
    }),
  )
})

test('nodes without names and config are matched by their position in the graph', () => {
  const types = ['trigger', 'api', 'api', 'wait', 'api']
  const flow = {
    nodes: types.map((type, index) => node(`n${index}`, type, '')),
    edges: types.slice(1).map((_type, index) => edge(`e${index}`, `n${index}`, `n${index + 1}`)),
  }
  const reordered = renamed({ nodes: flow.nodes.toReversed(), edges: flow.edges }, (id) => `other ${id}`)
  expect(changeCount(diffFlows(flow, reordered, withoutIds))).toBe(0)
})

test('a node at the same position is changed if half of its content is the same, else replaced', () => {
  const flow = (middle: Node) => ({
    nodes: [node('a', 'trigger', 'Begin'), middle, node('c', 'message', 'Say')],
    edges: [edge('e1', 'a', middle.id), edge('e2', middle.id, 'c')],
  })
  const before = flow(node('b', 'api', 'Ask', { method: 'GET', url: 'v1' }))
  const alike = diffFlows(before, flow(node('x', 'api', 'Ask the shop', { method: 'GET', url: 'v2' })))
  expect(alike.nodes.changed.map(({ fields }) => fields.map(({ path }) => path))).toEqual([
    ['id', 'name', 'config.url'],
  ])
  expect(alike.edges.same).toBe(2)
  const other = diffFlows(before, flow(node('x', 'api', 'Ask the shop', { method: 'PUT', url: 'v2' })))
  expect([other.nodes.added, other.nodes.removed]).toEqual([[1], [1]])
})

test('2 × 10,000 nodes with different ids and much equal content are matched', () => {
  const count = 10_000
  const flow: Flow = {
    nodes: Array.from({ length: count }, (_, index) =>
      index % 3 === 0
        ? node(`n${index}`, 'wait', 'Wait', { until: 'answer' })
        : node(`n${index}`, 'api', `Call ${index}`, { url: index }),
    ),
    edges: Array.from({ length: count - 1 }, (_, index) =>
      edge(`e${index}`, `n${Math.floor(index / 4)}`, `n${index + 1}`),
    ),
  }
  const reordered = renamed({ nodes: flow.nodes.toReversed(), edges: flow.edges }, (id) => `x${id}`)
  expect(diffFlows(flow, reordered, withoutIds).nodes.removed).toEqual([])
})

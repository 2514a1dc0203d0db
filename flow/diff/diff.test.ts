import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { changeCount, diffFlows } from './diff.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

const edge = (id: string, source: string, target: string, more: Partial<Edge> = {}): Edge =>
  makeEdge({ id, source, target, ...more })
const node = (id: string, more: Partial<Node> = {}): Node => ({
  ...makeNode({ id, type: 'api', name: `Name of ${id}` }),
  position: { x: 0, y: 0 },
  config: { own: id, nested: { list: [1, 2, { deep: true }] } },
  ...more,
})
const ids = (list: readonly { id: string }[], indexes: readonly number[]) => indexes.map((index) => list[index]?.id)

/** A flow of 2–12 nodes with edges between them. */
const flows = fc.integer({ min: 2, max: 12 }).chain((count) =>
  fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 20 }).map((pairs) => ({
    nodes: Array.from({ length: count }, (_, index) => node(`n${index}`)),
    edges: pairs.map(([a, b], index) => edge(`e${index}`, `n${a}`, `n${b}`)),
  })),
)
type Change = 'keep' | 'remove' | 'move' | 'rename' | 'config'
const changes = fc.array(fc.constantFrom<Change>('keep', 'remove', 'move', 'rename', 'config'), {
  minLength: 12,
  maxLength: 12,
})

function applied(one: Node, change: Change | undefined): Node[] {
  switch (change) {
    case 'remove':
      return []
    case 'move':
      return [{ ...one, position: { x: 40, y: -3 } }]
    case 'rename':
      return [{ ...one, name: `${one.name}, anew` }]
    case 'config':
      return [{ ...one, config: { ...one.config, nested: { list: [1, 3, { deep: true }] }, added: null } }]
    default:
      return [structuredClone(one)]
  }
}

test('a flow has no differences from itself or from a copy', () => {
  fc.assert(
    fc.property(flows, (flow) => {
      expect(changeCount(diffFlows(flow, flow))).toBe(0)
      const copy = diffFlows(flow, structuredClone(flow))
      expect(changeCount(copy)).toBe(0)
      expect(copy.nodes.same).toBe(flow.nodes.length)
      expect(copy.edges.same).toBe(flow.edges.length)
    }),
  )
})

test('exactly the edits are found, even if the nodes are reordered', () => {
  fc.assert(
    fc.property(flows, changes, fc.nat(5), (flow, list, more) => {
      const kept = flow.nodes.flatMap((one, index) => applied(one, list[index]))
      const addedNodes = Array.from({ length: more }, (_, index) => node(`new${index}`))
      const later = { nodes: [...addedNodes, ...kept.toReversed()], edges: flow.edges }
      const { nodes, edges } = diffFlows(flow, later)
      const changesOf = (...kinds: Change[]) =>
        new Set(flow.nodes.flatMap(({ id }, index) => (kinds.includes(list[index] ?? 'keep') ? [id] : [])))
      expect(ids(later.nodes, nodes.added)).toEqual(addedNodes.map(({ id }) => id))
      expect(new Set(ids(flow.nodes, nodes.removed))).toEqual(changesOf('remove'))
      expect(
        new Set(
          ids(
            later.nodes,
            nodes.moved.map(({ after }) => after),
          ),
        ),
      ).toEqual(changesOf('move'))
      expect(
        new Set(
          ids(
            later.nodes,
            nodes.changed.map(({ after }) => after),
          ),
        ),
      ).toEqual(changesOf('rename', 'config'))
      expect(edges.same).toBe(flow.edges.length)
    }),
  )
})

test('in the reverse comparison, added and removed parts change places', () => {
  fc.assert(
    fc.property(flows, flows, changes, (one, other, list) => {
      const later = { nodes: one.nodes.flatMap((each, index) => applied(each, list[index])), edges: other.edges }
      const [there, back] = [diffFlows(one, later), diffFlows(later, one)]
      for (const part of ['nodes', 'edges'] as const) {
        expect(back[part].added).toEqual(there[part].removed)
        expect(back[part].removed).toEqual(there[part].added)
        expect(back[part].changed).toHaveLength(there[part].changed.length)
        expect(back[part].moved).toHaveLength(there[part].moved.length)
      }
    }),
  )
})

test('fields are named by their path, with the old and new value', () => {
  const before = { nodes: [node('a')], edges: [edge('e', 'a', 'a')] }
  const after = {
    nodes: [
      node('a', { position: { x: 5, y: 0 }, disabled: true, config: { nested: { list: [1, 2] }, __proto__x: 1 } }),
    ],
    edges: [edge('e', 'a', 'a', { label: 'yes' })],
  }
  const { nodes, edges } = diffFlows(before, after)
  expect(nodes.changed[0]?.moved).toEqual({ x: 5, y: 0 })
  expect(nodes.changed[0]?.fields).toEqual([
    { path: 'config.nested.list.2', before: { deep: true }, after: undefined },
    { path: 'config.__proto__x', before: undefined, after: 1 },
    { path: 'config.own', before: 'a', after: undefined },
    { path: 'disabled', before: false, after: true },
  ])
  expect(edges.changed[0]?.fields).toEqual([{ path: 'label', before: null, after: 'yes' }])
})

test('nodes with different ids match by name and type, else by content, and so do their edges', () => {
  const before = { nodes: [node('a'), node('b')], edges: [edge('e1', 'a', 'b')] }
  const after = {
    nodes: [node('x', { name: 'Name of a' }), node('y', { name: 'Another name', config: { ...node('b').config } })],
    edges: [edge('e9', 'x', 'y')],
  }
  const { nodes, edges } = diffFlows(before, after)
  expect([nodes.added, nodes.removed]).toEqual([[], []])
  expect(nodes.changed.map(({ before: old, after: now }) => [old, now])).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(edges.changed[0]?.fields).toEqual([{ path: 'id', before: 'e1', after: 'e9' }])
})

test('an edge with a new target is the same edge; edges and nodes with duplicate ids are distinguished', () => {
  const nodes = ['a', 'b', 'c'].map((id) => node(id))
  const led = diffFlows({ nodes, edges: [edge('e', 'a', 'b')] }, { nodes, edges: [edge('e', 'a', 'c')] })
  expect(led.edges.changed[0]?.fields).toEqual([{ path: 'target', before: 'b', after: 'c' }])
  const twice = { nodes: [node('a'), node('a', { name: 'second' })], edges: [edge('e', 'a', 'a'), edge('e', 'a', 'a')] }
  expect(changeCount(diffFlows(twice, structuredClone(twice)))).toBe(0)
  expect(diffFlows(twice, { ...twice, nodes: twice.nodes.slice(0, 1) }).nodes.removed).toEqual([1])
})

test('2 × 10,000 nodes are compared, even if all ids are different', () => {
  const count = 10_000
  const nodes = Array.from({ length: count }, (_, index) =>
    node(`n${index}`, {
      config: { method: 'GET', url: `https://example.com/${index}`, headers: { a: 'b' }, list: [1, 2, 3] },
    }),
  )
  const edges = Array.from({ length: 13_000 }, (_, index) =>
    edge(`e${index}`, `n${index % count}`, `n${(index * 7) % count}`),
  )
  const later = structuredClone({ nodes, edges })
  later.nodes.splice(0, 5)
  const renamed = later.nodes.map((one) => ({ ...one, id: `x${one.id}` }))
  expect(diffFlows({ nodes, edges }, later).nodes.removed).toHaveLength(5)
  expect(diffFlows({ nodes, edges }, { nodes: renamed, edges }).nodes.changed).toHaveLength(count - 5)
})

test('ids take precedence over names: two nodes that swap names still match by id', () => {
  const before = { nodes: [node('a'), node('b')], edges: [edge('e', 'a', 'b')] }
  const after = { nodes: [node('a', { name: 'Name of b' }), node('b', { name: 'Name of a' })], edges: before.edges }
  const { nodes, edges } = diffFlows(before, after)
  expect(nodes.changed.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['name'], ['name']])
  expect(edges.same).toBe(1)
})

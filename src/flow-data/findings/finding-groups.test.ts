import type { Finding } from '#contract/flow.ts'
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { findingGroups } from './finding-groups.ts'

const nodes = [makeNode({ id: 'a', type: 'api', name: 'Look up' }), makeNode({ id: 'b', type: 'message', name: '' })]
const edge = makeEdge({ id: 'e1', source: 'b', target: 'gone' })

test('errors come first, then warnings, requirements and notes, each grouped by code', () => {
  const groups = findingGroups({
    nodes,
    edges: [edge],
    validation: [
      { level: 'warning', code: 'unreachable', message: 'w1', node_id: 'a' },
      { level: 'error', code: 'missing_tool', message: 'm1', node_id: 'a' },
      { level: 'error', code: 'dangling_edge', message: 'd1', edge_id: 'e1' },
      { level: 'error', code: 'missing_tool', message: 'm2', node_id: 'nobody' },
      { level: 'error', code: 'unknown_type', message: 'u1', node_id: 'b' },
    ],
  })
  expect(groups.map(({ kind, count }) => [kind, count])).toEqual([
    ['error', 1],
    ['warning', 1],
    ['requirement', 2],
    ['note', 1],
  ])
  expect(
    groups.map(({ codes }) => codes.map(({ code, locations }) => [code, locations.map(({ message }) => message)])),
  ).toEqual([
    [['dangling_edge', ['d1']]],
    [['unreachable', ['w1']]],
    [['missing_tool', ['m1', 'm2']]],
    [['unknown_type', ['u1']]],
  ])
  expect(groups[2]?.codes[0]?.locations.map(({ node }) => node?.name ?? null)).toEqual(['Look up', null])
  // A broken edge is placed at its existing end; a node without a name is shown by its id.
  expect(groups[0]?.codes[0]?.locations[0]?.node).toEqual({ id: 'b', name: 'b' })
})

test('an unknown code has the texts of its level', () => {
  const [group] = findingGroups({ nodes, edges: [], validation: [{ level: 'info', code: 'toString', message: 'x' }] })
  expect(group?.codes[0]?.title).toBe('Note')
})

test('a finding of an edge between two nodes links to the edge', () => {
  const whole = { ...edge, id: 'e2', source: 'a', target: 'b' }
  const [group] = findingGroups({
    nodes,
    edges: [edge, whole],
    validation: [{ level: 'info', code: 'parallel_edges', message: 'p', node_id: 'a', edge_id: 'e2' }],
  })
  expect(group?.codes[0]?.locations[0]).toEqual({ message: 'p', node: { id: 'a', name: 'Look up → b' }, edge: 'e2' })
})

test('findings that a service counts without listing them are counted', () => {
  const found: Finding[] = [
    { level: 'warning', code: 'unreachable', message: 'No trigger leads to “A”.', node_id: 'a' },
    { level: 'warning', code: 'unreachable', message: '1200 more of this kind.' },
  ]
  const [group] = findingGroups({ nodes: [], edges: [], validation: found })
  expect(group).toMatchObject({ count: 1201, codes: [{ count: 1201, locations: [{ node: null }] }] })
})

import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { branchAt, branchesOf, branchLabel } from './branches.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

const edgeFrom = (handle: string): Edge => makeEdge({ id: handle, source: 'a', target: 'b', source_handle: handle })
const node = makeNode({ id: 'a', type: 'api', name: 'a' })

test('edges that attach a sub-node to an agent are not branches', () => {
  expect(branchesOf(node, [edgeFrom('ai_tool'), edgeFrom('ai_memory')])).toEqual([])
  expect(branchesOf(node, [edgeFrom('ai_tool'), edgeFrom('found')]).map(({ label }) => label)).toEqual(['out', 'found'])
})

test('labeled edges without a handle leave by "out", which is not a branch without a target beside them', () => {
  const named = (label: string | null): Edge => ({ ...makeEdge({ id: 'e', source: 'a', target: 'b' }), label })
  const labels = (edges: Edge[]) => branchesOf(node, edges).map(({ label }) => label)
  expect(labels([named('few'), named('many')])).toEqual(['few', 'many'])
  expect(labels([named('few'), named(null)])).toEqual(['out', 'few'])
  expect(labels([named('few'), edgeFrom('error')])).toEqual(['error', 'few'])
})

const conditionNode = makeNode({ id: 'a', type: 'condition', name: 'a', config: { expression: 'left > 0' } })
const outgoing = (more: Partial<Edge>): Edge => ({ ...makeEdge({ id: 'e', source: 'a', target: 'b' }), ...more })
const labelsOf = (edges: Edge[]) => branchesOf(conditionNode, edges).map(({ label }) => label)

test('a condition without cases has only the branches that its edges name', () => {
  expect(labelsOf([outgoing({ source_handle: 'true' }), outgoing({ source_handle: 'false' })])).toEqual([
    'true',
    'false',
  ])
  expect(labelsOf([outgoing({ source_handle: 'true' }), outgoing({ source_handle: 'else' })])).toEqual(['else', 'true'])
  expect(labelsOf([])).toEqual([])
})

test('the label of an edge defaults to its condition, or to nothing', () => {
  const edges = [
    outgoing({ condition: 'left > 0' }),
    outgoing({ condition: null }),
    outgoing({ label: 'few', condition: 'left < 9' }),
  ]
  const branches = branchesOf(conditionNode, edges)
  expect(branches.map(({ label }) => label)).toEqual(['left > 0', '', 'few'])
  expect(edges.map((edge) => branchAt(branches, edge))).toEqual([0, 1, 2])
  expect(edges.map((edge) => branchLabel(edge, conditionNode))).toEqual(['left > 0', '', 'few'])
})

test('the name of an output takes precedence over the condition of the edge', () => {
  const cases = [{ id: 'yes', label: 'Late', expression: 'days > 3' }]
  const late = makeNode({ id: 'a', type: 'condition', name: 'a', config: { cases } })
  expect(branchLabel(outgoing({ source_handle: 'yes', condition: 'days > 3' }), late)).toBe('Late')
})

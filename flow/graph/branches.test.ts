import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { branchAt, branchesOf, branchWord } from './branches.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

const leaving = (handle: string): Edge => makeEdge({ id: handle, source: 'a', target: 'b', source_handle: handle })
const node = makeNode({ id: 'a', type: 'api', name: 'a' })

test('what joins a part to its agent is no way out of it', () => {
  expect(branchesOf(node, [leaving('ai_tool'), leaving('ai_memory')])).toEqual([])
  expect(branchesOf(node, [leaving('ai_tool'), leaving('found')]).map(({ label }) => label)).toEqual(['out', 'found'])
})

const ask = makeNode({ id: 'a', type: 'condition', name: 'a', config: { expression: 'left > 0' } })
const way = (more: Partial<Edge>): Edge => ({ ...makeEdge({ id: 'e', source: 'a', target: 'b' }), ...more })
const words = (edges: Edge[]) => branchesOf(ask, edges).map(({ label }) => label)

test('a condition that lists no cases has the ways out that its edges name, and no else of ours', () => {
  expect(words([way({ source_handle: 'true' }), way({ source_handle: 'false' })])).toEqual(['true', 'false'])
  expect(words([way({ source_handle: 'true' }), way({ source_handle: 'else' })])).toEqual(['else', 'true'])
  expect(words([])).toEqual([])
})

test('an edge without a label is called by its condition, and one without either by nothing', () => {
  const edges = [way({ condition: 'left > 0' }), way({ condition: null }), way({ label: 'few', condition: 'left < 9' })]
  const branches = branchesOf(ask, edges)
  expect(branches.map(({ label }) => label)).toEqual(['left > 0', '', 'few'])
  expect(edges.map((edge) => branchAt(branches, edge))).toEqual([0, 1, 2])
  expect(edges.map((edge) => branchWord(edge, ask))).toEqual(['left > 0', '', 'few'])
})

test('what an edge leaves by is said before its condition', () => {
  const cases = [{ id: 'yes', label: 'Late', expression: 'days > 3' }]
  const late = makeNode({ id: 'a', type: 'condition', name: 'a', config: { cases } })
  expect(branchWord(way({ source_handle: 'yes', condition: 'days > 3' }), late)).toBe('Late')
})

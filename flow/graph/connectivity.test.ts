import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { cycleNumbers } from './connectivity.ts'

const edge = (source: string, target: string, handle: string | null = null): Edge =>
  makeEdge({ id: `${source}-${target}`, source, target, source_handle: handle })
const nodes = ['a', 'b', 'c', 'd'].map((id) => makeNode({ id, type: 'api', name: id }))

test('nodes that reach each other share a cycle number; edges of attached nodes do not close a cycle', () => {
  const cycle = cycleNumbers(nodes, [
    edge('a', 'b'),
    edge('b', 'a'),
    edge('b', 'c'),
    edge('c', 'd'),
    edge('d', 'c', 'ai_tool'),
  ])
  expect(cycle[0]).toBe(cycle[1])
  expect(new Set(cycle).size).toBe(3)
})

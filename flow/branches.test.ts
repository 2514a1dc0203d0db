import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { branchesOf } from './branches.ts'
import { makeEdge, makeNode } from './draft.ts'

const edge = (handle: string): Edge => makeEdge({ id: handle, source: 'a', target: 'b', source_handle: handle })
const node = makeNode({ id: 'a', type: 'api', name: 'a' })

test('what joins a part to its agent is no way out of it', () => {
  expect(branchesOf(node, [edge('ai_tool'), edge('ai_memory')])).toEqual([])
  expect(branchesOf(node, [edge('ai_tool'), edge('found')]).map(({ label }) => label)).toEqual(['out', 'found'])
})

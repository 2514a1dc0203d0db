import { expect, test } from 'vitest'
import type { Node } from '#contract/flow.ts'
import { changeSummary, type SummarizedVersion } from './change-summary.ts'

const node = (id: string, more: Partial<Node> = {}): Node => ({
  id,
  type: 'api',
  name: id.toUpperCase(),
  position: { x: 0, y: 0 },
  size: null,
  parent: null,
  tool: null,
  config: { url: `https://${id}.example` },
  disabled: false,
  notes: '',
  ...more,
})
const version = (nodes: Node[], more: Partial<SummarizedVersion> = {}): SummarizedVersion => ({
  nodes,
  edges: [],
  metadata: {},
  variables: [],
  settings: {},
  ...more,
})

test('names what changed, and counts it', () => {
  const before = version([node('a'), node('b'), node('c'), node('d'), node('e')], {
    variables: [{ key: 'limit', value: 1 }],
  })
  const after = version(
    [
      node('a', { disabled: true }),
      node('b', { disabled: true }),
      node('c', { disabled: true }),
      node('d', { position: { x: 5, y: 0 } }),
      node('f', { type: 'code', config: { code: '1' } }),
    ],
    { variables: [{ key: 'limit', value: 2 }], settings: { timeout_s: 5 } },
  )
  expect(changeSummary(before, after)).toEqual({
    changes: { added: 1, removed: 1, changed: 3, moved: 1, edges: 0, definitions: 2 },
    summary: 'Changed “A”, “B” and 1 more. Added “F”. Removed “E”. Changed settings, variable “limit”. Moved 1 node.',
  })
})

test('a version has no differences from itself, and a token in a name is not shown', () => {
  const named = [node('a', { name: `key sk-proj-${'a1B2'.repeat(12)}` })]
  expect(changeSummary(version(named), version(named)).summary).toBe('No differences.')
  expect(changeSummary(version([]), version(named)).summary).not.toContain('a1B2')
})

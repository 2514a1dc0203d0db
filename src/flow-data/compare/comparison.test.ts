/** Two flows compared as the worker does it; with real files of other products if they are available (FLOW_CORPUS). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { comparisonLinesIn, comparedNodeIn, comparisonTextIn } from '#flow-data/questions/ask-comparison.ts'
import { storeComparison } from './difference-cache.ts'
import { compareFlows } from './comparison.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const all = { ids: true, positions: true, definitions: null, isMasked: false }
const edge = (source: string, target: string) => makeEdge({ id: `${source}>${target}`, source, target })
const before = {
  nodes: [
    makeNode({ id: 'a', type: 'trigger', name: 'Begin' }),
    makeNode({ id: 'b', type: 'api', name: 'Call', config: { url: 'v1', token: 'sk-live-4f9a8b7c6d5e4f3a2b1c' } }),
    makeNode({ id: 'c', type: 'code', name: 'Gone', parent: 'b' }),
  ],
  edges: [edge('a', 'b'), edge('b', 'c')],
  validation: [],
}
const after = {
  nodes: [
    makeNode({ id: 'a', type: 'trigger', name: 'Begin' }),
    makeNode({ id: 'x', type: 'api', name: 'Call', config: { url: 'v2', token: 'sk-live-4f9a8b7c6d5e4f3a2b1c' } }),
    // A new node with the id of the removed one.
    makeNode({ id: 'c', type: 'wait', name: 'Wait' }),
  ],
  edges: [edge('a', 'x'), edge('x', 'c')],
  validation: [],
}

test('removed nodes are in the union under unique ids, connected to the current ones', () => {
  const { union, summary } = compareFlows(before, after, { ...all, ids: false })
  expect(union.nodes.map(({ id }) => id)).toEqual(['a', 'x', 'c', 'c before'])
  expect(union.nodes[3]?.parent).toBe('x')
  expect(union.edges.at(-1)).toMatchObject({ source: 'x', target: 'c before' })
  expect(summary.counts).toEqual({ added: 1, removed: 1, changed: 1, moved: 0, same: 1 })
  expect(summary.edges).toEqual({ added: 1, removed: 1, changed: 0 })
  expect([...summary.union.nodes]).toEqual([
    [2, 'added'],
    [1, 'changed'],
    [3, 'removed'],
  ])
  expect([...summary.before.nodes]).toEqual([
    [2, 'removed'],
    [1, 'changed'],
  ])
})

test("lines are read in parts, by kind and in the flow's order; a node has an id on each canvas", () => {
  const comparison = compareFlows(before, after, { ...all, ids: false })
  const memoized = new MemoizedFlow(comparison.union)
  storeComparison(memoized, comparison)
  const titles = (shown: Parameters<typeof comparisonLinesIn>[1]['filter'], from = 0, count = 9) =>
    comparisonLinesIn(memoized, { filter: shown, from, count }).map(({ kind, title }) => `${kind} ${title}`)
  const kinds = ['added', 'removed', 'changed', 'same'] as const
  expect(titles({ kinds, order: 'kind' })).toEqual(['changed Call', 'added Wait', 'removed Gone', 'same Begin'])
  expect(titles({ kinds, order: 'kind' }, 1, 1)).toEqual(['added Wait'])
  expect(titles({ kinds: ['same', 'changed'], order: 'flow' })).toEqual(['same Begin', 'changed Call'])
  const shown = { kinds: ['removed'], order: 'kind' } as const
  expect(comparedNodeIn(memoized, { filter: shown, id: 'c', as: 'earlierId' })).toEqual({
    node: 'c before',
    earlierId: 'c',
    laterId: null,
    at: 0,
  })
  expect(comparedNodeIn(memoized, { filter: shown, id: 'b', as: 'earlierId' })).toEqual({
    node: 'x',
    earlierId: 'b',
    laterId: 'x',
    at: null,
  })
  expect(comparedNodeIn(memoized, { filter: shown, id: 'nobody', as: 'laterId' })).toBeNull()
  const text = comparisonTextIn(memoized, {
    filter: { kinds, order: 'kind' },
    names: { before: 'one', after: 'other.json' },
  })
  expect(text).toContain('--- one\n+++ other.json\n1 added, 1 removed, 1 changed, 0 moved only, 1 node unchanged.')
  expect(text).toContain('~ Call (api): Config, 1 of 2 fields\n    - config.url: v1\n    + config.url: v2\n')
  expect(() => comparisonLinesIn(new MemoizedFlow(before), { filter: shown, from: 0, count: 1 })).toThrow(
    'not been compared',
  )
})

test('a comparison contains no secret, and a flow does not differ from its export without secrets', () => {
  const comparison = compareFlows(before, after, all)
  expect(JSON.stringify([comparison.union, comparison.before, comparison.after, comparison.lines])).not.toContain('sk-')
  const definitions = { name: '', description: '', metadata: {}, variables: [], settings: {} }
  const facts = { exportedAt: '2026-01-01T00:00:00Z', generator: { name: 'test', version: '1' } }
  const { flow } = writeTemplate({ ...definitions, ...before }, facts)
  const exported = { nodes: flow.nodes, edges: flow.edges, validation: [] }
  expect(compareFlows(before, exported, all).summary.counts).toMatchObject({ same: 3, changed: 0 })
  // Stored versions contain masked secrets.
  const dots = { ...before, nodes: before.nodes.map((node) => ({ ...node })) }
  dots.nodes[1] = { ...makeNode({ id: 'b', type: 'api', name: 'Call' }), config: { url: 'v1', token: '••••••••' } }
  expect(compareFlows(dots, before, { ...all, isMasked: true }).summary.counts).toMatchObject({ same: 3, changed: 0 })
})

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const folders = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .map(({ name }) => join(corpus, name))
const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))

test.runIf(files.length > 0).each(files)('%s: a flow that is exported and read again has no differences', (file) => {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  if (!read.ok) throw new Error(read.message)
  const facts = { exportedAt: '2026-01-01T00:00:00Z', generator: { name: 'test', version: '1' } }
  for (const flow of read.flows) {
    const again = readFlowFile({ name: 'again.json', bytes: Buffer.from(templateText(writeTemplate(flow, facts))) })
    const other = again.ok ? again.flows[0] : undefined
    if (other === undefined) throw new Error('The export was not read.')
    for (const ids of [true, false]) {
      const comparing = { ...all, ids, definitions: { before: flow, after: other } }
      const { counts, edges } = compareFlows(
        { ...flow, validation: [] },
        { ...other, validation: [] },
        comparing,
      ).summary
      expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 0, same: flow.nodes.length })
      expect(edges).toEqual({ added: 0, removed: 0, changed: 0 })
    }
  }
})

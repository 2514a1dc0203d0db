import { expect, test } from 'vitest'
import type { Edge } from '#contract/flow.ts'
import { diffFlows } from '#flow/diff/diff.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { changeLines } from '#flow-data/compare/change-lines.ts'
import { changesIn, markViewedIn, changeLinesIn, changeOfNodeIn } from './ask-changes.ts'
import { findIn, findStepIn, suggestIn } from './ask-find.ts'
import { runOverlayIn } from './ask-run-overlay.ts'
import { pathIn, reachIn, targetsIn } from './ask-path.ts'
import { changePicture } from '#flow-data/compare/change-picture.ts'
import { cachedDifference, cacheDifference } from '#flow-data/compare/difference-cache.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const edge = (source: string, target: string): Edge => makeEdge({ id: `${source}>${target}`, source, target })
const nodes = [
  makeNode({ id: 'a', type: 'trigger', name: 'Begin' }),
  makeNode({ id: 'b', type: 'api', name: 'Call', config: { url: 'v2', key: 1 } }),
  makeNode({ id: '__proto__', type: 'api', name: 'Odd' }),
  makeNode({ id: 'b', type: 'code', name: 'Second b' }),
  makeNode({ id: 'paper', type: 'note', name: 'Paper' }),
]
const edges = [edge('a', 'b'), edge('b', '__proto__')]
const memoized = new MemoizedFlow({ nodes, edges, validation: [] })
const of = { key: 'somebody', version: 7 }
const before = {
  nodes: [
    ...nodes.filter(({ id }) => id === 'a'),
    makeNode({ id: 'b', type: 'api', name: 'Call', config: { url: 'v1' } }),
  ],
  edges: [edge('a', 'b')],
}
const diff = diffFlows(before, memoized)
const lines = changeLines(before, memoized, diff)

test('find returns indexes, and steps between them, wrapping around', () => {
  const find = (text: string) => [...(findIn(memoized, { text, changes: null }).found ?? [])]
  expect(find('type:api')).toEqual([1, 2])
  expect(findIn(memoized, { text: ' ', changes: null }).found).toBeNull()
  expect(findIn(memoized, { text: 'kind:x', changes: null }).faults).toHaveLength(1)
  const step = (from: string | null, by: 1 | -1) =>
    findStepIn(memoized, { text: 'type:api', changes: null, from, by })?.id
  expect([step(null, 1), step('b', 1), step('__proto__', 1), step(null, -1), step('a', 1)]).toEqual([
    'b',
    '__proto__',
    'b',
    '__proto__',
    'b',
  ])
  expect(findStepIn(memoized, { text: 'nobody', changes: null, from: null, by: 1 })).toBeNull()
  expect(suggestIn(memoized, { text: 'type:a', caret: 6 })).toMatchObject({ from: 0, text: 'type:a', caret: 6 })
})

test('a path is returned as indexes; targets match the typed text and exclude the node itself', () => {
  const path = pathIn(memoized, { from: 'a', direction: 'downstream' })
  expect([[...(path?.nodes ?? [])], [...(path?.edges ?? [])], path?.description]).toEqual([
    [0, 1, 2],
    [0, 1],
    '2 steps follow “Begin”',
  ])
  expect(pathIn(memoized, { from: 'a', to: 'nobody' })).toBeNull()
  expect(reachIn(memoized, { id: 'b' })).toEqual({ before: 1, after: 1 })
  expect(reachIn(memoized, { id: 'nobody' })).toEqual({ before: 0, after: 0 })
  const targets = (text: string) => targetsIn(memoized, { text, exceptId: 'a' }).map(({ label }) => label)
  expect(targets('')).toEqual(['Call', 'Odd', 'Second b'])
  expect(targets('od')).toEqual(['Odd'])
})

test('results of a run are returned by node index', () => {
  const step = {
    seq: 1,
    node_id: 'b',
    node_name: 'Call',
    node_type: 'api',
    status: 'succeeded' as const,
    attempt: 1,
    started_at: '2026-01-01T00:00:00Z',
    duration_ms: 10,
    cost: '0.1',
    handle: null,
    error: null,
    output: null,
  }
  const overlay = runOverlayIn(memoized, { steps: [step, { ...step, seq: 2, node_id: 'old' }], readAt: 0 })
  expect([...overlay.reachedNodes.keys()]).toEqual([1])
  expect(overlay).toMatchObject({ steps: 4, missingNodes: [{ id: 'old', name: 'Call' }] })
})

test('parts of a comparison are available as long as it is cached', () => {
  expect(cachedDifference(of)).toBeNull()
  expect(changeLinesIn(memoized, { of, count: null })).toEqual([])
  cacheDifference(of, { before, diff, lines })
  const shown = changeLinesIn(memoized, { of, count: null })
  expect(shown).toHaveLength(lines.length)
  expect(shown[0]).toMatchObject({
    kind: 'changed',
    title: 'Call',
    fields: [
      { path: 'config.url', before: 'v1', after: 'v2' },
      { path: 'config.key', before: null, after: '1' },
    ],
    moreFields: 0,
  })
  expect(changeLinesIn(memoized, { of, count: 1 })).toHaveLength(1)
  expect(changeOfNodeIn(memoized, { of, node: 'b' })).toBe(0)
  expect(changeOfNodeIn(memoized, { of, node: 'nobody' })).toBe(-1)
  expect(changePicture(memoized, { before, diff }).parts.nodes).toHaveLength(nodes.length)
  expect([...(findIn(memoized, { text: 'is:changed', changes: of }).found ?? [])]).toContain(1)
  for (let version = 8; version < 11; version += 1) cacheDifference({ ...of, version }, { before, diff, lines })
  expect(cachedDifference(of)).toBeNull()
})

test('missing storage is reported, and a flow that is too large is not compared', async () => {
  expect(await changesIn(memoized, of)).toMatchObject({ difference: null, unknownReason: 'refused' })
  expect(await markViewedIn(memoized, of)).toBe(false)
  const one = makeNode({ id: 'x', type: 'api', name: '' })
  const large = new MemoizedFlow({ nodes: Array.from({ length: 20_001 }, () => one), edges: [], validation: [] })
  expect(await changesIn(large, of)).toMatchObject({ unknownReason: 'too large' })
})

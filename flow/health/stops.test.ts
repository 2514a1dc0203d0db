import { expect, test } from 'vitest'
import type { Finding } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { fixture } from '#test/support/flow-fixtures.ts'
import { lintFlow, ownFindings } from './lint.ts'
import { countStops, stopBars, stopLegend, stopsOf, stopSum, verdictStops } from './stops.ts'
import { verdictOf } from './verdict.ts'

const at = (code: string, node: string, level: Finding['level'] = 'error'): Finding => ({
  level,
  code,
  message: '',
  node_id: node,
})
const nodes = ['a', 'b', 'c', 'd', 'e'].map((id) => makeNode({ id, type: 'api', name: id }))
const found = [
  at('unknown_type', 'a'),
  at('foreign_content', 'b'),
  at('missing_tool', 'c'),
  at('unreachable', 'd', 'warning'),
]

test('each step has one state, and a choice only helps a step that does not run', () => {
  const states = (chosen?: ReadonlySet<string>) => stopsOf(nodes, found, chosen).map(({ state }) => state)
  expect(states()).toEqual(['nothing', 'nothing', 'needs', 'runs', 'runs'])
  expect(states(new Set(['a', 'c', 'd']))).toEqual(['chosen', 'nothing', 'chosen', 'runs', 'runs'])
  const [first, ...others] = nodes
  if (first === undefined) expect.fail('no node')
  expect(
    stopsOf([{ ...first, disabled: true }, makeNode({ id: 'n', type: 'note', name: '' }), ...others], found),
  ).toHaveLength(4)
})

test('the counts are those of the verdict', () => {
  for (const flow of ['n8n-by-id.json', 'n8n-orders.json', 'node-red-garden.json', 'template-small.json'].flatMap(
    fixture,
  )) {
    const lint = lintFlow(flow)
    const validation = ownFindings(lint)
    expect(countStops(stopsOf(flow.nodes, validation))).toEqual(verdictStops(verdictOf(validation, lint)))
  }
})

test('findings that are counted without a step are counted in a large flow', () => {
  const steps = Array.from({ length: 1500 }, (_, index) => ({
    id: `${index}`,
    name: `${index}`,
    type: 'n8n-nodes-base.noOp',
  }))
  const read = readFlowFile({ name: 'a.json', text: JSON.stringify({ name: 'a', nodes: steps, connections: {} }) })
  const [flow] = read.ok ? read.flows : []
  if (flow === undefined) expect.fail('no flow')
  const validation = ownFindings(lintFlow(flow))
  expect(countStops(stopsOf(flow.nodes, validation)).nothing).toBe(1500)
})

test('up to 40 steps are one stop each, more are bars of ten, and there are never more than 40', () => {
  const bars = (runs: number, nothing: number) => stopBars({ runs, chosen: 0, needs: 0, nothing })
  expect(bars(0, 0)).toEqual([])
  expect(bars(38, 2)).toHaveLength(40)
  expect(bars(38, 3)).toMatchObject([{ runs: 10 }, { runs: 10 }, { runs: 10 }, { runs: 8, nothing: 2 }, { nothing: 1 }])
  const many = bars(9_000, 1_001)
  expect(many.length).toBeLessThanOrEqual(40)
  expect(many.reduce((sum, bar) => sum + stopSum(bar), 0)).toBe(10_001)
})

test.each<[string[], Finding[], ReadonlySet<string> | undefined]>([
  [['5 can run here'], [], undefined],
  [['2 can run here', '1 needs a tool', '2 run only in n8n'], found, undefined],
  [['2 can run here', '2 with your choices', '1 does not run yet'], found, new Set(['a', 'c'])],
  [['4 can run here', '1 has an error'], [at('duplicate_id', 'a')], undefined],
  [['3 can run here', '2 cannot run here'], [at('duplicate_id', 'a'), at('unknown_type', 'b')], undefined],
  [
    ['3 can run here', '1 needs a model, 1 needs a tool'],
    [at('missing_tool', 'a'), at('missing_model', 'b')],
    undefined,
  ],
])('the legend says %j', (words, validation, chosen) => {
  const counts = countStops(stopsOf(nodes, validation, chosen))
  const verdict = verdictOf(validation, { steps: 5, product: 'n8n' })
  expect(stopLegend(counts, verdict).map((entry) => entry.words)).toEqual(words)
})

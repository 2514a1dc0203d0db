/** Time to compare two flows of 10,000 nodes as the worker does, relative to JSON.parse of both. */
import { compareFlows } from '#flow-data/compare/comparison.ts'
import { comparisonLinesIn } from '#flow-data/questions/ask-comparison.ts'
import { storeComparison } from '#flow-data/compare/difference-cache.ts'
import { MemoizedFlow, type GraphParts } from '#flow-data/model/memoized-flow.ts'
import { generatedFlow } from './generated-flow.ts'
import { bench, sized } from './harness.ts'
import { median } from './statistics.ts'

const nodeCount = sized(10_000, 300)
const rounds = sized(5, 1)
/** Twice the measured ratio for flows with nothing in common; a quadratic search would be far above it. */
const maxRatioToParse = 25
const everything = { ids: true, positions: true, definitions: null, isMasked: false }
const withoutIds = { ...everything, ids: false }

/** Changes every third node, removes every hundredth, and adds the same number of new ones. */
function edited({ nodes, edges }: GraphParts): GraphParts {
  const remaining = nodes.flatMap((node, index) =>
    index % 100 === 99
      ? []
      : [index % 3 === 0 ? { ...node, config: { ...node.config, edited: index }, position: { x: index, y: 0 } } : node],
  )
  const fresh = nodes
    .slice(0, nodeCount / 100)
    .map((node, index) => ({ ...node, id: `fresh ${index}`, name: `Fresh ${index}` }))
  return { nodes: [...remaining, ...fresh], edges: edges.slice(0, -200), validation: [] }
}

/** The same flow with other ids, in another order. */
const renamed = ({ nodes, edges }: GraphParts): GraphParts => ({
  nodes: nodes
    .map((node) => ({ ...node, id: `x${node.id}`, parent: node.parent === null ? null : `x${node.parent}` }))
    .toReversed(),
  edges: edges.map((edge) => ({ ...edge, id: `x${edge.id}`, source: `x${edge.source}`, target: `x${edge.target}` })),
  validation: [],
})

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

await bench('compare', (report) => {
  const before: GraphParts = { ...generatedFlow(nodeCount), validation: [] }
  const cases = [
    { name: 'edited', after: edited(before), comparing: everything },
    { name: 'edited, without ids', after: edited(before), comparing: withoutIds },
    { name: 'other ids, without ids', after: renamed(before), comparing: withoutIds },
    { name: 'other ids, with ids', after: renamed(before), comparing: everything },
    {
      name: 'nothing in common',
      after: { ...generatedFlow(nodeCount, { seed: 2 }), validation: [] },
      comparing: withoutIds,
    },
  ]
  for (const { name, after, comparing } of cases) {
    const texts = [JSON.stringify(before), JSON.stringify(after)]
    const parse: number[] = []
    const compare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      parse.push(timed(() => texts.forEach((text) => void JSON.parse(text))))
      compare.push(timed(() => void compareFlows(before, after, comparing)))
    }
    report(`${name}: parse both`, median(parse), 'ms')
    report(`${name}: compare`, median(compare), 'ms')
    report(`${name}: compare against parse`, median(compare) / median(parse), '×', { atMost: maxRatioToParse })
  }
  const comparison = compareFlows(before, edited(before), everything)
  const unionFlow = new MemoizedFlow(comparison.union)
  storeComparison(unionFlow, comparison)
  const lineFilter = { kinds: ['added', 'removed', 'changed', 'moved'] as const, order: 'kind' as const }
  comparisonLinesIn(unionFlow, { filter: lineFilter, from: 0, count: 1 })
  report(
    'differences',
    Object.values(comparison.summary.counts).reduce((sum, own) => sum + own) - comparison.summary.counts.same,
    '',
  )
  report(
    '100 lines of differences',
    timed(() => void comparisonLinesIn(unionFlow, { filter: lineFilter, from: nodeCount / 5, count: 100 })),
    'ms',
  )
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Finding } from '#contract/flow.ts'
import { emptyFlow, makeEdge, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { stepGroupsOf } from '#flow/choices/step-groups.ts'
import { reviewOf } from '#flow/file/review.ts'
import { kindOf } from '#flow/node-kind.ts'
import { fixture } from '#test/support/flow-fixtures.ts'
import { findingClass, findingCounts, nodeProblemsOf } from './findings.ts'
import { lintFlow, ownFindings } from './lint.ts'
import { foreignRefusal, runsCompletely, verdictAdvice, verdictOf, verdictSentence } from './verdict.ts'
import { originLine } from './verdict-words.ts'

const at = (code: string, node?: string, level: Finding['level'] = 'error', message = ''): Finding => ({
  level,
  code,
  message,
  ...(node === undefined ? {} : { node_id: node }),
})
const foreign = (count: number) => Array.from({ length: count }, (_, index) => at('unknown_type', `f${index}`))
const n8n = (steps: number) => ({ steps, product: 'n8n' })

test('the class of a finding follows from its code, else from its level', () => {
  const kinds = [at('dangling_edge'), at('missing_tool', 'a'), at('unknown_type', 'a'), at('new_code', 'a', 'warning')]
  expect(kinds.map(findingClass)).toEqual(['error', 'requirement', 'note', 'warning'])
  expect([at('no_channel_starts', 'a', 'warning'), at('new_code', 'a', 'info')].map(findingClass)).toEqual([
    'requirement',
    'note',
  ])
  expect(findingCounts([...kinds, at('unknown_type', undefined, 'error', '40 more of this kind.')])).toEqual({
    error: 1,
    warning: 1,
    requirement: 1,
    note: 41,
  })
})

test('a node that runs only elsewhere has no mark, a requirement is a warning, and a real error stays red', () => {
  const marks = nodeProblemsOf([
    ...foreign(2),
    at('missing_tool', 'a'),
    at('missing_tool', 'b'),
    at('duplicate_id', 'b'),
  ])
  expect([...marks].map(([id, { level }]) => `${id} ${level}`)).toEqual(['a warning', 'b error'])
})

test('each step counts once: as foreign, else as faulty, else by its first need', () => {
  const found = [...foreign(13), at('missing_tool', 'f0'), at('missing_tool', 'a'), at('missing_model', 'a')]
  const verdict = verdictOf(found, n8n(24))
  expect(verdictSentence(verdict)).toBe('10 of 24 steps can run here. 13 run only in n8n, 1 needs a model.')
  expect(verdictAdvice(verdict)).toBe(
    'To activate the flow, replace or disable the steps that run only in n8n and add what is missing in this account.',
  )
  expect([originLine(verdict), runsCompletely(verdict)]).toEqual(['Made for n8n · 13 steps run only there', false])
})

test.each<[string, Finding[], Parameters<typeof verdictOf>[1]]>([
  ['The flow has no steps to run. 1 error concerns the flow as a whole.', [at('empty_flow')], n8n(0)],
  ['The only step can run here.', [], n8n(1)],
  ['Both steps can run here.', [], n8n(2)],
  ['All 1,200 steps can run here.', [at('unreachable', 'a', 'warning')], n8n(1200)],
  ['The only step cannot run here. 1 runs only in Activepieces.', foreign(1), { steps: 1, product: 'Activepieces' }],
  [
    '1 of 3 steps can run here. 1 runs only in another product, 1 has an error. 2 secrets have no value. No trigger starts it here.',
    [...foreign(1), at('secret_in_wait', 'w'), at('missing_secret'), at('missing_secret'), at('foreign_trigger')],
    { steps: 3, product: null },
  ],
  [
    '4 of 1,000 steps can run here. 996 run only in n8n.',
    [...foreign(100), at('unknown_type', undefined, 'error', '896 more of this kind.')],
    n8n(1000),
  ],
  // More errors than enabled steps, because one is at a disabled step.
  ['The only step cannot run here. 2 have errors.', [at('duplicate_id', 'a'), at('secret_in_config', 'b')], n8n(1)],
])('%s', (sentence, found, facts) => {
  expect(verdictSentence(verdictOf(found, facts))).toBe(sentence)
})

test('a single foreign step is singular', () => {
  expect(originLine({ product: 'n8n', foreign: 1 })).toBe('Made for n8n · 1 step runs only there')
  expect(originLine({ product: null, foreign: 2 })).toBe('2 steps run only in another product')
  expect(originLine({ product: 'n8n', foreign: 0 })).toBeNull()
  expect(foreignRefusal({ product: 'n8n', foreign: 1 })).toBe(
    '1 step runs only in n8n. Replace or disable it to run this flow.',
  )
})

test('a flow of another product needs no trigger of ours; a flow of our own does', () => {
  const codes = (flow: Parameters<typeof lintFlow>[0]) => ownFindings(lintFlow(flow)).map(({ code }) => code)
  const nodes = [makeNode({ id: 'a', type: 'api', name: 'a' })]
  expect(codes({ ...emptyFlow(), nodes })).toEqual(['no_trigger'])
  expect(codes({ ...emptyFlow(), nodes, metadata: { source: { format: 'comfyui' } } })).toEqual(['foreign_trigger'])
})

/** Real files of other products, if they are available: in FLOW_CORPUS, else beside this folder. */
const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const corpusFlows = ['n8n', 'node-red']
  .map((format) => join(corpus, format))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .flatMap((name) => {
    const read = readFlowFile({ name, bytes: readFileSync(name) })
    return read.ok ? read.flows : []
  })
const flows = [...['n8n-by-id.json', 'n8n-orders.json', 'node-red-garden.json'].flatMap(fixture), ...corpusFlows]

test('flows of n8n and Node-RED have no errors, and a planted error is found', () => {
  for (const flow of flows) {
    const found = ownFindings(lintFlow(flow))
    expect(found.filter((finding) => findingClass(finding) === 'error')).toEqual([])
    const marks = nodeProblemsOf(found)
    for (const { id, type } of flow.nodes)
      if (kindOf(type) === 'unknown') expect(marks.get(id)?.level).not.toBe('error')
  }
  const [flow] = flows
  if (flow === undefined) expect.fail('no flow')
  const broken = { ...flow, edges: [...flow.edges, makeEdge({ id: 'e', source: 'gone', target: 'gone' })] }
  expect(findingCounts(ownFindings(lintFlow(broken))).error).toBe(1)
  const twice = { ...flow, nodes: [...flow.nodes, ...flow.nodes.slice(0, 1)] }
  expect(nodeProblemsOf(ownFindings(lintFlow(twice))).get(flow.nodes[0]?.id ?? '')?.level).toBe('error')
})

const allCorpusFlows = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .flatMap(({ name: format }) => readdirSync(join(corpus, format)).map((file) => join(corpus, format, file)))
  .flatMap((name) => {
    const read = readFlowFile({ name, bytes: readFileSync(name) })
    return read.ok ? read.flows : []
  })

test('steps with the default name of their product are no finding: Node-RED, Rivet, Flowise, Dify, Activepieces', () => {
  for (const flow of allCorpusFlows)
    expect(ownFindings(lintFlow(flow)).filter(({ code }) => code === 'duplicate_name')).toEqual([])
})

test('the review of an import and its findings report the same duplicate names', () => {
  const source = { id: 'w', name: 'Twice', connections: {} }
  const step = (id: string, name: string, type: string) => ({ id, name, type, parameters: {}, position: [0, 0] })
  const codesIn = (type: string, name = 'Same') => {
    const nodes = [step('a', name, type), step('b', name, type), step('c', name, 'n8n-nodes-base.set')]
    const read = readFlowFile({ name: 'twice.json', text: JSON.stringify({ ...source, nodes }) })
    const [twice] = read.ok ? read.flows : []
    if (twice === undefined) return expect.fail('no flow')
    const inReview = reviewOf(twice).warnings.find(({ code }) => code === 'duplicate_name')?.count ?? 0
    return [inReview, ownFindings(lintFlow(twice)).filter(({ code }) => code === 'duplicate_name').length]
  }
  expect(codesIn('n8n-nodes-base.httpRequest')).toEqual([2, 2])
  expect(codesIn('n8n-nodes-base.noOp')).toEqual([2, 2])
  expect(codesIn('n8n-nodes-base.httpRequest', '')).toEqual([0, 0])
  // No connection leads to a note.
  expect(codesIn('n8n-nodes-base.stickyNote')).toEqual([0, 0])
})

test('the review of an import counts what Health counts', () => {
  for (const flow of flows) {
    const lint = lintFlow(flow)
    const { verdict } = reviewOf(flow)
    expect(verdict).toEqual(verdictOf(ownFindings(lint), lint))
    const groups = stepGroupsOf(flow, lint.product)
    expect(groups.list.reduce((sum, { count }) => sum + count, 0)).toBe(verdict.foreign)
  }
})

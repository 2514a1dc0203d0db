import { expect, test } from 'vitest'
import type { ValidationSummary } from '#contract/flow.ts'
import { makeEdge } from '#flow/draft.ts'
import { reviewOf } from '#flow/file/review.ts'
import { fixture } from '#test/support/flow-fixtures.ts'
import { findingCounts } from './findings.ts'
import { lintFlow, ownFindings } from './lint.ts'
import { validationSummaryOf } from './validation-summary.ts'
import { flowState, originLine } from './verdict-words.ts'
import { verdictOf, verdictSentence } from './verdict.ts'

const summary = (given: Partial<ValidationSummary>): ValidationSummary => ({
  errors: 0,
  warnings: 0,
  steps: 24,
  foreign_steps: 0,
  faulty_steps: 0,
  flow_errors: 0,
  starts_elsewhere: false,
  product: null,
  ...given,
})
const n8n = { product: 'n8n', foreign_steps: 13 }

test.each<[string, Partial<ValidationSummary>, string]>([
  ['Made for n8n', n8n, 'Of 24 steps, 13 run only in n8n.'],
  ['1 error', { ...n8n, errors: 1, faulty_steps: 1 }, 'Of 24 steps, 13 run only in n8n, 1 has an error.'],
  [
    '1 error',
    { steps: 0, errors: 1, flow_errors: 1 },
    'The flow has no steps to run. 1 error concerns the flow as a whole.',
  ],
  ['2 errors', { errors: 2, flow_errors: 2, warnings: 5 }, '2 errors concern the flow as a whole.'],
  ['5 warnings', { warnings: 5 }, ''],
  // None runs, whatever the account has.
  ['Made for n8n', { ...n8n, steps: 13 }, 'None of 13 steps can run here. 13 run only in n8n.'],
  ['Made for Sim', { product: 'Sim', starts_elsewhere: true }, 'No trigger starts it here.'],
  ['1 step runs only elsewhere', { foreign_steps: 1 }, 'Of 24 steps, 1 runs only in another product.'],
])('%s: %o', (words, given, sentence) => {
  expect(flowState(summary(given))).toMatchObject({ words, sentence })
})

test('only errors are urgent, and a flow without findings has no state', () => {
  expect(flowState(summary({ ...n8n, errors: 1, warnings: 1 }))?.kind).toBe('error')
  expect(flowState(summary({ ...n8n, warnings: 1 }))?.kind).toBe('note')
  expect(flowState(summary({ warnings: 1 }))?.kind).toBe('warning')
  expect(flowState(summary({ product: 'n8n' }))).toBeNull()
  expect(flowState(undefined)).toBeNull()
  // Another service, of whose counts only some can be read.
  const unknown = { steps: NaN, foreign_steps: NaN, faulty_steps: NaN, flow_errors: NaN, product: '' }
  expect(flowState(summary({ ...unknown, errors: 2 }))).toMatchObject({ words: '2 errors', sentence: '' })
  expect(flowState(summary({ ...unknown, foreign_steps: 2 }))?.words).toBe('2 steps run only elsewhere')
  expect(flowState(summary(unknown))).toBeNull()
})

const flows = ['n8n-by-id.json', 'n8n-orders.json', 'node-red-garden.json', 'template-small.json'].flatMap(fixture)

test('list, review and Health say the same about a flow', () => {
  const [first] = flows
  if (first === undefined) expect.fail('no flow')
  const broken = {
    ...first,
    nodes: [...first.nodes, ...first.nodes.slice(0, 1)],
    edges: [...first.edges, makeEdge({ id: 'e', source: 'gone', target: 'gone' })],
  }
  const kinds = [...flows, broken].map((flow) => {
    const lint = lintFlow(flow)
    const state = flowState(validationSummaryOf(lint))
    const { verdict } = reviewOf(flow)
    const inFull = verdictSentence(verdictOf(ownFindings(lint), lint))
    expect(verdictSentence(verdict)).toBe(inFull)
    const parts = (state?.sentence ?? '').replace(/^Of [\d,]+ steps, /, '').match(/[^,.]+/g) ?? []
    for (const part of parts) expect(inFull).toContain(part.trim())
    const { error, warning } = findingCounts(ownFindings(lint))
    if (state?.kind === 'error') expect(state.words).toMatch(new RegExp(`^${error} error`))
    else expect(error).toBe(0)
    if (state?.kind === 'warning') expect(state.words).toMatch(new RegExp(`^${warning} warning`))
    if (state?.kind === 'note') expect(originLine(verdict)).toContain(state.words)
    return state?.kind ?? null
  })
  expect(kinds).toContain('note')
  expect(kinds.at(-1)).toBe('error')
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { outlineOf } from '#flow/outline/outline.ts'
import { fixture, only } from '#test/support/flow-fixtures.ts'
import { entriesOf } from './starts.ts'

/** Real files of other products, if they are available: in FLOW_CORPUS, else beside this folder. */
const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const hasCorpus = existsSync(corpus)

function flowsOf(file: string) {
  const read = readFlowFile({ name: file, bytes: readFileSync(join(corpus, file)) })
  return read.ok ? read.flows : expect.fail(read.message)
}

const unreachableOf = (flow: FlowDraft): string[] =>
  ownFindings(lintFlow(flow)).flatMap(({ code, node_id: id }) =>
    code === 'unreachable' ? (flow.nodes.find((node) => node.id === id)?.name ?? '') : [],
  )
const unreachableIn = (file: string): string[] => flowsOf(file).flatMap(unreachableOf)

const kestraFlow = `
id: lists
namespace: test
tasks: [{ id: work, type: io.kestra.plugin.core.debug.Return }]
errors: [{ id: tell, type: io.kestra.plugin.core.http.Request }, { id: stop, type: io.kestra.plugin.core.debug.Return }]
finally: [{ id: clean, type: io.kestra.plugin.core.debug.Return }]
afterExecution: [{ id: report, type: io.kestra.plugin.core.http.Request }]
`

test('Kestra enters the lists errors, finally and afterExecution of a flow, which begins with its tasks', () => {
  const read = readFlowFile({ name: 'lists.yaml', text: kestraFlow })
  const [flow] = read.ok ? read.flows : []
  if (flow === undefined) expect.fail('no flow')
  expect(entriesOf(flow)).toEqual({ main: ['work'], lists: ['tell', 'clean', 'report'], others: [] })
  expect(unreachableOf(flow)).toEqual([])
  const outline = outlineOf(flow.nodes, flow.edges, { entries: entriesOf(flow) })
  const words = [...outline.kind.keys()].map((row) => outline.label[row] || flow.nodes[outline.node[row] ?? -1]?.name)
  const branches = ['errors', 'tell', 'stop', 'finally', 'clean', 'afterExecution', 'report']
  expect(words.slice(0, 8)).toEqual(['work', ...branches])
})

test.each([
  ['orders.json', ['preprocessor'], ['failure']],
  // The tools of an agent are attached to it.
  ['agent.json', ['a'], []],
  ['value.json', ['a'], []],
])('Windmill begins %s with its first module, and enters the error handler later', (file, main, lists) => {
  const flow = only(fixture(`windmill/${file}`))
  expect(entriesOf(flow)).toEqual({ main, lists, others: [] })
  expect(unreachableOf(flow)).toEqual([])
})

test.runIf(hasCorpus).each([
  // Lists of tasks that the engine enters after an error, and after the run.
  'kestra/all-flowable.yaml',
  'kestra/allow-failure.yaml',
  // Inputs of subflow definitions.
  'node-red/holiday-lights.json',
  'node-red/vacation-mode.json',
  // A broker input in a loop with the logic that configures it.
  'node-red/lsh-logic.json',
  // Every step whose inputs are known runs.
  'rivet/ai_agent_template.rivet-project',
  'rivet/documentation-tutorial.rivet-project',
])('%s: a step that its engine starts without a trigger is not unreachable', (file) => {
  expect(unreachableIn(file)).toEqual([])
})

test.runIf(hasCorpus)('steps without a way from any start stay unreachable', () => {
  expect(unreachableIn('n8n/youtube_agent.json')).toHaveLength(5)
  expect(unreachableIn('n8n/logo-sheet-extract.json')).toEqual(['Table: Tools', 'Table: Attributes'])
  expect(unreachableIn('node-red/sonos-complex.json')).toEqual(['sonos-universal', 'msg.payload to msg'])
})

test.runIf(hasCorpus)(
  'the error tasks of a Kestra flow are a branch of their own in the outline, after the tasks',
  () => {
    const [flow] = flowsOf('kestra/all-flowable.yaml')
    if (flow === undefined) expect.fail('no flow')
    const { nodes, edges } = flow
    const outline = outlineOf(nodes, edges, { entries: entriesOf(flow) })
    const outermost = Array.from({ length: outline.length }, (_, row) => row).filter((row) => outline.depth[row] === 0)
    const word = (row: number) => outline.label[row] || nodes[outline.node[row] ?? -1]?.name
    expect(outermost.map(word)).toEqual(['1-each', '2-simple-task', '3-sequential', '4-switch', 'errors', 'Groups'])
    const errors = outermost.at(-2) ?? -1
    expect(outline.fault[errors]).toBe(1)
    expect([errors + 1, errors + 2].map(word)).toEqual(['error-1st', 'error-2nd'])
  },
)

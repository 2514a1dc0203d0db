/** Outputs of Node-RED nodes: ports as the file has them. Real files in FLOW_CORPUS, else beside this folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { branchesOf } from '#flow/graph/branches.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const hasCorpus = existsSync(corpus)

function flowWith(file: string, name: string) {
  const read = readFlowFile({ name: file, bytes: readFileSync(join(corpus, 'node-red', file)) })
  const flow = read.ok ? read.flows.find(({ nodes }) => nodes.some((node) => node.name === name)) : undefined
  const node = flow?.nodes.find((one) => one.name === name)
  if (flow === undefined || node === undefined) return expect.fail(`no ${name}`)
  return { flow, node }
}

/** Labels of the ports of a node, each with the number of its edges. */
function portsOf({ edges }: FlowDraft, node: FlowDraft['nodes'][number]): string[] {
  const own = edges.filter(({ source }) => source === node.id)
  return branchesOf(node, own).map(
    ({ label, handle }) => `${label}: ${own.filter(({ source_handle: from }) => from === handle).length}`,
  )
}

test.runIf(hasCorpus)('a function with several outputs has these ports, and keeps its type', () => {
  const { flow, node } = flowWith('grid-tariff.json', 'Reduction Actions')
  expect(portsOf(flow, node)).toEqual(['output 1: 1', 'output 2: 0', 'output 3: 1'])
  expect(node.type).toBe('function')
  expect(visualKindOf(node, foreignKindsOf('node-red')).label).toBe('Code')
  const found = ownFindings(lintFlow(flow)).filter(({ node_id: id }) => id === node.id)
  expect(found.map(({ message }) => message)).toEqual(['“Function” is a step of Node-RED.'])
})

test.runIf(hasCorpus)('a port without wires is a port, and ports have the labels of the file', () => {
  const message = flowWith('vacation-mode.json', 'build message')
  expect(portsOf(message.flow, message.node)).toEqual(['output 1: 1', 'output 2: 0'])
  const instance = flowWith('vacation-mode.json', 'turn on vacation mode?')
  expect(portsOf(instance.flow, instance.node)).toEqual(['Action 1: 1', 'Action 2: 0', 'Action 3: 0', 'Cleared: 0'])
  const decision = flowWith('dynamic-svg.json', 'Switch out bulb clicks')
  expect(portsOf(decision.flow, decision.node)).toEqual([
    'A bulb is currently ON: 1',
    'A bulb is currently OFF: 1',
    'Anything else: 1',
  ])
})

test.runIf(hasCorpus)('edges from outputs that runs here never take are a note at the step', () => {
  const { flow, node } = flowWith('vacation-mode.json', 'turn on vacation mode?')
  const found = ownFindings(lintFlow(flow)).filter(({ code }) => code === 'foreign_output')
  expect(found).toEqual([
    {
      level: 'warning',
      code: 'foreign_output',
      message: 'Runs here do not leave “turn on vacation mode?” at its output “Action 1”.',
      node_id: node.id,
      edge_id: flow.edges.find(({ source }) => source === node.id)?.id,
    },
  ])
})

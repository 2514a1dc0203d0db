import { expect, test } from 'vitest'
import type { Me } from '#contract/account.ts'
import type { Node } from '#contract/flow.ts'
import { chooseSteps } from '#flow-data/worker/choose-steps.ts'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { reviewOf } from '#flow/file/review.ts'
import { writeTemplate } from '#flow/file/template.ts'
import { verdictSentence } from '#flow/health/verdict.ts'
import { bindingsOf, noImportChoices, withBinding } from './import-choices.ts'
import { knownKeysOf, missingNeeds, warningCount, type AccountKeys } from './missing-needs.ts'

const need = (key: string) => ({ key, nodes: { count: 0, first: [] } })
const account: AccountKeys = {
  tools: new Set(['orders_api']),
  secrets: new Set(),
  channels: new Set(['chat']),
  busyChannels: new Set(),
  toolList: [],
  incompleteLists: new Set(['secrets']),
}

test('only requirements that are known to be absent count as missing', () => {
  const needs = { count: 2, first: [need('orders_api'), need('eta_text')] }
  expect(missingNeeds(account, 'tools', needs).map(({ key }) => key)).toEqual(['eta_text'])
  // A partially read list, and an account that could not be read, report nothing missing.
  expect(missingNeeds(account, 'secrets', needs)).toEqual([])
  expect(missingNeeds(null, 'tools', needs)).toEqual([])
})

test('choices are converted to the request body, without removed ones', () => {
  const chosen = withBinding(noImportChoices, 'tools', 'eta_text', { id: 'tool_1', label: 'Eta' })
  expect(bindingsOf(chosen)).toEqual({ tools: { eta_text: 'tool_1' }, channels: {}, secrets: {} })
  expect(bindingsOf(withBinding(chosen, 'tools', 'eta_text', null))).toBeNull()
  expect(bindingsOf(noImportChoices)).toBeNull()
})

const template = (nodes: Node[]) =>
  JSON.stringify(
    writeTemplate(
      { ...emptyFlow(), name: 'Needs', nodes },
      { exportedAt: '2026-11-25T12:00:00Z', generator: { name: 'Test', version: '1' } },
    ),
  )

function openNeeds() {
  const text = template([
    makeNode({ id: 'in', type: 'trigger', name: 'In', config: { kind: 'manual' } }),
    makeNode({ id: 'a', type: 'api', name: 'A', tool: 'eta_text' }),
    makeNode({ id: 'b', type: 'message', name: 'B', tool: 'eta_text', config: { channel: 'mail', text: 'Hi' } }),
    makeNode({ id: 'c', type: 'message', name: 'C', config: { channel: 'mail', text: 'Hi' } }),
    makeNode({ id: 'd', type: 'xmlParse', name: 'D', tool: 'eta_text' }),
    makeNode({ id: 'e', type: 'api', name: 'E', tool: 'orders_api' }),
    makeNode({ id: 'f', type: 'agent', name: 'F', config: { instructions: 'Help.' } }),
    makeNode({ id: 'g', type: 'trigger', name: 'G', config: { kind: 'webhook' } }),
    makeNode({ id: 'h', type: 'trigger', name: 'H', config: { kind: 'message', channel: 'chat' } }),
    makeNode({ id: 'off', type: 'xmlParse', name: 'Off', disabled: true }),
  ])
  const read = readFlowFile({ name: 'needs.json', text })
  const [flow] = read.ok ? read.flows : []
  if (flow === undefined) expect.fail('no flow')
  const review = reviewOf(flow)
  const verdictWith = (keys: AccountKeys | null, choices = noImportChoices, model: Me['model'] = { default: 'm' }) =>
    chooseSteps(new TextEncoder().encode(text), { steps: {}, known: knownKeysOf(review, keys, choices, model) }).after
  return { review, verdictWith }
}

test('the verdict counts each step with a missing tool, channel or model once, until one is chosen', () => {
  const { review, verdictWith } = openNeeds()
  expect(verdictSentence(verdictWith(account))).toBe(
    '4 of 9 steps can run here. 1 runs only in another product, 2 need a tool, 2 need a channel.',
  )
  const chosen = withBinding(noImportChoices, 'tools', 'eta_text', { id: 'tool_1', label: 'Eta' })
  expect(verdictWith(account, chosen).needs).toMatchObject({ tool: 0, channel: 3, model: 0 })
  const none = withBinding(noImportChoices, 'tools', 'orders_api', { id: null, label: 'Later' })
  expect(verdictWith(account, none).needs.tool).toBe(3)
  // A channel that starts another flow does not start this one.
  expect(verdictWith({ ...account, busyChannels: new Set(['chat']) }).needs.channel).toBe(3)
  expect(verdictWith(account, noImportChoices, null).needs.model).toBe(1)
  expect(verdictWith(account, noImportChoices, { default: null }).needs.model).toBe(1)
  // A service that does not say which model it has, and an account that is unknown, lack nothing.
  expect(verdictWith(account, noImportChoices, undefined).needs.model).toBe(0)
  expect(verdictWith(null).needs).toEqual({ model: 0, tool: 0, channel: 0, flow: 0 })
  expect(warningCount(review, null, false)).toBe(0)
  // Each warning of the reader counts, as in the heading of the review.
  const warnings = [{ code: 'webhook_id_removed', count: 2, lines: [{ message: 'one', count: 2 }], node: null }]
  expect(warningCount({ ...review, warnings }, null, false)).toBe(2)
})

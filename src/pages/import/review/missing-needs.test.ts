import { expect, test } from 'vitest'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { reviewOf } from '#flow/file/review.ts'
import { writeTemplate } from '#flow/file/template.ts'
import { verdictSentence } from '#flow/health/verdict.ts'
import { bindingsOf, noImportChoices, withBinding } from './import-choices.ts'
import { missingNeeds, reviewVerdict, warningCount, type AccountKeys } from './missing-needs.ts'

const need = (key: string) => ({ key, nodes: { count: 0, first: [] } })
const account: AccountKeys = {
  tools: new Set(['orders_api']),
  secrets: new Set(),
  channels: new Set(['chat']),
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

test('the verdict of a review counts each step with a missing tool or channel once, until one is chosen', () => {
  const read = readFlowFile({
    name: 'needs.json',
    text: JSON.stringify(
      writeTemplate(
        {
          ...emptyFlow(),
          name: 'Needs',
          nodes: [
            makeNode({ id: 'in', type: 'trigger', name: 'In' }),
            makeNode({ id: 'a', type: 'api', name: 'A', tool: 'eta_text' }),
            makeNode({ id: 'b', type: 'message', name: 'B', tool: 'eta_text', config: { channel: 'mail' } }),
            makeNode({ id: 'c', type: 'message', name: 'C', config: { channel: 'mail' } }),
            makeNode({ id: 'd', type: 'xmlParse', name: 'D', tool: 'eta_text' }),
            makeNode({ id: 'e', type: 'api', name: 'E', tool: 'orders_api' }),
            makeNode({ id: 'off', type: 'xmlParse', name: 'Off', disabled: true }),
          ],
        },
        { exportedAt: '2026-11-25T12:00:00Z', generator: { name: 'Test', version: '1' } },
      ),
    ),
  })
  const [flow] = read.ok ? read.flows : []
  if (flow === undefined) expect.fail('no flow')
  const review = reviewOf(flow)
  expect(verdictSentence(reviewVerdict(review, account, noImportChoices))).toBe(
    '2 of 6 steps run here. 1 is another product’s own, 2 need a tool, 1 needs a channel.',
  )
  const chosen = withBinding(noImportChoices, 'tools', 'eta_text', { id: 'tool_1', label: 'Eta' })
  expect(reviewVerdict(review, account, chosen).needs).toMatchObject({ tool: 0, channel: 2 })
  // Nothing is missing while the account is unknown, and what is foreign is no warning.
  expect(reviewVerdict(review, null, noImportChoices).needs).toMatchObject({ tool: 0, channel: 0 })
  expect(warningCount(review, null, false)).toBe(0)
  // Each warning of the reader counts, as in the heading of the review.
  const warnings = [{ code: 'webhook_id_removed', count: 2, lines: [{ message: 'one', count: 2 }], node: null }]
  expect(warningCount({ ...review, warnings }, null, false)).toBe(2)
})

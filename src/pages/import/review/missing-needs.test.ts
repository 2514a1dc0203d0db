import { expect, test } from 'vitest'
import { bindingsOf, noImportChoices, withBinding } from './import-choices.ts'
import { missingNeeds, type AccountKeys } from './missing-needs.ts'

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

import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RequirementChange } from '#flow/diff/requirements.ts'
import { noImportChoices, withBinding } from '#pages/import/review/import-choices.ts'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { EffectLines } from './effect-lines.tsx'
import { RequirementRows } from './requirement-rows.tsx'
import { MeanwhileNote } from './update-problem.tsx'

const change = (name: string, kind: RequirementChange['change']): RequirementChange => ({
  name,
  change: kind,
  before: null,
  after: null,
})
const requirements = {
  tools: [change('crm', 'same'), change('orders_search', 'added')],
  channels: [],
  secrets: [],
  variables: [],
  models: [change('small', 'removed')],
  subflows: [],
  settings: [],
}
const need = { key: 'orders_search', nodes: { count: 1, first: [{ id: 'n', name: 'Look up' }] } }
const missing = { tools: [need], channels: [], secrets: [] }
const actions = {
  choices: noImportChoices,
  lockedReason: null,
  canChoose: true,
  onChoices: () => null,
  create: () => null,
}

test('a missing tool needs the user until another one is picked for its key', async () => {
  const rows = (choices = noImportChoices) => (
    <RequirementRows requirements={requirements} missing={missing} actions={{ ...actions, choices }} />
  )
  await renderSignedIn(rows())
  await expect
    .element(page.getByRole('heading', { name: /^Requirements/ }))
    .toHaveTextContent('1 met · 1 needs you · 1 gone')
  await expect.element(page.getByText('Not in this account yet.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Tool for orders_search: Choose later' })).toBeVisible()
  await renderSignedIn(rows(withBinding(noImportChoices, 'tools', 'orders_search', { id: 'tool_1', label: 'Orders' })))
  await expect.element(page.getByRole('heading', { name: /^Requirements/ })).toHaveTextContent('1 met · 1 gone')
  await expect.element(page.getByRole('button', { name: 'Tool for orders_search: Orders' })).toBeVisible()
})

const version = {
  number: 8,
  state: 'live',
  at: '2026-11-20T08:00:00Z',
  by: { kind: 'person', id: 'usr_2', name: 'Mira Okafor' },
  source: { kind: 'file', name: 'agent.json', version: null },
  note: 'Larger chunks',
  node_count: 4,
  edge_count: 3,
  changes: null,
  summary: '',
  live_since: '2026-11-20T08:00:00Z',
  runs: 1206,
  failed: 0,
  tests: 0,
  cost: '18.451800',
  open: { count: 3, waiting: 1, waiting_until: null },
} as const

test('runs in progress, the cost of a run and the status are told', async () => {
  const starts = [{ kind: 'message', change: 'removed', name: 'In', before: 'support', after: null }] as const
  const flow = (status: 'active' | 'paused') => ({ status, live_version: 8, currency: 'EUR' })
  await renderSignedIn(<EffectLines flow={flow('active')} versions={[version]} starts={starts} />)
  const lines = page.getByRole('listitem')
  await expect.element(lines.first()).toHaveTextContent('3 runs in progress finish on version 8. 1 waits.')
  await expect.element(page.getByText('The channel “support” no longer starts this flow.')).toBeVisible()
  await expect.element(lines.last()).toHaveTextContent('So far €0.0153 a run on average, over 1,206 runs of version 8.')
  await renderSignedIn(<EffectLines flow={flow('paused')} versions={[]} starts={[]} />)
  await expect.element(page.getByText(/^This flow is paused: the update becomes its definition/)).toBeVisible()
})

test('a version that was made meanwhile is shown beside the file', async () => {
  const onCompare = vi.fn<() => void>()
  await renderSignedIn(
    <MeanwhileNote
      versions={[{ ...version, number: 9 }]}
      file="mine.json"
      differences={2}
      comparedWith={8}
      onCompare={onCompare}
    />,
  )
  const note = page.getByRole('alert')
  await expect.element(note).toHaveTextContent('Version 9 was made meanwhile by Mira Okafor: Larger chunks')
  await expect
    .element(note)
    .toHaveTextContent('Yours: mine.json, 2 differences from version 8. File and note are kept.')
  await page.getByRole('button', { name: 'Compare again' }).click()
  expect(onCompare).toHaveBeenCalledOnce()
})

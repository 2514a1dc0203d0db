import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Finding } from '#contract/flow.ts'
import { edge, node } from '#test/support/flow-draft.ts'
import { openTestFlow } from '#test/component/open-test-flow.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { FindingsList } from './findings-list.tsx'

const draft = {
  name: 'Many findings',
  nodes: [node('start', 'trigger', 'Begin'), node('ask', 'api', 'Ask'), node('say', 'message', 'Say')],
  edges: [edge('start', 'ask'), edge('ask', 'say')],
}

async function show(validation: Finding[]) {
  const data = (await openTestFlow(draft)).withFindings(validation)
  return renderInConsole(<FindingsList flow={{ validation }} data={data} good="Nothing was found." />, '/?tab=health')
}

const places = (length: number) =>
  Array.from({ length }, (_, index) => ({
    level: 'warning' as const,
    code: 'unreachable',
    message: `Place ${index}`,
    node_id: 'say',
  }))

test('hundreds of findings are shown at once, and what a service only counts is said', async () => {
  const counted = { level: 'warning' as const, code: 'unreachable', message: '40 more of this kind.' }
  await show([...places(202), counted])
  const warnings = page.getByRole('region', { name: /Warnings 242/ })
  await expect.element(warnings.getByText('40 more are counted, but not listed by the service.')).toBeVisible()
  await warnings.getByRole('button', { name: 'Show all 202' }).click()
  await expect.element(warnings.getByText('Place 201', { exact: true })).toBeVisible()
  expect(warnings.getByRole('link', { name: 'Say' }).elements()).toHaveLength(202)
  expect(warnings.getByRole('button').elements()).toHaveLength(0)
})

test('thousands of findings are shown step by step, and each links to its node', async () => {
  const { address } = await show(places(3_000))
  const warnings = page.getByRole('region', { name: /Warnings 3,000/ })
  await expect.element(warnings.getByText('Place 9', { exact: true })).toBeVisible()
  expect(warnings.getByText('Place 10', { exact: true }).elements()).toHaveLength(0)
  warnings.getByRole('button', { name: 'Show 1,000 more of 2,990' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(warnings.getByText('Place 1009', { exact: true })).toBeVisible()
  await expect.element(warnings.getByRole('button', { name: 'Show 1,000 more of 1,990' })).toBeVisible()
  await warnings.getByRole('link', { name: 'Say' }).first().click()
  await expect.poll(address).toBe('/?node=say')
})

test('a finding of an edge links to that edge', async () => {
  const { address } = await show([
    { level: 'info', code: 'parallel_edges', message: 'Twice the same', node_id: 'ask', edge_id: 'ask>say' },
  ])
  await page.getByRole('link', { name: 'Ask → Say' }).click()
  await expect.poll(address).toBe('/?node=ask&edge=ask%3Esay')
})

test('without findings a message is shown', async () => {
  await show([])
  await expect.element(page.getByText('Nothing was found.')).toBeVisible()
})

test('errors, warnings, requirements and notes are sections of their own', async () => {
  const found = (level: Finding['level'], code: string, id: string): Finding => ({
    level,
    code,
    message: '',
    node_id: id,
  })
  const validation = [
    found('error', 'unknown_type', 'ask'),
    found('error', 'missing_tool', 'say'),
    found('error', 'duplicate_id', 'start'),
    found('warning', 'unreachable', 'say'),
  ]
  const data = (await openTestFlow(draft)).withFindings(validation)
  await renderInConsole(<FindingsList flow={{ validation }} data={data} good="" />, '/')
  await expect.element(page.getByRole('region', { name: 'Notes' })).toBeVisible()
  expect(
    page
      .getByRole('region')
      .elements()
      .map((one) => one.querySelector('h2')?.textContent),
  ).toEqual(['Errors1', 'Warnings1', 'Requirements1', 'Notes1'])
})

import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { FileDefinitions } from './definitions-table.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { VariablesTab } from './variables-tab.tsx'

const longValue = 'A sentence that goes on. '.repeat(60).trim()

test('a long variable is collapsed, can be expanded, and is copied in full', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const variables = [
    { key: 'shop_name', value: 'Northwind' },
    { key: 'greeting', value: longValue },
  ]
  await renderInConsole(<VariablesTab open={{ flow: { variables } }} />)
  await expect.element(page.getByText('Northwind')).toBeVisible()
  expect(page.getByText(longValue).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Show all of greeting' }).click()
  await expect.element(page.getByText(longValue)).toBeVisible()
  await page.getByRole('button', { name: 'Copy greeting' }).click()
  await expect.poll(() => write.mock.calls).toEqual([[longValue]])
})

test('a variable with several rows is counted once', async () => {
  const variables = [
    { key: 'hours', value: { from: '08:00', until: '20:00' } },
    { key: 'city', value: 'Leipzig' },
  ]
  await renderInConsole(<VariablesTab open={{ flow: { variables } }} />)
  await expect.element(page.getByText('hours.until')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Variables 2' })).toBeVisible()
})

test('each nested setting has a row; a secret is masked and cannot be copied', async () => {
  const settings = { timezone: 'Europe/Berlin', retry: { times: 2 }, api_key: { set: true, last4: '7c1e' } }
  await renderInConsole(<SettingsTab open={{ flow: { settings } }} />)
  await expect.element(page.getByText('retry.times')).toBeVisible()
  await expect.element(page.getByText('•••••••• 7c1e')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy timezone' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Copy api_key' }).elements()).toHaveLength(0)
})

test('each nested value of the metadata has a row', async () => {
  await renderInConsole(<FileDefinitions metadata={{ origin: { team: 'Support' } }} />)
  await expect.element(page.getByText('origin.team')).toBeVisible()
  await expect.element(page.getByText('Support')).toBeVisible()
})

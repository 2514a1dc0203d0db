/** Search in definitions: from the palette and from the list of flows to the node. */
import type { Page } from '@playwright/test'
import { checkAxeAtWidths, expect, expectNoHorizontalOverflow, test, type TestService } from '#e2e/support/service.ts'

/** A flow whose name does not contain what is searched for. */
async function importFlow(service: TestService, page: Page): Promise<void> {
  const nodes = [
    { id: 'start', type: 'trigger', name: 'Start', config: { kind: 'manual' } },
    { id: 'look', type: 'api', name: 'Look up stock', config: { url: 'https://pangolin.example/v2/stock' } },
    { id: 'ask', type: 'agent', name: 'Write reply', config: { model: 'gpt-4o', prompt: 'Mention pangolin.example.' } },
  ]
  const flow = { name: 'Night shift', nodes, edges: [] }
  const response = await page.request.post(`${service.url}/api/flow/import/`, {
    headers: { origin: service.url },
    data: { template: { format: 'flow-template', format_version: '1.0', flow } },
  })
  expect(response.status()).toBe(201)
  // Definitions are read in the background.
  await expect(async () => {
    const found = await page.request.get(`${service.url}/api/flow/search/?q=pangolin`)
    expect(await found.text()).toContain('Night shift')
  }).toPass({ timeout: 30_000 })
}

test('finds a host in a definition in the palette and in the list, by keyboard, and opens its node', async ({
  page,
  service,
}) => {
  await service.open(page, '/flows')
  await importFlow(service, page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('PANGOLIN.example')
  const line = page.getByRole('option', { name: 'Night shift › Look up stock' })
  await expect(line).toContainText(/Host: .?pangolin.example/)
  await expect(page.getByRole('listbox')).toContainText('In definitions')
  // After all others: the previous line of the first one.
  await page.keyboard.press('ArrowUp')
  const all = page.getByRole('option', { name: '1 flow contains “PANGOLIN.example” in its definition' })
  await expect(all).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/flows\?search=PANGOLIN\.example/)
  const section = page.getByRole('region', { name: 'Search in definitions' })
  await expect(section.getByRole('link', { name: 'Look up stock' })).toContainText(/Host: .?pangolin.example/)
  await expect(section.getByRole('link', { name: 'Write reply' })).toContainText('prompt: Mention pangolin.example.')
  await expect(page.getByText('No flow matches “PANGOLIN.example”.')).toBeVisible()
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalOverflow(page)
  await section.getByRole('button', { name: /^1 flow contains/ }).click()
  await expect(section.getByRole('link')).toHaveCount(0)
  await section.getByRole('button', { name: /^1 flow contains/ }).click()
  await section.getByRole('link', { name: 'Write reply' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/?]+\?node=ask/)
})

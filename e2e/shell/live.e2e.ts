/** Live updates between two windows of one service: changes in one appear in the other without a refresh. */
import type { Browser, Page } from '@playwright/test'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { pricedService } from '#e2e/support/priced-service.ts'
import { runBar, runDialog } from '#e2e/support/run-steps.ts'
import { expect, test, type TestService, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

const priced = pricedService({ api_call: '1.00', code_second: '1000.00' })
let service: TestService
test.beforeAll(async () => {
  service = priced()
  await service.book('100000.00')
})

/** Opens another window of the same user. */
async function secondWindow(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies(await page.context().cookies())
  return context.newPage()
}

const costly = (name: string) => ({
  name,
  nodes: [
    { id: 'start', type: 'trigger', name: 'By hand', config: { kind: 'manual' } },
    {
      id: 'count',
      type: 'code',
      name: 'Count',
      config: {
        language: 'javascript',
        source: 'let sum = 0; for (let i = 0; i < 300000; i += 1) sum += i; return { sum }',
      },
    },
  ],
  edges: [{ id: 'e', source: 'start', target: 'count', source_handle: 'out' }],
})

const available = (page: Page) => page.locator('.nav-foot').getByText('Balance').locator('..')

test('shows a run of another window with its end and cost', async ({ page, browser }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, costly('Seen from afar'))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  const other = await secondWindow(browser, page)
  let loads = 0
  other.on('load', () => {
    loads += 1
  })
  await other.goto(`${service.url}/runs?form=list`)
  await expect(other.locator('.nav-foot')).toHaveAttribute('data-live', 'live')
  await expect(other.getByText('No runs yet')).toBeVisible()
  await expect(available(other)).toContainText('€')
  const before = await available(other).innerText()

  await page.goto(`${service.url}/flows/${id}?start=`)
  await runDialog(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(runBar(page).getByText('Succeeded', { exact: true })).toBeVisible()

  const row = other.getByRole('row', { name: /Seen from afar/ })
  await expect(row.getByText('Succeeded')).toBeVisible()
  await expect(row).not.toContainText('€0.00 ')
  await expect.poll(() => available(other).innerText()).not.toBe(before)
  await other.goto(`${service.url}/flows`)
  await expect(other.getByRole('row', { name: /Seen from afar/ })).toBeVisible()
  expect(loads).toBe(2)
  await other.context().close()
})

test('does not move rows while the pointer is over them', wholeRun, async ({ page, browser }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, costly('Came while one pointed'))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  await service.call(page, 'POST', `/flow/${id}/run/`, {})
  const other = await secondWindow(browser, page)
  await other.goto(`${service.url}/flows/${id}?tab=runs`)
  const rows = other.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Succeeded')
  await rows.first().hover()
  const list = other.waitForResponse((answer) => answer.url().includes('/billing/runs/?') && answer.ok())
  await service.call(page, 'POST', `/flow/${id}/run/`, {})
  await list
  await expect(rows).toHaveCount(1)
  await other.mouse.move(5, 5)
  await expect(rows).toHaveCount(2)
  await other.context().close()
})

test(
  'reconnects after a lost connection, and shows the changes that it missed',
  wholeRun,
  async ({ page, browser, pageErrors }) => {
    pageErrors.allow(serviceDownErrors)
    await service.signIn(page)
    await importFlow(service, page, costly('There before'))
    const other = await secondWindow(browser, page)
    await other.goto(`${service.url}/flows`)
    await expect(other.getByRole('row', { name: /There before/ })).toBeVisible()
    const foot = other.locator('.nav-foot')
    await expect(foot).toHaveAttribute('data-live', 'live')
    await service.stop()
    await expect(foot.getByText('Reconnecting…')).toBeVisible()
    await service.restart()
    await importFlow(service, page, costly('Made meanwhile'))
    await expect(other.getByRole('row', { name: /Made meanwhile/ })).toBeVisible({ timeout: 40_000 })
    await expect(foot).toHaveAttribute('data-live', 'live', { timeout: 40_000 })
    await other.context().close()
  },
)

/** Budgets, monthly statement and ledger: figures of the service, by keyboard, as CSV, in print, on a narrow page. */
import { readFile } from 'node:fs/promises'
import { Balance } from '#contract/billing.ts'
import { Statement } from '#contract/ledger.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'

const narrow = { width: 320, height: 700 }

test('creates a budget by keyboard, shows it on every page once it is used up, and deletes it', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/billing/budgets')
  await page.getByRole('button', { name: 'Set budget' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set budget' })
  await expect(dialog.getByLabel(/^Amount in/)).toBeFocused()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter an amount above 0')
  // The sample has one for the month.
  await dialog.getByLabel('Period').selectOption({ label: 'Daily' })
  await dialog.getByLabel(/^Amount in/).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('0,000001')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Budgets' }).getByRole('row', { name: /€0\.000001/ })
  await expect(row).toContainText('Used up')
  await checkAxe(page)
  await page.goto(`${sampleService.url}/tools`)
  const banner = page.getByRole('status').filter({ hasText: 'Budget for all flows is used up' })
  await expect(banner).toContainText('€0.000001')
  await banner.getByRole('link', { name: 'Budgets' }).click()
  await page.setViewportSize(narrow)
  await expectNoHorizontalOverflow(page)
  // Budgets that are used up come first.
  const remove = page.getByRole('button', { name: 'Delete budget for all flows' })
  await remove.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(remove).toHaveCount(1)
  await expect(page.getByText('is used up')).toHaveCount(0)
})

test("statement and ledger show the service's figures, on the page, as CSV and in print", async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  const found = Statement.parse(await sampleService.call(page, 'GET', '/billing/statement/?tz=UTC'))
  await page.goto(`${sampleService.url}/billing/statement`)
  const sheet = page.getByRole('article', { name: /^Statement for/ })
  await expect(sheet.getByRole('row', { name: 'Closing balance' })).toContainText(
    formatMoney(found.closing_balance, found.currency, 'en-GB'),
  )
  await expect(sheet.getByRole('table', { name: 'Cost by flow' }).getByRole('row')).toHaveCount(
    found.costs.by_flow.length + 1,
  )
  await checkAxe(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(
    `Closing balance,,,${found.closing_balance},${found.currency},${found.tz}`,
  )
  await expect(page.getByRole('button', { name: 'CSV' })).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Cost by flow' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(narrow)
  await expectNoHorizontalOverflow(page)

  await page.getByRole('link', { name: 'Ledger' }).click()
  const { balance, currency } = Balance.parse(await sampleService.call(page, 'GET', '/billing/balance/'))
  await page.setViewportSize({ width: 1280, height: 800 })
  const rows = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
  await expect(rows.first()).toContainText(formatMoney(balance, currency, 'en-GB'))
  await checkAxe(page)
  await page.getByLabel('Kind').selectOption('Top-up')
  await expect(page).toHaveURL(/kind=top_up/)
  await expect(rows.first()).toContainText('Top-up')
})

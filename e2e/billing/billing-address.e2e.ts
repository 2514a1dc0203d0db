/** URL parameters of Billing: invalid ones are reported, and a chart stays open without its own. */
import { expect, test, wholeRun } from '#e2e/support/service.ts'

test('lists invalid filters, and removes them one by one', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing?status=odd&colour=red&ordering=name&from=-3&days=pie')
  await expect(page.getByText(/status=odd in the URL is ignored\. "odd" is not one of/)).toBeVisible()
  await expect(page.getByText(/colour=red in the URL is ignored/)).toBeVisible()
  // Removing one keeps the others.
  const order = page.getByRole('status').filter({ hasText: 'ordering=name in the URL is ignored' })
  await page.getByRole('status').filter({ hasText: 'colour=red' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/colour/)
  await expect(order).toBeVisible()
  await order.getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/ordering/)
  await expect(page.getByText(/status=odd in the URL is ignored/)).toBeVisible()
})

test(
  'keeps the second chart open on a phone when its URL parameter is removed',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${sampleService.url}/billing?flows=table`)
    await page.getByRole('group', { name: 'Show cost by flow as' }).getByTitle('Chart').click()
    await expect(page).not.toHaveURL(/flows=/)
    await expect(page.locator('.chart-fold')).toHaveAttribute('open')
  },
)

/** Billing by its URL: invalid parameters are reported, and the initial filter can be changed. */
import { expect, test, wholeRun } from '#e2e/support/service.ts'

test('invalid filters are listed, and removed one by one', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing?status=odd&colour=red&ordering=name&from=-3&days=pie')
  await expect(page.getByText(/status=odd in the URL is ignored\. "odd" is not one of/)).toBeVisible()
  await expect(page.getByText(/colour=red in the URL is ignored/)).toBeVisible()
  // One is removed, the others stay.
  const order = page.getByRole('status').filter({ hasText: 'ordering=name in the URL is ignored' })
  await page.getByRole('status').filter({ hasText: 'colour=red' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/colour/)
  await expect(order).toBeVisible()
  await order.getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/ordering/)
  await expect(page.getByText(/status=odd in the URL is ignored/)).toBeVisible()
})

test(
  'on a phone the second chart stays open when the URL no longer names it',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${sampleService.url}/billing?flows=table`)
    await page.getByRole('group', { name: 'Cost by flow as' }).getByTitle('Chart').click()
    await expect(page).not.toHaveURL(/flows=/)
    await expect(page.locator('.chart-fold')).toHaveAttribute('open')
  },
)

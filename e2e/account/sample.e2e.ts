/** First run: the progress of the sample, which continues on its own, its first problem, and the first steps. */
import { Budget } from '#contract/budget.ts'
import { checkAxe, expect, owner, test, wholeRun } from '#e2e/support/service.ts'

test(
  'set-up shows the progress of the sample, which continues after leaving, and its failing runs can be retried',
  wholeRun,
  async ({ page, freshService }) => {
    test.setTimeout(400_000)
    await page.goto(`${freshService.url}/set-up#code=${freshService.setupCode}`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByRole('button', { name: 'Add sample data' }).click()
    const bar = page.getByRole('progressbar', { name: 'Adding sample data' })
    await expect(bar).toBeVisible()
    await expect(page.getByText('You can leave this page.')).toBeVisible()
    await expect(page.getByText(/^[\d,]+ of 20,000 runs$/)).toBeVisible({ timeout: 120_000 })
    await checkAxe(page)
    await page.getByRole('button', { name: 'Continue meanwhile' }).click()
    await page.getByRole('button', { name: 'Go to Today' }).click()
    // The page shows the progress, then the sample, without a reload.
    await expect(bar).toBeVisible()
    const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    const failing = problems.filter({ hasText: 'Lead intake to CRM' })
    await expect(failing).toContainText('Calendar slots is unavailable (503)', { timeout: 240_000 })
    await expect(problems.filter({ hasText: '82' }).filter({ hasText: 'this month' })).toBeVisible()

    // The step that fails is marked.
    await page.goto(`${freshService.url}/flows/flw_sample_lead_intake`)
    await expect(page.getByRole('treeitem', { name: /^Next free slots, HTTP, error: .* runs failed/ })).toBeVisible()

    await page.goto(`${freshService.url}/flows`)
    await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(1)).toContainText('Order status')

    await page.goto(`${freshService.url}/runs?flow=flw_sample_lead_intake&status=failed&form=list`)
    await page
      .getByRole('link', { name: /Calendar slots|Lead intake/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Retry…' }).click()
    const plan = page.getByRole('dialog', { name: 'Retry this run?' })
    await expect(plan).toContainText('Sample runs are simulated. Nothing is sent, nothing is charged.')
    await plan.getByRole('button', { name: 'Retry', exact: true }).click()
    await expect(page.getByText('Succeeded').last()).toBeVisible({ timeout: 60_000 })
  },
)

test('the first steps lead to their pages, are ticked when done, and can be dismissed', async ({
  page,
  freshService,
}) => {
  await freshService.setUp(page)
  await page.goto(freshService.url)
  const steps = page.getByRole('region', { name: 'Getting started' })
  await expect(steps.getByText('0 of 4 done')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Connect a channel' })).toHaveAttribute('href', /\/channels\?new=/)
  await steps.getByRole('link', { name: 'Set a budget' }).click()
  await expect(page).toHaveURL(/\/billing\/budgets/)
  const budget = { period: 'monthly', amount: '900.00' }
  const created = await freshService.call(page, 'POST', '/billing/budget/', budget)
  await page.goto(`${freshService.url}/`)
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  await expect(steps.getByText('Set a budget')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Set a budget' })).toHaveCount(0)
  await freshService.call(page, 'DELETE', `/billing/budget/${Budget.parse(created).id}/`)
  await checkAxe(page)
  await steps.getByRole('button', { name: 'Dismiss getting started' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing runs here yet' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

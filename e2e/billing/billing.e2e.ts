/** Billing: balance, and the cost of runs by day and flow; sums equal those of the service, to the micro. */
import type { Page } from '@playwright/test'
import { RunSummary } from '#contract/billing.ts'
import { parseMicros } from '#lib/money/money.ts'
import {
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
  withoutEvents,
} from '#e2e/support/service.ts'

const dayLength = 86_400_000

/** The default filter of the page. */
const lastThirtyDays = () => `started_at__gte=${new Date(Date.now() - 29 * dayLength).toISOString().slice(0, 10)}`

const summaryOf = async (service: TestService, page: Page, query: string) =>
  RunSummary.parse(await service.call(page, 'GET', `/billing/runs/summary/?tz=UTC&group_by=day,flow&${query}`))

/** "€1,204.004210" in micros. */
const microsIn = (text: string): bigint => parseMicros(text.replaceAll(/[^\d.-]/g, '')) ?? -1n

const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const chartOf = (page: Page) => page.getByRole('slider', { name: /^Cost by day/ })

/** The amounts in a column of a table, the sum first, as micros. */
async function amounts(page: Page, table: string, column: string): Promise<bigint[]> {
  await tableOf(page, table).waitFor()
  const heads = await tableOf(page, table).getByRole('columnheader').allTextContents()
  const cells = tableOf(page, table).locator(`tbody td:nth-child(${heads.indexOf(column) + 1})`)
  await expect(cells.first()).toBeVisible()
  return (await cells.allTextContents()).map(microsIn)
}

const added = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n)

test('shows sums that equal those of the service to the micro, and leads to the runs of a day or flow', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/billing')
  await expect(chartOf(page)).toBeVisible()
  await expect(page.getByRole('list').filter({ hasText: 'other flows' }).getByRole('listitem')).toHaveCount(6)
  await page.getByRole('group', { name: 'Show cost by day as' }).getByTitle('Table').click()
  await page.getByRole('group', { name: 'Show cost by flow as' }).getByTitle('Table').click()
  await expect(page).toHaveURL(/days=table&flows=table/)
  const thirty = await summaryOf(sampleService, page, lastThirtyDays())
  for (const table of ['Cost by day', 'Cost by flow']) {
    const [sum, ...rows] = await amounts(page, table, 'Cost')
    expect(sum).toBe(microsIn(thirty.totals.cost))
    expect(added(rows)).toBe(sum)
  }
  await expect(tableOf(page, 'Cost by day').locator('tbody tr')).toHaveCount(31)
  const [before] = await amounts(page, 'Cost by day', 'Before')
  expect(before).toBe(microsIn(thirty.previous?.cost ?? ''))

  const [dearest] = thirty.groups.flow ?? []
  await tableOf(page, 'Cost by flow').getByRole('link', { name: dearest?.label }).click()
  await expect(page).toHaveURL(new RegExp(`/runs\\?form=list&flow=${dearest?.key}`))
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${dearest?.count}`)
  await page.goBack()
  await expect(page).toHaveURL(/days=table&flows=table/)
  await page.getByRole('definition').getByRole('link', { name: /€/ }).last().click()
  await expect(page.getByRole('status', { name: 'Totals of these runs' })).toContainText(`${thirty.totals.count} runs`)
})

test('by keyboard: leads from a day of the chart to its runs', async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing')
  const chart = chartOf(page)
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /^Today, €/)
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+ \w+, €[\d.]+, previous 30 days €/)
  await page.keyboard.press('Enter')
  const day = new Date(Date.now() - 2 * dayLength).toISOString().slice(0, 10)
  await expect(page).toHaveURL(new RegExp(`/runs.*started_at=${day}`))
})

const errorResponse = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ detail: 'It broke.', code: 'internal', request_id: 'req_of_this' }),
}

test(
  'shows each error in its own part, and keeps the rest of the page',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 500/)
    await sampleService.signIn(page)
    await withoutEvents(page)
    await page.route('**/api/billing/runs/summary/**', (route) => route.fulfill(errorResponse))
    await page.goto(`${sampleService.url}/billing`)
    await expect(page.getByRole('alert')).toContainText('The totals could not be loaded')
    await expect(page.getByRole('alert')).toContainText('req_of_this')
    await page.unroute('**/api/billing/runs/summary/**')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(chartOf(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)

    await page.route('**/api/billing/balance/', (route) => route.fulfill(errorResponse))
    await page.goto(`${sampleService.url}/billing`)
    await expect(page.getByRole('alert')).toContainText('The balance could not be loaded')
    await expect(chartOf(page)).toBeVisible()
  },
)

test('shows only the balance for a service that sums no runs', wholeRun, async ({ page, sampleService }) => {
  await sampleService.signIn(page)
  await page.route('**/api/me/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), extensions: [] } })
  })
  await page.goto(`${sampleService.url}/billing`)
  await expect(page.getByText('Runs out')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cost by day' })).toHaveCount(0)
})

test('has no overflow at any width, with charts as tables', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing?days=table&flows=table')
  await expect(tableOf(page, 'Cost by flow')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalOverflow(page)
  const beyond = () => page.locator('.billing').evaluate((box) => box.scrollWidth - box.clientWidth)
  await expect.poll(beyond).toBe(0)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await sampleService.open(page, '/billing')
  await expect(chartOf(page)).toBeVisible()
  await checkAxeAtWidths(page)
})

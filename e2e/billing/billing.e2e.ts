/** Billing: balance, and the cost of runs by day and flow; sums equal those of the service, to the micro. */
import type { Page } from '@playwright/test'
import { Me } from '#contract/account.ts'
import { RunSummary } from '#contract/billing.ts'
import { budget } from '#contract/budget.ts'
import { modelAndToolCosts } from '#contract/kernel/extensions.ts'
import { parseMicros } from '#lib/money/money.ts'
import { ActionCounter } from '#e2e/support/action-counter.ts'
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

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** The filter of the default period: this month. */
const thisMonth = () => `started_at__gte=${dayOf(Date.now()).slice(0, 7)}-01`
const lastThirtyDays = () => `started_at__gte=${dayOf(Date.now() - 29 * dayLength)}`

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

async function choosePeriod(page: Page, name: string) {
  await page.getByRole('button', { name: /^Period: / }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

const figureOf = (page: Page, name: string) =>
  page
    .getByLabel('Period', { exact: true })
    .locator('.figure')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('link')

test('one period rules figures, charts and links, with sums that equal those of the service to the micro', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/billing')
  await expect(chartOf(page)).toBeVisible()
  const month = await summaryOf(sampleService, page, thisMonth())
  await expect(figureOf(page, 'Runs')).toHaveText(month.totals.count.toLocaleString('en-GB'))
  await choosePeriod(page, '30 days')
  await expect(page).toHaveURL(/\?period=30d$/)
  await page.getByRole('group', { name: 'Show cost by day as' }).getByTitle('Table').click()
  await page.getByRole('button', { name: /other flows$/ }).click()
  for (const group of ['model', 'tool'])
    await page
      .getByRole('group', { name: `Show cost by ${group} as` })
      .getByTitle('Table')
      .click()
  await expect(page).toHaveURL(/period=30d&table=day%2Cflow%2Cmodel%2Ctool$/)
  const thirty = await summaryOf(sampleService, page, lastThirtyDays())
  for (const table of ['Cost by day', 'Cost by flow', 'Cost by model', 'Cost by tool']) {
    const [sum, ...rows] = await amounts(page, table, 'Cost')
    expect(sum).toBe(microsIn(thirty.totals.cost))
    expect(added(rows)).toBe(sum)
  }
  await expect(tableOf(page, 'Cost by day').locator('tbody tr')).toHaveCount(31)

  const [name = ''] = await tableOf(page, 'Cost by tool').getByRole('link').nth(1).allTextContents()
  await tableOf(page, 'Cost by tool').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`Tool.*${name}`) }).first()).toBeVisible()
  await page.goBack()

  const [dearest] = thirty.groups.flow ?? []
  await tableOf(page, 'Cost by flow').getByRole('link', { name: dearest?.label }).click()
  await expect(page).toHaveURL(new RegExp(`/runs\\?.*flow=${dearest?.key}`))
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${dearest?.count}`)
  await page.goBack()
  await figureOf(page, 'Failed').click()
  const totals = page.getByRole('status', { name: 'Totals of these runs' })
  await expect(totals).toContainText(`${thirty.totals.failed} runs`)
})

test('shows any days, compared with as many before; an address without a period is this month', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/billing?table=day')
  await expect(page.getByRole('button', { name: /^Period: This month/ })).toBeVisible()
  await choosePeriod(page, 'Other days')
  const [last, first] = [dayOf(Date.now() - 3 * dayLength), dayOf(Date.now() - 5 * dayLength)]
  await page.getByLabel('To', { exact: true }).fill(last)
  await page.getByLabel('From', { exact: true }).fill(first)
  await expect(page).toHaveURL(new RegExp(`period=${first}\\.\\.${last}`))
  await expect(tableOf(page, 'Cost by day').locator('tbody tr')).toHaveCount(4)
  const days = await summaryOf(
    sampleService,
    page,
    `started_at__gte=${first}&started_at__lt=${dayOf(Date.now() - 2 * dayLength)}`,
  )
  const [cost] = await amounts(page, 'Cost by day', 'Cost')
  expect(cost).toBe(microsIn(days.totals.cost))
  const [before] = await amounts(page, 'Cost by day', 'Previous')
  expect(before).toBe(microsIn(days.previous?.cost ?? ''))
  await page.getByRole('button', { name: 'How these figures are counted' }).press('Enter')
  await expect(page.getByText('Runs are dated by their start')).toBeVisible()
  await figureOf(page, 'Runs').click()
  await expect(page.getByRole('status', { name: 'Totals of these runs' })).toContainText(`${days.totals.count} runs`)
  await page.goto(`${sampleService.url}/billing?period=2020-01-01..2020-01-02`)
  await expect(page.getByText('Nothing ran in this period.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Cost by day', 'Cost by flow'])
})

test('stops the flow that costs most this month at a limit, with at most 4 actions', async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  const [dearest] = (await summaryOf(sampleService, page, thisMonth())).groups.flow ?? []
  const journey = new ActionCounter()
  const { act } = journey
  await page.goto(`${sampleService.url}/billing`)
  const row = page.locator('.cost-bars li').first()
  await expect(row).toContainText(dearest?.label ?? '')
  await act(row.getByRole('button', { name: /^Actions for/ }).click())
  await act(page.getByRole('menuitem', { name: 'Set budget…' }).click())
  const dialog = page.getByRole('dialog', { name: 'Set budget' })
  await expect(dialog.getByLabel(/^Amount in/)).toHaveValue(/^\d+\.\d\d$/)
  await act(dialog.getByRole('combobox', { name: 'When it is used up' }).selectOption({ label: 'Pause the flow' }))
  await act(dialog.getByRole('button', { name: 'Set budget' }).click())
  await expect(dialog).toHaveCount(0)
  expect(journey.count).toBeLessThanOrEqual(4)
  const all = budget.list.returns.parse(await sampleService.call(page, 'GET', '/billing/budget/'))
  const results = all.results.filter(({ sample }) => sample !== true)
  expect(results).toMatchObject([{ flow: { id: dearest?.key }, period: 'monthly', action: 'pause' }])
  for (const { id } of results) await sampleService.call(page, 'DELETE', `/billing/budget/${id}/`)
})

test('a used-up budget pauses its flow, which says why, and removing it lets the flow run again', async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  const [dearest] = (await summaryOf(sampleService, page, thisMonth())).groups.flow ?? []
  await page.goto(`${sampleService.url}/billing`)
  await page
    .locator('.cost-bars li')
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Set budget…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set budget' })
  await dialog.getByLabel(/^Amount in/).fill('0.01')
  await dialog.getByLabel('When it is used up').selectOption('Pause the flow')
  await expect(dialog).toContainText('No runs start until the next period')
  await dialog.getByRole('button', { name: 'Set budget' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`${sampleService.url}/flows/${dearest?.key}`)
  const notice = page.getByRole('status').filter({ hasText: 'Paused by its budget of €0.01 until' })
  await expect(notice).toBeVisible()
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${sampleService.url}/flows?search=${encodeURIComponent(dearest?.label ?? '')}`)
  await expect(page.getByText('Paused by its budget of €0.01 until')).toBeAttached()
  await page.goto(`${sampleService.url}/billing/budgets`)
  const remove = page.getByRole('button', { name: `Delete budget for ${dearest?.label}` })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(remove).toHaveCount(0)
  await page.goto(`${sampleService.url}/flows/${dearest?.key}`)
  await expect(page.locator('header').getByText('Active', { exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('by keyboard: leads from a day of the chart to its runs', async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing?period=30d')
  const chart = chartOf(page)
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /^Today, €/)
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+ \w+, €[\d.]+, \d+[^,]* €/)
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

    const othersUrl = /\/runs\/summary\/\?.*kind/
    await page.route(othersUrl, (route) => route.fulfill(errorResponse))
    await page.goto(`${sampleService.url}/billing`)
    await expect(page.getByText('These figures could not be loaded.')).toHaveCount(4)
    await expect(page.locator('.cost-bars')).toHaveCount(1)
    await page.unroute(othersUrl)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.cost-bars')).toHaveCount(5)

    await page.route('**/api/billing/balance/', (route) => route.fulfill(errorResponse))
    await page.goto(`${sampleService.url}/billing`)
    await expect(page.getByRole('alert')).toContainText('The balance could not be loaded')
    await expect(chartOf(page)).toBeVisible()
  },
)

test(
  'shows no cost by model and tool for a service that does not sum them',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    await page.route('**/api/me/', async (route) => {
      const answer = await route.fetch()
      const json = Me.parse(await answer.json())
      const extensions = json.extensions.filter((name) => name !== modelAndToolCosts)
      await route.fulfill({ response: answer, json: { ...json, extensions } })
    })
    // An address from when one of the groups was chosen opens the page.
    await page.goto(`${sampleService.url}/billing?by=model`)
    await expect(page.locator('.cost-bars')).toHaveCount(3)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Cost by day',
      'Cost by flow',
      'Cost by channel',
      'Cost by kind',
    ])
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
  await sampleService.open(page, '/billing?table=day,flow,channel,kind,model,tool')
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

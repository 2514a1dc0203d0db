/** Runs: the list with its filters, a run beside it, unusual values, loading and errors. */
import type { Page } from '@playwright/test'
import { Run, RunSummary } from '#contract/billing.ts'
import { page as pageOf } from '#contract/kernel/page.ts'
import { parseMicros } from '#lib/money/money.ts'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
  withoutEvents,
} from '#e2e/support/service.ts'

const RunPage = pageOf(Run)
const dayLength = 86_400_000

/** The default filter of the page. */
const lastThirtyDays = () => `started_at__gte=${new Date(Date.now() - 29 * dayLength).toISOString().slice(0, 10)}`

const runsOf = async (service: TestService, page: Page, query: string) =>
  RunPage.parse(await service.call(page, 'GET', `/billing/runs/?tz=UTC&${query}`))

/** "€1,204.004210" in micros. */
const microsIn = (text: string): bigint => parseMicros(text.replaceAll(/[^\d.-]/g, '')) ?? -1n

const tableOf = (page: Page) => page.getByRole('table', { name: 'Runs', exact: true })
const rowsOf = (page: Page) => tableOf(page).locator('tbody tr')
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Run' })

const added = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n)

/** The amounts in the column Cost, as micros. */
async function costs(page: Page): Promise<bigint[]> {
  const heads = await tableOf(page).locator('thead th').allTextContents()
  return (
    await rowsOf(page)
      .locator(`td:nth-child(${heads.indexOf('Cost') + 1})`)
      .allTextContents()
  ).map(microsIn)
}

test('sums and orders the filtered runs as the service does, to the micro', async ({ page, sampleService }) => {
  await sampleService.open(page, '/runs?form=list')
  const thirty = RunSummary.parse(
    await sampleService.call(page, 'GET', `/billing/runs/summary/?tz=UTC&${lastThirtyDays()}`),
  )
  await expect(page.getByRole('status', { name: 'Totals of these runs' })).toContainText(`${thirty.totals.count} runs`)
  await page.getByRole('button', { name: /^Period: 30 days/ }).click()
  await page.getByRole('menuitemradio', { name: 'Any time' }).click()
  await expect(page).toHaveURL(/time=any/)
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await expect(page).toHaveURL(/ordering=-cost/)
  const dear = await runsOf(sampleService, page, 'ordering=-cost&limit=25')
  await expect(rowsOf(page).first()).toContainText(dear.results[0]?.flow.name ?? '—')
  await expect.poll(() => costs(page)).toEqual(dear.results.map((run) => microsIn(run.cost)))
  const failed = (await runsOf(sampleService, page, 'status=failed&limit=1')).results[0]
  await page.goto(`${sampleService.url}/runs?form=list&time=any&status=failed`)
  await expect(rowsOf(page).first()).toContainText(failed?.error?.message.split('.')[0] ?? '—')
})

test('earlier addresses of runs below Billing lead to the page', async ({ page, sampleService }) => {
  await sampleService.open(page, '/billing?status=odd&colour=red&ordering=name&from=-3&days=pie')
  await expect(page).toHaveURL(/\/runs\?form=list&status=odd/)
  await expect(page.getByText(/status=odd in the URL is ignored\. "odd" is not one of/)).toBeVisible()
  await expect(page.getByText(/colour=red in the URL is ignored/)).toBeVisible()
  // Removing one keeps the others.
  const order = page.getByRole('status').filter({ hasText: 'ordering=name in the URL is ignored' })
  await page.getByRole('status').filter({ hasText: 'colour=red' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/colour/)
  await expect(order).toBeVisible()
  await order.getByRole('button', { name: 'Remove' }).click()
  await expect(page).not.toHaveURL(/ordering/)
  const [run] = (await runsOf(sampleService, page, 'limit=1')).results
  await page.goto(`${sampleService.url}/billing?run=${run?.id}`)
  await expect(page).toHaveURL(`${sampleService.url}/runs?form=list&run=${run?.id}`)
  await expect(panelOf(page)).toContainText(run?.id ?? '—')
  await page.goBack()
  await expect(page).not.toHaveURL(/\/billing/)
})

test(
  'opens a run beside the list, and moves to the next run across pages',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    await sampleService.open(page, '/runs?form=list&status=succeeded')
    await rowsOf(page).last().click()
    const panel = panelOf(page)
    await expect(panel).toContainText(/25 of \d/)
    await expect(rowsOf(page).last()).toHaveAttribute('aria-current', 'true')
    await expect(panel.getByRole('heading', { name: /^Steps \d/ })).toBeVisible()
    const list = await runsOf(sampleService, page, `${lastThirtyDays()}&status=succeeded&limit=26`)
    const [last, next] = list.results.slice(24)
    await expect(panel).toContainText(last?.id ?? '—')
    const parts = (await panel.locator('.run-costs dd').allTextContents()).map(microsIn)
    expect(parts.at(-2)).toBe(microsIn(last?.cost ?? ''))
    expect(added(parts.slice(0, -2))).toBe(parts.at(-2))

    await panel.getByRole('button', { name: 'Next run' }).click()
    await expect(panel).toContainText(next?.id ?? '—')
    await expect(panel).toContainText(/26 of \d/)
    await expect(page).toHaveURL(/from=25/)
    await page.reload()
    await expect(panel).toContainText(/26 of \d/)
    await panel.getByRole('button', { name: 'Previous run' }).click()
    await expect(panel).toContainText(/25 of \d/)
    await expect(panel).toContainText(last?.id ?? '—')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)

    const failed = (await runsOf(sampleService, page, 'status=failed&limit=1')).results[0]
    await page.goto(`${sampleService.url}/runs?form=list&run=${failed?.id}&time=any`)
    await expect(panel.getByRole('alert')).toContainText(failed?.error?.message.split('.')[0] ?? '—')
    await expect(panel.getByRole('link', { name: 'Show the step' })).toHaveAttribute(
      'href',
      `/flows/${failed?.flow.id}?node=${failed?.error?.node_id}`,
    )
    await page.goto(`${sampleService.url}/runs?form=list&run=run_of_nobody`)
    await expect(panel.getByRole('alert')).toContainText('This run could not be found')
    await expect(rowsOf(page)).toHaveCount(25)
  },
)

test('by keyboard: opens a run and the next one, returns to the row, and searches', async ({ page, sampleService }) => {
  await sampleService.open(page, '/runs?form=list')
  await expect(rowsOf(page)).toHaveCount(25)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: 'Run', exact: true })).toBeFocused()
  await expect(panel).toContainText(/^Run2 of \d|2 of \d/)
  await page.keyboard.press('j')
  await expect(panel).toContainText(/3 of \d/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowsOf(page).nth(2).getByRole('link')).toBeFocused()

  const { count } = await runsOf(sampleService, page, lastThirtyDays())
  await page.keyboard.press('/')
  await page.keyboard.type('no run is called that')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No run matches “no run is called that” and/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(Math.min(count, 25))
})

const errorResponse = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ detail: 'It broke.', code: 'internal', request_id: 'req_of_this' }),
}

test('shows the error of the list, and keeps the filters', wholeRun, async ({ page, sampleService, pageErrors }) => {
  pageErrors.allow(/status of 500/)
  await sampleService.signIn(page)
  await withoutEvents(page)
  await page.route(/billing\/runs\/\?.*limit=25/, (route) => route.fulfill(errorResponse))
  await page.goto(`${sampleService.url}/runs?form=list`)
  await expect(page.getByRole('heading', { name: 'Runs could not be loaded' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search runs' })).toBeVisible()
})

/** Values that no sample contains. */
const unusualRuns = [
  { id: 'run_1', name: '<img src=x onerror=alert(1)>', cost: '-0.004000', currency: 'EUR' },
  { id: 'run_2', name: 'א'.repeat(200), cost: '0.000001', currency: 'EUR' },
  { id: 'run_3', name: 'Very long '.repeat(20), cost: '12.400000', currency: '' },
  { id: 'run_4', name: '', cost: '9007199254740993.000001', currency: 'EUR' },
]

/** Answers with a list of a million runs, the first rows of which are unusual. */
async function showUnusualRuns(page: Page): Promise<void> {
  await page.route(/billing\/runs\/\?.*limit=25/, async (route) => {
    const response = await route.fetch()
    const body = RunPage.parse(await response.json())
    const [first] = body.results
    const unusualRows = unusualRuns.map(({ id, name, cost, currency }) => ({
      ...first,
      id,
      cost,
      currency,
      flow: { ...first?.flow, id, name },
      started_at: '2031-01-01T00:00:00.000Z',
    }))
    await route.fulfill({
      response,
      json: { ...body, count: 1_284_907, count_is: 'about', results: [...unusualRows, ...body.results.slice(4)] },
    })
  })
}

test(
  'shows a viewer a million runs and odd values at every width, without overflow at 320 px',
  wholeRun,
  async ({ page, sampleService }) => {
    test.slow()
    await sampleService.signInAsViewer(page)
    await showUnusualRuns(page)
    await sampleService.open(page, '/runs?form=list')
    await expect(rowsOf(page)).toHaveCount(25)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–25 of about 1,284,907')
    await expect(rowsOf(page).nth(0)).toContainText('−€0.004')
    await expect(rowsOf(page).nth(2)).toContainText('12.40 units')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalOverflow(page)
    const beyond = () => page.locator('.runs-body').evaluate((box) => box.scrollWidth - box.clientWidth)
    await expect.poll(beyond).toBe(0)

    // Shows whole rows only: axe measures just the visible part of a link that the edge of the list cuts off.
    await page.setViewportSize({ width: 1440, height: 2000 })
    await sampleService.open(page, '/runs?form=list')
    await expect(rowsOf(page)).toHaveCount(25)
    await checkAxeAtWidths(page, async (width) => {
      await page.setViewportSize({ width, height: 2000 })
      if (width === 360) {
        // On a phone the panel hides the page, so each is checked separately.
        await panelOf(page).getByRole('button', { name: 'Back' }).click()
        await expect(panelOf(page)).toHaveCount(0)
        await checkAxe(page)
      }
      if (width !== 768) await rowsOf(page).nth(6).click()
      await expect(panelOf(page).getByRole('heading', { name: /^Steps/ })).toBeVisible()
    })
  },
)

test(
  'shows the layout while loading, and keeps the previous rows while a new filter loads',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route(/billing\/runs\//, async (route) => {
      await released
      await route.continue()
    })
    await withoutEvents(page)
    await page.goto(`${sampleService.url}/runs?form=list`)
    await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
    release()
    await expect(rowsOf(page)).toHaveCount(25)
    await page.unroute(/billing\/runs\//)
    let releaseFiltered = () => {}
    const filteredReleased = new Promise<void>((done) => (releaseFiltered = done))
    await page.route(/status=failed/, async (route) => {
      await filteredReleased
      await route.continue()
    })
    await page.evaluate(() => {
      window.history.pushState(null, '', '?form=list&status=failed')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByText('Status Failed')).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(25)
    releaseFiltered()
    await expect(rowsOf(page).getByText('Failed')).not.toHaveCount(0)
    await expect(rowsOf(page).getByText('Succeeded')).toHaveCount(0)
  },
)

test(
  'saves the filter as a view, restores it after a change, and deletes it',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.open(page, '/runs?form=list&status=failed&ordering=-cost')
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save filter and order as a view' })
    await dialog.getByLabel('Name').fill('Expensive failures')
    await expect(dialog.getByLabel('Pin below Inbox')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Expensive failures' })).toBeVisible()
    await expect(page).toHaveURL(/view=view_.*status=failed/)
    await page.getByRole('button', { name: 'Cost', exact: true }).click()
    await expect(page.getByText('Changed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL(/ordering=-cost/)
    await checkAxe(page)
    await page.goto(`${sampleService.url}/inbox`)
    await page.getByRole('button', { name: /^View: / }).click()
    await expect(page.getByRole('option', { name: /^All conversations/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /^Expensive failures/ })).toHaveCount(0)
    await page.goto(`${sampleService.url}/runs?form=list`)
    await page.getByRole('button', { name: 'View: All runs' }).click()
    await page.getByRole('option', { name: /^Expensive failures/ }).click()
    await expect(page).toHaveURL(/status=failed/)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await expect(page.getByText('The view “Expensive failures” will be deleted')).toBeVisible()
    await expect
      .poll(async () => JSON.stringify(await sampleService.call(page, 'GET', '/view/?list=run')), {
        timeout: 20_000,
      })
      .not.toContain('Expensive failures')
  },
)

/** A service without idempotency keys: after a lost response nothing is sent again without the user's decision. */
import type { Page } from '@playwright/test'
import { chooseFiles, importReady, rowsOf } from '#e2e/support/flow-steps.ts'
import { openImport, review, small } from '#e2e/support/import-files.ts'
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

/** Removes the extension `idempotency` from `/me/`. */
const withoutIdempotency = (page: Page) =>
  page.route('**/api/me/', async (route) => {
    const response = await route.fetch()
    const who: { extensions: string[] } = await response.json()
    const extensions = who.extensions.filter((name) => name !== 'idempotency')
    await route.fulfill({ response, json: { ...who, extensions } })
  })

/** Loses the responses to imports; `arrives` = the service has processed the requests. */
const loseResponses = (page: Page, arrives: boolean) =>
  page.route('**/api/flow/import/', async (route) => {
    if (arrives) await route.fetch()
    await route.abort()
  })

test(
  'finds a flow that was imported, and sends it again only on request',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await freshService.setUp(page)
    await withoutIdempotency(page)
    await openImport(freshService, page)
    await chooseFiles(page, [small('Night desk'), small('Day desk')])
    await loseResponses(page, true)
    await importReady(page)
    await expect(page.getByText('2 may have been imported')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await expect(rowsOf(page).filter({ hasText: 'Day desk' })).toContainText('May have been imported')
    const panel = review(page)
    await expect(panel.getByRole('link', { name: 'Night desk' })).toBeVisible()
    await checkAxe(page)
    await page.unroute('**/api/flow/import/')
    await panel.getByRole('button', { name: 'Use this flow' }).press('Enter')
    await expect(panel.getByRole('link', { name: 'Open flow' })).toBeVisible()
    await rowsOf(page).filter({ hasText: 'Day desk' }).click()
    await panel.getByRole('button', { name: 'Import again' }).click()
    await expect(page.getByText('2 imported')).toBeVisible()
    await page.goto(`${freshService.url}/flows`)
    // A second import that the user requested has a free name.
    await expect(page.getByRole('row', { name: /Night desk/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Day desk/ })).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Day desk (2)' })).toBeVisible()
  },
)

test(
  'finds no flow that was not imported, and creates one when it is sent again',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await freshService.setUp(page)
    await withoutIdempotency(page)
    await openImport(freshService, page)
    await chooseFiles(page, [small('Night desk')])
    await loseResponses(page, false)
    await page.route('**/api/flow/?*', (route) => route.abort())
    await importReady(page)
    const panel = review(page)
    await expect(panel).toContainText('We could not check whether the flow was imported')
    await page.unroute('**/api/flow/?*')
    await page.unroute('**/api/flow/import/')
    await panel.getByRole('button', { name: 'Check again' }).click()
    await expect(panel).toContainText('No new flow named “Night desk” was found.')
    await panel.getByRole('button', { name: 'Import again' }).click()
    await expect(panel.getByRole('link', { name: 'Open flow' })).toBeVisible()
    await page.goto(`${freshService.url}/flows`)
    await expect(page.getByRole('row', { name: /Night desk/ })).toHaveCount(1)
  },
)

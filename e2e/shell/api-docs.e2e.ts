/** The API reference, a page of the service, in the style of the console, at every width and in both themes. */
import type { Page } from '@playwright/test'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

/** Checks the operations of flows and the schemas only: all others have the same structure. */
async function checkSomeOfIt(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('main section'))
      if (!['tag-flow', 'schemas'].includes(section.getAttribute('aria-labelledby') ?? '')) section.remove()
  })
  await checkAxe(page)
}

test('opens the API reference from Settings, filters it, and fits a phone', wholeRun, async ({ page, service }) => {
  test.setTimeout(120_000)
  await service.open(page, '/settings/keys')
  const link = page.getByRole('link', { name: 'API reference' })
  await expect(link).toHaveAttribute('href', '/api/docs')
  await page.goto(`${service.url}/api/docs`)
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(font).toContain('IBM Plex Sans')

  const nav = page.getByRole('navigation', { name: 'Endpoints and schemas' })
  await nav.getByLabel('Filter').fill('flow export')
  await expect(nav.getByRole('status')).toHaveText(/^\d+ of \d+$/)
  await expect(nav.getByRole('link', { name: 'GET /tool/', exact: true })).toBeHidden()
  await nav.getByRole('link', { name: 'GET /flow/{id}/export/' }).click()
  await expect(page).toHaveURL(/\/api\/docs#operation-flow\.export$/)
  await expect(page.getByRole('article', { name: 'GET /api/flow/{id}/export/' })).toBeInViewport()
  await checkSomeOfIt(page)

  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  await expectNoHorizontalOverflow(page)
  await expect(nav.getByLabel('Filter')).toBeHidden()
  await nav.getByText('Contents').click()
  await expect(nav.getByLabel('Filter')).toBeVisible()
  // Opens all details: a nested table must not be wider than the window either.
  await page.locator('main details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')))
  await expectNoHorizontalOverflow(page)
  await checkSomeOfIt(page)
})

test('uses the theme that was chosen in the console', async ({ page, service }) => {
  await service.open(page, '/settings/appearance')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.goto(`${service.url}/api/docs`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(scheme).toBe('dark')
})

/** A console in front of several services, of which one hangs and one refuses. */
import type { Page } from '@playwright/test'
import { hang, respondWithFlow, startSeveralServices, type SeveralServices } from '#e2e/support/several-services.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'

let services: SeveralServices
test.beforeAll(async () => {
  services = await startSeveralServices([
    { name: 'Support', flows: ['Night desk', 'Order status', 'Refund'] },
    { name: 'Workshop floor', flows: ['Press line', 'Cold room'] },
    { name: 'Old server', flows: null },
    { name: 'Production', flows: ['Order status', 'Lead intake'] },
  ])
})
test.afterAll(() => services.stop())
test.beforeEach(({ pageErrors }) => {
  for (const name of ['Support', 'Workshop floor', 'Production']) services.service(name).reset()
  // Chromium logs every failed request, which these tests cause on purpose.
  pageErrors.allow(/Failed to load resource/)
})

/** Every path of the service hangs. */
function hangService(name: string): void {
  for (const path of ['/me/', '/flow/', '/setup/']) services.service(name).respondTo(`GET ${path}`, hang)
}

const rows = (page: Page) => page.getByRole('table', { name: 'Flows of all services' })
const note = (page: Page, name: string) => page.getByRole('status').filter({ hasText: name })
const openAll = (page: Page) => page.goto(`${services.url}/flows/all`)

test('shows, searches and opens the flows of the others while one service hangs and one refuses', async ({ page }) => {
  hangService('Workshop floor')
  await openAll(page)
  const list = rows(page)
  await expect(list.getByRole('link', { name: 'Night desk' })).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(6)
  await expect(note(page, 'Old server')).toContainText('cannot be reached')
  await expect(note(page, 'Workshop floor')).toContainText('does not respond', { timeout: 20_000 })

  await page.getByRole('searchbox', { name: 'Search all services' }).fill('lead')
  await expect(list.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('button', { name: /^Service any/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Production' }).click()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(/in=production/)

  // A flow of another service than that of the page: the page loads with it, at its own address.
  services.service('Support').requests.length = 0
  await list.getByRole('link', { name: 'Lead intake' }).click()
  await expect(page.getByRole('button', { name: 'Service: Production' })).toBeVisible()
  expect(services.service('Support').requests).toEqual([])
  expect(services.service('Production').requests).toContain('GET /flow/flw_2/')
})

test('works although the service of the page is the one that hangs', async ({ page }) => {
  hangService('Support')
  await openAll(page)
  await expect(rows(page).getByRole('link', { name: 'Lead intake' })).toBeVisible()
  await page.getByRole('button', { name: 'Service: All services' }).click()
  await page.getByRole('menuitem', { name: /Production/ }).click()
  await expect(page).toHaveURL(`${services.url}/flows`)
  await expect(page.getByRole('link', { name: 'Lead intake' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Night desk' })).toHaveCount(0)
})

test('keeps the last flows of a service that stops responding, with their time, until it is back', async ({ page }) => {
  await openAll(page)
  await expect(rows(page).getByRole('link', { name: 'Press line' })).toBeVisible()
  hangService('Workshop floor')
  await page.reload()
  await expect(rows(page).getByRole('link', { name: 'Press line' })).toBeVisible()
  // The rows of the last load are recent enough; a minute later they are read again.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(sessionStorage)) {
      if (!key.startsWith('flow-console.last-flows')) continue
      sessionStorage.setItem(key, text.replace(/"at":\d+/, `"at":${Date.now() - 120_000}`))
    }
  })
  await page.reload()
  await expect(note(page, 'Workshop floor')).toContainText(
    /has not responded since \d\d:\d\d\. Its 2 flows are shown/,
    {
      timeout: 20_000,
    },
  )
  await expect(rows(page).getByRole('link', { name: 'Press line' })).toBeVisible()
  services.service('Workshop floor').reset()
  await note(page, 'Workshop floor').getByRole('button', { name: 'Try again' }).click()
  await expect(note(page, 'Workshop floor')).toHaveCount(0)
})

test('says how a flow of the same name differs, and compares both', async ({ page }) => {
  const changed = { updated: '2026-05-02T00:00:00Z', nodes: { start: {}, ask: { url: 'https://new.example' } } }
  const earlier = { updated: '2026-05-01T00:00:00Z', nodes: { start: {}, ask: { url: 'https://old.example' } } }
  respondWithFlow(services.service('Support'), 1, changed)
  respondWithFlow(services.service('Production'), 0, earlier)
  await openAll(page)
  const row = rows(page).getByRole('row').filter({ hasText: 'Support' }).filter({ hasText: 'Order status' })
  await expect(row.getByRole('link', { name: 'Production: 1 behind' })).toBeVisible()
  await expect(rows(page).getByRole('link', { name: 'Support: Changed there' })).toBeVisible()
  await row.getByRole('link', { name: 'Production: 1 behind' }).click()
  await expect(page.getByRole('button', { name: /^Before Order status/ })).toContainText('Production')
  await expect(page.getByRole('button', { name: /Changed 1/ })).toBeVisible()
  await expect(page).toHaveURL(/before=flow%40production%3Aflw_1/)
})

test('finds the flows of all services from the keyboard', async ({ page }) => {
  hangService('Workshop floor')
  await page.goto(`${services.url}/flows`)
  await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('lead')
  const option = page.getByRole('option', { name: /Lead intake/ })
  await expect(option).toContainText('Production')
  await option.click()
  await expect(page.getByRole('button', { name: 'Service: Production' })).toBeVisible()
  await expect(page).toHaveURL(/\/flows\/flw_2/)
})

test('fits every width, in both themes', async ({ page }) => {
  hangService('Workshop floor')
  await openAll(page)
  await expect(note(page, 'Workshop floor')).toBeVisible({ timeout: 20_000 })
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await checkAxe(page)
    await expectNoHorizontalOverflow(page)
  }
  await page.getByRole('button', { name: 'Service: All services' }).click()
  await expect(page.getByRole('menuitem', { name: /Old server/ })).toContainText('No answer')
  await checkAxe(page)
})

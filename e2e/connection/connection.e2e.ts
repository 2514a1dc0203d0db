/** Connections to several services, the credentials of each, and the connection test. */
import type { Page } from '@playwright/test'
import { startService } from '#scripts/service.mjs'
import { serveFiles, startForeign, type Foreign } from '#e2e/support/foreign-stub.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test as base, wholeRun } from '#e2e/support/service.ts'

const secret = 'tok_1234567890abcd'

const test = base.extend<{ foreign: Foreign; files: { url: string } }>({
  foreign: async ({ page }, use) => {
    const foreign = await startForeign()
    await use(foreign)
    await page.goto('about:blank')
    await foreign.close()
  },
  files: async ({ page }, use) => {
    const files = await serveFiles('/api')
    await use(files)
    await page.goto('about:blank')
    await files.close()
  },
})

/** Messages of the browser's console about refused requests and missing paths. */
const refusals = /Failed to load resource|blocked by CORS policy|Content-Security-Policy|Content Security Policy/

async function addConnection(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Night service')
  await dialog.getByLabel('Base URL').fill(address)
  await dialog.getByLabel('Token', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Add and test' }).click()
  await expect(dialog).toHaveCount(0)
}

const line = (page: Page) => page.getByRole('listitem', { name: 'Night service' })
const responsesTable = (page: Page) => page.getByRole('table', { name: 'Responses of Night service' })

test(
  'connects to another origin: explains CORS, tests, switches, and keeps credentials in the tab',
  wholeRun,
  async ({ page, foreign, files, pageErrors }) => {
    pageErrors.allow(refusals)
    foreign.requiredValue = `Bearer ${secret}`
    await page.goto(`${files.url}/settings/connection`)
    await addConnection(page, `${foreign.url}/v1/`)
    await expect(responsesTable(page)).toContainText(/does not allow requests from .* \(CORS\)/)
    foreign.allowed = files.url
    await page.getByRole('button', { name: 'Test again' }).click()
    await expect(page.getByText('The connection works.')).toBeVisible()
    await page.getByText('Responses of the endpoints').click()
    await expect(responsesTable(page).getByRole('row', { name: /Current user/ })).toContainText('Not offered.')
    await expect(line(page)).toContainText('Bearer, ending in abcd, for this tab')
    expect(await page.content()).not.toContain(secret)
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await checkAxe(page)
    }
    await page.setViewportSize({ width: 320, height: 900 })
    await expectNoHorizontalOverflow(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await line(page).getByRole('button', { name: 'Use', exact: true }).click()
    await expect(page).toHaveURL(`${files.url}/flows`)
    await expect(page.getByRole('button', { name: 'Service: Night service' })).toBeVisible()
    await expect(page.getByText('Night report')).toBeVisible()
    // Every request went to the API of this service, and no URL contains the secret.
    expect(foreign.requests.every(({ path }) => path.startsWith('/v1/') && !path.includes(secret))).toBe(true)
    expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain(secret)

    // Another tab has the connection, but not its credentials.
    const other = await page.context().newPage()
    await other.goto(`${files.url}/flows`)
    await expect(other.getByRole('heading', { name: 'Sign in to the service' })).toBeVisible()
    await other.getByLabel('Token', { exact: true }).fill('tok_wrong_1234')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('alert')).toContainText('rejected the credentials')
    await checkAxe(other)
    await other.getByLabel('Token', { exact: true }).fill(secret)
    await other.getByLabel('Remember on this device').check()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByText('Night report')).toBeVisible()
    await other.close()
    // Storage changes reach other windows a moment later.
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join(' '))).toContain(secret)
  },
)

test(
  'asks to sign in again on the same page after a rejection, and repeats the rejected requests',
  wholeRun,
  async ({ page, foreign, files, pageErrors }) => {
    pageErrors.allow(refusals)
    foreign.requiredValue = `Bearer ${secret}`
    foreign.allowed = files.url
    await page.goto(`${files.url}/settings/connection`)
    await addConnection(page, `${foreign.url}/v1`)
    await line(page).getByRole('button', { name: 'Use', exact: true }).click()
    await expect(page.getByText('Night report')).toBeVisible()
    foreign.requiredValue = 'Bearer tok_renewed_5678'
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again?' })
    await expect(dialog).toContainText('Night service requires a sign-in')
    await checkAxe(page)
    await dialog.getByLabel('Token', { exact: true }).fill('tok_renewed_5678')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/tools$/)
    await expect(page.getByText(/No tools|nothing|Nothing/).first()).toBeVisible()
    const isAsked = () =>
      foreign.requests.some(({ path, sent }) => path === '/v1/tool/' && sent === foreign.requiredValue)
    await expect.poll(isAsked).toBe(true)

    await page.goto(`${files.url}/settings/sign-in`)
    await page.getByRole('button', { name: 'Clear browser data' }).click()
    await page.getByRole('button', { name: 'Clear and sign out' }).click()
    await expect(page).toHaveURL(`${files.url}/`)
    await page.goto(`${files.url}/settings/connection`)
    await expect(line(page)).toHaveCount(0)
  },
)

test(
  "behind the proxy, accepts a Bearer token; the page's policy forbids a connection to another origin",
  wholeRun,
  async ({ page, foreign, pageErrors }) => {
    test.setTimeout(120_000)
    pageErrors.allow(refusals)
    foreign.requiredValue = `Bearer ${secret}`
    const front = await startService({ env: { API_BASE_URL: `${foreign.url}/v1` } })
    await page.goto(`${front.url}/flows`)
    await expect(page.getByRole('heading', { name: 'Sign in to the service' })).toBeVisible()
    await page.getByLabel('Sign-in').selectOption('Bearer')
    await page.getByLabel('Token', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Night report')).toBeVisible()

    await page.goto(`${front.url}/settings/connection`)
    await addConnection(page, `${foreign.url}/v1`)
    await expect(responsesTable(page)).toContainText('allows requests to its own address only')
    await expect(responsesTable(page)).toContainText(`API_BASE_URL=${foreign.url}/v1 npm start`)
    await page.goto('about:blank')
    await front.remove()
  },
)

test(
  'reports a wrong base path; edits and removes a connection by keyboard',
  wholeRun,
  async ({ page, foreign, files, pageErrors }) => {
    pageErrors.allow(refusals)
    foreign.allowed = files.url
    await page.goto(`${files.url}/settings/connection`)
    await addConnection(page, foreign.url)
    await expect(page.getByText(/endpoints failed, all with “200”/)).toBeVisible()
    await expect(responsesTable(page)).toContainText('A web page instead of JSON.')
    await line(page).getByRole('button', { name: 'Actions for Night service' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Base URL').fill(`https://user:pass@example.com`)
    await dialog.getByLabel('Base URL').press('Enter')
    await expect(dialog.getByText(/Do not put a password in the URL/)).toBeVisible()
    await dialog.getByLabel('Base URL').fill(`${foreign.url}/v1`)
    await dialog.getByLabel('Sign-in').selectOption('None')
    await dialog.getByRole('button', { name: 'Save and test' }).press('Enter')
    await expect(page.getByText('The connection works.')).toBeVisible()
    await expect(line(page)).toContainText('No sign-in')
    await line(page).getByRole('button', { name: 'Actions for Night service' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(line(page)).toHaveCount(0)
  },
)

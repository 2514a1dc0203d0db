/** A flow whose worker cannot be started, or ends while the flow is open. */
import type { Page } from '@playwright/test'
import { placedFlow } from '#bench/placed-flow.ts'
import { canvasOf, openDetails, waitUntilFitted, importFlow } from '#e2e/support/flow-steps.ts'
import { expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

declare global {
  interface Window {
    /** Workers of the page, oldest first. */
    startedWorkers?: Worker[]
  }
}

async function importPlacedFlow(service: TestService, page: Page, size: number): Promise<string> {
  await service.signIn(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { nodes, edges } = placedFlow(size)
  const id = await importFlow(service, page, { name: `A flow of ${size}`, nodes, edges })
  return `${service.url}/flows/${id}`
}

const findField = (page: Page) => page.getByRole('combobox', { name: 'Find in this flow' })

test(
  'shows, searches and navigates a flow without workers, and warns when it is large',
  wholeRun,
  async ({ page, service }) => {
    const large = await importPlacedFlow(service, page, 2_100)
    const small = await importPlacedFlow(service, page, 12)
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'Worker')
    })
    const note = page.getByText(/^This browser cannot start a background worker: with 2,100 nodes/)
    await page.goto(large)
    await waitUntilFitted(page)
    await expect(note).toBeVisible()
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(canvasOf(page).getByRole('group', { name: /^Step 0, (?:[A-Z][a-z]+ t|T)rigger/ })).toBeVisible()
    await page.keyboard.press('f')
    await findField(page).fill('Step 2077')
    await findField(page).press('Enter')
    await expect(canvasOf(page).getByRole('group', { name: /^Step 2077,/ })).toBeVisible()
    await page.goto(small)
    await waitUntilFitted(page)
    await expect(note).toBeHidden()
    // Features that need their own worker show an error; the page keeps working.
    await page.getByRole('button', { name: 'Save picture' }).click()
    await expect(page.getByRole('dialog')).toContainText('cannot start the background worker')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openDetails(page, 'JSON')
    await expect(page.getByRole('alert')).toBeVisible()
  },
)

test(
  'replaces a failed worker once; after the second failure the page offers to reload',
  wholeRun,
  async ({ page, service }) => {
    const address = await importPlacedFlow(service, page, 300)
    await page.addInitScript(() => {
      const started: Worker[] = []
      window.startedWorkers = started
      window.Worker = class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options)
          started.push(this)
        }
      }
    })
    const end = () => page.evaluate(() => window.startedWorkers?.at(-1)?.dispatchEvent(new Event('error')))
    await page.goto(`${address}?node=n5`)
    await waitUntilFitted(page)
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('heading', { name: 'Step 5', exact: true })).toBeVisible()
    await page.evaluate(() => performance.clearMarks('flow:fitted'))
    await end()
    await waitUntilFitted(page)
    await expect(panel.getByRole('heading', { name: 'Step 5', exact: true })).toBeVisible()
    await canvasOf(page).focus()
    await page.keyboard.press('f')
    await findField(page).fill('Step 77')
    await findField(page).press('Enter')
    await expect(panel.getByRole('heading', { name: 'Step 77', exact: true })).toBeVisible()
    await end()
    await expect(page.getByText(/^The browser stopped the worker for this flow/)).toBeVisible()
    // Requests to a failed worker log no errors.
    await findField(page).press('Enter')
    await expect(page.getByText('The flow is no longer loaded. Reload the page.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Reload page' }).first().click()
    await waitUntilFitted(page)
    await expect(panel.getByRole('heading', { name: 'Step 77', exact: true })).toBeVisible()
    await expect(page.getByText(/^The browser stopped/)).toBeHidden()
  },
)

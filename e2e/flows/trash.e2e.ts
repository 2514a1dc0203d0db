/**
 * Trash of a service that has none: a copy of each flow is stored in the browser before its deletion, and can be
 * restored, downloaded and removed.
 */
import type { Page } from '@playwright/test'
import { canvasOf, readDownload, openFlowId } from '#e2e/support/flow-steps.ts'
import { deleteFlow, importAs, openTrash, withoutExtension } from '#e2e/support/trash-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Deleted flows' })
const copyOf = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const errorResponse = { status: 500, contentType: 'application/json', body: '{"detail":"It broke.","code":"internal"}' }

/** The service does not announce its trash. */
test.beforeEach(({ page }) => withoutExtension(page, 'flow_trash'))

const withoutTime = (text: string) => text.replace(/"exported_at": "[^"]*"/, '')

test('by keyboard: restores a deleted flow completely, and only once even after a lost response', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR_FAILED|status of 404/)
  await service.signIn(page)
  const id = await importAs(service, page, 'Comes back')
  const before = await (await page.request.get(`${service.url}/api/flow/${id}/export/`)).text()
  await page.clock.install()
  await deleteFlow(page, service, 'Comes back')
  await expect(page.getByText('No flow matches “Comes back”.')).toBeVisible()
  expect((await page.request.get(`${service.url}/api/flow/${id}/`)).status()).toBe(404)
  await openTrash(page)
  await expect(page).toHaveURL(/\/flows\/trash$/)
  await expect(copyOf(page, 'Comes back')).toContainText(/\d nodes · \d+ kB · removed in 30 days/)
  await page.getByText('What is not restored').click()
  await expect(page.getByText('Runs and costs: they stay under Runs and Billing')).toBeVisible()

  const keys: (string | undefined)[] = []
  await page.route('**/api/flow/import/', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Restore Comes back' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The flow was not restored')
  await expect(copyOf(page, 'Comes back')).toBeVisible()
  await page.getByRole('button', { name: 'Restore Comes back' }).press('Enter')
  await expect(page.getByText('“Comes back” was restored as a draft')).toBeVisible()
  await expect(canvasOf(page)).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  const again = openFlowId(page)
  expect(again).not.toBe(id)
  const after = await (await page.request.get(`${service.url}/api/flow/${again}/export/`)).text()
  expect(withoutTime(after)).toBe(withoutTime(before))
  expect(await service.call(page, 'GET', '/flow/?search=Comes+back')).toMatchObject({ count: 1 })
  await page.goto(`${service.url}/flows/trash`)
  await expect(page.getByText('Trash is empty')).toBeVisible()
})

test(
  'deletes a flow without a copy only after the user has confirmed it',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 500/)
    await service.signIn(page)
    const id = await importAs(service, page, 'No copy')
    await page.clock.install()
    let deletions = 0
    page.on('request', (request) => (deletions += request.method() === 'DELETE' ? 1 : 0))
    await page.route(`**/api/flow/${id}/export/`, (route) => route.fulfill(errorResponse))
    await deleteFlow(page, service, 'No copy')
    const row = page.getByRole('alert').filter({ hasText: '“No copy” was not deleted. No copy could be stored.' })
    await expect(row).toBeVisible()
    expect(deletions).toBe(0)
    await row.getByRole('button', { name: 'Try again' }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: 'Delete without a copy' }).click()
    await expect(page.getByText('No flow matches “No copy”.')).toBeVisible()
    expect(deletions).toBe(1)
    await openTrash(page)
    await expect(page.getByText('Trash is empty')).toBeVisible()
  },
)

test('reports a browser without storage before the deletion, and in the trash', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  await importAs(service, page, 'Nowhere')
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'SecurityError')
    }
  })
  await page.clock.install()
  await deleteFlow(page, service, 'Nowhere')
  await expect(page.getByRole('alert')).toContainText('browser storage is full')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('link', { name: 'Nowhere' })).toBeVisible()
  await openTrash(page)
  await expect(page.getByText('Browser storage is unavailable')).toBeVisible()
})

test(
  'keeps no copy after an undo; downloads and removes copies, undoes a removal, and deletes them after 30 days',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    for (const name of ['Heap a', 'Heap b']) await importAs(service, page, name)
    await page.clock.install()
    await page.goto(`${service.url}/flows?search=heap`)
    const remove = async () => {
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
      await page.getByRole('region', { name: 'Selected flows' }).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 flows' }).click()
      await expect(page.getByText(/Will be deleted in \d s/)).toHaveCount(2)
    }
    const results = page.getByRole('complementary', { name: 'Results' })
    await remove()
    await results.getByRole('button', { name: 'Undo: keep 2 flows' }).click()
    await expect(results).toContainText('2 kept')
    await openTrash(page)
    await expect(page.getByText('Trash is empty')).toBeVisible()
    await page.goBack()
    await remove()
    await page.clock.runFor(9_000)
    await expect(results.getByText('Deleted', { exact: true })).toHaveCount(2)
    await openTrash(page)
    await expect(list(page).getByRole('listitem')).toHaveCount(2)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the copy of Heap a' }).click()
    expect(await readDownload(await file)).toMatchObject({ format: 'flow-template', flow: { name: 'Heap a' } })
    await page.getByRole('button', { name: 'Remove the copy of Heap b' }).click()
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list(page).getByRole('listitem')).toHaveCount(2)
    // The copies are deleted after thirty days.
    await page.clock.setFixedTime(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await page.reload()
    await expect(page.getByText('Trash is empty')).toBeVisible()
  },
)

test(
  "hides a user's copies from others, and removes them when the browser data are cleared",
  wholeRun,
  async ({ page, freshService: service, pageErrors }) => {
    pageErrors.allow(/status of 401/)
    await page.goto('about:blank')
    await service.setUp(page)
    await service.signIn(page, { ownSession: true })
    await importAs(service, page, 'Mine alone')
    await page.clock.install()
    await deleteFlow(page, service, 'Mine alone')
    await expect(page.getByText('No flow matches “Mine alone”.')).toBeVisible()
    await service.signInAsViewer(page)
    await page.goto(`${service.url}/flows/trash`)
    await expect(page.getByText('Trash is empty')).toBeVisible()
    await service.signOut(page)
    await service.signIn(page, { ownSession: true })
    await page.goto(`${service.url}/flows/trash`)
    await expect(copyOf(page, 'Mine alone')).toBeVisible()
    await page.goto(`${service.url}/settings/sign-in`)
    await page.getByRole('button', { name: 'Clear browser data' }).click()
    await expect(page.getByRole('dialog')).toContainText('connections with credentials and the trash')
    await page.getByRole('button', { name: 'Clear and sign out' }).click()
    await expect(page).toHaveURL(/sign-in/)
    await service.signIn(page, { ownSession: true })
    await page.goto(`${service.url}/flows/trash`)
    await expect(page.getByText('Trash is empty')).toBeVisible()
  },
)

test('has no accessibility violations with copies and in an empty trash', wholeRun, async ({ page, service }) => {
  // Four checks of a whole page, some seconds each.
  test.slow()
  await service.signIn(page)
  // The first words are unique, because the search would also find similar names of other tests.
  const name = `Basket <img onerror> מסלול ${'long '.repeat(18)}${'x'.repeat(40)}`
  await importAs(service, page, name)
  await page.clock.install()
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await deleteFlow(page, service, name)
  await deleted
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(page.getByText(/Will be deleted|Deleting/)).toHaveCount(0)
  await page.goto(`${service.url}/flows/trash`)
  await expect(list(page)).toBeVisible()
  await page.getByText('What is not restored').click()
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalOverflow(page)
  await page.getByRole('button', { name: `Remove the copy of ${name}` }).click()
  await expect(page.getByText('Trash is empty')).toBeVisible()
  await checkAxe(page)
})

test(
  'looks for a restored flow after a lost response when the service does not support idempotency keys',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource|net::ERR_FAILED/)
    await freshService.setUp(page)
    await withoutExtension(page, 'flow_trash', 'idempotency')
    await importAs(freshService, page, 'Perhaps back')
    await page.clock.install()
    await deleteFlow(page, freshService, 'Perhaps back')
    await expect(page.getByText('No flow matches “Perhaps back”.')).toBeVisible()
    await openTrash(page)
    await page.route('**/api/flow/import/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const restore = page.getByRole('button', { name: 'Restore Perhaps back' })
    await restore.click()
    await expect(page.getByText('The flow was not restored')).toBeVisible()
    await page.unroute('**/api/flow/import/')
    await restore.click()
    await expect(page.getByText('The flow may already be restored')).toBeVisible()
    await checkAxe(page)
    await page.getByRole('link', { name: 'Perhaps back' }).click()
    await expect(canvasOf(page)).toBeVisible()
    expect(await freshService.call(page, 'GET', '/flow/')).toMatchObject({ count: 1 })
  },
)

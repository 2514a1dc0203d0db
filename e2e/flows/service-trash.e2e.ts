/** Trash of the service: deleted flows are restored under their id, by everybody of the account, or deleted for good. */
import type { Page } from '@playwright/test'
import { canvasOf, openFlowId } from '#e2e/support/flow-steps.ts'
import { deleteFlow, importAs, openTrash, withoutExtension } from '#e2e/support/trash-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Deleted flows' })
const lineOf = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const withoutTime = (text: string) => text.replace(/"exported_at": "[^"]*"/, '')

test('by keyboard: restores a flow under its id with what it had, and keeps no copy in the browser', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/)
  await service.signIn(page)
  const id = await importAs(service, page, 'Own id')
  await service.call(page, 'PUT', `/flow/${id}/tags/`, { tags: ['night'] })
  const exported = async () => (await page.request.get(`${service.url}/api/flow/${id}/export/`)).text()
  const before = await exported()
  let exports = 0
  page.on('request', (request) => (exports += request.url().includes('/export/') ? 1 : 0))
  await page.clock.install()
  await deleteFlow(page, service, 'Own id')
  await expect(page.getByText('No flow matches “Own id”.')).toBeVisible()
  await expect(page.getByText('“Own id” was moved to the trash')).toBeVisible()
  expect((await page.request.get(`${service.url}/api/flow/${id}/`)).status()).toBe(404)
  expect(exports).toBe(0)
  await openTrash(page)
  await expect(page.getByText('Deleted flows are kept for 30 days, with their versions and runs.')).toBeVisible()
  await expect(lineOf(page, 'Own id')).toContainText(/by .+ · \d+ nodes · 0 runs · removed in 30 days/)
  await expect(page.getByText('In this browser')).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore Own id' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Own id” was restored')).toBeVisible()
  await expect(canvasOf(page)).toBeVisible()
  expect(openFlowId(page)).toBe(id)
  expect(withoutTime(await exported())).toBe(withoutTime(before))
  expect(await service.call(page, 'GET', `/flow/${id}/`)).toMatchObject({ tags: ['night'], status: 'draft' })
  await page.goto(`${service.url}/flows/trash`)
  await expect(lineOf(page, 'Own id')).toHaveCount(0)
})

test('restores from the toast after the deletion of one flow and of several', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const ids = [await importAs(service, page, 'Toast a'), await importAs(service, page, 'Toast b')]
  await page.clock.install()
  await page.goto(`${service.url}/flows?search=toast`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('region', { name: 'Selected flows' }).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Afterwards they stay in the trash for 30 days, with their versions and runs.')
  await dialog.getByRole('button', { name: 'Delete 2 flows' }).click()
  await expect(page.getByText(/Will be deleted in \d s/)).toHaveCount(2)
  await page.clock.runFor(9_000)
  await expect(page.getByText('2 flows were moved to the trash')).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('2 flows were restored')).toBeVisible()
  for (const id of ids) expect(await service.call(page, 'GET', `/flow/${id}/`)).toMatchObject({ id })
  await expect(page.getByRole('link', { name: 'Toast a' })).toBeVisible()
  await deleteFlow(page, service, 'Toast a')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('“Toast a” was restored')).toBeVisible()
  expect(await service.call(page, 'GET', '/flow/?search=toast')).toMatchObject({ count: 2 })
})

test('reports a flow that is no longer in the trash', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  await service.signIn(page)
  const id = await importAs(service, page, 'Twice restored')
  await service.call(page, 'DELETE', `/flow/${id}/`)
  await page.goto(`${service.url}/flows/trash`)
  await expect(lineOf(page, 'Twice restored')).toBeVisible()
  await page.route('**/restore/', async (route) => {
    await service.call(page, 'POST', `/flow/trash/${id}/restore/`)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Restore Twice restored' }).click()
  await expect(page.getByText('The flow was not restored')).toBeVisible()
  await expect(lineOf(page, 'Twice restored')).toHaveCount(0)
})

test('deletes a flow permanently only after a confirmation', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  await service.signIn(page)
  const id = await importAs(service, page, 'For good')
  await service.call(page, 'DELETE', `/flow/${id}/`)
  await page.goto(`${service.url}/flows/trash`)
  const open = page.getByRole('button', { name: 'Delete For good permanently' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The flow and its versions are deleted. This cannot be undone.')
  await checkAxe(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(lineOf(page, 'For good')).toBeVisible()
  await open.click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('“For good” was deleted permanently')).toBeVisible()
  await expect(lineOf(page, 'For good')).toHaveCount(0)
  expect((await page.request.post(`${service.url}/api/flow/trash/${id}/restore/`)).status()).not.toBe(200)
})

test(
  'lists copies of earlier deletions in this browser, and pages and searches many deleted flows',
  wholeRun,
  async ({ page, freshService: service }) => {
    test.slow()
    await service.setUp(page)
    await importAs(service, page, 'Browser copy')
    await withoutExtension(page, 'flow_trash')
    await page.clock.install()
    await deleteFlow(page, service, 'Browser copy')
    await expect(page.getByText('No flow matches “Browser copy”.')).toBeVisible()
    await page.unroute('**/api/me/')
    for (let number = 0; number < 27; number += 1) {
      const { id } = Object(await service.call(page, 'POST', '/flow/', { name: `Many ${number}` }))
      await service.call(page, 'DELETE', `/flow/${id}/`)
    }
    await page.goto(`${service.url}/flows/trash`)
    await expect(list(page).getByRole('listitem')).toHaveCount(25)
    const copies = page.getByRole('list', { name: 'Copies in this browser' })
    await expect(copies.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'In this browser' })).toBeVisible()
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalOverflow(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(list(page).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Search deleted flows' }).fill('many 13')
    await page.keyboard.press('Enter')
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
    await expect(list(page)).toContainText('Many 13')
  },
)

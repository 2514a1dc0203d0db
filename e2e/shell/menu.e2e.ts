/** The menus of a page and of a row: on a phone, and with a right-to-left name. */
import { createFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

test('the page menu on a phone contains what does not fit beside the title', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.url}/flows`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Search or jump to' })).toBeVisible()
  await checkAxe(page)
  const box = await page.getByRole('menu').boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
})

test('a right-to-left name does not affect the text around it', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(serviceDownErrors)
  await service.signIn(page)
  await createFlow(service, page, 'turned \u202Ename')
  await page.clock.install()
  await page.goto(`${service.url}/flows?search=turned`)
  await page.getByRole('button', { name: /^Actions for turned/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Will be deleted in/)).toBeVisible()
  await page.route('**/api/flow/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await page.clock.runFor(9_000)
  const line = page.getByRole('alert').filter({ hasText: 'was not deleted' })
  await expect(line).toBeVisible()
  await expect(line.locator('bdi')).toHaveText(/turned/)
  await expect(line).not.toContainText('retries automatically')
})

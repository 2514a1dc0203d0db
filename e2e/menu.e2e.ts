/** Menus: reached, walked and left by keyboard alone, and free of accessibility findings. */
import { makeFlow } from './flow-steps.ts'
import { checkAxe, expect, test, whileAway, wholeRun } from './service.ts'

test(
  'a menu opened by keyboard stands on its first item, walks round and gives the focus back',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await makeFlow(service, page, 'One for its menu')
    await page.goto(`${service.url}/flows?search=for+its+menu`)
    const button = page.getByRole('button', { name: 'Actions for One for its menu' })
    const item = (name: string) => page.getByRole('menuitem', { name })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(item('Open')).toBeFocused()
    await checkAxe(page)
    await page.keyboard.press('ArrowUp')
    await expect(item('Delete')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(item('Open')).toBeFocused()
    await page.keyboard.press('e')
    await expect(item('Export')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(item('Delete')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page).toHaveURL(/flows\?search/)
  },
)

test(
  'a choice leaves the menu open, a press beside it closes it and opens nothing',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await makeFlow(service, page, 'One to choose from')
    await page.goto(`${service.url}/flows`)
    const chip = page.locator('button[aria-haspopup=menu]', { hasText: 'Status' })
    await chip.click()
    await page.getByRole('menuitemcheckbox', { name: 'Draft' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
    await expect(page).toHaveURL(/status=/)
    await expect(page.getByRole('menuitemcheckbox', { checked: true })).toHaveCount(2)
    await checkAxe(page)
    await page.getByRole('heading', { name: /^Flows/ }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await chip.click()
    await chip.click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page).toHaveURL(/\/flows\?/)
  },
)

test('the page menu of a phone has what does not fit beside the title', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.url}/flows`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Import' })).toBeVisible()
  await checkAxe(page)
  const box = await page.getByRole('menu').boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
})

test(
  'a name that turns the direction of writing turns nothing but itself',
  wholeRun,
  async ({ page, service, troubles }) => {
    troubles.allow(whileAway)
    await service.signIn(page)
    await makeFlow(service, page, 'turned \u202Ename')
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
    await expect(line).not.toContainText('tries again by itself')
  },
)

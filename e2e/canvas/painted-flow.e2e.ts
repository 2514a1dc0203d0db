/** A flow too large to mount all nodes: it is painted, and works like any other. */
import type { Page } from '@playwright/test'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFlow, viewOf } from '#e2e/support/flow-steps.ts'
import { pixelsOf } from '#e2e/support/pixels.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

/** Opens a flow in rows of 40 nodes, each connected to the node beside it and the node below. */
async function openLarge(page: Page, service: TestService, count: number): Promise<void> {
  await service.signIn(page)
  const nodes = Array.from({ length: count }, (_, index) =>
    node(`n${index}`, index === 0 ? 'trigger' : 'api', `Step ${index}`, {
      position: { x: (index % 40) * 320, y: Math.floor(index / 40) * 160 },
    }),
  )
  const edges = nodes.flatMap((_, index) =>
    [index % 40 === 39 ? count : index + 1, index + 40]
      .filter((target) => target < count)
      .map((target) => ({ id: `e${index}-${target}`, source: `n${index}`, target: `n${target}` })),
  )
  const id = await importFlow(service, page, { name: 'A large flow', nodes, edges })
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  await waitUntilFitted(page)
}

const pictureOf = async (page: Page) => pixelsOf(page, await canvasOf(page).screenshot())

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

test(
  'shows 2,000 nodes with few elements, and mounts the legible ones at a higher zoom',
  wholeRun,
  async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openLarge(page, service, 2_000)
    await expect.poll(async () => (await pictureOf(page)).ink).toBeGreaterThan(0.05)
    await expect.poll(() => elements(page)).toBeLessThan(1_500)
    await expect(canvasOf(page).getByRole('group')).toHaveCount(0)
    await checkAxe(page)
    await canvasOf(page).focus()
    await page.keyboard.press('1')
    await expect.poll(() => canvasOf(page).getByRole('group').count()).toBeGreaterThan(3)
    await expect.poll(() => elements(page)).toBeLessThan(1_500)
    await expect.poll(async () => (await pictureOf(page)).ink).toBeGreaterThan(0.05)
  },
)

test(
  'a click on a painted node opens it, an arrow key opens the next one, and the URL restores it',
  wholeRun,
  async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openLarge(page, service, 2_000)
    const { left, top, x, y, zoom } = await viewOf(page)
    // The first node is at 0, 0; cards are 216 wide.
    await page.mouse.click(left + x + 100 * zoom, top + y + 30 * zoom)
    await expect(page.getByRole('complementary')).toBeVisible()
    await expect(page).toHaveURL(/node=n0/)
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).not.toHaveURL(/node=n0(&|$)/)
    // The panel shows the previous node until the next one is loaded.
    await expect(page.getByRole('complementary').getByRole('heading').first()).not.toHaveText('Step 0')
    const name = await page.getByRole('complementary').getByRole('heading').first().textContent()
    await page.reload()
    await expect(page.getByRole('complementary').getByRole('heading').first()).toHaveText(name ?? '')
    await expect(canvasOf(page).getByRole('group', { name: new RegExp(`^${name},`) })).toBeVisible()
  },
)

test('the painted flow follows the theme', wholeRun, async ({ page, service }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openLarge(page, service, 300)
  const brightness = async () => (await pictureOf(page)).brightness
  await expect.poll(brightness).toBeGreaterThan(180)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(brightness).toBeLessThan(120)
})

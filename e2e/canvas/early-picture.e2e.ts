/** A flow opened by its URL is shown before the framework has loaded, at the canvas's position. */
import { everyCardState } from '#e2e/support/every-card-state.ts'
import { canvasOf, waitUntilFitted, importFlow } from '#e2e/support/flow-steps.ts'
import { compare } from '#e2e/support/pixels.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

/** Maximum share of the canvas that its controls, minimap and summary cover, in percent. */
const maxCoveredPercent = 9

test(
  'shows a reopened flow before the framework has loaded, exactly as the canvas draws it later',
  wholeRun,
  async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await service.signIn(page)
    const id = await importFlow(service, page, everyCardState)
    await page.goto(`${service.url}/flows/${id}`)
    await expect(canvasOf(page)).toBeVisible()
    await waitUntilFitted(page)
    const box = await canvasOf(page).boundingBox()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/framework-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${service.url}/flows/${id}`, { waitUntil: 'commit' })
    const early = page.locator('body > canvas')
    await expect(early).toBeVisible()
    expect(await early.boundingBox()).toEqual(box)
    const before = await early.screenshot()
    release()
    await expect(canvasOf(page)).toBeVisible()
    await expect(early).toHaveCount(0)
    const { different, best } = await compare(page, before, await canvasOf(page).screenshot())
    expect(best).toEqual([0, 0])
    expect(different).toBeLessThan(maxCoveredPercent)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('flow:fitted').length)).toBe(1)
  },
)

test('a user action removes the early picture', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, everyCardState)
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  await waitUntilFitted(page)
  await page.route('**/assets/framework-*.js', () => {})
  await page.goto(`${service.url}/flows/${id}`, { waitUntil: 'commit' })
  const early = page.locator('body > canvas')
  await expect(early).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(early).toHaveCount(0)
})

/** Users of a tool, effects of a new key, and messages about an expression while typing. */
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

test(
  'shows indirect users of a value; a changed key lists the affected users, and requires the name',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.open(page, '/tools?tool=tool_sample_shop_key')
    const panel = page.getByRole('complementary', { name: 'Shop key' })
    await expect(panel.getByRole('img', { name: /^The tool, then \d+ tools, then \d+ flows, then/ })).toBeVisible()
    await expect(
      panel.getByRole('region', { name: 'Referenced by' }).getByRole('link', { name: 'Orders API' }),
    ).toBeVisible()
    await expect(panel.getByRole('region', { name: 'Used by' }).getByRole('link').first()).toBeVisible()
    await expect(panel.getByRole('region', { name: 'Last 30 days' })).toContainText('Errors')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await checkAxe(page)
    }
    await panel.getByRole('button', { name: 'Edit' }).click()
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.fill('shop_key_new')
    await page.getByRole('button', { name: 'Save tool' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the key of “Shop key”?' })
    const losing = dialog.getByRole('region', { name: 'Affected', exact: true })
    await expect(losing.getByRole('link', { name: 'Orders API' })).toBeVisible()
    await expect(losing).toContainText('Connected channels')
    await dialog.getByRole('button', { name: 'Change key and save' }).click()
    await expect(dialog.getByText('Type “Shop key”.')).toBeVisible()
    await checkAxe(page)
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(key).toHaveValue('shop_key_new')
    await page.getByRole('button', { name: 'Cancel' }).click()
  },
)

test(
  'checks an expression while typing, without blocking, and ignores outdated responses',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    let release: (() => void) | null = null
    await page.route('**/api/tool/check/', async (route) => {
      // The response for the first text arrives after that for the second.
      if (release === null && route.request().postData()?.includes('$sum(') === true)
        await new Promise<void>((resolve) => (release = resolve))
      await route.continue().catch(() => null)
    })
    await page.goto(`${service.url}/tools?new=transform`)
    const editor = page.getByRole('textbox', { name: 'Expression, JSONata' })
    await editor.click()
    await page.keyboard.insertText('$sum(')
    await expect.poll(() => release).not.toBeNull()
    await page.keyboard.insertText('items.price')
    const wrong = page.getByText(/^Line 1: .*end of expression|^Line 1: Expected/).filter({ visible: true })
    await expect(wrong).toBeVisible()
    await expect(page.getByText('Cannot run yet: 1 problem')).toBeVisible()
    await page.keyboard.insertText(')')
    await expect(wrong).toHaveCount(0)
    await expect(editor).not.toHaveAttribute('aria-invalid', 'true')
    ;(release ?? (() => {}))()
    await expect(page.getByText(/^Line 1:/).filter({ visible: true })).toHaveCount(0)
  },
)

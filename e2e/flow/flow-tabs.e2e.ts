/** The tabs of a flow and its header, by pointer and by keyboard. */
import { readFileSync } from 'node:fs'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, importFlow, createFlow, tabsOf } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

/** A sample flow with many runs, and content in each tab. */
const busyFlow = 'flw_sample_order_status'

test('leads to missing requirements, links them to nodes, binds them, and activates the flow', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  await service.call(page, 'POST', '/tool/', {
    name: 'Orders of the shop',
    key: 'shop_orders',
    category: 'transform',
    config: { language: 'jsonata', expression: '$' },
  })
  const id = await importFlow(service, page, {
    name: 'Order desk',
    nodes: [
      node('start', 'trigger', 'Every hour', {
        config: { kind: 'schedule', schedule: { cron: '0 * * * *', zone: 'UTC' } },
      }),
      node('ask', 'transform', 'Ask for orders', { tool: 'orders_lookup' }),
    ],
    edges: [{ id: 'e1', source: 'start', target: 'ask' }],
  })
  await page.goto(`${service.url}/flows/${id}`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  const activate = page.getByRole('menuitem', { name: 'Activate' })
  await expect(activate).toHaveAttribute('aria-disabled', 'true')
  await expect(activate).toContainText('Fix 1 problem first.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fix 1 problem' }).click()
  await expect(page).toHaveURL(/tab=health/)
  await expect(page.getByText('1 problem to fix.')).toBeVisible()
  await expect(tabsOf(page).getByTitle('1 problem')).toBeVisible()
  const missing = page.getByRole('region', { name: /Requirements/ })
  await expect(missing.getByRole('heading', { name: 'Missing tool' })).toBeVisible()

  // To the node and back, by keyboard.
  await missing.getByRole('link', { name: 'Ask for orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Ask for orders' })).toBeVisible()
  await expect(canvasOf(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Every hour' })).toBeVisible()
  await tabsOf(page)
    .getByRole('link', { name: /^Health/ })
    .click()

  const needs = page.getByRole('region', { name: /Tools, channels and secrets/ })
  await needs.getByRole('button', { name: 'Choose tool for orders_lookup' }).click()
  await page.keyboard.type('shop')
  await page.getByRole('option', { name: /Orders of the shop/ }).click()
  await expect(needs.getByRole('link', { name: 'Orders of the shop' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Both steps can run here.' })).toBeVisible()
  await expect(page.getByText('1 problem to fix.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Run a test' })).toHaveClass(/primary/)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.locator('header').getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.locator('header').getByText('Paused', { exact: true })).toBeVisible()
})

test('a problem that only activation finds is shown, and counted, in Health', async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 409/)
  await service.signIn(page)
  const id = await importFlow(service, page, {
    name: 'Half an expression',
    nodes: [
      node('start', 'trigger', 'By hand', { config: { kind: 'manual' } }),
      node('sum', 'transform', 'Add up', { config: { language: 'jsonata', expression: 'a +' } }),
    ],
    edges: [{ id: 'e1', source: 'start', target: 'sum' }],
  })
  await page.goto(`${service.url}/flows/${id}`)
  await page.getByRole('button', { name: 'Activate' }).dblclick()
  await expect(page).toHaveURL(/tab=health/)
  await expect(page.getByText('The flow was not activated')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 of 2 steps can run here.' })).toBeVisible()
  await expect(page.getByText('1 problem to fix.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fix 1 problem' })).toBeVisible()
})

test('says what is sent and what costs before a flow is activated', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, {
    name: 'Says hello',
    nodes: [
      node('start', 'trigger', 'By hand', { config: { kind: 'manual' } }),
      node('call', 'api', 'Ask', { config: { method: 'GET', url: 'https://shop.example/orders' } }),
      node('sum', 'code', 'Add up', { config: { language: 'javascript', source: 'return input' } }),
      node('say', 'message', 'Say hello', { config: { channel: 'reply', text: 'Hello' } }),
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'call' },
      { id: 'e2', source: 'call', target: 'sum' },
      { id: 'e3', source: 'sum', target: 'say' },
    ],
  })
  await page.goto(`${service.url}/flows/${id}`)
  await page.getByRole('button', { name: 'Activate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activate “Says hello”?' })
  await expect(dialog.getByText('Up to 1 message is sent.')).toBeVisible()
  await expect(dialog.getByText('The cost is unknown.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
  await checkAxe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Run a test' }).click()
  await expect(page.getByText('A test sends this too, except replies.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Activate' }).click()
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(page.locator('header').getByText('Active', { exact: true })).toBeVisible()
})

test(
  'by keyboard: switches tabs, adds tags, and duplicates the flow',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 409/)
    await service.signIn(page)
    const id = await createFlow(service, page, 'Typed only')
    await page.goto(`${service.url}/flows/${id}`)
    const canvasTab = tabsOf(page).getByRole('link', { name: 'Canvas' })
    await expect(canvasTab).toHaveAttribute('aria-current', 'page')
    await canvasTab.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'No steps yet' })).toBeVisible()

    const menu = page.getByRole('button', { name: 'Page menu' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Tags' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Tags of “Typed only”' })
    await expect(dialog.getByRole('button', { name: 'Add tag' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Find or type a tag' })).toBeFocused()
    await page.keyboard.type('night, desk')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Remove the tag night' })).toBeVisible()
    // A tag of another user is kept beside the user's own tags.
    await service.call(page, 'PUT', `/flow/${id}/tags/`, { tags: ['theirs'] })
    await dialog.getByRole('button', { name: 'Save tags' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await tabsOf(page).getByRole('link', { name: 'Details' }).press('Enter')
    const about = page.getByRole('region', { name: 'About' })
    for (const tag of ['theirs', 'night', 'desk']) await expect(about.getByText(tag, { exact: true })).toBeVisible()

    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Duplicate' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Typed only (copy)' })).toBeVisible()
  },
)

test('shows runs with totals, a filter in the URL, a run beside the list, and a link to all runs', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, `/flows/${busyFlow}`)
  await tabsOf(page).getByRole('link', { name: /^Runs/ }).click()
  await page.getByRole('button', { name: 'Started last 30 days' }).click()
  await page.getByRole('menuitemradio', { name: 'All time' }).click()
  await expect(page).toHaveURL(/period=all/)
  const table = page.getByRole('table', { name: /^Runs of Order status/ })
  await expect(table).toBeVisible()
  const totals = page.getByRole('term').filter({ hasText: 'Average cost' })
  await expect(totals).toBeVisible()
  await page.getByRole('button', { name: 'Status any' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Succeeded' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=succeeded/)
  await expect(table.getByRole('row').nth(1)).toContainText('Succeeded')
  await expect(table.getByText('Failed')).toHaveCount(0)
  await expect(page.getByRole('definition').getByText(/^\d+(\.\d)?% of [\d,]+ runs$/)).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Failed' })).toHaveCount(0)
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/run=/)
  const panel = page.getByRole('complementary', { name: 'Run' })
  await expect(panel.getByText('Balance after')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Status Succeeded' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in all runs' })).toHaveAttribute(
    'href',
    `/runs?form=list&flow=${busyFlow}`,
  )
})

test('copies and downloads the file of a flow', wholeRun, async ({ page, sampleService }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sampleService.open(page, `/flows/${busyFlow}?tab=json`)
  const file = page.getByRole('region', { name: /^File of Order status/ })
  await expect(file).toContainText('flow-template')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const saved = readFileSync(await (await coming).path(), 'utf8')
  expect(saved).toContain('"format": "flow-template"')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  // The two texts differ in their export time.
  const timeless = (text: string) => text.replace(/"exported_at": "[^"]*"/, '')
  expect(timeless(copied)).toBe(timeless(saved))
})

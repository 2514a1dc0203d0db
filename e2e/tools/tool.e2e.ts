/** The tools page: finding, creating, editing and deleting tools, their usage, and errors. */
import type { Page } from '@playwright/test'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
} from '#e2e/support/service.ts'

const hostile = '<img src=x onerror=alert(1)> ' + 'שלום عليكم 日本 🛠️ '.repeat(8)

async function makeTool(service: TestService, page: Page, body: Record<string, unknown>): Promise<string> {
  const created = await service.call(page, 'POST', '/tool/', body)
  if (typeof created !== 'object' || created === null || !('id' in created)) throw new Error('No tool was created.')
  return String(created.id)
}

const request = { method: 'GET', url: 'https://shop.example/{{ input.id }}' }
const panelOf = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name })
const code = (page: Page, name: string) => page.getByRole('textbox', { name })

test('finds a tool, and shows its details and users at three widths', async ({ page, sampleService }) => {
  await sampleService.open(page, '/tools?ordering=nonsense&page=-3&category=wood')
  await expect(page.getByRole('table', { name: 'API tools' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('shop key')
  await expect(page).toHaveURL(/search=shop/)
  await expect(page.getByText('No API tool matches “shop key”.')).toBeVisible()
  await page.getByRole('link', { name: /\d+ in Global/ }).click()
  await expect(page.getByRole('link', { name: 'Shop key' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Reset search' }).click()
  await page.getByRole('columnheader', { name: 'Cost, 30 d' }).getByRole('button').click()
  await expect(page).toHaveURL(/ordering=-cost_last_30_days/)
  await page.getByRole('link', { name: 'Orders API' }).click()
  const panel = panelOf(page, 'Orders API')
  await expect(panel.getByText('orders_api')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Used by' }).getByRole('link').first()).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Connected channels' }).getByRole('link').first()).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Last 30 days' })).toContainText('Calls')
  await panel.getByRole('region', { name: 'Input' }).getByRole('button', { name: 'JSON' }).click()
  await expect(code(page, 'Input, JSON Schema')).toContainText('"order_no"')
  await checkAxeAtWidths(page)
})

test(
  'opens the category of a linked tool, without horizontal overflow at 320 px',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${sampleService.url}/tools?tool=tool_sample_orders_api`)
    await expect(panelOf(page, 'Orders API').getByText('orders_api')).toBeVisible()
    await expectNoHorizontalOverflow(page)
    await page.goto(`${sampleService.url}/tools?tool=tool_sample_shop_key`)
    await expect(page.getByRole('link', { name: /^Global/ })).toHaveAttribute('aria-current', 'page')
    await expect(panelOf(page, 'Shop key')).toContainText('set •••• 7c1e')
  },
)

test('creates a tool by keyboard, and counts, locates and focuses errors', async ({ page, service }) => {
  await service.open(page, '/tools')
  await expect(page.getByRole('heading', { name: /^Tools/ })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('form', { name: 'New API tool' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await page.keyboard.type('Parcel state')
  await expect(form.getByRole('textbox', { name: 'Key' })).toHaveValue('parcel_state')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 problem')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Request' })).toBeFocused()
  await expect(form.getByText('Enter the address of the request.')).toBeVisible()
  await page.keyboard.type('https://track.example/{{ input.parcel_no }}')
  await expect(page.getByText('1 problem')).toHaveCount(0)
  const schema = code(page, 'Input, JSON Schema')
  await expect(schema).toHaveCount(0)
  await form.locator('summary').press('Enter')
  await schema.focus()
  // In the editor shortcut keys insert text, and Tab moves the focus to the next field.
  await page.keyboard.insertText('{\n  "properties": {\n    "j": { "type": "text" }\n  }\n}')
  await page.keyboard.press('Tab')
  await expect(code(page, 'Output, JSON Schema')).toBeFocused()
  const wrong = form.getByText(/^Line 3: “text” is not a type\./).filter({ visible: true })
  await expect(wrong).toBeVisible()
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Create tool' }).press('Enter')
  await expect(schema).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"properties": {"parcel_no": {"type": "string"}}}')
  await expect(wrong).toHaveCount(0)
  await page.getByRole('button', { name: 'Create tool' }).press('Enter')
  const panel = panelOf(page, 'Parcel state')
  await expect(panel.getByRole('region', { name: 'Input' })).toContainText('parcel_no')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
})

test('edits a tool: never shows secrets, reports a taken key at its field, shows both versions of a conflict', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of (400|409)/)
  await service.signIn(page)
  await makeTool(service, page, { name: 'Has the key', key: 'taken_key', category: 'api', config: request })
  const id = await makeTool(service, page, {
    name: hostile.trim().slice(0, 200),
    key: 'hostile',
    category: 'api',
    config: { ...request, auth: { kind: 'bearer', secret: 'a long secret 7c1e' } },
  })
  await page.goto(`${service.url}/tools?tool=${id}&edit`)
  await expect(page.getByText('set •••• 7c1e')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My name for it')
  await page.getByRole('textbox', { name: 'Key' }).fill('taken_key')
  await page.getByRole('button', { name: 'Save tool' }).click()
  await expect(page.getByText('Another tool already has this key.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Key' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Key' }).fill('hostile')
  await page.getByRole('button', { name: 'Replace token' }).click()
  await page.getByLabel('Token', { exact: true }).fill('another long secret 9d02')
  await service.call(page, 'PATCH', `/tool/${id}/`, { name: 'Their name for it' })
  await page.getByRole('button', { name: 'Save tool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
  await expect(dialog).toContainText('Their name for it')
  await expect(dialog).toContainText('My name for it')
  await expect(dialog).not.toContainText('another long secret')
  await dialog.getByRole('button', { name: 'Keep my version' }).click()
  await expect(panelOf(page, 'My name for it')).toContainText('set •••• 9d02')
})

test(
  'restores a draft after a reload without its secret, and undoes discarding it',
  wholeRun,
  async ({ page, service }) => {
    await service.open(page, '/tools?new=global')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept for later')
    await page.getByRole('checkbox', { name: 'Secret' }).check()
    await page.getByLabel('Value', { exact: true }).fill('never on a disk')
    await expect(page.getByText('Draft saved on this device')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Kept for later')
    await expect(page.getByLabel('Value', { exact: true })).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never on a disk')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Kept for later')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  },
)

test(
  'duplicates and deletes a tool; lists its users, and requires its name if an active flow uses it',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    await sampleService.open(page, '/tools?tool=tool_sample_orders_api')
    const panel = panelOf(page, 'Orders API')
    await panel.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Orders API”?' })
    await expect(dialog).toContainText('This cannot be undone.')
    await expect(dialog.getByRole('region', { name: 'Affected', exact: true }).getByRole('link').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete tool' }).click()
    await expect(dialog.getByText('Type “Orders API”.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await panel.getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Copy of Orders API')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders API, second')
    await page.getByRole('button', { name: 'Create tool' }).click()
    // The deletion event may arrive before the response: the open panel then reloads the tool.
    pageErrors.allow(/status of 404 .*\/api\/tool\/tool_/)
    const copy = panelOf(page, 'Orders API, second')
    await copy.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete tool' }).click()
    await expect(page.getByText('“Orders API, second” was deleted')).toBeVisible()
    await expect(copy).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Orders API, second' })).toHaveCount(0)
  },
)

test(
  'keeps the draft when the tool is deleted elsewhere, and saves it as a new tool',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    await service.signIn(page)
    const id = await makeTool(service, page, {
      name: 'Parcel place',
      key: 'parcel_place',
      category: 'api',
      config: { ...request, auth: { kind: 'bearer', secret: 'a long secret 7c1e' } },
    })
    await page.goto(`${service.url}/tools?tool=${id}&edit`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Where the parcel is')
    await service.call(page, 'DELETE', `/tool/${id}/`)
    await expect(page.getByText('This tool was deleted while you were editing it')).toBeVisible()
    await expect(name).toHaveValue('Where the parcel is')
    await expect(page.getByRole('button', { name: 'Save tool' })).toHaveAttribute('aria-disabled', 'true')
    await name.press('Enter')
    await expect(page.getByText('The tool was not saved')).toHaveCount(0)
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalOverflow(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Save as a new tool' }).click()
    // The secret was deleted with the tool, and has to be entered again.
    await expect(page.getByText('set •••• 7c1e')).toHaveCount(0)
    await page.getByLabel('Token', { exact: true }).fill('another long secret 9d02')
    await page.getByRole('button', { name: 'Create tool' }).click()
    const panel = panelOf(page, 'Where the parcel is')
    await expect(panel.getByText('parcel_place')).toBeVisible()
    await expect(panel).toContainText('set •••• 9d02')

    const other = await makeTool(service, page, {
      name: 'No secret',
      key: 'no_secret',
      category: 'api',
      config: request,
    })
    await page.goto(`${service.url}/tools?tool=${other}&edit`)
    await name.fill('Still no secret')
    await service.call(page, 'DELETE', `/tool/${other}/`)
    await page.getByRole('button', { name: 'Save as a new tool' }).click()
    await expect(panelOf(page, 'Still no secret').getByText('no_secret')).toBeVisible()
  },
)

test(
  'shows a placeholder while loading, a failed usage request, and a deleted tool',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await service.signIn(page)
    const id = await makeTool(service, page, {
      name: 'Only one',
      category: 'code',
      config: { language: 'javascript', source: 'return 1' },
    })
    await page.goto(`${service.url}/tools`)
    await page.route('**/api/tool/*/usage/', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Broken.', code: 'internal' } }),
    )
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/api/tool/?category=code*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: /^Code/ }).click()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    release()
    await page.getByRole('link', { name: 'Only one' }).click()
    const panel = panelOf(page, 'Only one')
    await expect(panel.getByText('Usage could not be loaded')).toBeVisible()
    await expect(code(page, 'Source')).toContainText('return 1')
    await service.call(page, 'DELETE', `/tool/${id}/`)
    await page.goto(`${service.url}/tools?tool=${id}`)
    await expect(page.getByText('The tool could not be found')).toBeVisible()
  },
)

test('a viewer sees everything but can change nothing', async ({ page, sampleService }) => {
  await sampleService.signInAsViewer(page)
  await page.goto(`${sampleService.url}/tools?new=api`)
  await expect(page.getByRole('table', { name: 'API tools' })).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New tool' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto(`${sampleService.url}/tools?tool=tool_sample_orders_api&edit`)
  const panel = panelOf(page, 'Orders API')
  for (const name of ['Edit', 'Duplicate', 'Delete'])
    await expect(panel.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  await checkAxe(page)
})

/** A service that returns only ids and names: every page works, and shows no invented values. */
import type { Page } from '@playwright/test'
import { startMinimalService, type MinimalService } from '#e2e/support/minimal-service.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

/** Texts that reveal an unhandled absent value. */
const inventedText = /\bNaN\b|undefined|\bnull\b|Invalid|\b0\.00\b|\bfalse\b|\[object|Never ran|No flow\b/

/** Grouped by navigation item: pages of one group share most of their scripts, which are loaded once. */
const pages = {
  today: [{ path: '/', ready: 'No problems in what could be read.' }],
  flows: [
    { path: '/flows', ready: 'Night desk' },
    { path: '/flows?form=cards', ready: 'Night desk' },
  ],
  flow: [
    { path: '/flows/1?tab=runs', ready: 'Night desk' },
    { path: '/flows/1?tab=health', ready: 'The service does not say whether the flow can run.' },
    { path: '/flows/1?tab=metadata', ready: 'About' },
    { path: '/flows/1?tab=variables', ready: 'Variables' },
  ],
  tools: [
    { path: '/tools', ready: 'Night desk' },
    { path: '/tools?category=all&tool=1', ready: 'Raw JSON' },
    { path: '/tools?tool=99', ready: 'This tool is not on this page of the list' },
  ],
  channels: [
    { path: '/channels', ready: 'Unknown status' },
    { path: '/channels?channel=1', ready: 'Raw JSON' },
  ],
  'inbox, runs and billing': [
    { path: '/inbox', ready: 'Night desk' },
    { path: '/inbox?conversation=1', ready: 'Raw JSON' },
    { path: '/billing', ready: 'Runs out' },
    { path: '/runs', ready: 'Unknown flow' },
    { path: '/runs?time=any', ready: 'Unknown flow' },
  ],
}

/** Paths of extensions that another service need not have. */
const extensions =
  /\/(usage|facets|fields|message|summary|drawing|activate|pause|archive|tags|bindings|duplicate)\b|reasons|bulk|person|key\b|activity/

let service: MinimalService
test.beforeAll(async () => {
  service = await startMinimalService()
})
test.afterAll(async () => {
  await service.stop()
})
test.beforeEach(({ pageErrors }) => {
  // Missing paths answer 404, which Chromium logs.
  pageErrors.allow(/status of 404 .*\/api\/me\/$/)
})

async function checkPage(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text.match(inventedText)?.[0], text).toBeUndefined()
  for (const attribute of ['title', 'aria-label', 'datetime']) {
    const values = await page
      .locator(`[${attribute}]`)
      .evaluateAll((all, name) => all.map((one) => one.getAttribute(name) ?? ''), attribute)
    expect(values.filter((value) => inventedText.test(value))).toEqual([])
  }
}

for (const [stop, its] of Object.entries(pages))
  test(`shows no invented values on the pages of ${stop}`, wholeRun, async ({ page }) => {
    test.slow()
    for (const { path, ready } of its) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${service.url}${path}`)
      await expect(page.getByText(ready, { exact: true }).locator('visible=true').first()).toBeVisible()
      await checkPage(page)
      await checkAxe(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoHorizontalOverflow(page)
      await checkPage(page)
    }
  })

/** Actions on a conversation, a flow or a tool that need an extension. */
const controls = /^(Change |Activate|Pause|Archive|Duplicate|Tags|Edit|Delete tool|Show a run|Resolve|Assign)/

const meRequestCount = () => service.log.filter((line) => line === 'GET me').length

test('neither shows controls of missing extensions nor requests these extensions', async ({ page }) => {
  let before = meRequestCount()
  for (const path of [
    '/flows',
    '/flows?form=cards',
    '/flows/1',
    '/tools?category=all&tool=1',
    '/inbox?conversation=1',
    '/runs',
  ]) {
    await page.goto(`${service.url}${path}`)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.getByText(path === '/runs' ? 'Unknown flow' : 'Night desk').first()).toBeVisible()
    const names = await page.getByRole('button').allTextContents()
    expect(names.filter((name) => controls.test(name))).toEqual([])
    // This service has no `/me/`: it is requested a few times, not endlessly.
    expect(meRequestCount() - before, path).toBeLessThan(5)
    before = meRequestCount()
  }
  expect(service.log.filter((line) => extensions.test(line.split('?')[0] ?? ''))).toEqual([])
})

test("opens the service's original JSON of a tool by keyboard", wholeRun, async ({ page }) => {
  await page.goto(`${service.url}/tools?category=all&tool=1`)
  await page.getByRole('button', { name: 'Raw JSON' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Raw JSON of Night desk' })
  await expect(dialog.getByRole('region')).toContainText('"name": "Night desk"')
  await expect(dialog.getByRole('region')).not.toContainText('category')
  await checkAxe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Raw JSON' })).toBeFocused()
})

test(
  'adds the fields that a service requires for a new tool to the form, and sends them',
  wholeRun,
  async ({ page, pageErrors }) => {
    pageErrors.allow(/status of 400 .*\/api\/tool\/$/)
    await page.goto(`${service.url}/tools?new=api`)
    const form = page.getByRole('form', { name: 'New API tool' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders')
    await form.getByRole('textbox', { name: 'Request' }).fill('https://taken.example')
    await page.getByRole('button', { name: 'Create tool' }).click()
    const requiredFields = form.getByRole('group', { name: 'Required by the service' })
    await expect(requiredFields.getByRole('textbox', { name: 'cost_center' })).toHaveAccessibleDescription(
      'This field is required.',
    )
    await expect(form.getByText('This address is taken.')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Request' })).toBeFocused()
    await checkAxe(page)
    await requiredFields.getByRole('textbox', { name: 'cost_center' }).fill('4711')
    // The other fields of the form stay editable.
    await form.getByRole('textbox', { name: 'Request' }).fill('https://orders.example')
    await page.getByRole('button', { name: 'Create tool' }).click()
    await expect(requiredFields.getByRole('textbox', { name: 'owner_team' })).toBeFocused()
    await requiredFields.getByRole('textbox', { name: 'owner_team' }).fill('Sales')
    await page.getByRole('button', { name: 'Create tool' }).click()
    await expect(form).toBeHidden()
    expect(service.createdTools).toMatchObject([
      {
        name: 'Orders',
        category: 'api',
        cost_center: '4711',
        owner_team: 'Sales',
        config: { url: 'https://orders.example' },
      },
    ])
  },
)

/** The list of flows: filters, table and cards, and actions on one or many flows, with a result for each. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { z } from 'zod'
import { fixture } from '#e2e/support/flow-files.ts'
import { createFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Flows' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected flows' })
const results = (page: Page) => page.getByRole('complementary', { name: 'Results' })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens the menu of a row by its button and chooses an item. */
async function chooseAction(page: Page, row: Locator, name: string, choice: string): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

async function activateSelected(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  // Asked first.
  const dialog = page.getByRole('dialog', { name: /^Activate/ })
  await expect(dialog).toContainText('Runs can send messages and cost money.')
  await expect(dialog.getByRole('button', { name: /^Keep as/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Activate' }).click()
}

const errorResponse = { status: 500, contentType: 'application/json', body: '{"detail":"It broke.","code":"internal"}' }

test('by keyboard: selects flows, tags and archives them, and keeps the selection under another filter', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  for (const name of ['Keys one', 'Keys two', 'Keys three']) await createFlow(service, page, name)
  await page.goto(`${service.url}/flows?search=keys&ordering=name`)
  await expect(table(page)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Keys three' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('a')
  await expect(bar(page).getByRole('button', { name: 'Export as ZIP' })).toBeFocused()
  for (const name of ['Compare', 'Tags']) {
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 flows' })
  await expect(dialog.getByRole('button', { name: 'Add tag' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Find or type a tag' })).toBeFocused()
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText('will be added')
  await dialog.getByRole('button', { name: 'Save tags' }).focus()
  await page.keyboard.press('Enter')
  await expect(results(page)).toContainText('2 of 2 done')
  await expect(rowOf(page, 'Keys one')).toContainText('by keyboard')
  await expect(rowOf(page, 'Keys two')).not.toContainText('by keyboard')
  // The menu key and Shift + F10 open the menu of the row.
  await page.getByRole('link', { name: 'Keys two' }).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Keys two' }).focus()
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('arch')
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Keys two')).toContainText('Archived')
  // Flows stay selected under another filter.
  await page.keyboard.press('/')
  await page.keyboard.type('keys two')
  await expect(page).toHaveURL(/keys\+two/)
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(bar(page)).toHaveCount(0)
})

test(
  'shows why a flow was not activated, merges concurrent tags, and duplicates the flow',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 409/)
    await service.signIn(page)
    const id = await createFlow(service, page, 'Single')
    await page.goto(`${service.url}/flows?search=single`)
    const row = rowOf(page, 'Single')
    // Its own menu leads to the problem, and does not activate it.
    await row.hover()
    await row.getByRole('button', { name: 'Actions for Single' }).click()
    await expect(page.getByRole('menuitem', { name: 'Activate' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('menuitem', { name: 'Fix problems' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select Single' }).check()
    await activateSelected(page)
    await expect(results(page)).toContainText('Not activated')
    await expect(row).toContainText('Not activated')
    await expect(results(page).getByRole('link', { name: 'Single' })).toHaveAttribute('href', `/flows/${id}`)
    await expect(results(page)).toContainText('To activate the flow, fix the errors.')
    await results(page).getByRole('button', { name: 'Close' }).click()
    await expect(row).not.toContainText('Not activated')
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()

    await chooseAction(page, row, 'Single', 'Tags')
    const dialog = page.getByRole('dialog', { name: /^Tags of/ })
    await service.call(page, 'PUT', `/flow/${id}/tags/`, { tags: ['theirs'] })
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('combobox', { name: 'Find or type a tag' }).fill('mine')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save tags' }).click()
    await expect(row).toContainText('theirs')
    // A row with a state shows one tag and counts the others.
    await expect(row).toContainText('+1')

    await chooseAction(page, row, 'Single', 'Duplicate')
    await expect(page.getByText('“Single (copy)” was created as a draft')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Single (copy)' })).toBeVisible()
  },
)

test('deletes several flows, with an undo for all and an export first', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const ids = [await createFlow(service, page, 'Sweep a'), await createFlow(service, page, 'Sweep b')]
  await page.clock.install()
  await page.goto(`${service.url}/flows?search=sweep`)
  const openDialog = async () => {
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    return page.getByRole('dialog', { name: 'Delete 2 flows?' })
  }
  const first = await openDialog()
  await expect(first.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await first.getByRole('button', { name: 'Delete 2 flows' }).click()
  await expect(page.getByText(/Will be deleted in \d s/)).toHaveCount(2)
  await results(page).getByRole('button', { name: 'Undo: keep 2 flows' }).click()
  await expect(results(page)).toContainText('2 kept')
  await page.clock.runFor(9_000)
  await expect(page.getByRole('link', { name: 'Sweep a' }).first()).toBeVisible()

  const second = await openDialog()
  const zip = page.waitForEvent('download')
  await second.getByRole('button', { name: 'Export first, then delete' }).click()
  expect(Object.keys(unzipSync(readFileSync(await (await zip).path())))).toHaveLength(3)
  await expect(page.getByText(/Will be deleted in \d s/)).toHaveCount(2)
  await page.clock.runFor(9_000)
  await expect(results(page).getByText('Deleted', { exact: true })).toHaveCount(2)
  await expect(page.getByText('No flow matches “sweep”.')).toBeVisible()
  for (const id of ids) expect((await page.request.get(`${service.url}/api/flow/${id}/`)).status()).toBe(404)
})

test(
  'keeps cards, tag and page size in the URL, and reports a missing page',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    // The filter opens although it is clicked before its code has loaded.
    let press = () => {}
    const pressed = new Promise<void>((done) => (press = done))
    await page.route(/\/tag-chip-/, async (route) => {
      await pressed
      await route.continue()
    })
    await page.goto(`${sampleService.url}/flows`)
    await page.getByRole('button', { name: 'Tag any' }).click()
    press()
    await page.getByRole('combobox', { name: 'Find a tag' }).fill('supp')
    await page.getByRole('option', { name: 'support' }).click()
    await expect(page).toHaveURL(/tag=support/)
    await page.keyboard.press('Escape')
    const rows = table(page).getByRole('row').filter({ hasNotText: 'Status' })
    await expect(rows.filter({ hasNotText: 'support' })).toHaveCount(0)
    await page.getByText('Cards', { exact: true }).click()
    await expect(page).toHaveURL(/form=cards/)
    const cards = page.getByRole('list', { name: 'Flows' })
    await expect(cards.getByText('Cost, 30 d').first()).toBeVisible()
    // Each flow has steps, and is drawn.
    await expect(cards.getByRole('listitem').filter({ has: page.locator('svg rect') })).toHaveCount(
      await cards.getByRole('listitem').count(),
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(bar(page)).toContainText('1 selected')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/flows\/flw_/)
    await page.goBack()
    await expect(cards).toBeVisible()
    await expect(bar(page)).toContainText('1 selected')

    await page.goto(`${sampleService.url}/flows?search=zzz&status=archived&tag=night`)
    await expect(page.getByText('No flow matches these 3 filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Search “zzz”' }).click()
    await expect(page).toHaveURL(/\?status=archived&tag=night$/)
    await page.goto(`${sampleService.url}/flows?page=999`)
    await expect(page.getByText('There is no page 999.')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
    await expect(page).toHaveURL(/size=50$/)
    await expect(page.getByText('1–30 of 30')).toBeVisible()
  },
)

test(
  'keeps the previous rows and their page number while loading and after an error, which it shows once',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 500/)
    await sampleService.open(page, '/flows?ordering=name')
    await expect(page.getByText('1–25 of 30')).toBeVisible()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/flow/?*offset=25*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText('1–25 of 30')).toBeVisible()
    await expect(table(page).getByRole('row')).toHaveCount(26)
    release()
    await expect(page.getByText('26–30 of 30')).toBeVisible()
    await page.route('**/api/flow/?*', (route) => route.fulfill(errorResponse))
    await page.getByRole('button', { name: 'Status any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
    await expect(page.getByText('Flows could not be loaded')).toHaveCount(1, { timeout: 20_000 })
    await expect(page.getByText('26–30 of 30')).toBeVisible()
  },
)

test('a viewer sees everything, can export, and sees why other actions are disabled', async ({
  page,
  sampleService,
}) => {
  await sampleService.signInAsViewer(page)
  await page.goto(`${sampleService.url}/flows?ordering=name`)
  const first = table(page).getByRole('row').nth(1)
  await first.getByRole('checkbox').check()
  await expect(bar(page).getByRole('button', { name: 'Export as ZIP' })).not.toHaveAttribute('aria-disabled')
  for (const name of ['Tags', 'Delete'])
    await expect(bar(page).getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /^New name/ })).toHaveCount(0)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText('You have read-only access')
  await page.keyboard.press('Escape')
  const file = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Export as ZIP' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.json$/)
})

test(
  'has no accessibility violations in cards with a selection, the tags dialog, and results',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    // Many checks of a whole page, some seconds each.
    test.slow()
    pageErrors.allow(/status of 409/)
    await service.signIn(page)
    const template: unknown = JSON.parse(readFileSync(fixture('n8n-orders.json'), 'utf8'))
    const name = `<img onerror> מסלול ${'long '.repeat(20)}`.trim()
    await service.call(page, 'POST', '/flow/import/', { template, name })
    await service.open(page, `/flows?search=${encodeURIComponent('img onerror')}&form=cards`)
    await page.getByRole('checkbox', { name: 'Select <img onerror>' }).check()
    await expect(bar(page)).toBeVisible()
    await checkAxeAtWidths(page)
    const actions = page.getByRole('button', { name: 'Actions for <img onerror>' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Tags' }).click()
    await expect(page.getByRole('dialog', { name: /^Tags of/ })).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await activateSelected(page)
    await expect(results(page)).toContainText('Not activated')
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalOverflow(page)
  },
)

test('orders flows by recent failures, and leads from their number to the reasons', async ({ page, sampleService }) => {
  await sampleService.open(page, '/flows')
  await page.getByRole('button', { name: 'Updated' }).first().click()
  await page.getByRole('menuitemradio', { name: 'Most failures' }).click()
  await expect(page).toHaveURL(/ordering=-failed_last_30_days/)
  const Counts = z.object({ results: z.array(z.object({ id: z.string(), failed_last_30_days: z.number() })) })
  const [worst] = Counts.parse(
    await sampleService.call(page, 'GET', '/flow/?ordering=-failed_last_30_days&limit=1'),
  ).results
  const row = page.getByRole('table', { name: 'Flows' }).locator('tbody tr').first()
  await row.getByRole('link', { name: new RegExp(`^${worst?.failed_last_30_days} · [\\d.]+%$`) }).click()
  await expect(page).toHaveURL(`${sampleService.url}/runs?flow=${worst?.id}&status=failed%2Ctimed_out`)
  await expect(page.getByRole('table', { name: 'Reasons' })).toBeVisible()
})

test('by keyboard: hides a column, remembers it, shows it while the list is ordered by it, and resets', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/flows?ordering=name')
  const head = (name: string) => table(page).getByRole('columnheader', { name, exact: true })
  const item = (name: string | RegExp) => page.getByRole('menuitemcheckbox', { name })
  const columns = page.getByRole('button', { name: 'Columns' })
  await expect(head('Runs, 30 days')).toBeVisible()
  await columns.press('Enter')
  await expect(item('Status')).toBeFocused()
  await expect(item('Name')).toHaveCount(0)
  await page.keyboard.type('run')
  await page.keyboard.press('Enter')
  await expect(item('Runs, 30 days')).toHaveAttribute('aria-checked', 'false')
  await expect(head('Runs, 30 days')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await page.reload()
  await expect(head('Status')).toBeVisible()
  await expect(head('Runs, 30 days')).toHaveCount(0)
  await page.goto(`${sampleService.url}/flows?ordering=-run_count`)
  await expect(head('Runs, all time')).toHaveAttribute('aria-sort', 'descending')
  await columns.click()
  await expect(item(/^Runs, all time/)).toContainText('Shown while the list is ordered by it')
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Runs, 30 days')).toBeVisible()
})

test('compact rows apply to every table and stay after a reload', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/flows')
  const height = async () => (await page.locator('tbody tr').first().boundingBox())?.height ?? 0
  await expect(table(page)).toBeVisible()
  const comfortable = await height()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(comfortable)
  const compact = await height()
  await page.goto(`${sampleService.url}/tools`)
  await expect(page.getByRole('table', { name: 'API tools' })).toBeVisible()
  expect(await height()).toBe(compact)
})

test('on a phone, a row has its status, last run and cost, and Import is in the bar', async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`${sampleService.url}/flows?ordering=-cost_last_30_days`)
  const row = table(page).getByRole('row').nth(1)
  await expect(row.getByRole('img', { name: 'Active' })).toBeVisible()
  await expect(row.getByRole('cell', { name: /^Active .+(ago|Running now)/ })).toBeVisible()
  await expect(row.getByRole('cell', { name: /^€\d/ })).toBeVisible()
  await expectNoHorizontalOverflow(page)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/import$/)
  await page.goto(`${sampleService.url}/tools?ordering=-cost_last_30_days`)
  await expect(page.getByRole('row').nth(1).getByRole('cell', { name: /^€\d/ })).toBeVisible()
})

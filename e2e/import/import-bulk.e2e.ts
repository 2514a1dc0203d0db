/** Import of many flows, each with its own result. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { canvasOf, chooseFiles, importReady, rowsOf } from '#e2e/support/flow-steps.ts'
import { fileOf, fixtureFile, openImport, review, small } from '#e2e/support/import-files.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

test(
  'imports the 18 flows of 20 mixed files, refuses 3 bad files, and lists them all in the report',
  wholeRun,
  async ({ page, service }) => {
    await openImport(service, page)
    const validFiles = [
      'n8n-orders.json',
      'n8n-by-id.json',
      'generic-react-flow.json',
      'template-small.json',
      'dify/complaints.yml',
      'comfyui/portrait.json',
      'kestra/orders.yaml',
      'langflow/summary.json',
      'flowise/returns.json',
      'sim/leads.json',
      'activepieces/deals.json',
    ]
    const mixed = [
      ...validFiles.map(fixtureFile),
      ...['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(small),
      fixtureFile('bad/cut.json'),
      fixtureFile('bad/letter.json'),
      fixtureFile('bad/tabs.yaml'),
    ]
    await chooseFiles(page, mixed)
    await expect(page.getByRole('heading', { name: /^Import\s*20 files$/ })).toBeVisible()
    // Files are read one after the other; only those that were read are sent.
    await expect(page.getByRole('button', { name: 'Import 18 flows' })).toBeVisible()
    await importReady(page)
    await expect(page.getByText('18 imported · 3 refused')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save report' }).click()
    await page.getByRole('menuitem', { name: 'As JSON' }).click()
    const saved = readFileSync(await (await download).path(), 'utf8')
    const lines = z
      .array(z.object({ file: z.string(), result: z.string(), id: z.string(), reason: z.string() }))
      .parse(JSON.parse(saved))
    expect(lines.map(({ result }) => result).filter((result) => result === 'imported')).toHaveLength(18)
    expect(lines.filter(({ id }) => id.startsWith('flw_'))).toHaveLength(18)
    expect(lines.find(({ file }) => file === 'tabs.yaml')?.reason).toContain('Line 4, column 1')
  },
)

test('creates no second flow on retry after a lost response', wholeRun, async ({ page, freshService, pageErrors }) => {
  pageErrors.allow(/Failed to load resource/)
  await freshService.setUp(page)
  await openImport(freshService, page)
  await chooseFiles(page, [small('Night desk'), small('Day desk')])
  // The service processes the request, but its response is lost.
  await page.route('**/api/flow/import/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await importReady(page)
  await expect(page.getByText('2 failed', { exact: true })).toBeVisible()
  await expect(review(page)).toContainText('Trying again never creates a duplicate')
  await page.unroute('**/api/flow/import/')
  await page.getByRole('button', { name: 'Retry 2 failed' }).click()
  await expect(page.getByText('2 imported')).toBeVisible()
  await page.goto(`${freshService.url}/flows`)
  await expect(page.getByRole('row', { name: /Night desk/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Day desk/ })).toHaveCount(1)
})

test('does not send skipped flows, and cancels queued ones', wholeRun, async ({ page, service }) => {
  await openImport(service, page)
  await chooseFiles(
    page,
    ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => small(`Cancelled ${name}`)),
  )
  await rowsOf(page).filter({ hasText: 'Cancelled F' }).click()
  await review(page).getByRole('button', { name: 'Skip' }).click()
  await expect(rowsOf(page).filter({ hasText: 'Cancelled F' })).toContainText('Skipped')
  // Four flows are being sent, the fifth is queued.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/flow/import/', async (route) => {
    await released
    await route.continue()
  })
  await importReady(page)
  await expect(rowsOf(page).filter({ hasText: 'Cancelled E' })).toContainText('Queued')
  await page.getByRole('button', { name: 'Cancel remaining' }).click()
  release()
  await expect(page.getByText('4 imported · 1 skipped')).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'Cancelled E' })).not.toContainText('Imported')
})

test('renders only a few rows for 1,000 small files, and stays responsive', wholeRun, async ({ page, service }) => {
  test.slow()
  await openImport(service, page)
  await chooseFiles(
    page,
    Array.from({ length: 1000 }, (_, at) =>
      at % 10 === 9 ? fileOf(`bad-${at}.json`, 'no flow') : small(`Flow ${at}`),
    ),
  )
  await expect(page.getByRole('button', { name: 'Import 900 flows' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(40)
  await page.getByRole('listbox').focus()
  await page.keyboard.press('End')
  await expect(rowsOf(page).filter({ hasText: 'bad-999.json' })).toBeVisible()
  await expect(rowsOf(page).last()).toHaveAttribute('aria-posinset', '1000')
  await page.keyboard.press('k')
  await expect(review(page).getByRole('heading', { name: 'Flow 998.json' })).toBeVisible()
  await expect(canvasOf(page)).toBeVisible()
})

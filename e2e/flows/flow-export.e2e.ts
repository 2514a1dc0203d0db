/** Export of several or all flows as a ZIP with a manifest, to a download or a file on disk, with a result for each. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { createFlow } from '#e2e/support/flow-steps.ts'
import { checkAxeAtWidths, expect, test, wholeRun } from '#e2e/support/service.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected flows' })
const results = (page: Page) => page.getByRole('complementary', { name: 'Results' })
const errorResponse = { status: 500, contentType: 'application/json', body: '{"detail":"It broke.","code":"internal"}' }

/** The files of a ZIP as texts. */
const unzipped = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]))

/** Opens the page menu and chooses an item. */
async function chooseOfPage(page: Page, choice: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

test('exports several flows as one ZIP, numbers equal names, and lists and retries a failed flow', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 500/)
  await service.signIn(page)
  await createFlow(service, page, 'Zip: twin')
  await createFlow(service, page, 'Zip: twin')
  const id = await createFlow(service, page, 'Zip: broken')
  await page.route(`**/api/flow/${id}/export/`, (route) => route.fulfill(errorResponse))
  await page.goto(`${service.url}/flows?search=zip`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(bar(page)).toContainText('3 selected')
  const zip = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Export as ZIP' }).click()
  const saved = await zip
  expect(saved.suggestedFilename()).toMatch(/^flows-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipped(readFileSync(await saved.path()))
  expect(Object.keys(files).toSorted()).toEqual(['Zip_ twin (2).json', 'Zip_ twin.json', 'manifest.json'])
  expect(JSON.parse(files['Zip_ twin (2).json'] ?? '')).toMatchObject({ format: 'flow-template' })
  const manifest: unknown = JSON.parse(files['manifest.json'] ?? '')
  expect(manifest).toMatchObject({
    counts: { flows: 2, missing: 1 },
    flows: [{ file: 'Zip_ twin (2).json', name: 'Zip: twin' }, { file: 'Zip_ twin.json' }],
    missing: [{ id, name: 'Zip: broken', reason: 'It broke.' }],
  })
  await expect(results(page)).toContainText('2 of 3 done, 1 failed')
  await expect(results(page).getByRole('listitem').filter({ hasText: 'Zip: broken' })).toContainText('Not exported')
  // The selection stays, and so do the results on another page.
  await expect(bar(page)).toContainText('3 selected')
  await page.unroute(`**/api/flow/${id}/export/`)
  const rest = page.waitForEvent('download')
  await results(page).getByRole('button', { name: 'Try again: Zip: broken' }).click()
  expect((await rest).suggestedFilename()).toBe('Zip_ broken.json')
  await expect(results(page)).toContainText('3 of 3 done')
  await results(page).getByRole('button', { name: 'Close' }).click()
  await expect(results(page)).toHaveCount(0)
})

test(
  'by keyboard: exports all flows that match a filter, across pages of the list',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.open(page, '/flows?size=25&page=2')
    await expect(page.getByText('26–30 of 30')).toBeVisible()
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Page menu' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Export all · 30' })).toBeVisible()
    await page.keyboard.type('export')
    await page.keyboard.press('Enter')
    const files = unzipped(readFileSync(await (await zip).path()))
    expect(Object.keys(files)).toHaveLength(31)
    expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({ counts: { flows: 30, missing: 0 } })
    await expect(results(page)).toContainText('30 of 30 done')
    await results(page).getByRole('button', { name: 'Close' }).click()

    await page.goto(`${sampleService.url}/flows?status=paused`)
    await expect(page.getByRole('table', { name: 'Flows' })).toBeVisible()
    const paused = page.waitForEvent('download')
    await chooseOfPage(page, /^Export matching flows/)
    const some = Object.keys(unzipped(readFileSync(await (await paused).path()))).length - 1
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(30)

    await page.goto(`${sampleService.url}/flows?search=zzz`)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await expect(page.getByRole('menuitem', { name: /^Export matching flows/ })).toContainText('There are no flows')
  },
)

test(
  'writes many flows to a file on disk, a few at a time, and keeps the finished ones when stopped',
  wholeRun,
  async ({ page, service }) => {
    test.slow()
    await service.signIn(page)
    const id = await createFlow(service, page, 'Many')
    const listed: unknown = await service.call(page, 'GET', '/flow/?search=many')
    const row: unknown = typeof listed === 'object' && listed !== null ? Reflect.get(listed, 'results')[0] : null
    const many = Array.from({ length: 120 }, (_, index) => Object.assign({}, row, { id: `${id}-${index}` }))
    await page.route('**/api/flow/?*', (route) => {
      const query = new URL(route.request().url()).searchParams
      const offset = Number(query.get('offset') ?? 0)
      const limit = Number(query.get('limit') ?? 25)
      const next = offset + limit < many.length ? `/api/flow/?limit=${limit}&offset=${offset + limit}` : null
      return route.fulfill({
        json: { count: many.length, next, previous: null, results: many.slice(offset, offset + limit) },
      })
    })
    let open = 0
    let mostOpen = 0
    let requestCount = 0
    let gate: Promise<void> | null = null
    await page.route('**/api/flow/*/export/', async (route) => {
      open += 1
      requestCount += 1
      mostOpen = Math.max(mostOpen, open)
      if (requestCount > 20) await gate
      await route.fulfill({ json: { format: 'flow-template', flow: { nodes: [{}], edges: [] } } })
      open -= 1
    })
    // Replaces the save dialog by a file in the browser's private file system.
    await page.addInitScript(() => {
      window.showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('flows.zip', { create: true })
    })
    const onDisk = async () => {
      const bytes = await page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory()
        const file = await (await folder.getFileHandle('flows.zip')).getFile()
        return [...new Uint8Array(await file.arrayBuffer())]
      })
      return unzipped(new Uint8Array(bytes))
    }
    await page.goto(`${service.url}/flows`)
    await chooseOfPage(page, /^Export all · 120/)
    await expect(results(page).getByRole('status')).toContainText('120 of 120 done', { timeout: 60_000 })
    await expect(results(page)).toContainText('was saved to the chosen location')
    expect(mostOpen).toBeLessThanOrEqual(4)
    const files = await onDisk()
    expect(Object.keys(files)).toHaveLength(121)
    await results(page).getByRole('button', { name: 'Close' }).click()

    requestCount = 0
    let release = () => {}
    gate = new Promise((done) => (release = done))
    await chooseOfPage(page, /^Export all · 120/)
    await expect(results(page).getByRole('status')).toContainText(/^20 of 120 done/, { timeout: 60_000 })
    await results(page).getByRole('button', { name: 'Stop' }).click()
    release()
    await expect(results(page).getByRole('status')).toContainText('24 of 120 done, 96 stopped')
    await expect(results(page)).toContainText('was saved to the chosen location')
    const part = await onDisk()
    expect(JSON.parse(part['manifest.json'] ?? '')).toMatchObject({ counts: { flows: 24, missing: 96 } })
  },
)

test(
  'has no accessibility violations in the page menu and after an export',
  wholeRun,
  async ({ page, sampleService }) => {
    // Six checks of a whole page, some seconds each.
    test.slow()
    await sampleService.signInAsViewer(page)
    await sampleService.open(page, '/flows?search=a')
    const choice = page.getByRole('menuitem', { name: /^Export matching flows/ })
    // Resizing the window closes the menu.
    const openMenu = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Page menu' }).click()
      await expect(choice).toBeVisible()
    }
    await checkAxeAtWidths(page, openMenu)
    const zip = page.waitForEvent('download')
    await choice.click()
    await zip
    await expect(results(page)).toContainText('is in your downloads')
    await checkAxeAtWidths(page)
  },
)

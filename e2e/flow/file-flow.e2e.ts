/** Opening a file without importing it: the complete flow page, in this browser only, also when the service is down. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { fixture } from '#e2e/support/flow-files.ts'
import {
  canvasOf,
  chooseFiles,
  importButton,
  importReady,
  openDetails,
  rowsOf,
  tabsOf,
} from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, type TestService, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
const file = (name: string) => json(name, readFileSync(fixture(name), 'utf8'))

async function chooseFile(page: Page, button: string, files: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

async function openPage(page: Page, service: TestService): Promise<void> {
  await service.open(page, '/flows/file')
  await expect(page.getByRole('heading', { name: 'Open a file without importing it' })).toBeVisible()
}

test('shows a file in full, marked as not imported, restores it after a reload, and never sends it', async ({
  page,
  service,
}) => {
  await openPage(page, service)
  const before = await service.call(page, 'GET', '/flow/?search=warehouse')
  const requests: string[] = []
  page.on('request', (request) => {
    // The navigation requests channel counts.
    const isAbout = /\/api\/(?:flow|tool|channel)\/[^?]/.test(request.url())
    if (request.method() !== 'GET' || isAbout) requests.push(`${request.method()} ${request.url()}`)
  })
  await chooseFile(page, 'Choose a file', file('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders to the warehouse' })).toBeVisible()
  await expect(page.getByText('File, not imported').first()).toBeVisible()
  await expect(page.getByText('n8n-orders.json · n8n')).toBeVisible()
  await expect(tabsOf(page).getByRole('link')).toHaveText(['Canvas', /^Health/, 'Details'])
  await page.goto(`${page.url().split('?')[0]}?node=h1`)
  const panel = page.getByRole('complementary').filter({ hasText: 'Answers within 2 s' })
  await expect(panel).toBeVisible()
  await expect(panel).toContainText('x_api_key')
  await checkAxe(page)
  await tabsOf(page)
    .getByRole('link', { name: /^Health/ })
    .click()
  await expect(page.getByText(/are checked on import/)).toBeVisible()
  await openDetails(page, 'About')
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('removed because one end is missing')
  await checkAxe(page)
  await openDetails(page, 'JSON')
  await expect(page.getByText('"format": "flow-template"')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a template' }).click()
  const saved: unknown = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(saved).toMatchObject({ format: 'flow-template', flow: { name: 'Orders to the warehouse' } })
  await page.reload()
  await expect(page.getByText('"format": "flow-template"')).toBeVisible()
  await expect(page.getByText('File, not imported').first()).toBeVisible()
  expect(requests).toEqual([])
  const flows = await service.call(page, 'GET', '/flow/?search=warehouse')
  expect(flows).toEqual(before)
})

test(
  'reports an unknown key in the URL, and stores the file that is then chosen under this key',
  wholeRun,
  async ({ page, service }) => {
    await service.open(page, '/flows/file/file_gone?node=n2')
    await expect(page.getByRole('heading', { name: 'This file is not in this browser' })).toBeVisible()
    await checkAxe(page)
    await chooseFile(page, 'Choose the file again', json('bad.json', '{"nodes": [\n  {"id": "a"'))
    await expect(page.getByRole('alert')).toContainText('Line 2')
    await chooseFile(page, 'Choose the file again', file('template-small.json'))
    await expect(canvasOf(page)).toBeVisible()
    expect(page.url()).toMatch(/\/flows\/file\/file_gone\?node=n2$/)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this browser' }).click()
    await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
    await page.goto(`${service.url}/flows/file/file_gone`)
    await expect(page.getByRole('heading', { name: 'This file is not in this browser' })).toBeVisible()
  },
)

test('opens the readable part of a broken file, marked as a part', wholeRun, async ({ page, service }) => {
  await openPage(page, service)
  const text = readFileSync(fixture('n8n-orders.json'), 'utf8')
  await chooseFile(page, 'Choose a file', json('cut.json', text.slice(0, Math.floor(text.length / 2))))
  await expect(page.getByRole('alert')).toContainText(/Line \d+, column \d+/)
  await page.getByRole('button', { name: /^Open the readable part: \d nodes$/ }).click()
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByText('Part of a broken file').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as a template' })).toHaveAttribute('aria-disabled', 'true')
  await openDetails(page, 'About')
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('The file is broken at line')
})

test('removes the files when the browser data are cleared', wholeRun, async ({ page, freshService }) => {
  await freshService.setUp(page)
  await page.goto(`${freshService.url}/flows/file`)
  await chooseFile(page, 'Choose a file', file('template-small.json'))
  await expect(canvasOf(page)).toBeVisible()
  const address = page.url()
  await page.goto(`${freshService.url}/settings/sign-in`)
  await page.getByRole('button', { name: 'Clear browser data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear and sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await freshService.signIn(page, { ownSession: true })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This file is not in this browser' })).toBeVisible()
})

test(
  'offers the flows of a ZIP to choose from, and opens one while the service is down',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(serviceDownErrors)
    await freshService.setUp(page)
    await page.goto(`${freshService.url}/flows/file`)
    await chooseFile(page, 'Choose a file', file('n8n-orders.json'))
    await expect(canvasOf(page)).toBeVisible()
    // The outline is the last part of the page to load.
    await expect(page.getByRole('region', { name: 'Outline' })).toBeVisible()
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Open another file' }).click()
    await freshService.stop()
    const zip = zipSync({
      'two/garden.json': readFileSync(fixture('node-red-garden.json')),
      'small.json': readFileSync(fixture('template-small.json')),
      'bad.json': strToU8('{'),
    })
    await chooseFile(page, 'Choose a file', { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
    const list = page.getByRole('region', { name: 'Flows in all.zip' })
    await expect(list).toContainText('4 flows. Choose one. 1 file contains none.')
    await list.getByRole('button', { name: /Valve/ }).click()
    await expect(canvasOf(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Valve' })).toBeVisible()
  },
)

test('opens pasted text like a file', wholeRun, async ({ page, service }) => {
  await openPage(page, service)
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    readFileSync(fixture('template-small.json'), 'utf8'),
  )
  await expect(canvasOf(page)).toBeVisible()
})

test('opens the page of a file from the review, and the import from that page', wholeRun, async ({ page, service }) => {
  await service.open(page, '/flows')
  await chooseFiles(page, file('template-small.json'))
  await expect(canvasOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Open without importing' }).click()
  await expect(page.getByText('File, not imported').first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(rowsOf(page).filter({ hasText: 'template-small.json' })).toBeVisible()
  await expect(importButton(page)).toBeVisible()
})

test(
  'imports the files of a ZIP one by one; an unreadable file does not stop the others',
  wholeRun,
  async ({ page, service }) => {
    await service.open(page, '/flows')
    const zip = zipSync({
      'mail/orders.json': readFileSync(fixture('n8n-orders.json')),
      '../up.json': strToU8('{}'),
      'within.zip': zipSync({ 'a.json': strToU8('{}') }),
      '__MACOSX/._orders.json': strToU8('x'),
      'small.json': readFileSync(fixture('template-small.json')),
    })
    await chooseFiles(page, { name: 'team.zip', mimeType: 'application/octet-stream', buffer: Buffer.from(zip) })
    await importReady(page)
    await expect(page.getByText('2 imported · 2 refused')).toBeVisible()
    const row = (name: string) => rowsOf(page).filter({ hasText: name })
    await expect(row('team.zip/mail/orders.json')).toContainText('Imported as a draft')
    await expect(row('team.zip/small.json')).toContainText('Imported as a draft')
    await row('team.zip/../up.json').click()
    await expect(page.getByText('points outside the ZIP')).toBeVisible()
    await row('team.zip/within.zip').click()
    await expect(page.getByText('ZIP files inside a ZIP are not opened')).toBeVisible()
    await expect(page.getByText('__MACOSX')).toHaveCount(0)
  },
)

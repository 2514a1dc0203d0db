/** Saving a picture of a flow as a file. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fixture } from '#e2e/support/flow-files.ts'
import { canvasOf, importFile } from '#e2e/support/flow-steps.ts'
import { pixelsOf } from '#e2e/support/pixels.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

async function openDialog(page: Page, service: TestService) {
  await service.open(page, '/flows')
  await importFile(page, fixture('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Save picture' }).click()
  return page.getByRole('dialog')
}

async function save(page: Page): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save picture' }).click(),
  ])
  return file
}

const analyse = async (page: Page, file: Download) => pixelsOf(page, await readFile(await file.path()))

test(
  'saves a picture in the size that the dialog shows, in either theme, with the flow drawn',
  wholeRun,
  async ({ page, service }) => {
    const dialog = await openDialog(page, service)
    await checkAxe(page)
    const size = dialog.getByText(/pixels$/)
    const initialSize = (await size.textContent()) ?? ''
    await dialog.getByLabel('Size').selectOption('50%')
    await expect(size).not.toHaveText(initialSize)
    const words = await size.textContent()
    const light = await analyse(page, await save(page))
    expect(`${light.width.toLocaleString()} × ${light.height.toLocaleString()} pixels`).toBe(words)
    expect(light.corner).toBeGreaterThan(220)
    expect(light.colours).toBeGreaterThan(50)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Save picture' }).click()
    await dialog.getByText('Dark').click()
    const dark = await analyse(page, await save(page))
    expect(dark.corner).toBeLessThan(40)
  },
)

test('an SVG contains the names as text', wholeRun, async ({ page, service }) => {
  const dialog = await openDialog(page, service)
  await dialog.getByText('SVG').click()
  const file = await save(page)
  expect(file.suggestedFilename()).toMatch(/\.svg$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^<svg xmlns/)
  const names = await canvasOf(page).locator('.nm').allTextContents()
  expect(names.length).toBeGreaterThan(3)
  for (const name of names.filter((one) => one.length < 15)) expect(text).toContain(`>${name}</text>`)
})

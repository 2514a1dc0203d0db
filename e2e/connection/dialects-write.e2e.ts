/** Writes to services of unknown dialects: they take effect, however the service answers them. */
import { readFileSync } from 'node:fs'
import { describeEachSubject } from '#e2e/support/dialect-steps.ts'
import { chooseFiles, importReady, rowsOf } from '#e2e/support/flow-steps.ts'
import { review, small } from '#e2e/support/import-files.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

describeEachSubject((subject, service) => {
  // All other tests cover writes to the reference service.
  if (subject.name === 'Reference service') return
  const flowNames = () => service().flowNames()

  test('renames a flow; deletes one, and undoes a deletion', wholeRun, async ({ page }) => {
    await page.goto(`${service().url}/flows?search=voucher`)
    await page.getByRole('link', { name: 'Voucher check' }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'New name for Voucher check' }).fill('Voucher desk')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Voucher desk' })).toBeVisible()
    await expect.poll(flowNames).toContain('Voucher desk')

    await page.clock.install()
    await page.goto(`${service().url}/flows?search=survey`)
    const remove = async () => {
      const row = page.getByRole('row', { name: /Survey/ })
      await row.hover()
      await row.getByRole('button', { name: 'Actions for Survey' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByText(/Will be deleted in \d s/)).toBeVisible()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo: keep Survey' }).click()
    await page.clock.runFor(10_000)
    expect(await flowNames()).toContain('Survey')
    await remove()
    await page.clock.runFor(8_500)
    await expect.poll(flowNames).not.toContain('Survey')
    await expect(page.getByRole('link', { name: 'Survey' })).toHaveCount(0)
  })

  test(
    "imports the service's own exports unchanged, and refuses other files with a reason",
    wholeRun,
    async ({ page, pageErrors }) => {
      if (!subject.imports) pageErrors.allow(/status of (400|500|501) /)
      await page.goto(`${service().url}/flows?search=intake`)
      await page.getByRole('link', { name: 'Order intake' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: /^Export/ }).click()
      const text = readFileSync(await (await download).path(), 'utf8')
      const intakes = async () => (await flowNames()).filter((name) => name.startsWith('Order intake'))
      expect(await intakes()).toHaveLength(1)
      await page.goto(`${service().url}/flows/import`)
      await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
      await chooseFiles(page, [
        { name: 'exported.json', mimeType: 'application/json', buffer: Buffer.from(text) },
        small('Converted'),
      ])
      await rowsOf(page).filter({ hasText: 'Converted' }).click()
      await expect(review(page)).toContainText(
        /only accepts unchanged files in its own format|file formats that this service accepts are unknown/,
      )
      await expect(page.getByRole('button', { name: 'Open without importing' })).toBeVisible()
      // The nested service's exports contain nothing that identifies the format.
      if (subject.name === 'Nested objects') {
        await expect(rowsOf(page).filter({ hasText: 'not accepted' })).toHaveCount(2)
        return
      }
      await importReady(page)
      // One of the services has no import.
      await expect(page.getByText(subject.imports ? '1 imported' : '1 failed', { exact: true })).toBeVisible()
      expect(await intakes()).toHaveLength(subject.imports ? 2 : 1)
    },
  )

  test(
    'creates a tool, and adds the fields that the service requires to the form',
    wholeRun,
    async ({ page, pageErrors }) => {
      pageErrors.allow(/status of 400 /)
      await page.goto(`${service().url}/tools`)
      await page.getByRole('button', { name: 'New tool' }).click()
      await page.getByRole('menuitem', { name: /^API / }).click()
      const form = page.getByRole('form', { name: 'New API tool' })
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Parcel state')
      await form.getByRole('textbox', { name: 'Request' }).fill('https://track.example/parcel')
      await page.getByRole('button', { name: 'Create tool' }).click()
      if (subject.requiredToolField !== null) {
        const own = form.getByRole('textbox', { name: /cost.centre/i })
        await expect(own).toBeVisible()
        expect(await service().toolNames()).not.toContain('Parcel state')
        await own.fill('4711')
        await page.getByRole('button', { name: 'Create tool' }).click()
      }
      await expect(
        page.getByRole('table', { name: 'API tools' }).getByRole('link', { name: 'Parcel state' }),
      ).toBeVisible()
      expect(await service().toolNames()).toContain('Parcel state')
    },
  )
})

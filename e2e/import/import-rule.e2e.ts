/** A service without `/me/`: it accepts only its own exports, unchanged; other files can just be opened. */
import { readFileSync } from 'node:fs'
import { fixture } from '#e2e/support/flow-files.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, chooseFiles, importFlow, rowsOf } from '#e2e/support/flow-steps.ts'
import { fixtureFile, openImport, review, small } from '#e2e/support/import-files.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

test(
  'sends a file in the format of the service’s exports unchanged, and refuses others with a reason',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    await service.signIn(page)
    await importFlow(service, page, { name: 'To learn from', nodes: [node('start', 'trigger', 'Start')] })
    await page.route('**/api/me/', (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }))
    const sample: unknown = JSON.parse(readFileSync(fixture('n8n-by-id.json'), 'utf8'))
    await page.route('**/api/flow/*/export/', (route) => route.fulfill({ json: sample }))
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/flow/import/')) requests.push(request.postData() ?? '')
    })
    await openImport(service, page)
    await chooseFiles(page, [fixtureFile('n8n-by-id.json'), small('Converted')])
    await expect(page.getByRole('button', { name: 'Import 1 flow' })).toBeVisible()
    await rowsOf(page).filter({ hasText: 'Converted' }).click()
    await expect(rowsOf(page).filter({ hasText: 'Converted' })).toContainText('Not accepted')
    await expect(review(page)).toContainText('only accepts unchanged files in its own format (n8n, JSON)')
    await expect(review(page).getByRole('button', { name: 'Import this flow' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Import 1 flow' }).click()
    await expect(page.getByText('1 imported')).toBeVisible()
    expect(requests).toEqual([`{"template":${readFileSync(fixture('n8n-by-id.json'), 'utf8')}}`])
    await page.getByRole('button', { name: 'Open without importing' }).click()
    await expect(canvasOf(page)).toBeVisible()
  },
)

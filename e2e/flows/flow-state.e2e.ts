/** List, palette, review, canvas, Health and activation say the same about a flow. */
import type { Page } from '@playwright/test'
import { canvasOf, chooseFiles, createFlow, importReady, openFlowId, tabsOf } from '#e2e/support/flow-steps.ts'
import { fixtureFile, openImport, review } from '#e2e/support/import-files.ts'
import { checkAxeAtWidths, expect, test, wholeRun } from '#e2e/support/service.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Finds a flow in the palette. */
async function optionOf(page: Page, name: string) {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(name)
  return page.getByRole('option', { name }).first()
}

/** The tooltip of a flow's state in the list. */
async function tooltipOf(page: Page, name: string, words: string) {
  await rowOf(page, name).getByText(words, { exact: true }).hover()
  return page.getByRole('tooltip')
}

test('a file of another product is described in the same way before and after its import', async ({
  page,
  service,
}) => {
  const own = '4 run only in n8n'
  await openImport(service, page)
  await chooseFiles(page, [fixtureFile('n8n-orders.json')])
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(/\w+ of 8 steps can run here\./)
  await expect(review(page).getByRole('heading', { name: 'Steps that run only in n8n' })).toBeVisible()
  await review(page).getByRole('button', { name: 'Leave all as they are' }).click()
  await importReady(page)
  await expect(page).toHaveURL(/flows\/flw_/)
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByText('Made for n8n · 4 steps run only there')).toBeVisible()
  const id = openFlowId(page)
  // Numbered, if another test has imported the file before.
  const { name } = await (await page.request.get(`${service.url}/api/flow/${id}/`)).json()
  await page.getByRole('button', { name: /^Fix \d+ problems/ }).click()
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict.getByRole('heading')).toHaveText(/^\w+ of 8 steps can run here\.$/)
  await expect(verdict).toContainText(own)
  const problems = (await page.getByRole('button', { name: /^Fix/ }).textContent())?.match(/\d+ problems/)?.[0] ?? ''
  await expect(verdict).toContainText(`${problems} to fix.`)
  await expect(tabsOf(page).getByTitle(problems)).toBeVisible()
  await page.goto(`${service.url}/flows`)
  await expect(await tooltipOf(page, name, 'Made for n8n')).toHaveText(`Of 8 steps, ${own}.`)
  await expect(rowOf(page, name).locator('.bad')).toHaveCount(0)
  await expect(await optionOf(page, name)).toContainText('draft · 10 nodes · Made for n8n')
})

test(
  'an error is red in the list, and the rows have room for it at every width',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    const name = 'Nothing in it, and a name that does not fit into the list on any of these screens'
    const id = await createFlow(service, page, name)
    await page.goto(`${service.url}/flows/${id}?tab=health`)
    const sentence = 'The flow has no steps to run. 1 error concerns the flow as a whole.'
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await expect(verdict.getByRole('heading')).toHaveText('The flow has no steps to run.')
    await expect(verdict).toContainText('1 error concerns the flow as a whole.')
    await expect(tabsOf(page).getByTitle('1 problem')).toBeVisible()
    for (const form of ['', '&form=cards']) {
      await page.goto(`${service.url}/flows?search=nothing+in+it${form}`)
      const state = page.getByText('1 error', { exact: true })
      await checkAxeAtWidths(page, () => expect(state).toBeInViewport({ ratio: 1 }))
    }
    await page.goto(`${service.url}/flows?search=nothing+in+it`)
    await expect(await tooltipOf(page, name, '1 error')).toHaveText(sentence)
    await expect(await optionOf(page, name)).toContainText('1 error')
  },
)

test('the sample has the states of its flows', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/flows?search=order+status')
  const name = 'Copy of Order status: answers in WhatsApp'
  await expect(rowOf(page, name)).toContainText('2 warnings')
  await expect(rowOf(page, 'Order status: answers in WhatsApp')).not.toContainText('warning')
  await expect(await optionOf(page, name)).toContainText('2 warnings')
  await page.keyboard.press('Enter')
  await expect(tabsOf(page).getByTitle('2 warnings')).toBeVisible()
})

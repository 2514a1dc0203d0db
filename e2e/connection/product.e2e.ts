/** The console in front of another product: its key, what it does not have, its own files, and links to its pages. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { fixture } from '#e2e/support/flow-files.ts'
import { chooseFiles } from '#e2e/support/flow-steps.ts'
import { fixtureFile, review } from '#e2e/support/import-files.ts'
import { goodKey, startProductService, type ProductService } from '#e2e/support/product-service.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

let service: ProductService
test.beforeAll(async () => {
  service = await startProductService()
})
test.afterAll(async () => {
  await service.stop()
})
test.beforeEach(({ pageErrors }) => {
  service.reset()
  // A refused key, and extensions that the product does not have: the browser logs both.
  pageErrors.allow(/status of 40[14]/)
})

const keyField = (page: Page) => page.getByRole('textbox', { name: 'API key' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const isSignedIn = (page: Page) => expect(navigation(page)).toBeVisible()

/** Opens a page of the console with the good key stored for the tab. */
async function open(page: Page, path: string): Promise<void> {
  const credential = { base: `${service.url}/api`, header: 'authorization', value: `Bearer ${goodKey}` }
  const connection = { id: 'own', name: 'This service', base: null, kind: 'bearer', header: '' }
  await page.addInitScript(
    ([stored, all]) => {
      sessionStorage.setItem('flow-console.credential own', JSON.stringify(stored))
      localStorage.setItem('flow-console.connections', JSON.stringify(all))
    },
    [credential, [connection]] as const,
  )
  await page.goto(service.url + path)
  await isSignedIn(page)
}

test('signs in with a key that the page explains how to get, and returns to the requested page', async ({ page }) => {
  await page.goto(`${service.url}/runs?form=list`)
  await expect(page.getByRole('heading', { name: 'Sign in to n8n' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    'Open Settings, n8n API in n8n.',
    'Create an API key with access to workflows and executions.',
    'Copy it here.',
  ])
  const link = page.getByRole('link', { name: 'Open the page with the keys' })
  await expect(link).toHaveAttribute('href', 'https://n8n.example/settings/api')
  await expect(link).toHaveAttribute('rel', 'noreferrer')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(keyField(page)).toHaveAccessibleDescription('This field is required.')
  await keyField(page).fill('n8n_api_wrong')
  await keyField(page).press('Enter')
  await expect(page.getByText('n8n does not accept this.')).toBeVisible()
  await checkAxe(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await keyField(page).fill(goodKey)
  await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await keyField(page).press('Enter')
  await expect(page.getByRole('link', { name: /Orders to the warehouse/ }).first()).toBeVisible()
  expect(page.url()).toBe(`${service.url}/runs?form=list`)
  const stored = await page.evaluate(() => [
    localStorage.getItem('flow-console.credential own'),
    localStorage.getItem('flow-console.connections'),
  ])
  expect(stored[0]).toContain(`Bearer ${goodKey}`)
  expect(stored[1]).toContain('"kind":"bearer"')
})

test('asks for another key when the product no longer accepts it, and stays where the user was', async ({ page }) => {
  await open(page, '/flows')
  const search = page.getByRole('searchbox', { name: 'Search name, tag, tool' })
  service.replaceKey('n8n_api_new')
  await search.fill('Weekly')
  const dialog = page.getByRole('dialog', { name: 'Sign in to n8n again?' })
  await expect(dialog).toContainText('n8n no longer accepts your key')
  await expect(dialog).toContainText('Copy it here.')
  await checkAxe(page)
  await dialog.getByRole('textbox', { name: 'API key' }).fill('n8n_api_new')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(search).toHaveValue('Weekly')
  await expect(page.getByRole('link', { name: 'Weekly report' })).toBeVisible()
  expect(page.url()).toContain('search=Weekly')
})

test('leaves out what the product does not have, and sends no request for it', async ({ page }) => {
  await open(page, '/')
  await expect(page.getByRole('heading', { name: '1 thing needs attention.' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('2 runs failed in the last 24 hours')
  expect(await navigation(page).getByRole('link').allInnerTexts()).toEqual([
    'Flow Console',
    'Today',
    'Flows',
    'Runs',
    'Settings',
  ])
  await page.goto(`${service.url}/flows`)
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Updated' })).toBeVisible()
  expect((await heads.allInnerTexts()).join(' ')).not.toMatch(/Tools|Last run|Runs|Cost/)
  await expect(page.getByRole('button', { name: 'New flow' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Weekly report' }).click()
  const items = await page.getByRole('menuitem').allInnerTexts()
  expect(items).toEqual(['Open', 'Open in n8n', 'Rename', 'Export', 'Compare with…', 'Pause', 'Delete'])
  await page.goto(`${service.url}/inbox`)
  await expect(page.getByRole('heading', { name: 'n8n has no conversations' })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Go to flows' }).click()
  await expect(page).toHaveURL(`${service.url}/flows`)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Tools')
  const results = page.getByRole('listbox', { name: 'Results' })
  await expect(results.getByRole('option', { name: /Weekly report/ })).toBeVisible()
  await expect(results.getByText('Pages', { exact: true })).toHaveCount(0)
  await expect(results).not.toContainText('in the inbox')
  expect(page.url()).toBe(`${service.url}/flows`)
  expect(service.requests.filter((line) => /tool|channel|conversation|balance|summary/.test(line))).toEqual([])
})

test('reads the lists again while they are shown', async ({ page }) => {
  await open(page, '/runs')
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible()
  const reads = () => service.requests.filter((line) => line === 'GET /billing/runs/').length
  const before = reads()
  await expect.poll(reads, { timeout: 25_000 }).toBeGreaterThan(before)
})

test('links a flow, a step and a run to their pages in the product', async ({ page }) => {
  await open(page, '/flows/wf%2F1?node=n%2F3')
  const panel = page.getByRole('complementary', { name: 'Tell the team' })
  const link = (box: typeof panel) => box.getByRole('link', { name: 'Open in n8n' })
  await expect(link(panel)).toHaveAttribute('href', 'https://n8n.example/workflow/wf%2F1/n%2F3')
  await expect(link(panel)).toHaveAttribute('target', '_blank')
  await page.getByRole('button', { name: 'Page menu' }).click()
  const item = page.getByRole('menuitem', { name: 'Open in n8n' })
  await expect(item).toHaveAttribute('href', 'https://n8n.example/workflow/wf%2F1')
  await expect(item).toHaveAttribute('rel', 'noreferrer')
  await page.goto(`${service.url}/runs?form=list&run=9001`)
  const run = page.getByRole('complementary', { name: 'Run' })
  await expect(link(run)).toHaveAttribute('href', 'https://n8n.example/workflow/wf%2F1/executions/9001')
  await expect(run.getByRole('heading', { name: 'Cost' })).toHaveCount(0)
})

test('claims of runs, steps and costs only what the product knows', async ({ page }) => {
  await open(page, '/runs?form=reasons')
  const reasons = page.getByRole('table', { name: 'Reasons' })
  await expect(reasons).toContainText('The warehouse did not answer')
  await expect(reasons).not.toContainText('n2')
  await expect(reasons.getByRole('columnheader', { name: 'Runs' })).toBeVisible()
  await expect(reasons.getByRole('columnheader', { name: 'Cost' })).toHaveCount(0)
  const sums = page.getByRole('status', { name: 'Sums of these runs' })
  await expect(sums).toContainText('2 runs ended without success')
  await expect(sums).not.toContainText('spent')
  await page.goto(`${service.url}/runs?form=list&run=9001`)
  await expect(page.getByRole('complementary', { name: 'Run' })).toContainText('Retry of run 9000')
  await page.goto(`${service.url}/billing`)
  await expect(page.locator('main')).toContainText('the prices in PRICES_FILE')
  await page.goto(`${service.url}/flows/wf4`)
  await expect(page.getByText('Steps are added in n8n.')).toBeVisible()
  const link = page.locator('main').getByRole('link', { name: 'Open in n8n' })
  await expect(link).toHaveAttribute('href', 'https://n8n.example/workflow/wf4')
  await expect(page.getByRole('button', { name: 'Import a flow' })).toHaveCount(0)
  await page.goto(`${service.url}/flows/wf4?tab=settings`)
  await expect(page.getByText('are under About, in “File metadata”')).toBeVisible()
})

test('shows empty pages and channels of a product that creates neither channels nor tools', async ({ page }) => {
  service.describe({ lacks: ['tool.create', 'balance.read', 'run.summary'] })
  await open(page, '/channels?channel=wf%2F1')
  const related = page.getByRole('region', { name: 'Related' })
  const runs = related.getByRole('link', { name: 'Runs of its flow' })
  await expect(related.getByRole('link', { name: 'Conversations in this channel' })).toBeVisible()
  await runs.click()
  await expect(page).toHaveURL(`${service.url}/runs?form=list&flow=wf%2F1`)
  await expect(page.getByRole('link', { name: /Orders to the warehouse/ }).first()).toBeVisible()
  await page.goto(`${service.url}/channels?channel=lost`)
  await expect(related.getByRole('link')).toHaveText('Conversations in this channel')
  await page.goto(`${service.url}/tools`)
  await expect(page.getByText('n8n has no tools that the console can show.')).toBeVisible()
  await page.goto(`${service.url}/inbox`)
  await expect(page.getByText('The conversations of n8n are listed here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to channels' })).toHaveCount(0)
})

test('promises no runs of a deleted flow, and keeps the number of its nodes', wholeRun, async ({ page }) => {
  await open(page, '/flows')
  await page
    .getByRole('row', { name: /Weekly report/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 flow?' })
  await expect(dialog).toContainText('n8n may delete their runs, too. A copy of each flow stays in the trash')
  await dialog.getByRole('button', { name: 'Delete 1 flow', exact: true }).click()
  await expect.poll(() => service.requests).toContain('DELETE /flow/wf2/')
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page.getByRole('list', { name: 'Deleted flows' })).toContainText('Weekly report')
  await expect(page.getByRole('list', { name: 'Deleted flows' })).toContainText('3 nodes')
  await page.getByText('What is not restored').click()
  await expect(page.getByText('Runs and conversations: n8n may have deleted them')).toBeVisible()
})

test('asks for a key after signing out and going back, and shows the connection without one', async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await keyField(page).fill(goodKey)
  await keyField(page).press('Enter')
  await expect(page.getByRole('link', { name: 'Weekly report' })).toBeVisible()
  // The answers of this page load are those that the browser may show again.
  await page.reload()
  await expect(page.getByRole('link', { name: 'Weekly report' })).toBeVisible()
  await page.getByRole('button', { name: 'Account of n8n' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const heading = page.getByRole('heading', { name: 'Sign in to n8n' })
  await expect(heading).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${service.url}/sign-in?next=%2Fflows`)
  await expect(heading).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${service.url}/settings/connection`)
  await expect(page.getByRole('list', { name: 'Connections' })).toContainText('Sign-in required')
})

test('sends a file of the product unchanged with its secrets, and refuses those of others', async ({ page }) => {
  await open(page, '/flows/import')
  await expect(page.getByRole('heading', { name: 'Drop files of n8n here' })).toBeVisible()
  await chooseFiles(page, [fixtureFile('n8n-orders.json')])
  await expect(review(page)).toContainText('Goes to n8n unchanged')
  await expect(review(page)).toContainText('8 steps, 1 disabled step, 1 note.')
  await expect(review(page)).toContainText('2 secrets in the file go along')
  await expect(page.locator('main')).not.toContainText(/can run here|run only in|conver/)
  await checkAxe(page)
  await chooseFiles(page, [fixtureFile('node-red-garden.json')])
  await page.getByRole('option').filter({ hasText: 'node-red-garden.json' }).first().click()
  await expect(review(page)).toContainText(
    'This is a Node-RED file. n8n cannot import it. Open it to read it, or compare it.',
  )
  await page.getByRole('button', { name: 'Import 1 flow' }).click()
  await expect(page.getByText('1 imported')).toBeVisible()
  expect(service.imports).toEqual([`{"template":${readFileSync(fixture('n8n-orders.json'), 'utf8')}}`])
})

test(
  'sends YAML as a text, each flow of a list alone, and the files of a ZIP unchanged',
  wholeRun,
  async ({ page }) => {
    await open(page, '/flows/import')
    const entries = ['First', 'Second'].map((name) => ({ name, nodes: [], connections: {}, active: false }))
    await chooseFiles(page, [
      { name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(entries)) },
    ])
    await page.getByRole('button', { name: 'Import 2 flows' }).click()
    await expect(page.getByText('2 imported')).toBeVisible()
    expect(service.imports.toSorted((a, b) => a.localeCompare(b))).toEqual(
      entries.map((template) => JSON.stringify({ template })),
    )
    service.imports.length = 0
    await page.goto(`${service.url}/flows/import`)
    const orders = readFileSync(fixture('n8n-orders.json'))
    const zip = zipSync({ 'orders/a.json': orders, 'b.json': strToU8(JSON.stringify(entries[0])) })
    await chooseFiles(page, [{ name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }])
    await page.getByRole('button', { name: 'Import 2 flows' }).click()
    await expect(page.getByText('2 imported')).toBeVisible()
    expect(service.imports).toContain(`{"template":${orders.toString()}}`)
    service.describe({ title: 'Kestra', file_format: 'kestra' })
    service.imports.length = 0
    await page.goto(`${service.url}/flows/import`)
    await chooseFiles(page, [fixtureFile('kestra/orders.yaml')])
    await page.getByRole('button', { name: 'Import to Kestra' }).click()
    await expect.poll(() => service.imports).toHaveLength(1)
    expect(JSON.parse(service.imports[0] ?? '')).toEqual({
      template: readFileSync(fixture('kestra/orders.yaml'), 'utf8'),
    })
  },
)

test('says in the settings what the product is and has not, and changes or forgets its key', async ({ page }) => {
  await open(page, '/settings/connection')
  const main = page.locator('main')
  await expect(main).toContainText('n8n 2.30.1')
  await expect(main.getByRole('link', { name: 'https://n8n.example' })).toBeVisible()
  await expect(main).toContainText('Ends in 8843, for this tab')
  await expect(main.getByRole('heading', { name: 'What n8n does not have' })).toBeVisible()
  await expect(main).toContainText('Duplicating flows')
  await expect(main).not.toContainText('Pausing flows')
  await main.getByText('How to get a key').click()
  await expect(main).toContainText('Copy it here.')
  await checkAxe(page)
  await main.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(main.getByText('The connection works.')).toBeVisible()
  expect(service.requests.filter((line) => /tool|channel|conversation|balance/.test(line))).toEqual([])
  await main.getByRole('button', { name: 'Change key' }).click()
  service.replaceKey('n8n_api_other_9999')
  const dialog = page.getByRole('dialog', { name: 'Change the key for n8n?' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill('n8n_api_other_9999')
  await page.keyboard.press('Enter')
  await expect(main).toContainText('Ends in 9999')
  await main.getByRole('button', { name: 'Remove key' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to n8n' })).toBeVisible()
})

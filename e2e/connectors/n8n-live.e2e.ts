/** The console in front of a real n8n 2.30: what it shows is what n8n has, and what it changes, n8n has afterwards. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { N8n } from '#scripts/products/n8n.mjs'
import { webhookWorkflow, workflowInScripts, workflowOfFile } from '#scripts/products/sample.mjs'
import { fixture } from '#e2e/support/flow-files.ts'
import { canvasOf, chooseFiles, openFlowId, readDownload } from '#e2e/support/flow-steps.ts'
import { cardOf, runBar } from '#e2e/support/run-steps.ts'
import { checkAxe, expect, type TestService, wholeRun } from '#e2e/support/service.ts'
import {
  expectListed,
  expectOutline,
  flowRow,
  flowsTable,
  importInto,
  listedNames,
  n8nFiles,
  test,
} from './live-product.ts'

const Created = z.looseObject({ id: z.string() })
const Workflow = z.looseObject({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  nodes: z.array(z.looseObject({ name: z.string() })),
})
const Workflows = z.object({ data: z.array(Workflow) })
const Executions = z.object({
  data: z.array(z.looseObject({ id: z.string(), status: z.string(), mode: z.string(), retryOf: z.string().nullish() })),
})

const create = async (n8n: N8n, workflow: object): Promise<string> =>
  Created.parse(await n8n.api('POST', '/workflows', workflow)).id
const read = async (n8n: N8n, id: string) => Workflow.parse(await n8n.api('GET', `/workflows/${id}`))
const readAll = async (n8n: N8n) => Workflows.parse(await n8n.api('GET', '/workflows?limit=250')).data
const executions = async (n8n: N8n, id: string) =>
  Executions.parse(await n8n.api('GET', `/executions?workflowId=${id}`)).data

const keyField = (page: Page) => page.getByLabel('API key', { exact: true })

async function signIn(page: Page, { key }: N8n): Promise<void> {
  await keyField(page).fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Signs in as a person does, and opens a page of the console. */
async function open(page: Page, { n8n, n8nConsole }: { n8n: N8n; n8nConsole: TestService }, path: string) {
  await page.goto(`${n8nConsole.url}/settings`)
  await signIn(page, n8n)
  await page.goto(`${n8nConsole.url}${path}`)
}

/** Path of a webhook that no other workflow has: n8n refuses to activate a second one. */
const newPath = (): string => `live-${randomUUID()}`

/** Creates and activates a workflow that GET /webhook/{path} starts. */
async function createWebhook(n8n: N8n, name: string, path: string): Promise<string> {
  const id = await create(n8n, webhookWorkflow(name, path))
  await n8n.api('POST', `/workflows/${id}/activate`)
  return id
}

const callWebhook = (n8n: N8n, path: string, query = '') => fetch(`${n8n.url}/webhook/${path}${query}`)

test(
  'asks for the key of n8n and says where to get one; refuses a wrong key',
  wholeRun,
  async ({ page, n8n, n8nConsole }) => {
    await page.goto(`${n8nConsole.url}/flows`)
    await expect(page.getByRole('heading', { name: 'Sign in to n8n' })).toBeVisible()
    await expect(page.getByText('Settings → n8n API')).toBeVisible()
    await expect(page.getByRole('link', { name: /page with the keys/ })).toHaveAttribute(
      'href',
      `${n8n.url}/settings/api`,
    )
    await keyField(page).fill('not-a-key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('Sign-in failed')
    await checkAxe(page)
    await keyField(page).fill(n8n.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: /^Flows/, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${n8nConsole.url}/flows`)
  },
)

test('lists, searches, filters and orders the workflows of n8n', wholeRun, async ({ page, n8n, n8nConsole }) => {
  test.slow()
  const word = `Список ${randomUUID().slice(0, 8)}`
  for (const number of [10, 9, 1]) await create(n8n, { ...workflowInScripts, name: `${word} ${number}` })
  await createWebhook(n8n, `${word} active`, newPath())
  await open(page, { n8n, n8nConsole }, '/flows?size=100')
  const names = (await readAll(n8n)).map(({ name }) => name)
  await expect(async () => {
    await page.reload()
    await expect(flowsTable(page).locator('tbody tr')).toHaveCount(names.length, { timeout: 2000 })
  }).toPass()
  expect((await listedNames(page)).toSorted()).toEqual(names.toSorted())
  await checkAxe(page)

  await page.getByRole('searchbox').fill(word.toUpperCase())
  await expect(flowsTable(page).locator('tbody tr')).toHaveCount(4)
  await flowsTable(page).getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/ordering=name/)
  await expect.poll(() => listedNames(page)).toEqual([`${word} 1`, `${word} 9`, `${word} 10`, `${word} active`])
  await expect(flowRow(page, `${word} 9`)).toContainText(`${workflowInScripts.nodes.length}`)
  await page.getByRole('button', { name: 'Status any' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Active' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => listedNames(page)).toEqual([`${word} active`])
  await expect(flowRow(page, `${word} active`)).toContainText('Active')
})

test('opens the page of a link after the sign-in', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const id = await create(n8n, webhookWorkflow('Linked from a mail', newPath()))
  await page.goto(`${n8nConsole.url}/flows/${id}`)
  await signIn(page, n8n)
  await expect(page.getByRole('heading', { name: 'Linked from a mail', level: 1 })).toBeVisible()
  await expect(canvasOf(page)).toBeVisible()
})

for (const { path, steps, notes } of [
  ...n8nFiles(),
  { path: null, steps: workflowInScripts.nodes.map(({ name }) => name), notes: 0 },
])
  test(
    `shows every step of ${path?.split('/').at(-1) ?? 'names in several scripts'} on the canvas`,
    wholeRun,
    async ({ page, n8n, n8nConsole }) => {
      const workflow = path === null ? workflowInScripts : workflowOfFile(path)
      const id = await create(n8n, workflow)
      await open(page, { n8n, n8nConsole }, `/flows/${id}`)
      await expect(page.getByRole('heading', { name: workflow.name, level: 1, exact: true })).toBeVisible()
      await expect(canvasOf(page)).toHaveAccessibleName(new RegExp(`: ${steps.length + notes} nodes?, `))
      await expectOutline(page, steps)
    },
  )

test('renames a workflow; n8n keeps its steps', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const id = await create(n8n, workflowOfFile(fixture('n8n-help-centre.json')))
  const before = await read(n8n, id)
  await open(page, { n8n, n8nConsole }, `/flows/${id}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name and description' })
  await dialog.getByLabel('Name', { exact: true }).fill('Переименовано 🧾')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Переименовано 🧾', level: 1 })).toBeVisible()
  const { name, nodes } = await read(n8n, id)
  expect(name).toBe('Переименовано 🧾')
  expect(nodes).toEqual(before.nodes)
})

test('activates and pauses a workflow', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const path = newPath()
  const id = await create(n8n, webhookWorkflow('Switched on and off', path))
  await open(page, { n8n, n8nConsole }, `/flows/${id}`)
  const isActive = async () => (await read(n8n, id)).active
  await page.getByRole('button', { name: 'Activate' }).click()
  await page
    .getByRole('dialog', { name: /^Activate/ })
    .getByRole('button', { name: 'Activate' })
    .click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(isActive).toBe(true)
  expect((await callWebhook(n8n, path)).status).toBe(200)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible()
  await expect.poll(isActive).toBe(false)
  expect((await callWebhook(n8n, path)).status).toBe(404)
})

const runRows = (page: Page) => page.getByRole('table', { name: 'Runs', exact: true }).locator('tbody tr')

/** Opens the list of runs of a workflow, and waits until it has this many. */
async function expectRuns(page: Page, url: string, flow: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto(`${url}/runs?form=list&flow=${flow}`)
    await expect(runRows(page)).toHaveCount(count, { timeout: 3000 })
  }).toPass()
}

test(
  'lists the runs of a called webhook, and shows each on the canvas with the state of its steps',
  wholeRun,
  async ({ page, n8n, n8nConsole }) => {
    const path = newPath()
    const id = await createWebhook(n8n, 'Orders by webhook', path)
    await callWebhook(n8n, path)
    await callWebhook(n8n, path, '?fail=1')
    await open(page, { n8n, n8nConsole }, '/runs')
    await expectRuns(page, n8nConsole.url, id, 2)
    const [failed, succeeded] = await executions(n8n, id)
    expect([failed?.status, succeeded?.status]).toEqual(['error', 'success'])
    const [first, second] = [runRows(page).first(), runRows(page).nth(1)]
    await expect(first).toContainText('Orders by webhook')
    await expect(first).toContainText('Failed')
    await expect(first).toContainText('The shop is closed')
    await expect(second).toContainText('Succeeded')
    await first.getByRole('link').first().click()
    const panel = page.getByRole('complementary', { name: 'Run' })
    await expect(panel.getByRole('heading', { name: 'Steps 2' })).toBeVisible()
    await checkAxe(page)

    await panel.getByRole('link', { name: 'Show on canvas' }).click()
    await expect(runBar(page).getByText('Failed', { exact: true })).toBeVisible()
    await expect(runBar(page)).toContainText('The shop is closed')
    await expect(cardOf(page, /^Order arrives, .*, Succeeded, /)).toBeVisible()
    await expect(cardOf(page, /^Take order, .*, Failed, .*The shop is closed/)).toBeVisible()
    await expect(cardOf(page, /^Done, .*, not reached/)).toBeVisible()
    await page.goto(`${n8nConsole.url}/flows/${id}?run=${succeeded?.id}`)
    await expect(runBar(page).getByText('Succeeded', { exact: true })).toBeVisible()
    await expect(cardOf(page, /^Done, .*, Succeeded, /)).toBeVisible()
  },
)

test('retries a failed run after its workflow was fixed', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const path = newPath()
  const id = await createWebhook(n8n, 'Fixed and retried', path)
  await callWebhook(n8n, path, '?fail=1')
  const [failed] = await executions(n8n, id)
  const fixed = JSON.stringify(webhookWorkflow('Fixed and retried', path)).replace('query.fail', 'query.no')
  await n8n.api('PUT', `/workflows/${id}`, JSON.parse(fixed))
  await open(page, { n8n, n8nConsole }, `/flows/${id}?run=${failed?.id}`)
  await expect(runBar(page).getByText('Failed', { exact: true })).toBeVisible()
  await runBar(page).getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('dialog', { name: 'Retry this run?' }).getByRole('button', { name: 'Retry' }).click()
  await expect
    .poll(async () => (await executions(n8n, id)).map(({ mode, status }) => `${mode} ${status}`))
    .toEqual(['retry success', 'webhook error'])
  await expectRuns(page, n8nConsole.url, id, 2)
  await expect(runRows(page).first()).toContainText('Succeeded')
  await expect(runRows(page).first()).toContainText('retry')
})

test('imports a file of n8n after its review, unchanged', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const file = workflowOfFile(fixture('n8n-help-centre.json'))
  await open(page, { n8n, n8nConsole }, '/flows/import')
  await chooseFiles(page, {
    name: 'imported.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, name: 'Imported by hand' })),
  })
  await importInto(page, 'n8n')
  await expect(page.getByRole('heading', { name: 'Imported by hand', level: 1 })).toBeVisible()
  const stored = await read(n8n, openFlowId(page))
  expect(stored.name).toBe('Imported by hand')
  expect(stored.nodes).toMatchObject(file.nodes)
  expect(stored['connections']).toEqual(file.connections)
})

test('exports exactly what n8n gives', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const id = await create(n8n, workflowOfFile(fixture('n8n-help-centre.json')))
  await open(page, { n8n, n8nConsole }, `/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Help centre answers.*\.json$/)
  expect(await readDownload(file)).toEqual(await n8n.api('GET', `/workflows/${id}`))
})

test('deletes a workflow', wholeRun, async ({ page, n8n, n8nConsole }) => {
  const id = await create(n8n, { ...workflowInScripts, name: 'Удалить' })
  await open(page, { n8n, n8nConsole }, '/flows')
  await expectListed(page, n8nConsole.url, 'Удалить')
  const row = flowRow(page, 'Удалить')
  await row.hover()
  await row.getByRole('button', { name: 'Actions for Удалить' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(/Will be deleted in/)).toBeVisible()
  await expect.poll(async () => (await readAll(n8n)).some((one) => one.id === id), { timeout: 20_000 }).toBe(false)
  await expect(flowRow(page, 'Удалить')).toHaveCount(0)
})

/** The console in front of a real Node-RED 5: its tabs are the flows, and there are no runs. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { NodeRed } from '#scripts/products/node-red.mjs'
import { deployNodeRedFiles } from '#scripts/products/sample.mjs'
import { corpusFiles, fixture } from '#e2e/support/flow-files.ts'
import { canvasOf, chooseFiles, openFlowId, readDownload } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, wholeRun } from '#e2e/support/service.ts'
import { expectOutline, flowRow, flowsTable, importInto, listedNames, shown, test } from './live-product.ts'

const Item = z.looseObject({
  id: z.string(),
  type: z.string(),
  z: z.string().optional(),
  name: z.string().optional(),
  label: z.string().optional(),
  wires: z.unknown().optional(),
})
type Item = z.infer<typeof Item>
const Flows = z.object({ flows: z.array(Item) })

/** Files with tabs, small and large, with subflows and groups. */
const files = [
  fixture('node-red-garden.json'),
  ...corpusFiles('node-red')
    .map(({ path }) => path)
    .filter((path) => /simple-modbus-demo|easy-ui-updates|parallel-phase/.test(path)),
]

/** What Node-RED itself has. */
async function itemsOf({ url }: NodeRed): Promise<Item[]> {
  const response = await fetch(`${url}/flows`, { headers: { 'Node-RED-API-Version': 'v2' } })
  return Flows.parse(await response.json()).flows
}

const tabsOf = (items: readonly Item[]) => items.filter(({ type }) => type === 'tab')
const tabNamed = (items: readonly Item[], name: string) => tabsOf(items).find(({ label }) => label === name)

/** The steps of a tab: its wired nodes without comments. */
const stepsOf = (items: readonly Item[], tab: string) =>
  items.filter(({ z: sheet, type, wires }) => sheet === tab && wires !== undefined && type !== 'comment')

test.beforeEach(({ nodeRed }) => deployNodeRedFiles(nodeRed.url, files))

test(
  'lists the tabs of Node-RED, without sign-in and without runs',
  wholeRun,
  async ({ page, nodeRed, nodeRedConsole }) => {
    const names = tabsOf(await itemsOf(nodeRed)).map(({ label }) => label ?? '')
    await page.goto(`${nodeRedConsole.url}/flows?size=100`)
    await expect(flowsTable(page).locator('tbody tr')).toHaveCount(names.length)
    expect((await listedNames(page)).toSorted()).toEqual(names.toSorted())
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' })).toHaveCount(0)
    await checkAxe(page)
    await page.getByRole('searchbox').fill('GARD')
    await expect.poll(() => listedNames(page)).toEqual(['Garden'])
    await page.goto(`${nodeRedConsole.url}/runs`)
    await expect(page.getByText('Node-RED lists no runs')).toBeVisible()
  },
)

test('shows every step of each tab on the canvas', wholeRun, async ({ page, nodeRed, nodeRedConsole }) => {
  test.slow()
  const items = await itemsOf(nodeRed)
  for (const { id, label = '' } of tabsOf(items))
    await test.step(label, async () => {
      const steps = stepsOf(items, id)
      if (steps.length === 0) return
      await page.goto(`${nodeRedConsole.url}/flows/${encodeURIComponent(id)}`)
      await expect(page.getByRole('heading', { name: label, level: 1, exact: true })).toBeVisible()
      await expect(canvasOf(page)).toBeVisible()
      const names = steps.map(({ name = '' }) => shown(name)).filter((name) => name !== '')
      await expectOutline(page, names, steps.length)
    })
})

test('renames a tab, pauses and activates it; its nodes stay', wholeRun, async ({ page, nodeRed, nodeRedConsole }) => {
  const before = await itemsOf(nodeRed)
  const id = tabNamed(before, 'Garden')?.id ?? ''
  await page.goto(`${nodeRedConsole.url}/flows/${encodeURIComponent(id)}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name and description' })
  await dialog.getByLabel('Name', { exact: true }).fill('庭 🌱')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { name: '庭 🌱', level: 1 })).toBeVisible()
  const tab = async () => (await itemsOf(nodeRed)).find((item) => item.id === id)
  expect((await tab())?.label).toBe('庭 🌱')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(async () => (await tab())?.['disabled']).toBe(true)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page
    .getByRole('dialog', { name: /^Activate/ })
    .getByRole('button', { name: 'Activate' })
    .click()
  await expect.poll(async () => (await tab())?.['disabled']).toBe(false)
  expect(stepsOf(await itemsOf(nodeRed), id)).toEqual(stepsOf(before, id))
})

test(
  'exports the nodes of a tab as Node-RED has them, and imports them again',
  wholeRun,
  async ({ page, nodeRed, nodeRedConsole }) => {
    const before = await itemsOf(nodeRed)
    const id = tabNamed(before, 'Garden')?.id ?? ''
    await page.goto(`${nodeRedConsole.url}/flows/${encodeURIComponent(id)}`)
    await expect(canvasOf(page)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const exported = z.array(Item).parse(await readDownload(await download))
    expect(stepsOf(exported, id)).toEqual(stepsOf(before, id))

    await page.goto(`${nodeRedConsole.url}/flows/import`)
    await chooseFiles(page, {
      name: 'garden.json',
      mimeType: 'application/json',
      buffer: Buffer.from(readFileSync(fixture('node-red-garden.json'), 'utf8').replace('"Garden"', '"Second garden"')),
    })
    await importInto(page, 'Node-RED')
    await expect(page.getByRole('heading', { name: 'Second garden', level: 1 })).toBeVisible()
    const after = await itemsOf(nodeRed)
    const imported = stepsOf(after, openFlowId(page)).map(({ type, name }) => ({ type, name }))
    expect(imported).toEqual(stepsOf(before, id).map(({ type, name }) => ({ type, name })))
  },
)

test('deletes a tab and leaves the others', wholeRun, async ({ page, nodeRed, nodeRedConsole }) => {
  const before = tabsOf(await itemsOf(nodeRed)).map(({ label }) => label)
  await page.goto(`${nodeRedConsole.url}/flows?search=garden`)
  const row = flowRow(page, 'Garden')
  await row.hover()
  await row.getByRole('button', { name: 'Actions for Garden' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(/Will be deleted in/)).toBeVisible()
  const labels = async () => tabsOf(await itemsOf(nodeRed)).map(({ label }) => label)
  await expect.poll(labels, { timeout: 30_000 }).toEqual(before.filter((label) => label !== 'Garden'))
})

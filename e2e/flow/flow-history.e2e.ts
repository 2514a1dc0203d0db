/** Changes of a flow since it was last viewed in this browser. */
import type { Page } from '@playwright/test'
import { EditedService, nodeOf } from '#e2e/support/edited-service.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, importFlow, tabsOf } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test as base, wholeRun } from '#e2e/support/service.ts'

const test = base.extend<{ edited: EditedService }>({
  edited: async ({ service, page }, use) => {
    await service.signIn(page)
    const edited = await EditedService.start(service)
    await use(edited)
    // A page with open requests would log errors when the server stops.
    await page.goto('about:blank')
    edited.stop()
  },
})

const at = (x: number, y: number) => ({ position: { x, y } })
const draft = {
  name: 'Watched',
  nodes: [
    node('start', 'trigger', 'Begin', at(0, 0)),
    node('call', 'api', 'Call the shop', {
      ...at(300, 0),
      config: { url: 'https://shop.example/v1', api_key: { set: true } },
    }),
    node('say', 'message', 'Say it', at(600, 0)),
    node('old', 'code', 'Old parser', at(300, 200)),
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'call' },
    { id: 'e2', source: 'call', target: 'say' },
    { id: 'e3', source: 'start', target: 'old' },
  ],
}

/** Changes, moves, removes and adds one node each. */
function change(edited: EditedService, id: string): void {
  edited.edit(id, (flow) => {
    nodeOf(flow, 'call')['config'] = { url: 'https://shop.example/v2', api_key: { set: true } }
    nodeOf(flow, 'say')['position'] = { x: 600, y: 40 }
    const fresh = { ...nodeOf(flow, 'old'), id: 'calm', name: 'Calm an angry contact', type: 'agent' }
    flow.nodes = [...flow.nodes.filter((one) => one.id !== 'old'), { ...fresh, position: { x: 900, y: 200 } }]
    const [, second] = flow.edges
    flow.edges = [...flow.edges.slice(0, 2), { ...second, id: 'e4', source: 'say', target: 'calm' }]
  })
}

/** Opens the flow and waits until its changes are known. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await tabsOf(page)
    .getByRole('link', { name: /^History/ })
    .click()
  await expect(page.getByRole('heading', { name: /^(No changes|Your first visit|\d+ change)/ })).toBeVisible()
}

test('announces, lists and marks the changes of a later version until they have been viewed', async ({
  page,
  edited,
  service,
}) => {
  const id = await importFlow(service, page, draft)
  const url = `${edited.url}/flows/${id}`
  await visit(page, url)
  await expect(page.getByText('From the next visit on, changes since the last one are listed here.')).toBeVisible()
  await checkAxe(page)

  change(edited, id)
  await page.goto(url)
  await expect(page.getByRole('link', { name: 'History 4 new' })).toBeVisible()
  await page.getByRole('link', { name: '4 changes since your last visit' }).click()
  const panel = page.getByRole('complementary', { name: /^4 changes/ })
  const list = panel.getByRole('list', { name: 'Changes' })
  await expect(list.getByRole('listitem')).toHaveText([
    /Changed: Call the shop.*Config, 1 of 2 fields.*url:.*v1.*url:.*v2/s,
    /Added: Calm an angry contact.*New, after “Say it”/,
    /Removed: Old parser.*Removed with 1 edge/,
    /Moved: Say it.*40 px down\. No other changes\./,
  ])
  const canvas = canvasOf(page)
  for (const name of [/^Call the shop, .*changed$/, /^Calm an.*added$/, /^Old parser.*removed$/, /^Say it.*moved$/])
    await expect(canvas.getByRole('group', { name })).toBeVisible()
  await checkAxe(page)

  // Moves through the list by keyboard, synchronized with the canvas.
  await list.getByRole('button', { name: /Call the shop/ }).press('Enter')
  await page.keyboard.press('j')
  await expect(list.locator('[aria-current]')).toContainText('Calm an angry contact')
  await expect(page).toHaveURL(/node=calm/)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(/node=call/)
  // Selects changes by mouse, on the canvas and in the panel.
  await canvas.getByRole('group', { name: /^Say it/ }).click()
  await expect(list.locator('[aria-current]')).toContainText('Say it')
  await panel.getByRole('link', { name: /Calm an angry contact/ }).click()
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Calm an angry contact' })).toBeVisible()

  await expect(page.getByRole('complementary').getByText('Changed since your last visit.')).toBeVisible()
  await expect(tabsOf(page).getByRole('link', { name: 'History', exact: true })).toBeVisible()
  await visit(page, url)
  await expect(page.getByRole('heading', { name: 'No changes since your last visit' })).toBeVisible()
})

test('keeps changes new until they have been viewed', wholeRun, async ({ page, edited, service }) => {
  const id = await importFlow(service, page, draft)
  await visit(page, `${edited.url}/flows/${id}`)
  change(edited, id)
  for (let count = 0; count < 2; count++) {
    await page.goto(`${edited.url}/flows/${id}`)
    await expect(page.getByRole('link', { name: 'History 4 new' })).toBeVisible()
  }
})

test(
  'stores viewed versions per user, and removes them when the browser data are cleared',
  wholeRun,
  async ({ page, edited, service }) => {
    const id = await importFlow(service, page, draft)
    await visit(page, `${edited.url}/flows/${id}`)
    await service.signInAsViewer(page)
    change(edited, id)
    await visit(page, `${edited.url}/flows/${id}`)
    await expect(page.getByText('From now on, changes between two visits')).toBeVisible()

    await service.signOut(page)
    await service.signIn(page, { ownSession: true })
    await page.goto(`${edited.url}/flows/${id}`)
    await expect(page.getByRole('link', { name: 'History 4 new' })).toBeVisible()
    await page.goto(`${edited.url}/settings/sign-in`)
    await page.getByRole('button', { name: 'Clear browser data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear and sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
  },
)

test('reports a browser without storage', wholeRun, async ({ page, edited, service }) => {
  const id = await importFlow(service, page, draft)
  // Simulates a window without storage, in which the worker has none either.
  await page.route(/flow-worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    const refuse = "IDBFactory.prototype.open = () => { throw new DOMException('Refused.', 'SecurityError') };"
    await route.fulfill({ response, body: `${refuse}\n${await response.text()}` })
  })
  await page.goto(`${edited.url}/flows/${id}?tab=history`)
  await expect(page.getByText('Browser storage is unavailable')).toBeVisible()
})

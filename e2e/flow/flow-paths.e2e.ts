/** Ancestors and descendants of a node, the path between two nodes, and announced keyboard navigation. */
import type { Page } from '@playwright/test'
import { pixelsIn } from '#e2e/support/pixels.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const edge = (source: string, target: string, more: object = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...more,
})

/** Opens a flow that splits into two branches and joins again, with a separate node. */
async function importDeskFlow(page: Page, service: TestService): Promise<string> {
  await service.signIn(page)
  const cases = [{ id: 'yes', label: 'yes', expression: 'stock > 0' }]
  const id = await importFlow(service, page, {
    name: 'Desk with paths',
    nodes: [
      node('start', 'trigger', 'Order arrives', { position: { x: 0, y: 0 } }),
      node('ask', 'condition', 'In stock?', { position: { x: 300, y: 0 }, config: { cases } }),
      node('send', 'message', 'Send it', { position: { x: 600, y: 0 } }),
      node('wait', 'wait', 'Wait for goods', { position: { x: 600, y: 200 } }),
      node('done', 'message', 'Say so', { position: { x: 900, y: 0 } }),
      node('alone', 'code', 'Nobody calls me', { position: { x: 300, y: 400 } }),
    ],
    edges: [
      edge('start', 'ask'),
      edge('ask', 'send', { source_handle: 'yes' }),
      edge('ask', 'wait', { source_handle: 'else' }),
      edge('wait', 'done'),
      edge('send', 'done'),
    ],
  })
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  return id
}

/** Number of petrol pixels on the canvas, in the light theme: the path, and the ring of the chosen node. */
const petrol = async (page: Page) => pixelsIn(page, await canvasOf(page).screenshot(), '#0a626e')

/** The same number once it no longer changes, because the canvas is painted in parts. */
async function stablePetrolPixels(page: Page): Promise<number> {
  let last = -1
  await expect
    .poll(async () => {
      const before = last
      last = await petrol(page)
      return last === before
    })
    .toBe(true)
  return last
}

test(
  'by keyboard: marks ancestors and descendants, announces them, keeps them in the URL; Esc clears them',
  wholeRun,
  async ({ page, service }) => {
    await importDeskFlow(page, service)
    await canvasOf(page).focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('Shift+ArrowLeft')
    const announcement = page.getByRole('status').filter({ hasText: 'lead to' })
    await expect(announcement).toHaveText('4 steps lead to “Say so”')
    await expect(page).toHaveURL(/from=done&path=upstream/)
    // Five edges are marked, most of the flow.
    await expect.poll(() => petrol(page)).toBeGreaterThan(1_200)
    const many = await stablePetrolPixels(page)
    await checkAxe(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('region', { name: 'Canvas' }).getByText('1 step follows “Send it”')).toBeVisible()
    // One edge is marked.
    await expect.poll(() => petrol(page)).toBeLessThan(many * 0.7)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Canvas' }).getByText('1 step follows “Send it”')).toBeVisible()
    await canvasOf(page).focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Canvas' }).getByText('1 step follows “Send it”')).toHaveCount(0)
    await expect(page).not.toHaveURL(/path=/)
  },
)

test(
  'by mouse: the panel marks ancestors, descendants, and the path to a chosen node',
  wholeRun,
  async ({ page, service }) => {
    await importDeskFlow(page, service)
    await canvasOf(page)
      .getByRole('group', { name: /^In stock\?/ })
      .click()
    const paths = page.getByRole('complementary').getByRole('region', { name: 'Path' })
    await paths.getByRole('button', { name: 'Everything after 3 steps' }).click()
    await expect(paths.getByText('3 steps follow “In stock?”')).toBeVisible()
    // Four edges are marked, and the ring of the open node.
    await expect.poll(() => petrol(page)).toBeGreaterThan(600)
    const after = await stablePetrolPixels(page)
    await paths.getByRole('button', { name: 'Path to…' }).click()
    await page.getByRole('combobox', { name: 'Path to' }).fill('say')
    await page.getByRole('option', { name: /Say so/ }).click()
    await expect(page).toHaveURL(/to=done/)
    await expect(paths.getByText('2 steps from “In stock?” to “Say so”')).toBeVisible()
    await expect.poll(() => petrol(page)).toBeLessThan(after)
    await checkAxe(page)
    // Opening a node of the path keeps the path.
    await canvasOf(page)
      .getByRole('group', { name: /^Send it/ })
      .click()
    await expect(
      page.getByRole('region', { name: 'Canvas' }).getByText('2 steps from “In stock?” to “Say so”'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Clear path' }).click()
    await expect(page).not.toHaveURL(/to=/)
  },
)

test('marks nothing for invalid values in the URL', wholeRun, async ({ page, service }) => {
  const id = await importDeskFlow(page, service)
  await page.goto(`${service.url}/flows/${id}?from=__proto__&path=upstream`)
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear path' })).toHaveCount(0)
  await page.goto(`${service.url}/flows/${id}?node=done&path=sideways&to=nobody`)
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear path' })).toHaveCount(0)
})

test(
  'announces name, type, branch and position among branches when an arrow key moves to a node',
  wholeRun,
  async ({ page, service }) => {
    await importDeskFlow(page, service)
    const announcement = page.locator('.canvas [aria-live="polite"]')
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(announcement).toHaveText(/^Order arrives, Trigger/)
    await page.keyboard.press('ArrowRight')
    await expect(announcement).toHaveText(/^In stock\?, Condition, 1 in, 2 out/)
    await page.keyboard.press('ArrowRight')
    await expect(announcement).toHaveText(/^Send it, Chat app, branch yes, 1 of 2/)
    await page.keyboard.press('ArrowDown')
    await expect(announcement).toHaveText(/^Wait for goods, Wait, branch else, 2 of 2/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(announcement).toHaveText('No next step. Say so')
    await expect(canvasOf(page)).toBeFocused()
  },
)

/** The viewport of a flow: initially, after a resize, and after the user moves it. */
import type { Page } from '@playwright/test'
import { fixture } from '#e2e/support/flow-files.ts'
import { node } from '#test/support/flow-draft.ts'
import {
  canvasOf,
  waitUntilFitted,
  importFile,
  importFlow,
  createFlow,
  openFlowId,
  viewOf,
  tabsOf,
} from '#e2e/support/flow-steps.ts'
import { pixelsOf } from '#e2e/support/pixels.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

async function openOrders(page: Page, service: TestService): Promise<string> {
  await service.open(page, '/flows')
  await importFile(page, fixture('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  await waitUntilFitted(page)
  return openFlowId(page)
}

/** Margin of the minimap around the flow, on each side. */
const mapMargin = 0.06

/** Whether the viewport's frame on the minimap covers the whole width of the flow. */
async function showsWholeFlow(page: Page): Promise<boolean> {
  // On a phone the map exists, but is hidden.
  const map = page.getByRole('button', { name: /^Minimap/, includeHidden: true }).locator('svg')
  const [, , ...sizes] = ((await map.getAttribute('viewBox')) ?? '').split(' ').map(Number)
  const [left = 0] = ((await map.getAttribute('viewBox')) ?? '').split(' ').map(Number)
  const width = sizes[0] ?? 0
  const frame = map.locator('rect')
  const [x, seen] = [Number(await frame.getAttribute('x')), Number(await frame.getAttribute('width'))]
  return x <= left + mapMargin * width && x + seen >= left + (1 - mapMargin) * width
}

const zoomOf = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByText(/^\d+%$/).textContent()) ?? '', 10)

test('a resize keeps the whole flow visible until the user zooms; switching tabs keeps the zoom', async ({
  page,
  service,
}) => {
  // With reduced motion a zoom ends immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openOrders(page, service)
  await expect.poll(() => showsWholeFlow(page)).toBe(true)
  await page.setViewportSize({ width: 900, height: 600 })
  await expect.poll(() => showsWholeFlow(page)).toBe(true)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => showsWholeFlow(page)).toBe(false)
  await viewOf(page)
  const zoom = await zoomOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await zoomOf(page)).toBe(zoom)
  await tabsOf(page).getByRole('link', { name: 'Details' }).click()
  await expect(canvasOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'Canvas' }).click()
  await expect.poll(() => zoomOf(page)).toBe(zoom)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(() => showsWholeFlow(page)).toBe(true)
})

test('a panel beside the canvas does not move the flow', wholeRun, async ({ page, service }) => {
  await openOrders(page, service)
  const card = canvasOf(page)
    .getByRole('group', { name: /, Trigger/ })
    .first()
  await viewOf(page)
  const before = await card.boundingBox()
  await card.click()
  await expect(page.getByRole('complementary')).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
})

test(
  'on a phone a flow opens at its beginning, at a legible zoom; Fit shows all of it',
  wholeRun,
  async ({ page, service }) => {
    const id = await openOrders(page, service)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${service.url}/flows/${id}`)
    await expect(canvasOf(page)).toBeVisible()
    await expect.poll(() => zoomOf(page)).toBeGreaterThanOrEqual(45)
    // The arrow key starts at the trigger: if that is already in the viewport, nothing moves.
    const windowNow = () => page.locator('.react-flow__viewport').getAttribute('style')
    await waitUntilFitted(page)
    await viewOf(page)
    const before = await windowNow()
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/, Trigger, /)).toBeAttached()
    await expect(canvasOf(page)).toHaveAttribute('aria-activedescendant', /node/)
    expect(await windowNow()).toBe(before)
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await expect.poll(() => showsWholeFlow(page)).toBe(true)
  },
)

test('shows an empty state for a flow without nodes', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await createFlow(service, page, 'Only a name')
  await page.goto(`${service.url}/flows/${id}`)
  await expect(page.getByRole('heading', { name: 'No nodes yet' })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: /^Go to flows/ }).click()
  await expect(page).toHaveURL(/\/flows$/)
})

test('at 400 % zoom the canvas keeps a usable height', wholeRun, async ({ page, service }) => {
  const id = await openOrders(page, service)
  await page.setViewportSize({ width: 360, height: 225 })
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  await expect.poll(async () => (await canvasOf(page).boundingBox())?.height).toBeGreaterThan(200)
})

test('draws an edge over a note visibly at a legible zoom', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, {
    name: 'On paper',
    nodes: [
      node('paper', 'note', 'Paper', { position: { x: -40, y: -80 }, size: { width: 640, height: 240 } }),
      node('first', 'api', 'First', { position: { x: 0, y: 0 } }),
      node('second', 'api', 'Second', { position: { x: 340, y: 0 } }),
    ],
    edges: [{ id: 'on', source: 'first', target: 'second' }],
  })
  await page.goto(`${service.url}/flows/${id}`)
  const [first, second] = [page.getByRole('group', { name: /^First/ }), page.getByRole('group', { name: /^Second/ })]
  await expect(page.getByRole('group', { name: /^Paper/ })).toBeAttached()
  await waitUntilFitted(page)
  await viewOf(page)
  const [left, right] = [await first.boundingBox(), await second.boundingBox()]
  if (left === null || right === null) throw new Error('The cards are not mounted.')
  const x = left.x + left.width + 24
  const clip = { x, y: left.y, width: right.x - 24 - x, height: left.height }
  await expect.poll(async () => (await pixelsOf(page, await page.screenshot({ clip }))).ink).toBeGreaterThan(0.005)
})

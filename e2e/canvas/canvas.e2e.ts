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
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
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

/** Its names are so long that hardly any can be read when all of it is shown. */
const longChain = {
  name: 'Long chain',
  nodes: Array.from({ length: 40 }, (_, index) =>
    node(`n${index}`, index === 0 ? 'trigger' : 'api', `Ask the warehouse about part ${index} of the order`, {
      position: { x: 300 * index, y: 0 },
    }),
  ),
  edges: Array.from({ length: 39 }, (_, index) => ({
    id: `e${index}`,
    source: `n${index}`,
    target: `n${index + 1}`,
  })),
}

/** Where most of its names are readable: tiles with names, of which a window shows more than of cards. */
const startZoom = 0.25

/** The viewport of the first mark that the flow is on the screen, and what can be read there. */
const fittedMark = async (page: Page) => {
  await waitUntilFitted(page)
  return page.evaluate((): Record<string, number> => {
    const [mark] = performance.getEntriesByName('flow:fitted')
    return mark instanceof PerformanceMark ? mark.detail : {}
  })
}

/** Reloads the page: the early picture and the canvas show the same. */
async function reloadedView(page: Page) {
  await page.reload()
  await expect(canvasOf(page)).toBeVisible()
  const { x, y, zoom = 0 } = await fittedMark(page)
  const view = await viewOf(page)
  // The browser rounds zooms in styles.
  expect([view.x, view.y, view.zoom]).toEqual([x, y, expect.closeTo(zoom, 5)])
  return view
}

test('zoom and arrow keys work on a fresh flow page, without a click on the canvas', async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openOrders(page, service)
  await page.goto(`${service.url}/flows`)
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await expect(canvasOf(page)).toBeVisible()
  await waitUntilFitted(page)
  await page.keyboard.press('1')
  await expect(page.getByText('100%')).toBeVisible()
  await page.keyboard.press('0')
  await expect(page.getByText('100%')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(canvasOf(page)).toBeFocused()
  await expect(canvasOf(page)).toHaveAttribute('aria-activedescendant', /node/)
  // Where the focus is in a field, the keys are text.
  await page.keyboard.press('f')
  await page.keyboard.type('1')
  await expect(page.getByText('100%')).toHaveCount(0)
})

test('a long flow opens at its start; Fit shows all of it, then the start again, and is remembered', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await service.signIn(page)
  const id = await importFlow(service, page, longChain)
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  expect(await fittedMark(page)).toMatchObject({ nodes: 40, steps: 40, overlapped: 0, zoom: startZoom })
  expect((await reloadedView(page)).zoom).toBe(startZoom)
  await canvasOf(page).focus()
  await page.keyboard.press('0')
  await expect.poll(() => showsWholeFlow(page)).toBe(true)
  const whole = await viewOf(page)
  expect(await reloadedView(page)).toEqual(whole)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(async () => (await viewOf(page)).zoom).toBe(startZoom)
  const start = await reloadedView(page)
  expect(start.zoom).toBe(startZoom)
  // Of the steps in sight, nearly all have names: every 75 pixels one.
  const { names = 0 } = await fittedMark(page)
  expect(names).toBeGreaterThan((0.8 * start.width) / 75)
  expect(names).toBeLessThan(start.width / 75)
  // A resize keeps the start, until the user moves the view.
  await page.setViewportSize({ width: 1100, height: 640 })
  await expect.poll(async () => (await viewOf(page)).y).not.toBe(start.y)
  const resized = await viewOf(page)
  expect([resized.x, resized.zoom]).toEqual([start.x, startZoom])
  await canvasOf(page).hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await viewOf(page)).zoom).not.toBe(startZoom)
  // At rest the view is aligned to whole pixels.
  await expect.poll(async () => Number.isInteger((await viewOf(page)).x)).toBe(true)
  const moved = await viewOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await viewOf(page)).width).not.toBe(moved.width)
  const after = await viewOf(page)
  expect([after.x, after.y, after.zoom]).toEqual([moved.x, moved.y, moved.zoom])
  // Moving by hand chooses nothing.
  expect((await reloadedView(page)).zoom).toBe(startZoom)
})

test('above the minimap and at the zoom, the pointer reaches the canvas', wholeRun, async ({ page, service }) => {
  await openOrders(page, service)
  const controls = await page.getByRole('toolbar', { name: 'View' }).boundingBox()
  const map = await page.getByRole('button', { name: 'Minimap' }).boundingBox()
  const zoom = await page.getByText(/^\d+%$/).boundingBox()
  if (controls === null || map === null || zoom === null) throw new Error('The canvas has no controls.')
  const isCanvas = ([x, y]: readonly [number, number]) =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('.react-flow') !== null, [
      x,
      y,
    ] as const)
  expect(await isCanvas([map.x + 20, controls.y + 8])).toBe(true)
  expect(await isCanvas([zoom.x + zoom.width / 2, zoom.y + zoom.height / 2])).toBe(true)
  expect(await isCanvas([map.x + 20, map.y + 20])).toBe(false)
  expect(await isCanvas([controls.x + 8, controls.y + 8])).toBe(false)
})

test('a panel beside the canvas does not move the flow', wholeRun, async ({ page, service }) => {
  await openOrders(page, service)
  const card = canvasOf(page)
    .getByRole('group', { name: /, (?:[A-Z][a-z]+ t|T)rigger/ })
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
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await service.signIn(page)
    const id = await importFlow(service, page, longChain)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${service.url}/flows/${id}`)
    await expect(canvasOf(page)).toBeVisible()
    await waitUntilFitted(page)
    expect(await zoomOf(page)).toBe(45)
    // The arrow key starts at the trigger: if that is already in the viewport, nothing moves.
    const windowNow = () => page.locator('.react-flow__viewport').getAttribute('style')
    await viewOf(page)
    const before = await windowNow()
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/, (?:[A-Z][a-z]+ t|T)rigger, /)).toBeAttached()
    await expect(canvasOf(page)).toHaveAttribute('aria-activedescendant', /node/)
    expect(await windowNow()).toBe(before)
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await expect.poll(() => showsWholeFlow(page)).toBe(true)
  },
)

test('on a phone the minimap is shown while the view moves, and while it has the focus', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, longChain)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.url}/flows/${id}`)
  await waitUntilFitted(page)
  const map = page.getByRole('button', { name: /^Minimap/, includeHidden: true })
  await expect(map).toBeHidden()
  const box = await canvasOf(page).boundingBox()
  if (box === null) throw new Error('There is no canvas.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 3, { steps: 4 })
  await expect(map).toBeVisible()
  await map.focus()
  await page.mouse.up()
  await viewOf(page)
  const before = await viewOf(page)
  await map.press('ArrowRight')
  await expect.poll(async () => (await viewOf(page)).x).toBeLessThan(before.x)
  await expect(map).toBeVisible()
  await map.blur()
  await expect(map).toBeHidden()
})

test('shows an empty state for a flow without nodes', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await createFlow(service, page, 'Only a name')
  await page.goto(`${service.url}/flows/${id}`)
  await expect(page.getByRole('heading', { name: 'No steps yet' })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: /^Import a flow/ }).click()
  await expect(page).toHaveURL(/\/flows\/import$/)
})

test('at 400% zoom the canvas keeps a usable height', wholeRun, async ({ page, service }) => {
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

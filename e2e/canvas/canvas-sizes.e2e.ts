/**
 * The canvas with mouse, trackpad, touch and keyboard, in flows of 12, 300, 2,000 and 10,000 nodes: it behaves
 * alike at every size.
 */
import type { Page } from '@playwright/test'
import { placedFlow, type PlacedFlow } from '#bench/placed-flow.ts'
import {
  canvasOf,
  waitUntilFitted,
  importFlow,
  type Point,
  tabsOf,
  type View,
  viewOf,
} from '#e2e/support/flow-steps.ts'
import { pixelsOf } from '#e2e/support/pixels.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const sizes = [12, 300, 2_000, 10_000] as const

/** Tolerance in screen pixels for a click beside a node, plus one for rounding. */
const clickTolerance = 7

interface ImportedFlow {
  address: string
  flow: PlacedFlow
}

/** Flows already imported, by service and size. */
const importedFlows = new Map<string, ImportedFlow>()

async function flowOf(service: TestService, page: Page, size: number): Promise<ImportedFlow> {
  await service.signIn(page)
  const key = `${service.url} ${size}`
  const known = importedFlows.get(key)
  if (known !== undefined) return known
  const flow = placedFlow(size)
  const { nodes, edges } = flow
  const id = await importFlow(service, page, { name: `A flow of ${size}`, nodes, edges })
  const one = { address: `${service.url}/flows/${id}`, flow }
  importedFlows.set(key, one)
  return one
}

const panel = (page: Page) => page.getByRole('complementary')
const findField = (page: Page) => page.getByRole('combobox', { name: 'Find in this flow' })
const nameOf = (id: string) => `Step ${id.slice(1)}`
const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'selected' })

/** A point of the canvas in screen coordinates. */
const onScreen = (view: View, at: Point): Point => ({
  x: view.left + view.x + at.x * view.zoom,
  y: view.top + view.y + at.y * view.zoom,
})
/** A point of the screen in canvas coordinates. */
const onCanvas = (view: View, at: Point): Point => ({
  x: (at.x - view.left - view.x) / view.zoom,
  y: (at.y - view.top - view.y) / view.zoom,
})
const middleOf = (view: View): Point => ({ x: view.left + view.width / 2, y: view.top + view.height / 2 })

/** The head of the card closest to the centre of the viewport, on the screen. */
function cardNearMiddle(view: View, { flow }: ImportedFlow): Point {
  const middle = onCanvas(view, middleOf(view))
  let [best, least] = [middle, Infinity]
  for (const { x, y, width } of flow.cards.values()) {
    const head = { x: x + width / 2, y: y + 22 }
    const away = Math.hypot(head.x - middle.x, head.y - middle.y)
    if (away < least) [best, least] = [head, away]
  }
  return onScreen(view, best)
}

/** The node whose panel is open, which is also in the URL and in the outline. */
async function opened(page: Page): Promise<string> {
  await expect(page).toHaveURL(/[?&]node=n\d+/)
  const id = new URL(page.url()).searchParams.get('node') ?? ''
  await expect(panel(page).getByRole('heading', { name: nameOf(id), exact: true })).toBeVisible()
  const row = page.getByRole('treeitem', { selected: true, name: new RegExp(`^${nameOf(id)}\\b`) })
  await expect(row.first()).toBeVisible()
  return id
}

async function close(page: Page): Promise<void> {
  await canvasOf(page).focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).not.toHaveURL(/[?&]node=/)
}

/** Clicks near the centre of the viewport, and checks that the card at that point opens, within the tolerance. */
async function pressHits(page: Page, it: ImportedFlow, press: (at: Point) => Promise<void>): Promise<void> {
  const view = await viewOf(page)
  const at = cardNearMiddle(view, it)
  await press(at)
  const id = await opened(page)
  const box = it.flow.cards.get(id)
  if (box === undefined) throw new Error(`${id} has no card.`)
  const position = onCanvas(view, at)
  const away = Math.hypot(
    Math.max(box.x - position.x, 0, position.x - box.x - box.width),
    Math.max(box.y - position.y, 0, position.y - box.y - box.height),
  )
  expect(away * view.zoom, `${id} is under the pointer`).toBeLessThan(clickTolerance)
  await close(page)
}

/** Whether two points are less than `pixels` apart. */
const isNear = (one: Point, other: Point, pixels: number) => Math.hypot(one.x - other.x, one.y - other.y) < pixels

async function open(page: Page, { address }: ImportedFlow): Promise<void> {
  await page.goto(address)
  await waitUntilFitted(page)
}

async function checkArrowsAndFind(page: Page, id: string): Promise<void> {
  await canvasOf(page).focus()
  // To the next node, then back.
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp(`node=${id}(&|$)`))
  const next = await opened(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page).not.toHaveURL(new RegExp(`node=${next}(&|$)`))
  const back = await opened(page)
  await page.keyboard.press('f')
  await findField(page).fill('Step 1')
  await findField(page).press('Enter')
  // The previous node may also match the search.
  await expect(page).not.toHaveURL(new RegExp(`node=${back}(&|$)`))
  await expect(panel(page).getByRole('heading', { name: /^Step 1/ })).toBeVisible()
  const first = await opened(page)
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ of [\d,]+$/ })).toBeVisible()
  await findField(page).press('Enter')
  await expect(page).not.toHaveURL(new RegExp(`node=${first}(&|$)`))
  await opened(page)
  await findField(page).press('Shift+Enter')
  await expect(page).toHaveURL(new RegExp(`node=${first}(&|$)`))
  await opened(page)
  await findField(page).fill('')
  await expect(page).not.toHaveURL(/[?&]find=/)
  await close(page)
}

/** Shows the whole flow, and waits until its worker has answered where that is. */
async function fitWhole(page: Page, { flow }: ImportedFlow): Promise<View> {
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  const [right, bottom] = [flow.bounds.x + flow.bounds.width, flow.bounds.y + flow.bounds.height]
  await expect
    .poll(async () => {
      const view = await viewOf(page)
      return right * view.zoom + view.x <= view.width && bottom * view.zoom + view.y <= view.height
    })
    .toBe(true)
  return viewOf(page)
}

async function wheelAndTrackpad(page: Page, it: ImportedFlow): Promise<void> {
  const wholeView = await fitWhole(page, it)
  const point = middleOf(wholeView)
  await page.mouse.move(point.x, point.y)
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(wholeView.zoom * 1.2)
  const near = await viewOf(page)
  expect(isNear(onScreen(near, onCanvas(wholeView, point)), point, 2), 'the wheel zooms at the pointer').toBe(true)
  // Browsers report a pinch as a wheel event with Ctrl.
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -20)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(near.zoom)
  const before = await viewOf(page)
  await page.mouse.wheel(12, 30)
  await page.mouse.wheel(0, 20)
  await expect.poll(async () => Math.round((await viewOf(page)).y)).toBe(Math.round(before.y - 50))
  const after = await viewOf(page)
  expect(after.zoom).toBe(before.zoom)
  expect(Math.round(after.x)).toBe(Math.round(before.x - 12))
}

for (const size of sizes)
  test(`works with mouse and keyboard at ${size.toLocaleString()} nodes`, wholeRun, async ({ page, service }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const it = await flowOf(service, page, size)
    const click = ({ x, y }: Point) => page.mouse.click(x, y)
    const brightness = async () => (await pixelsOf(page, await canvasOf(page).screenshot())).brightness
    await open(page, it)
    await pressHits(page, it, click)
    await test.step('a permalink opens its node, with the card at its painted position', async () => {
      const id = `n${Math.floor(size / 2)}`
      await page.goto(`${it.address}?node=${id}`)
      expect(await opened(page)).toBe(id)
      const card = canvasOf(page).getByRole('group', { name: new RegExp(`^${nameOf(id)},`) })
      await expect(card).toBeVisible()
      const own = it.flow.cards.get(id) ?? { x: NaN, y: NaN }
      // While the panel opens, the view moves to the node.
      await expect(async () => {
        const at = onScreen(await viewOf(page), own)
        const box = await card.boundingBox()
        expect(isNear({ x: box?.x ?? NaN, y: box?.y ?? NaN }, at, 1)).toBe(true)
      }).toPass()
      await checkArrowsAndFind(page, id)
    })
    await test.step('zooms and pans with wheel, pinch and swipe', () => wheelAndTrackpad(page, it))
    await pressHits(page, it, click)
    await test.step('opens the clicked card after a resize', async () => {
      await page.setViewportSize({ width: 1300, height: 700 })
      await expect.poll(async () => (await viewOf(page)).height).toBeLessThan(650)
      await pressHits(page, it, click)
    })
    await test.step('opens the clicked card after a theme change', async () => {
      await expect.poll(brightness).toBeGreaterThan(180)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(brightness).toBeLessThan(120)
      await pressHits(page, it, click)
    })
    await test.step('keeps the viewport after a switch to another tab and back', async () => {
      const before = await viewOf(page)
      await tabsOf(page).getByRole('link', { name: 'Details' }).click()
      await expect(canvasOf(page)).toBeHidden()
      await tabsOf(page).getByRole('link', { name: 'Canvas' }).click()
      await expect(canvasOf(page)).toBeVisible()
      const after = await viewOf(page)
      expect({ ...after, top: before.top, left: before.left }).toEqual(before)
      await pressHits(page, it, click)
    })
    await page.emulateMedia({ colorScheme: 'light' })
    await checkAxe(page)
  })

test.describe('touch on a screen with a device pixel ratio of two', () => {
  test.use({ hasTouch: true, deviceScaleFactor: 2, viewport: { width: 1280, height: 800 } })
  for (const size of sizes)
    test(`works with touch at ${size.toLocaleString()} nodes`, wholeRun, async ({ page, service }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const it = await flowOf(service, page, size)
      const touchSession = await page.context().newCDPSession(page)
      /** Moves all fingers at the same time, in steps, each from one point to another. */
      const drag = async (...fingers: readonly { from: Point; to: Point }[]) => {
        const points = (part: number) =>
          fingers.map(({ from, to }, id) => ({
            x: from.x + part * (to.x - from.x),
            y: from.y + part * (to.y - from.y),
            id,
          }))
        await touchSession.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
        for (const part of [0.25, 0.5, 0.75, 1])
          await touchSession.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(part) })
        await touchSession.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await open(page, it)
      const tap = ({ x, y }: Point) => page.touchscreen.tap(x, y)
      // From the whole flow on, so that the pinch ends where cards are painted only.
      await fitWhole(page, it)
      await pressHits(page, it, tap)
      const before = await viewOf(page)
      const middle = middleOf(before)
      await drag({ from: middle, to: { x: middle.x + 90, y: middle.y - 60 } })
      await expect.poll(async () => Math.round((await viewOf(page)).x - before.x)).toBe(90)
      const moved = await viewOf(page)
      expect(Math.round(moved.y - before.y)).toBe(-60)
      await drag(
        { from: { x: middle.x - 40, y: middle.y }, to: { x: middle.x - 120, y: middle.y } },
        { from: { x: middle.x + 40, y: middle.y }, to: { x: middle.x + 120, y: middle.y } },
      )
      const expectedZoom = Math.min(2.5, 3 * moved.zoom)
      await expect.poll(async () => (await viewOf(page)).zoom / expectedZoom).toBeGreaterThan(0.9)
      const near = await viewOf(page)
      expect(near.zoom / expectedZoom).toBeLessThan(1.1)
      expect(isNear(onScreen(near, onCanvas(moved, middle)), middle, 30), 'the pinch zooms between the fingers').toBe(
        true,
      )
      await pressHits(page, it, tap)
      // Area selection by touch does not move the viewport.
      const wholeView = await fitWhole(page, it)
      await page.getByRole('button', { name: 'Select area' }).tap()
      await drag({
        from: { x: wholeView.left + 80, y: wholeView.top + 60 },
        to: { x: wholeView.left + wholeView.width - 4, y: wholeView.top + wholeView.height - 4 },
      })
      await expect(strip(page)).toContainText(/^[\d,]+ steps/)
      expect(await viewOf(page)).toEqual(wholeView)
    })
})

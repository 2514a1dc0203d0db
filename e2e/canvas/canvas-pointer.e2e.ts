/** Hovered and pressed parts are those that are painted, and arrow keys keep the zoom. */
import type { Page } from '@playwright/test'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, importFlow, viewOf, waitUntilFitted, type Point } from '#e2e/support/flow-steps.ts'
import { expect, test, wholeRun, type TestService } from '#e2e/support/service.ts'

const at = (x: number, y: number) => ({ position: { x, y } })
const flow = {
  name: 'Steps on a note',
  nodes: [
    node('orders', 'note', 'Orders', {
      ...at(-100, -300),
      size: { width: 1800, height: 700 },
      config: { text: 'Orders' },
    }),
    node('start', 'trigger', 'Start', { ...at(0, 0), config: { kind: 'manual' } }),
    node('look', 'api', 'Customer lookup in warehouse', at(600, 0)),
    node('send', 'message', 'Send', { ...at(1200, 0), config: { text: 'Hello' } }),
    node('far', 'message', 'Far away', { ...at(9000, 0), config: { text: 'Hello' } }),
    node('packing', 'group', 'Packing', { ...at(3000, 600), size: { width: 800, height: 400 } }),
    node('pack', 'message', 'Pack', { ...at(120, 250), parent: 'packing', config: { text: 'Hello' } }),
  ],
  edges: [
    { id: 'first', source: 'start', target: 'look' },
    { id: 'second', source: 'look', target: 'send' },
    { id: 'third', source: 'send', target: 'far' },
  ],
}

/** Opens the flow, and zooms with the wheel over its trigger, or over another point. */
async function openAt(page: Page, service: TestService, zoom: number, around: Point = { x: 0, y: 0 }): Promise<void> {
  await service.signIn(page)
  const id = await importFlow(service, page, flow)
  await page.goto(`${service.url}/flows/${id}`)
  await waitUntilFitted(page)
  const view = await viewOf(page)
  await page.mouse.move(...(await onScreen(page, around)))
  await page.mouse.wheel(0, Math.log2(view.zoom / zoom) / 0.002)
  await expect.poll(async () => (await viewOf(page)).zoom).toBeCloseTo(zoom, 2)
}

async function onScreen(page: Page, { x, y }: Point): Promise<[number, number]> {
  const view = await viewOf(page)
  return [view.left + view.x + x * view.zoom, view.top + view.y + y * view.zoom]
}

const hover = async (page: Page, x: number, y: number) => page.mouse.move(...(await onScreen(page, { x, y })))
const click = async (page: Page, x: number, y: number) => page.mouse.click(...(await onScreen(page, { x, y })))
const ring = (page: Page) => page.locator('.canvas-hover .own')
const panel = (page: Page) => page.getByRole('complementary')

test('the ring of a hovered card is around all that is painted of it', wholeRun, async ({ page, service }) => {
  await openAt(page, service, 0.45)
  await hover(page, 700, 30)
  // Three lines of a name need 48 px; its box has 32.
  await expect.poll(async () => (await ring(page).boundingBox())?.height ?? 0).toBeGreaterThan(46)
  const box = await ring(page).boundingBox()
  if (box === null) throw new Error('The card is not hovered.')
  await page.mouse.move(box.x + 40, box.y - 20)
  await expect(ring(page)).toHaveCount(0)
  await page.mouse.move(box.x + 40, box.y + 2)
  await expect(ring(page)).toHaveCount(1)
  await page.mouse.click(box.x + 40, box.y + box.height - 2)
  await expect(panel(page).getByRole('heading', { name: 'Customer lookup in warehouse' })).toBeVisible()
})

test('between tiles, an edge is hovered where it is painted', wholeRun, async ({ page, service }) => {
  await openAt(page, service, 0.3)
  const line = page.locator('.canvas-hover path')
  // Between the tile, whose side is 80, and the right side of the card, which is not painted.
  await hover(page, 182, 23)
  await expect(line).toHaveAttribute('d', /^M1[45]\d/)
  await expect(ring(page)).toHaveCount(0)
  await hover(page, 182, 100)
  await expect(line).toHaveCount(0)
})

test('the empty area of a note belongs to the background', wholeRun, async ({ page, service }) => {
  await openAt(page, service, 0.45)
  await hover(page, 1000, 250)
  await expect(ring(page)).toHaveCount(0)
  await hover(page, -100, 250)
  await expect(ring(page)).toHaveCount(1)
  await click(page, 650, 36)
  await expect(page).toHaveURL(/node=look/)
  await click(page, 1000, 250)
  await expect(page).not.toHaveURL(/node=/)
  // The title is in its corner, 9 px from the left and 6 px from the top.
  await click(page, -100 + 20 / 0.45, -300 + 14 / 0.45)
  await expect(page).toHaveURL(/node=orders/)
  // A chosen note is mounted for screen readers.
  await click(page, 1000, 250)
  await expect(page).not.toHaveURL(/node=/)
  const before = await viewOf(page)
  const [x, y] = await onScreen(page, { x: 1000, y: 250 })
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 30, { steps: 4 })
  await page.mouse.up()
  const after = await viewOf(page)
  expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([40, 30])
})

for (const zoom of [1, 0.45])
  test(
    `at ${100 * zoom}%, the empty area of a group belongs to the background`,
    wholeRun,
    async ({ page, service }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openAt(page, service, zoom, { x: 3100, y: 700 })
      const empty = { x: 3200, y: 750 }
      // Until it is painted at this zoom, the title takes the pointer where it was before.
      const cursor = () => page.locator('.react-flow__pane').evaluate(({ style }) => style.cursor)
      await expect(async () => {
        await hover(page, empty.x + 1, empty.y)
        await hover(page, empty.x, empty.y)
        expect(await cursor()).toBe('')
      }).toPass()
      await click(page, 3200, 870)
      await expect(page).toHaveURL(/node=pack(&|$)/)
      await click(page, empty.x, empty.y)
      await expect(page).not.toHaveURL(/node=/)
      // The title is on the upper border where cards are whole, else inside its corner.
      await click(page, 3030, zoom === 1 ? 600 : 600 + 14 / zoom)
      await expect(page).toHaveURL(/node=packing/)
      await click(page, empty.x, empty.y)
      await expect(page).not.toHaveURL(/node=/)
      await click(page, 3350, 1000)
      await expect(page).toHaveURL(/node=packing/)
    },
  )

test('arrow keys bring a step into view without a change of zoom', wholeRun, async ({ page, service }) => {
  await openAt(page, service, 0.2)
  const { zoom } = await viewOf(page)
  await canvasOf(page).focus()
  for (const [key, id, x] of [
    ['ArrowRight', 'start', 0],
    ['ArrowRight', 'look', 600],
    ['ArrowRight', 'send', 1200],
    ['ArrowRight', 'far', 9000],
    ['ArrowLeft', 'send', 1200],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByText(new RegExp(`^${flow.nodes.find((one) => one.id === id)?.name}, `))).toBeAttached()
    await expect
      .poll(async () => {
        const view = await viewOf(page)
        const left = view.x + x * view.zoom
        return left > 0 && left + 216 * view.zoom < view.width
      })
      .toBe(true)
    expect((await viewOf(page)).zoom).toBe(zoom)
  }
})

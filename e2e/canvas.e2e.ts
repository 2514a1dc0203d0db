/** What the window shows of a flow: at first, when it changes its size, after a person moved it. */
import type { Page } from '@playwright/test'
import { fixture } from './flow-files.ts'
import { canvasOf, importFiles, makeFlow, openFlowId } from './flow-steps.ts'
import { checkAxe, expect, test, type TestService } from './service.ts'

async function openOrders(page: Page, service: TestService): Promise<string> {
  await service.signIn(page)
  await page.goto(`${service.url}/flows`)
  await importFiles(page, fixture('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  return openFlowId(page)
}

/** Cards of which a part lies outside of the canvas. */
async function cardsOutside(page: Page): Promise<number> {
  return canvasOf(page).evaluate((canvas) => {
    const frame = canvas.getBoundingClientRect()
    return [...canvas.querySelectorAll('.react-flow__node')].filter((card) => {
      const box = card.getBoundingClientRect()
      return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom
    }).length
  })
}

const zoomOf = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByText(/^\d+ %$/).textContent()) ?? '', 10)

test('the whole flow stays in a window that changes its size, until a person moves it; another tab leads back to the same', async ({
  page,
  service,
}) => {
  // Without motion a zoom is at once what it will be.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openOrders(page, service)
  await expect.poll(() => cardsOutside(page)).toBe(0)
  await page.setViewportSize({ width: 900, height: 600 })
  await expect.poll(() => cardsOutside(page)).toBe(0)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => cardsOutside(page)).toBeGreaterThan(0)
  const zoom = await zoomOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await zoomOf(page)).toBe(zoom)
  await page.getByRole('link', { name: 'Variables' }).click()
  await expect(canvasOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'Canvas' }).click()
  await expect.poll(() => zoomOf(page)).toBe(zoom)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(() => cardsOutside(page)).toBe(0)
})

test('a panel beside the canvas moves nothing', async ({ page, service }) => {
  await openOrders(page, service)
  const card = canvasOf(page)
    .getByRole('group', { name: /, Trigger/ })
    .first()
  const before = await card.boundingBox()
  await card.click()
  await expect(page.getByRole('complementary')).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
})

test('on a phone a flow opens at its beginning and can be read; Fit shows all of it', async ({ page, service }) => {
  const id = await openOrders(page, service)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  await expect.poll(() => zoomOf(page)).toBeGreaterThanOrEqual(45)
  const frame = await canvasOf(page).boundingBox()
  const start = await canvasOf(page)
    .getByRole('group', { name: /, Trigger/ })
    .first()
    .boundingBox()
  expect(start && frame && start.x >= frame.x && start.x + start.width <= frame.x + frame.width).toBe(true)
  expect(start && frame && start.y >= frame.y && start.y + start.height <= frame.y + frame.height).toBe(true)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(() => cardsOutside(page)).toBe(0)
})

test('a flow without nodes says so', async ({ page, service }) => {
  await service.signIn(page)
  const id = await makeFlow(service, page, 'Only a name')
  await page.goto(`${service.url}/flows/${id}`)
  await expect(page.getByRole('heading', { name: 'No nodes yet' })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: /^Go to the flows/ }).click()
  await expect(page).toHaveURL(/\/flows$/)
})

test('at 400 % zoom the canvas keeps a height to look at', async ({ page, service }) => {
  const id = await openOrders(page, service)
  await page.setViewportSize({ width: 360, height: 225 })
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  expect((await canvasOf(page).boundingBox())?.height).toBeGreaterThan(200)
})

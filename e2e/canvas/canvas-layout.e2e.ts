/** Automatic layout: its menu, long layouts, and the page while a layout runs. */
import type { Page, Route } from '@playwright/test'
import { fixture } from '#e2e/support/flow-files.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFile, importFlow, viewOf } from '#e2e/support/flow-steps.ts'
import { pixelsOf } from '#e2e/support/pixels.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const layoutMenu = (page: Page) => page.getByRole('button', { name: 'Lay out' })
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name })
const tidyItem = (page: Page) => page.getByRole('menuitemcheckbox', { name: 'Tidy (slower)' })
const strip = (page: Page) => page.getByRole('progressbar', { name: 'Laying out' })

async function openOrders(page: Page, service: TestService): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await service.open(page, '/flows')
  await importFile(page, fixture('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  await waitUntilFitted(page)
  await viewOf(page)
}

/** Opens a flow without positions: three nodes in a row, and a fourth after the second. */
async function openBare(page: Page, service: TestService, query: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await service.signIn(page)
  const edge = (source: string, target: string) => ({ id: `${source}${target}`, source, target })
  const id = await importFlow(service, page, {
    name: 'Without places',
    nodes: ['Begin', 'Look', 'Say', 'Ask'].map((name) => node(name, name === 'Begin' ? 'trigger' : 'api', name)),
    edges: [edge('Begin', 'Look'), edge('Look', 'Say'), edge('Look', 'Ask')],
  })
  await page.goto(`${service.url}/flows/${id}${query}`)
}

const card = (page: Page, name: string) => canvasOf(page).getByRole('group', { name: new RegExp(`^${name},`) })

/** Distance between the centres of two cards, in pixels; waits while cards are being remounted. */
async function offsetBetween(page: Page, from: string, to: string): Promise<{ x: number; y: number }> {
  let offset = { x: 0, y: 0 }
  await expect(async () => {
    const [a, b] = [await card(page, from).boundingBox(), await card(page, to).boundingBox()]
    if (a === null || b === null) throw new Error('One of the cards is not mounted.')
    offset = { x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 }
  }).toPass()
  return offset
}

/** Blocks the layout worker until `unblock` is called. */
async function blockLayouts(page: Page): Promise<{ unblock: () => Promise<void> }> {
  const waiting: Route[] = []
  let isBlocked = true
  await page.route(/layout-worker/, async (route) => {
    if (isBlocked) waiting.push(route)
    else await route.continue()
  })
  return {
    unblock: async () => {
      isBlocked = false
      // Some of the requests may have been aborted.
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => null)))
    },
  }
}

test(
  'the menu lays out a flow to the right or downwards, by mouse or keyboard, and restores the saved positions',
  wholeRun,
  async ({ page, service }) => {
    await openOrders(page, service)
    const savedOffset = await offsetBetween(page, 'New order', 'In stock\\?')
    await layoutMenu(page).click()
    await expect(choice(page, 'Saved positions')).toBeChecked()
    await expect(tidyItem(page)).not.toBeChecked()
    await checkAxe(page)
    await choice(page, 'Top to bottom').click()
    await expect(page).toHaveURL(/place=laid-out&way=down$/)
    await expect.poll(async () => (await offsetBetween(page, 'New order', 'In stock\\?')).y).toBeGreaterThan(20)
    const down = await offsetBetween(page, 'New order', 'In stock\\?')
    expect(Math.abs(down.y)).toBeGreaterThan(Math.abs(down.x))
    await layoutMenu(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(choice(page, 'Left to right')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/place=laid-out$/)
    await expect.poll(async () => (await offsetBetween(page, 'New order', 'In stock\\?')).x).toBeGreaterThan(20)
    await expect(layoutMenu(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(choice(page, 'Left to right')).toBeChecked()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/place/)
    await expect.poll(() => offsetBetween(page, 'New order', 'In stock\\?')).toEqual(savedOffset)
  },
)

test(
  'a long layout shows progress and can be cancelled; the flow stays visible and responsive',
  wholeRun,
  async ({ page, service }) => {
    await openOrders(page, service)
    const blocked = await blockLayouts(page)
    const before = await offsetBetween(page, 'New order', 'In stock\\?')
    await layoutMenu(page).click()
    await tidyItem(page).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/place=laid-out&tidy=1/)
    await expect(strip(page)).toBeVisible()
    await expect(page.getByText('Laying out… 0%')).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('f')
    await page.keyboard.type('stock')
    await expect(page.getByText('1 found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(strip(page)).toBeHidden()
    await expect(page).not.toHaveURL(/place/)
    await expect.poll(() => offsetBetween(page, 'New order', 'In stock\\?')).toEqual(before)
    await blocked.unblock()
    await layoutMenu(page).click()
    await tidyItem(page).click()
    await expect(tidyItem(page)).toBeChecked()
    await expect.poll(() => offsetBetween(page, 'New order', 'In stock\\?')).not.toEqual(before)
    await expect(strip(page)).toBeHidden()
    const layoutOffset = await offsetBetween(page, 'New order', 'In stock\\?')
    await page.reload()
    await expect(card(page, 'New order')).toBeVisible()
    await expect.poll(() => offsetBetween(page, 'New order', 'In stock\\?')).toEqual(layoutOffset)
  },
)

test(
  'a cancelled layout of a flow without positions is reported, and can be started again',
  wholeRun,
  async ({ page, service }) => {
    const blocked = await blockLayouts(page)
    await openBare(page, service, '?way=down&tidy=1&place=nowhere')
    await expect(strip(page)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Not laid out' })).toBeVisible()
    await checkAxe(page)
    await blocked.unblock()
    await page.getByRole('button', { name: /^Lay out/ }).click()
    await expect(card(page, 'Begin')).toBeVisible()
    await expect.poll(async () => (await offsetBetween(page, 'Begin', 'Look')).y).toBeGreaterThan(20)
    await layoutMenu(page).click()
    await expect(choice(page, 'Saved positions')).toHaveCount(0)
    await expect(choice(page, 'Top to bottom')).toBeChecked()
  },
)

test('keeps the menu inside the window on a phone', wholeRun, async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openBare(page, service, '')
  await layoutMenu(page).click()
  const box = await page.getByRole('menu').boundingBox()
  expect(box !== null && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740).toBe(true)
  await checkAxe(page)
  await choice(page, 'Top to bottom').click()
  await expect(page).toHaveURL(/way=down/)
})

test(
  '12,000 nodes without positions are laid out in a separate thread, and cannot be tidied',
  wholeRun,
  async ({ page, service }) => {
    test.slow()
    await service.signIn(page)
    const count = 12_000
    const nodes = Array.from({ length: count }, (_, index) => node(`n${index}`, 'api', `Step ${index}`))
    const edges = nodes.flatMap((_, index) =>
      [2 * index + 1, index % 3 === 0 ? 3 * index + 2 : count]
        .filter((target) => target < count)
        .map((target) => ({ id: `e${index}-${target}`, source: `n${index}`, target: `n${target}` })),
    )
    for (let index = 1; index < count; index += 1)
      edges.push({ id: `r${index}`, source: `n${index - 1}`, target: `n${index}` })
    const id = await importFlow(service, page, { name: 'Many without places', nodes, edges })
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    await page.goto(`${service.url}/flows/${id}?tidy=1`)
    await expect(canvasOf(page)).toBeVisible()
    await waitUntilFitted(page)
    expect(workers.some((url) => url.includes('layout-worker'))).toBe(true)
    expect((await pixelsOf(page, await canvasOf(page).screenshot())).ink).toBeGreaterThan(0.02)
    await layoutMenu(page).click()
    await expect(tidyItem(page)).toBeDisabled()
    await expect(tidyItem(page)).toContainText('The flow is too large')
  },
)

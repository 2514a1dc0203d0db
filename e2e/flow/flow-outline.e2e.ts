/** The outline and search of a flow: by keyboard, synchronized with canvas and URL, and at every size. */
import type { Page } from '@playwright/test'
import { orders } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFlow, viewOf } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, type TestService, wholeRun } from '#e2e/support/service.ts'

async function open(page: Page, service: TestService, query = ''): Promise<string> {
  await service.signIn(page)
  const id = await importFlow(service, page, { ...orders, name: 'Orders with branches' })
  await page.goto(`${service.url}/flows/${id}${query}`)
  await expect(canvasOf(page)).toBeVisible()
  return id
}

const treeOf = (page: Page) => page.getByRole('tree', { name: /^Outline of / })
const rowOf = (page: Page, name: string | RegExp) => treeOf(page).getByRole('treeitem', { name })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find in this flow' })
const outlineOf = (page: Page) => page.getByRole('region', { name: 'Outline' })
const outlineButton = (page: Page) => page.getByRole('button', { name: /^Outline/ })

test('synchronizes the outline with canvas and URL, in both directions', wholeRun, async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const id = await open(page, service)
  await rowOf(page, /^Tell where it is/).click()
  await expect(page).toHaveURL(/node=tell/)
  await expect(canvasOf(page).locator('.react-flow__node.selected')).toHaveAccessibleName(/^Tell where it is/)
  await expect(canvasOf(page).getByRole('group', { name: /^Tell where it is/ })).toBeInViewport()
  await expect(page.getByRole('complementary')).toBeVisible()
  await canvasOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/node=lookup/)
  await expect(rowOf(page, /^Look up order/)).toHaveAttribute('aria-selected', 'true')
  // Collapsed rows are expanded for the chosen node.
  await page.goto(`${service.url}/flows/${id}?node=lookup`)
  const card = canvasOf(page).getByRole('group', { name: /^Look up order/ })
  await waitUntilFitted(page)
  await viewOf(page)
  await expect(card).toBeInViewport()
  const bounds = await card.boundingBox()
  await rowOf(page, /^Number found/).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, /^Look up order/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/node=lookup/)
  // By now the card may be painted instead of mounted.
  await page.mouse.click((bounds?.x ?? 0) + (bounds?.width ?? 0) / 2, (bounds?.y ?? 0) + (bounds?.height ?? 0) / 2)
  await expect(rowOf(page, /^Look up order/)).toHaveAttribute('aria-selected', 'true')
  await page.goto(`${service.url}/flows/${id}?node=nonsense`)
  await expect(treeOf(page).locator('[aria-selected=true]')).toHaveCount(0)
})

test('a hovered row shows its node on the canvas, and a hovered node its row', wholeRun, async ({ page, service }) => {
  await open(page, service)
  await waitUntilFitted(page)
  const before = await viewOf(page)
  await rowOf(page, /^Look up order/).hover()
  const ring = page.locator('.canvas-hover .own')
  await expect(ring).toHaveCount(1)
  await expect(page.locator('.canvas-map .hovered')).toHaveCount(1)
  const box = await ring.boundingBox()
  expect(await viewOf(page)).toEqual(before)
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(treeOf(page).locator('.hovered')).toHaveAccessibleName(/^Look up order/)
  // Its edges: one in, two out.
  await expect(page.locator('.canvas-hover path')).toHaveAttribute('d', /^(?:M[^M]+){3}$/)
  await page.getByRole('heading', { name: 'Orders with branches' }).hover()
  await expect(ring).toHaveCount(0)
  await expect(treeOf(page).locator('.hovered')).toHaveCount(0)
})

test('f opens the search, with count, next and previous; other nodes are dimmed; Esc returns to the canvas', async ({
  page,
  service,
}) => {
  await open(page, service)
  await canvasOf(page).focus()
  await page.keyboard.press('f')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('tool:orders_api')
  await expect(outlineOf(page).getByRole('status')).toHaveText('2 found')
  await expect(page).toHaveURL(/find=tool%3Aorders_api/)
  // Other nodes are dimmed on the canvas and the minimap.
  await expect(page.locator('.canvas.finding')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(outlineOf(page).getByRole('status')).toHaveText('1 of 2')
  await expect(rowOf(page, /^Look up order.*found$/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^בדיקת מלאי/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+Enter')
  await expect(outlineOf(page).getByRole('status')).toHaveText('1 of 2')
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect(outlineOf(page).getByRole('status')).toHaveText('2 of 2')
  await fieldOf(page).focus()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toHaveValue('')
  await expect(page).not.toHaveURL(/find=/)
  await expect(page.locator('.canvas.finding')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(canvasOf(page)).toBeFocused()
})

for (const width of [1440, 360])
  test(
    `at ${width} pixels the outline is accessible and stays open or closed after a reload`,
    wholeRun,
    async ({ page, service }) => {
      await page.setViewportSize({ width, height: 800 })
      await open(page, service, '?find=type%3Amessage')
      if (width < 1200) {
        await expect(treeOf(page)).toHaveCount(0)
        await expect(outlineButton(page)).toHaveAccessibleName('Outline 2 found')
        await outlineButton(page).click()
        await expect(rowOf(page, /^Message arrives/)).toBeFocused()
      }
      await expect(treeOf(page)).toBeVisible()
      await checkAxe(page)
      await expectNoHorizontalOverflow(page)
      if (width < 1200) {
        // A tablet shows the outline like a phone.
        await page.setViewportSize({ width: 768, height: 800 })
        await checkAxe(page)
        await expectNoHorizontalOverflow(page)
        await page.reload()
        await expect(treeOf(page)).toBeVisible()
      }
      await fieldOf(page).fill('nobody is called so')
      await expect(outlineOf(page).getByText(/^No step matches/)).toBeVisible()
      await checkAxe(page)
      await page.getByRole('button', { name: 'Close outline' }).click()
      await expect(outlineButton(page)).toBeFocused()
      await page.reload()
      await expect(canvasOf(page)).toBeVisible()
      await expect(outlineButton(page)).toBeVisible()
      await expect(treeOf(page)).toHaveCount(0)
      await page.keyboard.press('f')
      await expect(fieldOf(page)).toBeFocused()
    },
  )

test('on a phone the outline replaces the canvas', wholeRun, async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, service)
  await outlineButton(page).click()
  await rowOf(page, /^Tell where it is/).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Tell where it is' })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect(rowOf(page, /^Tell where it is/)).toHaveAttribute('aria-selected', 'true')
})

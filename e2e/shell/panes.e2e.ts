/** Resizable panes: by mouse and keyboard, remembered, and clamped in a smaller window. */
import type { Locator, Page } from '@playwright/test'
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'

const grip = (page: Page, pane: string) => page.getByRole('separator', { name: `Width of the ${pane}` })
const list = (page: Page) => page.getByRole('region', { name: 'List', exact: true })
const contact = (page: Page) => page.getByRole('complementary', { name: 'Contact' })

const widthOf = async (pane: Locator) => Math.round((await pane.boundingBox())?.width ?? 0)

async function drag(page: Page, separator: Locator, by: number): Promise<void> {
  const box = await separator.boundingBox()
  if (box === null) throw new Error('The separator is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 6 })
  await page.mouse.up()
}

test('a pane is resized by mouse and keys, keeps its width after a reload, and a double-click resets it', async ({
  page,
  sampleService: service,
}) => {
  await service.open(page, '/inbox')
  await expect(list(page)).toBeVisible()
  const usual = await widthOf(list(page))
  await drag(page, grip(page, 'list'), 60)
  await expect.poll(() => widthOf(list(page))).toBe(usual + 60)
  await grip(page, 'list').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(list(page))).toBe(usual + 76)
  await expect(grip(page, 'list')).toHaveAttribute('aria-valuenow', String(usual + 76))
  await checkAxe(page)

  await page.reload()
  await expect(list(page)).toBeVisible()
  await expect.poll(() => widthOf(list(page))).toBe(usual + 76)
  // A width of a large window leaves room for the rest in a smaller one.
  await page.setViewportSize({ width: 768, height: 900 })
  await expect.poll(() => widthOf(list(page))).toBeLessThan(300)
  await expectNoHorizontalOverflow(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(grip(page, 'list')).toBeHidden()
  await expectNoHorizontalOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => widthOf(list(page))).toBe(usual + 76)

  await grip(page, 'list').focus()
  await page.keyboard.press('End')
  const limit = Number(await grip(page, 'list').getAttribute('aria-valuemax'))
  await expect.poll(() => widthOf(list(page))).toBe(limit)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Home')
  await expect(grip(page, 'list')).toHaveAttribute('aria-valuenow', '220')
  await grip(page, 'list').dblclick()
  await expect.poll(() => widthOf(list(page))).toBe(usual)
})

test('the contact is resized at its left edge, and hidden by its button or by c', async ({
  page,
  sampleService: service,
}) => {
  await service.open(page, '/inbox')
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(contact(page)).toBeVisible()
  const usual = await widthOf(contact(page))
  await drag(page, grip(page, 'contact'), -40)
  await expect.poll(() => widthOf(contact(page))).toBe(usual + 40)
  await page.getByRole('button', { name: 'Hide contact' }).click()
  await expect(contact(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show contact' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show contact' })).toBeVisible()
  await expect(contact(page)).toBeHidden()
  await page.keyboard.press('c')
  await expect.poll(() => widthOf(contact(page))).toBe(usual + 40)
})

test('outline and panel of a flow are resized, and the canvas takes the rest', async ({
  page,
  sampleService: service,
}) => {
  await service.open(page, '/flows?search=refund+up+to')
  await page.getByRole('link', { name: /^Refund up to/ }).click()
  const outline = page.getByRole('region', { name: 'Outline' })
  const canvas = page.getByRole('region', { name: 'Canvas', exact: true })
  await outline.getByRole('treeitem').first().click()
  const panel = page.getByRole('complementary')
  await expect(panel).toBeVisible()
  const before = { outline: await widthOf(outline), panel: await widthOf(panel), canvas: await widthOf(canvas) }
  await drag(page, grip(page, 'outline'), 50)
  await expect.poll(() => widthOf(outline)).toBe(before.outline + 50)
  await grip(page, 'panel').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(panel)).toBe(before.panel + 16)
  expect(await widthOf(canvas)).toBe(before.canvas - 66)
  await page.reload()
  await expect(canvas).toBeVisible()
  await expect.poll(() => widthOf(outline)).toBe(before.outline + 50)
  await expect.poll(() => widthOf(panel)).toBe(before.panel + 16)
})

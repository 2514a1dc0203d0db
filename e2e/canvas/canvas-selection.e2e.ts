/** Selection of several nodes by area, Shift-click and keyboard. */
import type { Locator, Page } from '@playwright/test'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFlow, viewOf } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

/** Opens a flow of six connected nodes, in two rows of three. */
async function openSix(page: Page, service: TestService): Promise<string> {
  await service.signIn(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  const id = await importFlow(service, page, {
    name: 'Six steps',
    nodes: names.map((name, place) =>
      node(name, 'api', name, { position: { x: (place % 3) * 360, y: Math.floor(place / 3) * 240 } }),
    ),
    edges: [
      { id: 'e1', source: 'One', target: 'Two' },
      { id: 'e2', source: 'Two', target: 'Three' },
      { id: 'e3', source: 'Four', target: 'Five' },
      { id: 'e4', source: 'Five', target: 'Six' },
      { id: 'e5', source: 'Three', target: 'Four' },
    ],
  })
  await page.goto(`${service.url}/flows/${id}`)
  await waitUntilFitted(page)
  await viewOf(page)
  await expect(cardOf(page, 'Six')).toBeVisible()
  return id
}

const cardOf = (page: Page, name: string): Locator =>
  canvasOf(page).getByRole('group', { name: new RegExp(`^${name},`) })

async function boxOf(card: Locator) {
  const box = await card.boundingBox()
  if (box === null) throw new Error('The card is not mounted.')
  return box
}

/** Drags from beyond the upper left corner of one card to beyond the lower right corner of another. */
async function dragRound(page: Page, first: string, last: string): Promise<void> {
  const [from, to] = [await boxOf(cardOf(page, first)), await boxOf(cardOf(page, last))]
  await page.mouse.move(from.x - 15, from.y - 15)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.move(to.x + to.width + 15, to.y + to.height + 15)
  await page.mouse.up()
}

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'selected' })

test('Shift-drag selects the nodes inside the area without moving the viewport', async ({ page, service }) => {
  await openSix(page, service)
  const before = await boxOf(cardOf(page, 'One'))
  await page.keyboard.down('Shift')
  await dragRound(page, 'One', 'Two')
  await page.keyboard.up('Shift')
  await expect(strip(page)).toContainText('2 steps and 1 edge selected')
  expect(await boxOf(cardOf(page, 'One'))).toEqual(before)
  await expect(page).not.toHaveURL(/node=/)
  await expect(canvasOf(page).locator('.node.selected')).toHaveCount(2)
  await checkAxe(page)
  // A drag without Shift pans, and the selection stays.
  await page.mouse.move(before.x - 10, before.y - 30)
  await page.mouse.down()
  await page.mouse.move(before.x - 40, before.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(cardOf(page, 'One'))).y).toBeGreaterThan(before.y + 20)
  await expect(strip(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(strip(page)).toBeHidden()
})

test(
  'the button starts area selection, in which a click selects a node; Esc cancels it; Shift-click toggles a node',
  wholeRun,
  async ({ page, service }) => {
    await openSix(page, service)
    const button = page.getByRole('button', { name: 'Select area' })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await cardOf(page, 'Six').click()
    await expect(strip(page)).toContainText('1 step and 0 edges selected')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await dragRound(page, 'One', 'Three')
    await expect(strip(page)).toContainText('3 steps and 2 edges selected')
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await cardOf(page, 'Four').click({ modifiers: ['Shift'] })
    await expect(strip(page)).toContainText('4 steps and 3 edges selected')
    await cardOf(page, 'Two').click({ modifiers: ['Shift'] })
    await expect(strip(page)).toContainText('3 steps and 1 edge selected')
    await expect(page.getByRole('complementary')).toBeHidden()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(strip(page)).toBeHidden()
    await expect(canvasOf(page)).toBeFocused()
  },
)

test(
  'selects by keyboard, zooms to the selection, and saves a picture of the selection alone',
  wholeRun,
  async ({ page, service }) => {
    await openSix(page, service)
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await expect(strip(page)).toContainText('2 steps and 1 edge selected')
    await page.keyboard.press('Shift+Space')
    await expect(strip(page)).toContainText('1 step and 0 edges selected')
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await expect.poll(async () => (await boxOf(cardOf(page, 'One'))).width).toBeLessThan(200)
    await strip(page).getByRole('button', { name: 'Zoom to selection' }).click()
    await expect.poll(async () => Math.round((await boxOf(cardOf(page, 'One'))).width)).toBe(216)
    await strip(page).getByRole('button', { name: 'Save picture' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Shows')).toHaveValue('part')
    await expect(dialog.getByText(/^\d+ × \d+ pixels$/)).toHaveText(/^296 × /)
    await checkAxe(page)
    await dialog.getByLabel('Shows').selectOption('The whole flow')
    await expect(dialog.getByText(/pixels$/)).toHaveText(/^1,\d{3} × /)
  },
)

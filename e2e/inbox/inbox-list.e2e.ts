/** The list of the inbox in detail: saved views, rule groups, bulk actions, CSV, and new rows. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rows = (page: Page) => list(page).getByRole('link')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected conversations' })

/** Number of conversations that match a query. */
async function countOf(service: TestService, page: Page, query: string): Promise<number> {
  const answer: unknown = await service.call(page, 'GET', `/conversation/?${query}&limit=1`)
  return typeof answer === 'object' && answer !== null && 'count' in answer ? Number(answer.count) : Number.NaN
}

test(
  'saves a filter with a group as a view, changes it, makes it the default, shares and deletes it',
  wholeRun,
  async ({ page, sampleService: service }) => {
    test.slow()
    await service.open(page, `/inbox?filter=${encodeURIComponent('{"and":[{"field":"colour","values":["red"]}]}')}`)
    await expect(page.getByText('There is no filter “colour”.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()

    // Builds a group of two rules by keyboard, with counts beside the values.
    await filters(page).getByRole('button', { name: 'Filter', exact: true }).click()
    const builder = page.getByRole('region', { name: 'Filter', exact: true })
    await builder.getByRole('button', { name: 'Add group', exact: true }).click()
    const group = builder.getByRole('group', { name: /^Group, any of/ })
    await page.keyboard.press('Enter')
    const resolved = await countOf(service, page, 'status=resolved')
    await expect(page.getByRole('option', { name: new RegExp(`Resolved.*${resolved}`) })).toBeVisible()
    await page.keyboard.type('resol')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await group.getByRole('button', { name: /^Add rule to the group/ }).click()
    await page.keyboard.type('Unread')
    await page.keyboard.press('Enter')
    await group.getByRole('combobox', { name: 'Unread' }).selectOption('true')
    const any = {
      or: [
        { field: 'status', values: ['resolved'] },
        { field: 'unread', values: ['true'] },
      ],
    }
    const total = await countOf(service, page, `filter=${encodeURIComponent(JSON.stringify(any))}`)
    await expect(title(page)).toHaveText(`Inbox${total}`)
    await checkAxe(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
    await expect(builder.getByText(`${total} conversations`)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await filters(page).getByRole('button', { name: 'Filter · 2', exact: true }).click()
    await expect(
      filters(page)
        .getByRole('button', { name: /^Any of Status Resolved, or Unread yes/ })
        .first(),
    ).toBeVisible()

    await filters(page).getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Done or new')
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText(`Done or new${total}`)
    const branch = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Done or new/ })
    await expect(branch).toHaveText(`Done or new${total}`)
    await expect(filters(page).getByText('Changed')).toBeHidden()
    const views = filters(page).getByRole('button', { name: 'View: Done or new' })
    await expect(views).toBeFocused()

    await page.goto(`${page.url()}&priority=urgent`)
    await expect(filters(page).getByText('Changed')).toBeVisible()
    await filters(page).getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(views).toBeFocused()
    await expect(page).not.toHaveURL(/priority/)
    await expect(filters(page).getByText('Changed')).toBeHidden()
    await page.goto(`${page.url()}&priority=urgent`)
    await filters(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(filters(page).getByText('Changed')).toBeHidden()

    const menu = async (name: string) => {
      await page.getByRole('button', { name: 'Page menu' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await menu('Make default view')
    await expect(page.getByText('The inbox opens with “Done or new”')).toBeVisible()
    await page.goto(`${service.url}/inbox`)
    await expect(title(page)).toHaveText(/^Done or new/)
    await filters(page)
      .getByRole('button', { name: /^View: Done or new/ })
      .click()
    await page.keyboard.type('all conv')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/inbox\?view=all$/)
    await expect(title(page)).toHaveText(/^Inbox300/)
    await page.goBack()
    // The view is hidden immediately and restored with its name and link, without a request.
    const removals: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') removals.push(request.url())
    })
    await menu('Delete view')
    await expect(branch).toBeHidden()
    await expect(title(page)).toHaveText(/^Inbox/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(branch).toBeVisible()
    await expect(title(page)).toHaveText(/^Done or new/)
    expect(removals).toEqual([])
    // A view with the same name can be saved before the other one is deleted.
    await menu('Delete view')
    await filters(page).getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('done OR new')
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText(/^done OR new/)
    expect(removals).toHaveLength(1)
    await menu('Share view with everyone')
    await page.getByRole('button', { name: 'Page menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'Make view private' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(title(page)).toHaveText(/^Inbox/)
  },
)

test('by keyboard: removes a resolved row from a filtered list and opens the next one, skipping none', async ({
  page,
  sampleService: service,
}) => {
  await service.open(page, '/inbox?status=pending&ordering=created_at')
  await expect(rows(page).nth(2)).toBeVisible()
  const ids = await rows(page).evaluateAll((all) => all.slice(0, 3).map((row) => row.dataset['conversation'] ?? ''))
  const rowOf = (index: number) => list(page).locator(`[data-conversation="${ids[index]}"]`)
  // Nothing is open: the key changes nothing, also on a focused row.
  await rowOf(0).focus()
  await page.keyboard.press('e')
  await expect(page.getByText('No conversation is open. Open one with j or k')).toBeVisible()
  await page.keyboard.press('k')
  await expect(rowOf(0)).toHaveAttribute('aria-current', 'true')
  for (const index of [0, 1]) {
    await expect(rowOf(index)).toBeFocused()
    await page.keyboard.press('e')
    await expect(rowOf(index)).toBeHidden()
    await expect(rowOf(index + 1)).toHaveAttribute('aria-current', 'true')
    await expect(rowOf(index + 1)).toBeFocused()
  }
  for (const id of ids.slice(0, 2)) await service.call(page, 'PATCH', `/conversation/${id}/`, { status: 'pending' })
})

test('undoes a bulk change, announces new rows without moving others, and downloads the list as CSV', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  const query = 'status=resolved&ordering=-updated_at'
  await page.goto(`${service.url}/inbox?${query}`)
  await expect(rows(page).first()).toBeVisible()
  const total = await countOf(service, page, 'status=resolved')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'Add label' })).toBeFocused()
  await page.keyboard.type('from the list')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 conversations labelled “from the list”')).toBeVisible()
  await expect(bar(page)).toBeHidden()

  await page.keyboard.press('x')
  await bar(page)
    .getByRole('button', { name: `All ${total}` })
    .click()
  await expect(bar(page)).toContainText(`All ${total} that match`)
  await checkAxe(page)
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'Add label' })).toBeFocused()
  await page.keyboard.type('from the list')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Change ${total} conversations?` })
  await expect(question).toContainText('All that match the filter will be labelled “from the list”.')
  await question.getByRole('button', { name: `Change ${total}` }).click()
  const said = page.getByText(`${total - 2} conversations labelled “from the list”. 2 unchanged.`)
  await expect(said).toBeVisible()
  // The undo is available even after its toast has closed.
  await page.reload()
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: /^Undo last change/ }).click()
  await expect(page.getByText(`${total - 2} conversations restored`)).toBeVisible()
  expect(await countOf(service, page, 'label=from%20the%20list')).toBe(2)

  // Another conversation moves to the top while the pointer is over the rows.
  const answer: unknown = await service.call(page, 'GET', `/conversation/?${query}&limit=1&offset=40`)
  const id = /"id":"(cnv_\w+)"/.exec(JSON.stringify(answer))?.[1] ?? ''
  const first = (await rows(page).first().getAttribute('data-conversation')) ?? ''
  await list(page).locator(`[data-conversation="${first}"]`).hover()
  const bounds = await list(page).locator(`[data-conversation="${first}"]`).boundingBox()
  await service.call(page, 'PATCH', `/conversation/${id}/`, { priority: 'urgent' })
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  expect(await list(page).locator(`[data-conversation="${first}"]`).boundingBox()).toEqual(bounds)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(list(page).locator(`[data-conversation="${id}"]`)).toBeFocused()
  await expect(page.getByRole('button', { name: '1 new' })).toBeHidden()

  await page.goto(`${service.url}/inbox?label=from+the+list`)
  await page.getByRole('button', { name: /^CSV/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Download 2 conversations/ })
  await dialog.getByRole('button', { name: 'None' }).click()
  for (const column of ['Number', 'Labels']) await dialog.getByRole('checkbox', { name: column, exact: true }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split(/\r?\n/)).toHaveLength(3)
  expect(text).toMatch(/^\uFEFF?Number,Labels\r?\n\d+,/)
})

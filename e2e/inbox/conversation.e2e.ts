/** The inbox: finding, reading and triaging conversations, by pointer and by keyboard. */
import type { Page } from '@playwright/test'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
  withoutEvents,
} from '#e2e/support/service.ts'

interface Row {
  id: string
  number: number
  version: number
  subject: string
  contact: { name: string }
}

/** Conversations of the sample, by a filter. */
async function rowsOf(service: TestService, page: Page, query: string): Promise<Row[]> {
  const body: unknown = await service.call(page, 'GET', `/conversation/?${query}`)
  const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && 'id' in row
  const results = typeof body === 'object' && body !== null && 'results' in body ? body.results : []
  return Array.isArray(results) ? results.filter(isRow) : []
}

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const openRow = (page: Page) => list(page).locator('[aria-current]')
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const runsIn = (page: Page) => thread(page).getByRole('list', { name: /^Run of / })
const subjectOf = (page: Page) => thread(page).getByRole('heading', { level: 2 })
const contactPanel = (page: Page) => page.getByRole('complementary', { name: 'Contact' })

test(
  'opens a conversation with messages, runs and contact; Back returns to the list',
  wholeRun,
  async ({ page, sampleService: service }) => {
    await service.signInAsViewer(page)
    const [row] = await rowsOf(service, page, 'status=resolved&handled_by=flow&total_cost__gt=0&limit=1')
    if (row === undefined) throw new Error('The sample has no such conversation.')
    await page.goto(`${service.url}/inbox?status=resolved&handled_by=flow&total_cost__gt=0`)
    await list(page).getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`conversation=${row.id}`))
    await expect(subjectOf(page)).toHaveText(new RegExp(`#${row.number}`))
    await expect(subjectOf(page)).toBeFocused()
    const run = runsIn(page).last()
    await expect(run.getByRole('listitem').nth(1)).toBeVisible()
    await expect(run).toContainText('€')
    await expect(contactPanel(page).getByRole('heading', { name: row.contact.name })).toBeVisible()
    await expect(contactPanel(page)).toContainText('Cost so far')
    await page.goBack()
    await expect(page.getByText('No conversation is open.')).toBeVisible()
    await page.goForward()
    await expect(subjectOf(page)).toBeVisible()
    await run.getByRole('link').click()
    await expect(page).toHaveURL(/\/runs\?form=list&run=/)
  },
)

test('by keyboard: moves, opens, reopens with undo, and changes priority, assignee and labels', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  // The row stays until the user moves on, unless an event reports earlier that it no longer matches.
  await withoutEvents(page)
  const [first, second] = await rowsOf(service, page, 'status=resolved&unread=false&ordering=created_at&limit=2')
  if (first === undefined || second === undefined) throw new Error('The sample has no such conversations.')
  await page.goto(`${service.url}/inbox?status=resolved&unread=false&ordering=created_at`)
  await expect(list(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(subjectOf(page)).toBeFocused()
  await expect(contactPanel(page)).toBeVisible()

  // The reopened conversation no longer matches the filter: its row stays, dimmed, until the user moves on.
  await page.keyboard.press('e')
  await expect(page.getByText(`#${first.number} is open`)).toBeVisible()
  await expect(openRow(page)).toContainText('No longer in this list')
  await page.keyboard.press('j')
  await expect(subjectOf(page)).toHaveText(new RegExp(`#${second.number}`))
  await expect(list(page).getByRole('link').first()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(list(page).getByRole('link').first()).not.toHaveAttribute('aria-current', 'true')

  await subjectOf(page).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('combobox', { name: 'Priority' })).toBeFocused()
  await page.keyboard.type('urg')
  await page.keyboard.press('Enter')
  await expect(contactPanel(page).getByRole('button', { name: 'Change priority: Urgent' })).toBeVisible()
  await expect(page.getByText(`Priority of #${second.number}: urgent`)).toBeVisible()

  await page.keyboard.press('m')
  await expect(page.getByText(`#${second.number} assigned to Olga Owner`)).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'Labels' })).toBeFocused()
  await page.keyboard.type('by hand')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(contactPanel(page).getByText('by hand')).toBeVisible()
  await expect(page.getByText(`Labels of #${second.number} changed`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No conversation is open.')).toBeVisible()
})

test('shows both versions of a conflict to choose from, and snoozes until a chosen time', async ({
  page,
  sampleService: service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/)
  await service.signIn(page)
  const [row] = await rowsOf(
    service,
    page,
    'status=resolved&unread=false&priority=none,normal&ordering=-created_at&limit=1',
  )
  if (row === undefined) throw new Error('The sample has no such conversation.')
  // A page that receives the event refetches immediately; this tests one that has not received it yet.
  await withoutEvents(page)
  // The list shows its fields before the conversation itself is loaded: only loaded data can be outdated.
  const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/api/conversation/${row.id}/`))
  // The list of the contact's conversations contains this one again, and loads last.
  const othersRead = page.waitForResponse((answer) => answer.url().includes('&contact='))
  await page.goto(`${service.url}/inbox?conversation=${row.id}`)
  await Promise.all([isRead, othersRead])
  await expect(contactPanel(page)).toBeVisible()
  await service.call(page, 'PATCH', `/conversation/${row.id}/`, { priority: 'low' })
  await contactPanel(page)
    .getByRole('button', { name: /^Change priority/ })
    .click()
  await page.getByRole('option', { name: 'High' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
  await expect(dialog.getByRole('region', { name: /^Theirs/ })).toContainText('Low')
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('High')
  await dialog.getByRole('button', { name: 'Keep my version' }).click()
  await expect(contactPanel(page).getByRole('button', { name: 'Change priority: High' })).toBeVisible()
  await expect(page.getByText(`Priority of #${row.number}: high`)).toBeVisible()

  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Snooze/ }).click()
  await page.getByRole('option', { name: /^Tomorrow morning/ }).click()
  // The next conversation opened; Undo goes back.
  await expect(subjectOf(page)).not.toHaveText(new RegExp(`#${row.number}`))
  await page.getByRole('listitem').filter({ hasText: 'snoozed until' }).getByRole('button', { name: 'Undo' }).click()
  await expect(contactPanel(page).getByRole('button', { name: 'Change status: Resolved' })).toBeVisible()
})

test(
  'names the filter, reports an invalid one, and resets one without matches',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signInAsViewer(page)
    await page.goto(`${sampleService.url}/inbox?assignee=none&status=open&colour=red`)
    await expect(page.getByText('There is no filter “colour”.')).toBeVisible()
    await page.goto(`${sampleService.url}/inbox?assignee=none&status=open`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unassigned/)
    // The title is rendered before the filters.
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('nobody wrote this ever')
    await expect(page).toHaveURL(/q=nobody/)
    await expect(page.getByText(/^No conversation matches/)).toBeVisible()
    const filters = page.getByRole('search', { name: 'Filters' })
    await expect(filters.getByText('Changed')).toBeVisible()
    await filters.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(filters.getByText('Changed')).toBeHidden()
    await page.goBack()
    await expect(filters.getByRole('button', { name: 'Save as view…' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(/^No conversation matches/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await expect(list(page).getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Inbox/)
  },
)

test(
  'shows errors for messages and a deleted conversation, and ignores an outdated response',
  wholeRun,
  async ({ page, sampleService: service, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await service.signInAsViewer(page)
    const [first, second, third] = await rowsOf(service, page, 'limit=3')
    if (first === undefined || second === undefined || third === undefined) throw new Error('The sample is too small.')
    await withoutEvents(page)
    let isBroken = true
    await page.route(`**/api/conversation/${first.id}/message/**`, (route) =>
      isBroken ? route.fulfill({ status: 400, json: { detail: 'Not today.', code: 'invalid' } }) : route.continue(),
    )
    // The response for the second conversation arrives after that for the third.
    const isThere = page.waitForResponse((answer) => answer.url().includes(`${third.id}/message/`))
    await page.route(`**/api/conversation/${second.id}/**`, async (route) => {
      await isThere
      await route.continue().catch(() => null)
    })
    await page.goto(`${service.url}/inbox?conversation=${first.id}`)
    await expect(thread(page).getByText('Messages could not be loaded')).toBeVisible()
    await expect(list(page).getByRole('link').nth(2)).toBeVisible()
    await expect(contactPanel(page)).toBeVisible()
    isBroken = false
    await thread(page).getByRole('button', { name: 'Try again' }).click()
    await expect(thread(page).getByText('Messages could not be loaded')).toHaveCount(0)

    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`conversation=${second.id}`))
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`conversation=${third.id}`))
    await expect(subjectOf(page)).toHaveText(new RegExp(`#${third.number}`))
    await expect(openRow(page)).toContainText(third.contact.name)
    await isThere

    await page.goto(`${service.url}/inbox?conversation=cnv_gone`)
    await expect(page.getByRole('heading', { name: 'This conversation could not be found' })).toBeVisible()
    await expect(list(page).getByRole('link').first()).toBeVisible()
  },
)

test(
  'a viewer changes nothing; a service without conversation details shows the list alone',
  wholeRun,
  async ({ page, sampleService: service }) => {
    await service.signInAsViewer(page)
    const [unread] = await rowsOf(service, page, 'unread=true&limit=1')
    if (unread === undefined) throw new Error('The sample has no unread conversation.')
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url())
    })
    await page.goto(`${service.url}/inbox?unread=true&conversation=${unread.id}`)
    await expect(contactPanel(page)).toBeVisible()
    await expect(thread(page).getByRole('button', { name: 'Resolve' })).toHaveAttribute('aria-disabled', 'true')
    // What can be viewed has buttons; all others would change something.
    await expect(contactPanel(page).getByRole('button', { name: 'Raw JSON' })).toBeVisible()
    for (const name of await contactPanel(page).getByRole('button').allTextContents())
      expect(name).toMatch(/^(?:|Show \d+ empty fields?|Raw JSON)$/)
    await page.keyboard.press('e')
    await expect(page.getByText('You have read-only access.').first()).toBeVisible()
    await expect(openRow(page)).toContainText('unread')
    expect(writes).toEqual([])

    await page.route('**/api/me/', async (route) => {
      const response = await route.fetch()
      const who: { extensions: string[] } = await response.json()
      await route.fulfill({
        response,
        json: { ...who, extensions: who.extensions.filter((name) => name !== 'conversation_detail') },
      })
    })
    await page.goto(`${service.url}/inbox`)
    await expect(list(page).getByRole('link').first()).toBeVisible()
    await list(page).getByRole('link').first().click()
    await expect(contactPanel(page)).toBeVisible()
    await expect(thread(page)).toHaveCount(0)
  },
)

test(
  'renders few rows of a long list, keeps its position, and shows one pane at a time on a phone',
  wholeRun,
  async ({ page, sampleService: service }) => {
    await service.signInAsViewer(page)
    await page.setViewportSize({ width: 360, height: 740 })
    const [far] = await rowsOf(service, page, 'limit=1&ordering=-number')
    if (far === undefined) throw new Error('The sample is too small.')
    await page.goto(`${service.url}/inbox?ordering=number`)
    const expectedRow = page.locator(`[data-conversation="${far.id}"]`)
    await list(page).getByRole('link').first().focus()
    await page.keyboard.press('End')
    await expect(expectedRow).toBeInViewport()
    await expect.poll(() => list(page).getByRole('listitem').count()).toBeLessThan(40)
    await expectedRow.click()
    await expect(subjectOf(page)).toHaveText(new RegExp(`#${far.number}`))
    await expect(expectedRow).toBeHidden()
    await thread(page).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Show contact' }).click()
    await expect(page.getByRole('complementary').getByText('This conversation')).toBeVisible()
    await page.goBack()
    await thread(page).getByRole('button', { name: 'Back to list' }).click()
    await expect(expectedRow).toBeInViewport()
    await expect(expectedRow).toBeFocused()
  },
)

test(
  'has no accessibility violations at any width, in the thread, its dialogs and the fields',
  wholeRun,
  async ({ page, sampleService: service }) => {
    test.slow()
    await service.signIn(page)
    const [row] = await rowsOf(service, page, 'status=resolved&handled_by=person&total_cost__gt=0&limit=1')
    if (row === undefined) throw new Error('The sample has no such conversation.')
    await service.open(page, `/inbox?conversation=${row.id}`)
    await expect(runsIn(page).first()).toBeVisible()
    await checkAxeAtWidths(page, async (width) => {
      await expect(runsIn(page).first()).toBeVisible()
      if (width < 1440) return
      await page.keyboard.press('a')
      await expect(page.getByRole('combobox', { name: 'Assign to' })).toBeVisible()
      await checkAxe(page)
      await page.keyboard.press('Escape')
    })
    await service.open(page, `/inbox?conversation=${row.id}&pane=contact`)
    await expect(page.getByText('This conversation', { exact: true })).toBeVisible()
    await checkAxe(page)
    await service.open(page, '/inbox')
    await expect(list(page).getByRole('link').first()).toBeVisible()
    await checkAxe(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalOverflow(page)
    await service.open(page, `/inbox?conversation=${row.id}`)
    await expect(runsIn(page).first()).toBeVisible()
    await expectNoHorizontalOverflow(page)
  },
)

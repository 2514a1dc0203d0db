/**
 * The start page: what is wrong and its remedy, runs by hour, coming and missed schedules, starred and recent flows, a
 * list that cannot be read.
 */
import type { Page } from '@playwright/test'
import { ActionCounter } from '#e2e/support/action-counter.ts'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, expectNoHorizontalOverflow, owner, test } from '#e2e/support/service.ts'

const empty = JSON.stringify({ count: 0, next: null, previous: null, results: [] })

/** A flow with a schedule that is due every day in some minutes. */
const dailyFlow = (name: string, minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  return {
    name,
    nodes: [
      { id: 'daily', type: 'trigger', name: 'Daily', config: { kind: 'schedule', schedule: { cron, zone: 'UTC' } } },
      { id: 'done', type: 'transform', name: 'Done', config: { expression: '1' } },
    ],
    edges: [{ id: 'e', source: 'daily', target: 'done' }],
  }
}

/** Answers the list of open incidents; all that follow is the console's own. */
const withIncidents = (page: Page, incidents: () => readonly object[]) =>
  page.route(/\/api\/incident\/\?.*status=open/, (route) => {
    const results = incidents()
    return route.fulfill({ json: { count: results.length, next: null, previous: null, results } })
  })

const missedIncident = (flow: { id: string; name: string }, since: string) => ({
  id: 'inc_missed',
  kind: 'schedule_missed',
  severity: 'attention',
  status: 'open',
  subject: { noun: 'flow', ...flow },
  message: 'Was due today and did not start.',
  figures: {
    count: 1,
    total: null,
    share: null,
    usual_share: null,
    reason: null,
    reason_count: null,
    since,
    trend: null,
    trigger: 'daily',
  },
  opened_at: since,
  changed_at: since,
  over_at: null,
  path: `/flows/${flow.id}`,
  sample: false,
})

test('after the sign-in, one action leads from what is wrong to why', async ({ page, sampleService }) => {
  await page.goto(sampleService.url)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /^\d+ things? (is|are) broken/ })).toBeVisible()
  // Other channels may be down for longer, so that it is not always the first.
  const first = main
    .getByRole('list', { name: 'Problems' })
    .getByRole('listitem')
    .filter({ hasText: 'billing@shop.example' })
  // What and why, without an action.
  await expect(first).toContainText('The mail server rejected the password')
  const journey = new ActionCounter()
  await journey.act(first.getByRole('link').click())
  await expect(page.getByRole('heading', { name: 'billing@shop.example' }).last()).toBeVisible()
  await expect(page.getByText('The mail server rejected the password').last()).toBeVisible()
  expect(journey.count).toBeLessThanOrEqual(1)
})

test('reads each list once on load, also when the live events begin', async ({ page, sampleService }) => {
  await sampleService.signIn(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) requests.push(request.url())
  })
  await page.goto(sampleService.url)
  await expect(page.locator('.nav-foot')).toHaveAttribute('data-live', 'live')
  await expect(page.getByRole('list', { name: 'Runs by hour' })).toBeVisible()
  // Longer than changes are collected before the lists are read again.
  await page.waitForTimeout(2000)
  expect(requests.filter((url, index) => requests.indexOf(url) !== index)).toEqual([])
})

test('a failing flow leads to exactly the runs that it counts, and works again with the runs after it', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  const source = 'if (input.fails) throw new Error("No stock."); return {}'
  const id = await importFlow(service, page, {
    name: 'Fails at first',
    nodes: [
      { id: 'start', type: 'trigger', name: 'By hand', config: { kind: 'manual' } },
      { id: 'stock', type: 'code', name: 'Stock', config: { language: 'javascript', source } },
    ],
    edges: [{ id: 'e', source: 'start', target: 'stock', source_handle: 'out' }],
  })
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  const run = (fails: boolean, isTest = false) =>
    service.call(page, 'POST', `/flow/${id}/run/`, { trigger: 'start', input: { fails }, is_test: isTest })
  // Not counted, and not shown.
  await run(true, true)
  for (let time = 0; time < 6; time += 1) await run(true)
  await page.goto(service.url)
  // The service looks for incidents every 15 seconds; the page shows them without a reload.
  const review = page.getByRole('link', { name: /^Review 6 runs/ })
  await expect(review).toBeVisible({ timeout: 40_000 })
  await review.click()
  await expect(page.getByRole('row').filter({ hasText: 'Fails at first' })).toHaveCount(6)
  for (let time = 0; time < 3; time += 1) await run(false)
  await page.goto(service.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(review).toHaveCount(0, { timeout: 40_000 })
  await service.call(page, 'DELETE', `/flow/${id}/`)
})

test('the longest wait opens in the list that begins with it', async ({ page, sampleService }) => {
  await sampleService.open(page, '/')
  await page.getByRole('link', { name: /^Open the longest/ }).click()
  await expect(page).toHaveURL(/waiting_since__isnull=false/)
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('a budget opens in its form, and is listed without it', async ({ page, sampleService }) => {
  await sampleService.open(page, '/')
  await page.getByRole('link', { name: /^Change budget/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit budget' })
  await expect(form.getByLabel(/^Amount in/)).not.toHaveValue('')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/\/billing\/budgets$/)
})

test('shows runs by hour, and a bar leads to its runs', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, dailyFlow('Ran this hour', 60 * 12))
  for (const trigger of ['daily', 'daily'])
    await service.call(page, 'POST', `/flow/${id}/run/`, { trigger, is_test: true })
  await page.goto(service.url)
  const bars = page.getByRole('list', { name: 'Runs by hour' }).getByRole('link')
  await expect(bars).toHaveCount(24)
  await expect(bars.last()).toHaveAccessibleName(/: \d+ runs/)
  await checkAxe(page)
  // One stop of the Tab key; arrow keys move between the bars.
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(22)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/started_at__gte=.*started_at__lt=/)
  await expect(page.getByRole('row', { name: /Ran this hour/ })).toHaveCount(2)
})

test('names what schedules start next, and counts the rest', async ({ page, service, pageErrors }) => {
  // The page of the last flow reads it once more when it is deleted.
  pageErrors.allow(/status of 404 .*\/api\/flow\//)
  await service.signIn(page)
  const ids: string[] = []
  for (const minutes of [40, 50, 60, 70, 80, 90]) {
    const id = await importFlow(service, page, dailyFlow(`Comes in ${minutes} minutes`, minutes))
    await service.call(page, 'POST', `/flow/${id}/activate/`)
    ids.push(id)
  }
  await page.goto(service.url)
  const section = page.getByRole('region', { name: 'Coming up' })
  const reload = async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expect(section.getByText(/^And \d+ more$/)).toBeVisible({ timeout: 3000 })
  }
  // The service notices new schedules within 15 seconds.
  await expect(reload).toPass({ timeout: 60_000 })
  await expect(section.getByRole('listitem')).toHaveCount(5)
  await expect(section.getByRole('listitem').first()).toContainText('Comes in 40 minutes')
  await service.call(page, 'POST', `/flow/${ids[0]}/pause/`)
  // A changed flow is an event.
  await expect(section.getByRole('listitem').first()).toContainText('Comes in 50 minutes')
  await section.getByRole('link', { name: 'Comes in 50 minutes' }).click()
  await expect(page).toHaveURL(new RegExp(`/flows/${ids[1]}`))
  for (const id of ids) await service.call(page, 'DELETE', `/flow/${id}/`)
})

test('a missed schedule runs from its row, once, after saying what it does', async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 409 .*\/run\/$/)
  await service.signIn(page)
  const name = 'Missed this morning'
  const id = await importFlow(service, page, dailyFlow(name, 60 * 12))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  const since = new Date(Date.now() - 60_000).toISOString()
  await withIncidents(page, () => [missedIncident({ id, name }, since)])
  await page.goto(service.url)
  const row = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Missed')
  await row.getByRole('button', { name: /^Run now/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Run “${name}” now?` })
  await expect(dialog.getByText('A run costs nothing.')).toBeVisible()
  await expect(dialog.getByText('Nothing is sent.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await checkAxe(page)
  await dialog.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText(`“${name}” was started`)).toBeVisible()
  await expect(dialog).toBeHidden()
  // The list of incidents is old, and somebody presses again.
  await row.getByRole('button', { name: /^Run now/ }).click()
  await dialog.getByRole('button', { name: 'Run now' }).click()
  await expect(dialog.getByText('This flow was started in the meantime, so it was not started again.')).toBeVisible()
  const runs = await service.call(page, 'GET', `/billing/runs/?flow=${id}`)
  expect(runs).toMatchObject({ count: 1 })
})

test('a day without problems has a line of what was checked, then what comes and what changed', async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  await withIncidents(page, () => [])
  await page.route(/\/api\/conversation\/\?/, (route) =>
    route.fulfill({ contentType: 'application/json', body: empty }),
  )
  await page.goto(sampleService.url)
  await expect(page.getByRole('heading', { name: 'Everything works.' })).toBeVisible()
  const checked = page.getByRole('list', { name: 'Checked' }).getByRole('listitem')
  await expect(checked).toHaveCount(4)
  await expect(checked.first()).toContainText('none needs attention')
  await expect(checked.nth(1)).toContainText('failed')
  await checkAxeAtWidths(page)
})

test('says what is wrong, worst first, and leads to the remedy with one press', async ({ page, sampleService }) => {
  await sampleService.open(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /^\d+ things? (is|are) broken/ })).toBeVisible()
  const problems = main.getByRole('list', { name: 'Problems' }).getByRole('listitem')
  await expect(problems.first()).toContainText('Down')
  await expect(problems.filter({ hasText: 'billing@shop.example' })).toContainText(
    'The mail server rejected the password',
  )
  await checkAxe(page)
  await expectNoHorizontalOverflow(page)
  await problems
    .filter({ hasText: 'billing@shop.example' })
    .getByRole('link', { name: /^Open channel/ })
    .click()
  await expect(page).toHaveURL(/channel=chn_/)
  await expect(page.getByRole('heading', { name: 'billing@shop.example' }).last()).toBeVisible()
})

test('lists starred flows first, and forgets a deleted one', async ({ page, sampleService, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/api\/flow\//)
  await sampleService.open(page, '/flows')
  await page.getByRole('link', { name: 'Order status: answers in WhatsApp', exact: true }).click()
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  const flows = page.getByRole('region', { name: 'Flows' }).getByRole('listitem')
  await expect(flows.first()).toContainText('Order status: answers in WhatsApp')
  await expect(flows.first().getByRole('button', { pressed: true })).toBeVisible()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('starred-flows')) ?? ''
    localStorage.setItem(key, JSON.stringify([{ id: 'flw_gone', name: 'Gone' }]))
  })
  await page.reload()
  await flows.first().getByRole('link', { name: 'Gone' }).click()
  await expect(page.getByRole('button', { name: /^Go to flows/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('flw_gone')
  await page.goto(`${sampleService.url}/`)
  await expect(flows.first()).toContainText('Order status: answers in WhatsApp')
  await expect(page.getByText('Gone', { exact: true })).toHaveCount(0)
})

test('a list that cannot be read is named, and is no proof that all is well', async ({
  page,
  sampleService,
  pageErrors,
}) => {
  pageErrors.allow(/status of 500/)
  await sampleService.signIn(page)
  await page.route(/\/api\/(incident|conversation)\/\?/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"Broken.","code":"internal"}' }),
  )
  await page.goto(`${sampleService.url}/`)
  await expect(page.getByRole('heading', { name: 'No problems in what could be read.' })).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText('Incidents could not be loaded')).toBeVisible()
})

test('the account menu shows the shortcuts, changes the theme and signs out', async ({ page, service }) => {
  const person = { name: 'Mona Menu', email: 'mona@example.com', password: 'a sentence for menus' }
  await service.signIn(page)
  await service.call(page, 'POST', '/person/', { ...person, role: 'operator' })
  await service.signOut(page)
  // The session of other tests stays.
  await service.call(page, 'POST', '/session/', { email: person.email, password: person.password })
  await page.goto(service.url)
  const button = page.getByRole('button', { name: /^Account of / })
  await button.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await button.click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await button.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/sign-in/)
})

test('an account without flows gets ways to begin instead of a verdict', async ({ page, service }) => {
  await service.signIn(page)
  // Other tests share the account, and their flows fail.
  await page.route(/\/api\/(flow|incident|conversation)\/\?/, (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"count":0,"next":null,"previous":null,"results":[]}' }),
  )
  await page.goto(service.url)
  await expect(page.getByRole('heading', { name: 'Nothing runs here yet' })).toBeVisible()
  await page.getByRole('button', { name: /^Import flows/ }).click()
  await expect(page).toHaveURL(/\/flows\/import$/)
})

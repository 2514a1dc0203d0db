/**
 * Settings → Alerts: create, test, edit and delete an address for messages about incidents; notifications of this
 * browser.
 */
import type { Page } from '@playwright/test'
import type { Incident } from '#contract/incident.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'
import { incidentOf } from '#test/support/incident-of.ts'

test('an operator creates an alert, sees why its test failed, adds quiet hours and deletes it', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400 .*\/api\/alert\/$/)
  await service.open(page, '/settings/alerts')
  await expect(page).toHaveTitle('Alerts · Settings · Flow Console')
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create alert' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Enter a URL.')).toBeVisible()
  await checkAxe(page)

  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByLabel('Send by').selectOption('Email')
  await dialog.getByLabel('Email address').fill('ops@shop.example')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await expect(dialog.getByText('This service sends no mail.')).toBeVisible()
  await dialog.getByLabel('Send by').selectOption('Webhook')
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook?token=very-secret-token')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  const created = page.getByRole('dialog', { name: 'Alert created' })
  await expect(created.locator('p.mono')).toContainText('whsec_')
  await checkAxe(page)
  await created.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByText('Webhook: http://10.0.0.1')).toBeVisible()
  await expect(page.getByText('very-secret')).toHaveCount(0)
  await expect(page.getByText('All incidents')).toBeVisible()
  await page.getByRole('button', { name: 'Test On call' }).click()
  await expect(page.getByText('10.0.0.1 is not a public address.')).toBeVisible()
  await expectNoHorizontalOverflow(page)

  await page.getByRole('button', { name: 'Edit On call' }).click()
  await dialog.getByLabel('Quiet hours').check()
  await dialog.getByLabel('From').fill('21:30')
  for (const day of ['Sat', 'Sun']) await dialog.getByLabel(day, { exact: true }).uncheck()
  await dialog.getByLabel('Budget is reached').uncheck()
  await dialog.getByRole('button', { name: 'Save alert' }).click()
  await expect(page.getByText(/Quiet hours Mon–Fri 21:30–07:00/)).toBeVisible()
  await expect(page.getByText('All incidents')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete On call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No alerts yet')).toBeVisible()
})

/** Replaces the browser's notifications, which no test can see. `answer`: to the question whether they are allowed. */
async function recordNotifications(page: Page, answer: NotificationPermission) {
  await page.addInitScript((permission) => {
    const shown: { title: string; body: string; click: () => void }[] = []
    class RecordedNotification extends EventTarget {
      static permission: NotificationPermission =
        localStorage.getItem('test-permission') === 'granted' ? 'granted' : 'default'
      static async requestPermission() {
        RecordedNotification.permission = permission
        localStorage.setItem('test-permission', permission)
        return Promise.resolve(permission)
      }
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super()
        shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) })
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shownNotifications: shown })
  }, answer)
}

const shownTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown: unknown = Reflect.get(window, 'shownNotifications')
    return Array.isArray(shown) ? shown.map(({ title }: { title: string }) => title) : []
  })

const failing = (id: string, change: Partial<Incident> = {}) =>
  incidentOf({
    id,
    subject: { noun: 'flow', id: 'flw_1', name: `Flow ${id}` },
    message: '5 of 6 runs failed.',
    path: '/runs?form=list',
    ...change,
  })

test('notifies in one tab of what is new or worse, and not of what is in view', async ({
  page: other,
  context,
  service,
}) => {
  let open = [failing('old')]
  let reads = 0
  await context.route(/\/api\/incident\/\?.*status=open/, (route) => {
    reads += 1
    return route.fulfill({ json: { count: open.length, next: null, previous: null, results: open } })
  })
  await service.signIn(other)
  const page = await context.newPage()
  await recordNotifications(page, 'granted')
  await page.goto(`${service.url}/settings/alerts`)
  const setting = page.getByRole('group', { name: 'Notify in this browser' })
  await expect(setting.getByLabel('Off')).toBeChecked()
  await setting.getByText('On', { exact: true }).click()
  await expect(setting.getByLabel('On')).toBeChecked()
  await expect.poll(() => shownTitles(page)).toEqual(['Notifications are on'])
  await checkAxe(page)

  await recordNotifications(other, 'granted')
  await other.goto(`${service.url}/settings/about`)
  await expect(other.getByRole('heading', { name: 'About' }).last()).toBeVisible()
  /** The list is read again when a tab comes to the front, a few seconds after the last time. */
  const refresh = async (on: Page) =>
    on.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const expectShown = (on: Page, titles: readonly string[]) =>
    expect(async () => {
      await refresh(on)
      expect(await shownTitles(on)).toEqual(titles)
    }).toPass()
  /** What is open when a tab begins to notify is no news. */
  const expectRead = async (on: Page) => {
    const before = reads
    await expect(async () => {
      await refresh(on)
      expect(reads).toBeGreaterThan(before)
    }).toPass()
  }
  await expectRead(page)
  open = [failing('old'), failing('new')]
  await expectShown(page, ['Notifications are on', 'Failing: Flow new'])
  expect(await shownTitles(other)).toEqual([])

  await page.evaluate(() => {
    const shown: unknown = Reflect.get(window, 'shownNotifications')
    if (Array.isArray(shown)) shown.at(-1).click()
  })
  await expect(page).toHaveURL(/\/runs\?form=list/)
  // The tab that takes over notifies.
  await page.close()
  await other.bringToFront()
  await expectRead(other)
  open = [failing('old'), failing('new', { reported_at: '2026-11-21T10:00:00Z' })]
  await expectShown(other, ['Worse: Failing: Flow new'])
  // Today shows them itself.
  await other.goto(service.url)
  await expect(other.getByRole('listitem').filter({ hasText: 'Flow new' }).first()).toBeVisible()
  await expectRead(other)
  open = [...open, failing('seen')]
  await expect(async () => {
    await refresh(other)
    await expect(other.getByRole('listitem').filter({ hasText: 'Flow seen' }).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await shownTitles(other)).toEqual([])
  await other.evaluate(() => localStorage.clear())
})

test('a browser that blocks notifications is explained', async ({ page, service }) => {
  await service.signIn(page)
  await recordNotifications(page, 'denied')
  await page.goto(`${service.url}/settings/alerts`)
  const setting = page.getByRole('group', { name: 'Notify in this browser' })
  await setting.getByText('On', { exact: true }).click()
  await expect(page.getByText('Blocked for this site.')).toBeVisible()
  await expect(setting.getByLabel('Off')).toBeChecked()
  expect(await shownTitles(page)).toEqual([])
})

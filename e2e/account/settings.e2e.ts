/** Settings: people, keys, activity, browser settings, and licences. */
import type { Page } from '@playwright/test'
import {
  checkAxe,
  expect,
  expectNoHorizontalOverflow,
  owner,
  test,
  wholeRun,
  widths,
  withoutEvents,
} from '#e2e/support/service.ts'

const toast = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'Notifications' }).getByText(words).first()

test('an owner adds a person, changes the role, sets a password and removes them', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409 .*\/api\/person\/$/)
  await service.open(page, '/settings/people')
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('cell', { name: owner.email })).toBeVisible()
  await expect(page).toHaveTitle('People · Settings · Flow Console')

  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Nora New')
  await dialog.getByLabel('Email').fill(owner.email)
  await dialog.getByLabel('Initial password', { exact: true }).fill('a sentence to begin with')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The person was not added')
  await checkAxe(page)
  await dialog.getByLabel('Email').fill('nora@example.com')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(toast(page, 'Nora New was added')).toBeVisible()

  await page.getByLabel('Role of Nora New').selectOption('Viewer')
  await expect(toast(page, 'Nora New is now viewer')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Role of Nora New')).toHaveValue('viewer')

  await page.getByRole('button', { name: 'Actions for Nora New' }).click()
  await page.getByRole('menuitem', { name: 'Set new password' }).click()
  await dialog.getByLabel('New password', { exact: true }).fill('another fine sentence')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Nora New has a new password')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Nora New' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByLabel(/Type “Nora New”/).fill('Nora')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Type “Nora New”.')).toBeVisible()
  await dialog.getByLabel(/Type “Nora New”/).fill('Nora New')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Nora New was removed')).toBeVisible()
  await expect(people.getByRole('row', { name: /Nora New/ })).toHaveCount(0)

  // The last owner cannot be removed, as the menu explains in advance.
  await expect(page.getByLabel(`Role of ${owner.name}`)).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${owner.name}` }).click()
  await expect(page.getByRole('menuitem', { name: /Remove/ })).toContainText('at least one owner')
})

test('creates a key by keyboard, shows it once, accepts it and revokes it; the activity log lists it all', async ({
  page,
  service,
}) => {
  await service.open(page, '/settings/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('Nightly <img src=x onerror=alert(1)> import')
  await page.keyboard.press('Enter')
  const createdDialog = page.getByRole('dialog', { name: 'Key created' })
  await expect(createdDialog.getByText('It is shown once')).toBeVisible()
  await checkAxe(page)
  const text = await createdDialog.locator('p.mono').innerText()
  const release = await page.request.get(`${service.url}/api/flow/`, { headers: { authorization: `Bearer ${text}` } })
  expect(release.status()).toBe(200)
  await createdDialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(text)).toHaveCount(0)
  const row = page.getByRole('row', { name: /Nightly <img/ })
  await expect(row).toContainText(text.slice(0, 6))
  await row.getByRole('button', { name: /Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, /was revoked/)).toBeVisible()
  await expect(page.getByText('No keys yet')).toBeVisible()

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /created the key Nightly/ })).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption('Keys')
  await expect(page).toHaveURL(/action=key/)
  await expect(page.getByRole('row', { name: /signed in/ })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('')
  await page.goto(`${service.url}/settings/activity?actor=nobody&action=nonsense`)
  await expect(page.getByText('No activity matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('row', { name: /revoked the key/ })).toBeVisible()
})

test('changes the time zone, and turns single-key shortcuts off and on', wholeRun, async ({ page, service }) => {
  await service.open(page, '/settings/time-zone')
  const foot = page.getByRole('navigation', { name: 'Main' })
  await expect(foot.getByText(/^UTC · /)).toBeVisible()
  await page.getByText('Fixed time zone').click()
  await page.getByRole('button', { name: 'UTC' }).click()
  await page.keyboard.type('new york')
  await expect(page.getByRole('option', { name: /New York/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(foot.getByText(/^America\/New_York · /)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Time zone' })).toBeVisible()
  await expect(foot.getByText(/^America\/New_York · /)).toBeVisible()
  await page.getByText('Browser time zone').click()
  await expect(foot.getByText(/^UTC · /)).toBeVisible()

  await page.getByRole('link', { name: 'Shortcuts' }).click()
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await expect(toast(page, 'Single-key shortcuts are off')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
})

test('changes the user’s password, and clears the browser data', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 400 .*\/api\/me\/password\/$/)
  const person = { name: 'Carla Changes', email: 'carla@example.com', password: 'a sentence to change' }
  await service.signIn(page)
  await service.call(page, 'POST', '/person/', { ...person, role: 'operator' })
  await service.signOut(page)
  await service.call(page, 'POST', '/session/', { email: person.email, password: person.password })
  await service.open(page, '/settings/sign-in')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Enter your current password.')).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill('not the right one')
  await page.getByLabel('New password', { exact: true }).fill('a new sentence altogether')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The current password is wrong.')).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, /Password changed/)).toBeVisible()

  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await page.getByRole('link', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Clear browser data' }).click()
  await page.getByRole('button', { name: 'Clear and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Flow Console' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('a new sentence altogether')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
})

test('describes the service, and lists the licences of the installed packages', wholeRun, async ({ page, service }) => {
  await service.open(page, '/settings/connection')
  await expect(page.getByText(`${service.url}/api`)).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'This service' })).toContainText('Connected')
  await expect(page.getByText('Start flows, and cancel or retry runs')).toBeVisible()
  await expect(page.getByText('not available')).toHaveCount(0)
  await expect(page.getByText('API keys')).toBeHidden()
  await page.getByText('Diagnostics').click()
  await expect(page.getByText('API keys')).toBeVisible()
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('button', { name: 'Show licences' }).click()
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('ibm-plex-mono')
  const packages = page.getByRole('list', { name: 'Packages' }).getByRole('listitem')
  await expect(packages).toHaveCount(1)
  await packages.getByText('@fontsource/ibm-plex-mono').click()
  await expect(packages.getByText(/SIL OPEN FONT LICENSE/)).toBeVisible()
})

test('a viewer sees what the role permits, and which role can do the rest', wholeRun, async ({ page, service }) => {
  await service.signInAsViewer(page)
  await page.goto(`${service.url}/settings/people`)
  await expect(page.getByRole('cell', { name: owner.email })).toBeVisible()
  await expect(page.getByText('Only owners can change this list.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add person' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Actions for/ })).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Keys' })).toHaveCount(0)
  await page.goto(`${service.url}/settings/keys`)
  await expect(page.getByText('Only an owner can see this')).toBeVisible()
  await page.goto(`${service.url}/settings/data`)
  await expect(page.getByRole('button', { name: 'Add sample data' })).toHaveAttribute('aria-disabled', 'true')
})

test(
  'a section that fails shows an error and recovers; a slow one shows a placeholder',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 500 .*\/api\/activity\//)
    await service.signIn(page)
    await withoutEvents(page)
    await page.route('**/api/activity/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Broken here.', code: 'internal', request_id: 'req_1' } }),
    )
    await page.goto(`${service.url}/settings/activity`)
    await expect(page.getByRole('alert')).toContainText('Activity could not be loaded')
    await expect(page.getByRole('alert')).toContainText('req_1')
    await expect(page.getByLabel('Person or key')).toBeVisible()
    await page.unroute('**/api/activity/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    // The rows depend on earlier tests.
    await expect(page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(1)).toBeVisible()

    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/api/person/**', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${service.url}/settings/people`)
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    release()
    await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  },
)

test('every section passes axe at three widths and fits 320 pixels', wholeRun, async ({ page, service }) => {
  test.setTimeout(180_000)
  await service.signIn(page)
  const sections = ['people', 'keys', 'activity', 'time-zone', 'shortcuts', 'sign-in', 'data', 'connection', 'about']
  for (const section of sections) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${service.url}/settings/${section}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await checkAxe(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoHorizontalOverflow(page)
  }
  // All sections share one layout, so two of them are enough for the narrower widths.
  for (const section of ['people', 'data'])
    for (const width of widths.slice(1)) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${service.url}/settings/${section}`)
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      await checkAxe(page)
    }
  // On a phone, the sections are a page of their own.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('link', { name: 'All settings' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  await checkAxe(page)
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/settings\/about$/)
  await expect(page.getByRole('heading', { name: 'About', level: 2 })).toBeVisible()
})

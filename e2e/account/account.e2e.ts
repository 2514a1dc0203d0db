/** Set-up, sign-in, settings, sign-out. */
import { checkAxe, checkAxeAtWidths, expect, owner, test, wholeRun } from '#e2e/support/service.ts'

/** Path, heading and another text of each page in an empty account. */
const emptyPages = [
  ['/flows', 'No flows yet', 'Import'],
  ['/tools', 'No tools yet', 'New tool'],
  ['/channels', 'No channels yet', /Add sample data/],
  ['/inbox', 'No conversations yet', 'No conversations yet'],
  ['/runs?form=list', 'No runs yet', 'Runs are listed here with their steps and exact cost.'],
  ['/runs', 'Runs', 'No failed runs match this filter.'],
  ['/billing', 'Cost by day', 'no spend in the last 7 days'],
] as const

test('set-up accepts the printed code only, and starts with empty pages', async ({
  page,
  freshService,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/status of 403 .*\/api\/setup\/$/)
  await page.goto(`${freshService.url}/flows`)
  await expect(page.getByRole('heading', { name: 'Create the owner account' })).toBeVisible()
  await checkAxe(page)
  const create = page.getByRole('button', { name: 'Create owner' })
  await page.goto(`${freshService.url}/set-up#code=wrong`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await create.click()
  await expect(page.getByText(/Use at least 12/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/setup/') && answer.status() === 403)
  await create.click()
  await refused
  await expect(page.getByText(/code/i).last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create the owner account' })).toBeVisible()
  expect(await freshService.call(page, 'GET', '/setup/')).toMatchObject({ needed: true })
  await page.goto(`${freshService.url}/set-up#code=${freshService.setupCode}`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await create.click()
  await expect(page.getByRole('heading', { name: 'Start with sample data?' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    'Owner, finished',
    'Sample',
    'Done',
  ])
  await checkAxe(page)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.getByRole('button', { name: 'Go to Today' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing runs here yet' })).toBeVisible()
  await page.goto(`${freshService.url}/flows`)
  await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
})

test(
  'set-up adds sample data, marks it and removes it; without it every page suggests the next step',
  wholeRun,
  async ({ page, freshService }) => {
    test.setTimeout(240_000)
    await page.goto(`${freshService.url}/set-up#code=${freshService.setupCode}`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByRole('button', { name: 'Add sample data' }).click()
    await page.getByRole('button', { name: 'Go to Today' }).click({ timeout: 180_000 })
    await expect(page.getByRole('heading', { name: /things are broken/ })).toBeVisible()
    await page.getByRole('link', { name: 'Flows', exact: true }).first().click()
    await expect(page.getByRole('link', { name: 'Order status: answers in WhatsApp', exact: true })).toBeVisible()
    await expect(page.getByText('Everything marked “sample” is demo data.')).toBeVisible()

    await page.getByRole('link', { name: 'Remove sample data' }).click()
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Remove/ })
      .click()
    await expect(page.getByText('Everything marked “sample” is demo data.')).toBeHidden({ timeout: 60_000 })
    for (const [path, words, more] of emptyPages) {
      await page.goto(freshService.url + path)
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await expect(page.getByText(more).first()).toBeVisible()
      await checkAxe(page)
    }

    // With a tool in another category, the heading names the empty category.
    await freshService.call(page, 'POST', '/tool/', {
      name: 'Only one',
      category: 'code',
      config: { language: 'javascript', source: 'return 1' },
    })
    await page.goto(`${freshService.url}/tools`)
    await expect(page.getByRole('heading', { name: 'No API tool yet' })).toBeVisible()
  },
)

test('rejects a wrong password, and opens the requested page with the right one', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401 .*\/api\/session\/$/)
  await page.goto(`${service.url}/settings/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign in to Flow Console' })).toBeVisible()
  await checkAxeAtWidths(page)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('another sentence')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/is wrong/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Flow Console' })).toBeVisible()
  await page.goto(`${service.url}/flows`)
  await expect(page.getByRole('heading', { name: 'Sign in to Flow Console' })).toBeVisible()
})

test('applies the chosen theme after a reload, without a flash', async ({ page, service }) => {
  await service.open(page, '/settings')
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Checked before any module has run: the theme is applied at the first paint.
  await page.goto(`${service.url}/settings`, { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('opens a page from the palette by keyboard', async ({ page, service }) => {
  await service.open(page, '/flows')
  await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Search')
  await checkAxe(page)
})

test('redirects a signed-in user from sign-in and set-up', wholeRun, async ({ page, service }) => {
  await service.open(page, '/sign-in?next=%2Fsettings')
  await expect(page).toHaveURL(/\/settings$/)
  await page.goto(`${service.url}/set-up`)
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
  await expect(page).toHaveURL(`${service.url}/`)
})

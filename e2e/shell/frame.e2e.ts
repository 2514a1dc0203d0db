/** The frame around every page: palette, banners, badges in the navigation. */
import { z } from 'zod'
import { createFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

const Rows = z.object({ results: z.array(z.object({ id: z.string(), number: z.number() })) })

test(
  'finds a tool and a conversation in the palette by keyboard, and opens the actions of a flow',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.open(page, '/settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    const option = (name: RegExp) => page.getByRole('option', { name })

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    // Enter before any response opens the first result, not the option shown while searching.
    await page.keyboard.type('refund_limit')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tools\?tool=/)

    const [conversation] = Rows.parse(await sampleService.call(page, 'GET', '/conversation/?limit=1')).results
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(`#${conversation?.number}`)
    await expect(option(new RegExp(`#${conversation?.number} `))).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/inbox\\?conversation=${conversation?.id}`))

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('refund up to')
    await expect(option(/^Refund up to €50/)).toHaveAttribute('aria-selected', 'true')
    await expect(option(/^Export “Refund up to/)).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: /^Actions for Refund up to/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('refund up to')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: /^Actions for Refund up to/ })).toBeFocused()
    await page.keyboard.type('failed')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/runs\?form=list&flow=.*status=failed/)
  },
)

test(
  'reports a failed search, and keeps the other results and the actions',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 500/)
    await sampleService.signIn(page)
    await page.route(/\/api\/tool\/\?/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"broken"}' }),
    )
    await page.goto(`${sampleService.url}/settings`)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type('refund')
    await expect(page.getByRole('option', { name: /^Refund up to €50/ })).toBeVisible()
    await expect(page.getByText('Tools could not be searched (500).')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('option', { name: /^Find “refund” in the inbox/ })).toBeVisible()
    await page.getByRole('combobox').fill('> dark')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  },
)

test(
  'shows a low or used-up balance above every page, with one banner at a time',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    let now: object = {}
    await page.route('**/api/billing/balance/', async (route) => {
      const response = await route.fetch()
      const told: object = await response.json()
      await route.fulfill({ response, json: { ...told, ...now } })
    })
    await service.open(page, '/settings')
    await expect(page.locator('.nav-foot').getByText('Balance')).toBeVisible()
    await expect(page.getByText(/Balance is low/)).toBeHidden()
    now = { available: '0.600000', status: 'low' }
    await page.reload()
    const low = page.getByRole('status').filter({ hasText: 'Balance is low: €0.60. Flows stop running at €0.00.' })
    await expect(low).toBeVisible()
    await checkAxeAtWidths(page)
    now = { available: '-0.400000', status: 'depleted' }
    await page.reload()
    await expect(page.getByText('No credit is left.')).toBeVisible()
    await expect(low).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Billing' })).toHaveAttribute('href', '/billing')
  },
)

test('shows counts and the views of the inbox in the navigation', wholeRun, async ({ page, sampleService }) => {
  await sampleService.signIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${sampleService.url}/inbox`)
  const line = page.getByRole('navigation', { name: 'Main' })
  await expect(line.getByRole('link', { name: /^Channels \d+ to fix$/ })).toBeVisible()
  await expect(line.getByRole('link', { name: /^Inbox \d+ open$/ })).toBeVisible()
  // The badge, the view and the title count the same conversations.
  const open = line.getByRole('link', { name: /^Open/ })
  await expect(open).toHaveAttribute('aria-current', 'true')
  const count = /\d+$/.exec((await open.textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Open${count}`)
  await expect(line.getByRole('link', { name: `Inbox ${count} open` })).toBeVisible()
  const view = line.getByRole('link', { name: /^With a person/ })
  await expect(view).toHaveText(/\d+$/)
  await view.click()
  await expect(page).toHaveURL(/handled_by=person/)
  await expect(view).toHaveAttribute('aria-current', 'true')
  await line.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/\/inbox\?view=all$/)
  await page.goBack()
  await page.goBack()
  await expect(view).not.toHaveAttribute('aria-current', 'true')
  await line.getByRole('link', { name: /^Flows/ }).click()
  await expect(view).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${sampleService.url}/inbox`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/unread=true/)
})

test(
  'shows no recent event in the future when the clock of the computer is hours behind',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await createFlow(service, page, 'Made just now')
    await page.clock.install({ time: Date.now() - 3 * 3_600_000 })
    await page.goto(`${service.url}/flows?search=made+just`)
    await expect(page.getByRole('row', { name: /Made just now/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Made just now/ }).getByText(/^(\d+ s|\d+ min|now)$/)).toBeVisible()
    await expect(page.getByText(/in \d h/)).toBeHidden()
  },
)

test.describe('touch on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })
  test('buttons of the header are large enough, and fit', wholeRun, async ({ page, sampleService }) => {
    for (const path of ['/flows', '/flows/flw_sample_night_desk', '/channels', '/billing/budgets']) {
      await sampleService.open(page, path)
      const buttons = page.getByRole('main').locator('header').first().getByRole('button')
      await expect(page.getByRole('button', { name: 'Page menu' })).toBeVisible()
      for (const button of await buttons.all()) {
        const box = await button.boundingBox()
        if (box !== null) expect(Math.min(box.width, box.height), path).toBeGreaterThanOrEqual(44)
      }
      await expectNoHorizontalOverflow(page)
      const head = page.locator('.head')
      expect(await head.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0)
    }
  })
})

test('a page that does not exist offers search, Today and flows; a flow that does not exist, the trash', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/)
  await service.open(page, '/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('/no/such/page')
  await checkAxe(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Search Flows, tools/ })
    .click()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Go to Today/ }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`${service.url}/flows/flw_gone`)
  await expect(page.getByRole('heading', { name: 'This flow could not be found' })).toBeVisible()
  await page.getByRole('button', { name: /^Go to trash/ }).click()
  await expect(page.getByRole('heading', { name: /^Trash/, level: 1 })).toBeVisible()
})

test('the account menu opens help, and what is new, which is marked until it was opened', async ({ page, service }) => {
  await service.open(page, '/settings')
  const account = page.getByRole('button', { name: /^Account/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs')
  await checkAxe(page)
  await help.getByRole('link', { name: 'Find out why runs fail, and retry them' }).click()
  await expect(page).toHaveURL(/\/runs/)
  await expect(help).toBeHidden()

  await account.click()
  await page.getByRole('menuitem', { name: /^What’s new ?, not opened yet$/ }).click()
  const news = page.getByRole('dialog', { name: 'What’s new' })
  await expect(news).toContainText(/Version \d+\.\d+/)
  await expect(news.getByRole('listitem')).toHaveCount(5)
  await news.getByText('All changes in this version').click()
  await news.locator('summary', { hasText: 'Billing' }).click()
  await expect(news.getByText(/^Balance, and cost by day/)).toBeVisible()
  await checkAxe(page)
  await page.keyboard.press('Escape')
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'What’s new', exact: true })).toBeVisible()
})

/** Channels: problems, their remedies, and the details of one. */
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  wholeRun,
  withoutEvents,
} from '#e2e/support/service.ts'

test('lists channels with problems first, and shows all details and links in the panel', async ({
  page,
  sampleService,
}) => {
  await sampleService.open(page, '/channels')
  const need = page.getByRole('region', { name: /Needs attention/ })
  const names = need.getByRole('heading', { level: 3 })
  await expect(names).toHaveText([
    'billing@shop.example',
    'Kiosk, Leipzig store',
    'WhatsApp +49 30 …81',
    'Warehouse events',
  ])
  await expect(need.getByText(/Unable to send\. The mail server rejected the password\./)).toBeVisible()
  await expect(need.getByText(/27 messages are queued and will be sent automatically/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: /Other channels/ }).getByText('4.1% of the last newsletter'),
  ).toBeVisible()

  // Said once, instead of a button in each row that cannot be used.
  await expect(page.getByText('Sample channels can be deleted, but not changed.')).toHaveCount(1)
  await expect(need.getByRole('button')).toHaveCount(0)

  // The whole row is a link.
  await need.getByRole('article').first().click()
  await expect(page).toHaveURL(/channel=chn_/)
  const panel = page.getByRole('complementary', { name: 'billing@shop.example' })
  await expect(panel.getByText(/Unable to send since .+\. The mail server rejected the password\./)).toBeVisible()
  await expect(panel.getByText('535 5.7.8 Authentication credentials invalid')).toBeVisible()
  await expect(panel.getByText('auth_failed')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Copy identifier' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Conversations in this channel' })).toHaveAttribute(
    'href',
    /\/inbox\?channel=chn_/,
  )
  await panel.getByRole('link', { name: 'Invoice reminder in three stages' }).click()
  await expect(page).toHaveURL(/\/flows\/flw_/)
  await page.goBack()
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/channels$/)
})

test('opens, closes and searches channels by keyboard', wholeRun, async ({ page, sampleService }) => {
  await sampleService.open(page, '/channels')
  await expect(page.getByRole('link', { name: 'Kiosk, Leipzig store' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Kiosk, Leipzig store' })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Kiosk, Leipzig store' })
  await expect(panel.getByRole('heading', { name: 'Kiosk, Leipzig store' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: 'Kiosk, Leipzig store' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('whatsapp')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['WhatsApp +49 30 …81'])
  await expect(page).toHaveURL(/search=whatsapp/)
})

test(
  'keeps filters in the URL, ignores invalid values, and resets a filter that matches nothing',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 404 .*\/api\/channel\/chn_gone\/$/)
    await sampleService.open(page, '/channels?type=fax&status=nonsense&page=-3')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Channels16')
    await page.getByRole('button', { name: 'Type any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Slack' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/type=email%2Cslack/)
    await page.getByRole('button', { name: 'Status any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No channel matches Email or Slack, Paused.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No channel matches Email or Slack, Paused.')).toBeVisible()
    await page.getByRole('button', { name: 'Reset filter' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Channels16')
    await page.goto(`${sampleService.url}/channels?page=9`)
    await expect(page.getByText('There is no page 9.')).toBeVisible()
    await page.goto(`${sampleService.url}/channels?channel=chn_gone`)
    await expect(page.getByRole('complementary')).toContainText('This channel could not be found')
    await expect(page.getByRole('link', { name: 'Kiosk, Leipzig store' })).toBeVisible()
  },
)

test('shows an error, and a placeholder while loading', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 500 .*\/api\/channel\//)
  await service.signIn(page)
  await withoutEvents(page)
  await page.route('**/api/channel/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Broken here.', code: 'internal', request_id: 'req_1' } }),
  )
  await page.goto(`${service.url}/channels`)
  await expect(page.getByRole('alert')).toContainText('Channels could not be loaded')
  await page.unroute('**/api/channel/**')
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/api/channel/**', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /^Channels/ })).toBeVisible()
})

test('a viewer sees all channels, without axe violations at three widths or overflow at 320 px', async ({
  page,
  sampleService,
}) => {
  test.setTimeout(120_000)
  await sampleService.signInAsViewer(page)
  await page.goto(`${sampleService.url}/channels`)
  await page.getByRole('link', { name: 'Warehouse events' }).click()
  const status = page.getByRole('complementary').getByRole('region', { name: 'Status', exact: true })
  await expect(status.getByText('Nothing received for 6 days, usually 40 a day.', { exact: true })).toBeVisible()
  await checkAxeAtWidths(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await checkAxe(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNoHorizontalOverflow(page)
})

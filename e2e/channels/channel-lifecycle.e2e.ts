/** Creating, editing, pausing and deleting channels. */
import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
} from '#e2e/support/service.ts'

const Channel = z.looseObject({ id: z.string(), address: z.string().nullable(), config: z.looseObject({}) })

const panelOf = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name })
const shownSecret = async (panel: Locator) => {
  const words = panel.getByText(/^whsec_/)
  return (await words.first().textContent()) ?? ''
}

async function makeChannel(service: TestService, page: Page, body: Record<string, unknown>) {
  return Channel.parse(await service.call(page, 'POST', '/channel/', body))
}

const readChannel = async (service: TestService, page: Page, id: string) =>
  Channel.parse(await service.call(page, 'GET', `/channel/${id}/`))

const channelId = (page: Page) => new URL(page.url()).searchParams.get('channel') ?? ''

test('creates a webhook by keyboard, shows its secret once, and signs the sample command with it', async ({
  page,
  service,
}) => {
  await service.open(page, '/channels')
  await expect(page.getByRole('heading', { level: 1, name: /^Channels/ })).toBeVisible()
  await page.keyboard.press('n')
  const types = panelOf(page, 'New channel')
  await expect(types.getByRole('link')).toHaveCount(5)
  await expect(types.getByRole('heading', { name: 'New channel' })).toBeFocused()
  await types.getByRole('link', { name: /^Webhook/ }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'New channel: Webhook' })
  await form.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 problem')).toBeVisible()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Orders come in')
  await expect(page.getByText('1 problem')).toHaveCount(0)
  await page.keyboard.press('Enter')

  const panel = panelOf(page, 'Orders come in')
  await expect(panel.getByText('Copy the signing secret now. It is shown once.')).toBeVisible()
  const secret = await shownSecret(panel)
  const region = panel.getByRole('region', { name: 'Commands for a first delivery' })
  await expect(region).toContainText(secret)
  const lines = (await region.textContent()) ?? ''
  const { address } = await readChannel(service, page, channelId(page))
  await expect(panel.getByText(address ?? '-', { exact: true })).toBeVisible()
  const headers = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${lines}`], { encoding: 'utf8' })
  expect(headers).toMatch(/^webhook-signature: v1,[\w+/]{43}=$/m)
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoHorizontalOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // After a reload only the last characters of the secret are shown.
  await page.reload()
  await expect(panel.getByText(`set •••• ${secret.slice(-4)}`)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(secret)
  const storedValues = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
  )
  expect(storedValues).not.toContain(secret)

  await panel.getByRole('button', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret?' })
  await expect(dialog.getByRole('button', { name: 'Keep current secret' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  const next = await shownSecret(panel)
  expect(next).not.toBe(secret)
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Orders come in' }).click()
  await expect(panel.getByText(`set •••• ${next.slice(-4)}`)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(next)
  await expect(panel.getByText(/^The previous secret stays valid until \d+ \w+, \d\d:\d\d$/)).toBeVisible()
})

test(
  'creates a web chat for a flow: shows errors at their fields, then its embed code, pages and limits',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    // The deletion event may arrive before the response: the open panel then reloads the channel.
    pageErrors.allow(/status of 404 .*\/api\/channel\/chn_/)
    await service.signIn(page)
    const flow = Channel.omit({ address: true, config: true }).parse(
      await service.call(page, 'POST', '/flow/', { name: 'Shop desk' }),
    )
    await page.goto(`${service.url}/channels`)
    await page.getByRole('button', { name: 'New channel' }).first().click()
    await page.getByRole('link', { name: /^Web chat/ }).click()
    const form = page.getByRole('form', { name: 'New channel: Web chat' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Shop chat')
    await form.getByRole('button', { name: /^Flow: None/ }).click()
    await page.getByRole('option', { name: /Shop desk/ }).click()
    await form.getByRole('textbox', { name: /^Allowed websites/ }).fill('https://shop.example.com\nshop.example')
    await form.getByRole('textbox', { name: /^Daily limit per visitor/ }).fill('a lot')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await expect(page.getByText('2 problems')).toBeVisible()
    await expect(form.getByText('Use addresses like https://shop.example.com, one per line.')).toBeVisible()
    await expect(form.getByText('Enter an amount above 0 with digits and a point')).toBeVisible()
    await expect(form.getByRole('textbox', { name: /^Allowed websites/ })).toBeFocused()
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoHorizontalOverflow(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await form.getByRole('textbox', { name: /^Allowed websites/ }).fill('https://shop.example.com')
    await form.getByRole('textbox', { name: /^Daily limit per visitor/ }).fill('0,5')
    await page.getByRole('button', { name: 'Create channel' }).click()
    const panel = panelOf(page, 'Shop chat')
    await expect(panel.getByRole('region', { name: 'Embed code' })).toContainText('<script src="http')
    await expect(panel.getByText('https://shop.example.com', { exact: true })).toBeVisible()
    await expect(panel.getByText('€0.50')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Shop desk' })).toHaveAttribute('href', `/flows/${flow.id}`)
    await expect(panel.getByRole('link', { name: 'Open web chat' })).toHaveAttribute('target', '_blank')
    const { config } = await readChannel(service, page, channelId(page))
    expect(config).toMatchObject({ origins: ['https://shop.example.com'], visitor_limit: '0.500000' })

    // The status history contains the same words, so only this region is checked.
    const status = panel.getByRole('region', { name: 'Status', exact: true })
    await panel.getByRole('button', { name: 'Pause' }).click()
    await expect(status.getByText('Paused', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Resume' }).click()
    await expect(status.getByText('Connected', { exact: true })).toBeVisible()

    await panel.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Shop chat”?' })
    await expect(dialog).toContainText('Pages that embed it will show nothing.')
    await expect(dialog).toContainText('It no longer starts “Shop desk”')
    await dialog.getByRole('button', { name: 'Delete channel' }).click()
    await expect(dialog.getByText('Type “Shop chat”.')).toBeVisible()
    await checkAxe(page)
    await dialog.getByRole('textbox', { name: 'Type the name to delete it' }).fill('Shop chat')
    await page.keyboard.press('Enter')
    await expect(page.getByText('“Shop chat” was deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shop chat' })).toHaveCount(0)
  },
)

test('keeps the draft when the channel is deleted elsewhere', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  await service.signIn(page)
  const { id } = await makeChannel(service, page, { type: 'webchat', name: 'Help desk' })
  await page.goto(`${service.url}/channels?channel=${id}&edit`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Help desk at night')
  await service.call(page, 'DELETE', `/channel/${id}/`)
  await expect(page.getByText('This channel was deleted while you were editing it')).toBeVisible()
  await expect(name).toHaveValue('Help desk at night')
  await expect(page.getByRole('button', { name: 'Save channel' })).toHaveAttribute('aria-disabled', 'true')
  await checkAxe(page)
})

test(
  'never shows mailbox passwords, restores a draft without them, and shows both versions of a conflict',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 409/)
    await service.open(page, '/channels?new=email')
    const form = page.getByRole('form', { name: 'New channel: Email' })
    const smtp = form.getByRole('group', { name: 'Outgoing mail (SMTP)' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders by mail')
    await smtp.getByRole('textbox', { name: 'Password' }).fill('never-on-a-disk-7c1e')
    await expect(smtp.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'password')
    await page.reload()
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Orders by mail')
    await expect(smtp.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never-on-a-disk')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await expect(page.getByText('3 problems')).toBeVisible()
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill('orders@example.com')
    await smtp.getByRole('textbox', { name: 'Host' }).fill('smtp.example.com')
    await smtp.getByRole('textbox', { name: 'Port' }).fill('none')
    await expect(form.getByText('Use a number from 1 to 65535.')).toBeVisible()
    await smtp.getByRole('textbox', { name: 'Port' }).fill('587')
    await smtp.getByRole('textbox', { name: 'Username' }).fill('orders@example.com')
    await form.getByRole('checkbox', { name: 'Receive mail by IMAP' }).uncheck()
    await page.getByRole('button', { name: 'Create channel' }).click()
    const panel = panelOf(page, 'Orders by mail')
    await expect(
      panel.getByRole('region', { name: 'Status', exact: true }).getByText('The SMTP password is missing.'),
    ).toBeVisible()
    await expect(panel.getByText('Steps at the provider')).toBeVisible()

    const id = channelId(page)
    await panel.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('form', { name: 'Edit Orders by mail' })
    await edit
      .getByRole('group', { name: 'Outgoing mail (SMTP)' })
      .getByRole('textbox', { name: 'Password' })
      .fill('a-long-password-9d02')
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('My name for it')
    await service.call(page, 'PATCH', `/channel/${id}/`, { name: 'Their name for it' })
    await page.getByRole('button', { name: 'Save channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
    await expect(dialog).toContainText('Their name for it')
    await expect(dialog).toContainText('My name for it')
    await expect(dialog).not.toContainText('a-long-password')
    await checkAxe(page)
    await dialog.getByRole('button', { name: 'Keep my version' }).click()
    await expect(panelOf(page, 'My name for it')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByText('set •••• 9d02')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.locator('body')).not.toContainText('a-long-password')
  },
)

test(
  'shows rejections at their fields; a retry after a lost response creates no second channel',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await service.open(page, '/channels?new=telegram')
    const form = page.getByRole('form', { name: 'New channel: Telegram' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Shop bot')
    await page.route('**/api/channel/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              detail: 'Not so.',
              code: 'invalid',
              errors: { 'credentials.bot_token': ['Telegram knows no such bot.'], weather: ['It rains.'] },
              request_id: 'req_1',
            },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Create channel' }).click()
    await expect(form.getByText('Telegram knows no such bot.')).toBeVisible()
    await expect(form.getByLabel('Bot token')).toBeFocused()
    await expect(form.getByRole('alert')).toContainText('weather: It rains.')
    await page.unroute('**/api/channel/')
    await page.route('**/api/channel/', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Create channel' }).click()
    await expect(form.getByRole('alert')).toContainText('The channel was not created')
    await page.unroute('**/api/channel/')
    await page.getByRole('button', { name: 'Create channel' }).click()
    const panel = panelOf(page, 'Shop bot')
    await expect(
      panel.getByRole('region', { name: 'Status', exact: true }).getByText('The bot token is missing.'),
    ).toBeVisible()
    await panel.getByText('Steps at the provider').click()
    await expect(panel.getByText(/send “\/newbot” to @BotFather/)).toBeVisible()
    const List = z.object({ results: z.array(z.looseObject({ name: z.string() })) })
    const { results } = List.parse(await service.call(page, 'GET', '/channel/?search=Shop+bot'))
    expect(results).toHaveLength(1)
  },
)

test(
  'a viewer sees everything but can change nothing; a sample channel is read-only',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    const { id } = await makeChannel(sampleService, page, {
      type: 'webhook',
      name: 'Only read',
      config: { preset: 'github' },
    })
    await page.goto(`${sampleService.url}/channels`)
    await page.getByRole('link', { name: 'Warehouse events' }).click()
    const example = panelOf(page, 'Warehouse events')
    await expect(example.getByRole('button', { name: 'Delete' })).toBeVisible()
    await expect(example.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    await expect(example.getByRole('button', { name: 'Pause' })).toHaveCount(0)
    await sampleService.signInAsViewer(page)
    await page.goto(`${sampleService.url}/channels?new=webhook`)
    await expect(page.getByRole('button', { name: 'New channel' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('form')).toHaveCount(0)
    await page.goto(`${sampleService.url}/channels?channel=${id}&edit`)
    const panel = panelOf(page, 'Only read')
    await expect(panel.getByText('GitHub', { exact: true })).toBeVisible()
    for (const name of ['Edit', 'Delete', 'Pause', 'Test', 'Rotate secret'])
      await expect(panel.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
    await checkAxe(page)
    // An open page would receive the event and request the deleted channel.
    await sampleService.signOut(page)
    await sampleService.signIn(page)
    await sampleService.call(page, 'DELETE', `/channel/${id}/`)
  },
)

test('offers no channel actions when the service supports none', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  await page.route('**/api/me/', async (route) => {
    const response = await route.fetch()
    const me = z.looseObject({ extensions: z.array(z.string()) }).parse(await response.json())
    const extensions = me.extensions.filter((name) => !name.startsWith('channel_') || name === 'channel_read')
    await route.fulfill({ response, json: { ...me, extensions } })
  })
  const { id } = await makeChannel(service, page, { type: 'webchat', name: 'Shown alone', config: { origins: [] } })
  await page.goto(`${service.url}/channels?channel=${id}`)
  const panel = panelOf(page, 'Shown alone')
  await expect(panel.getByRole('link', { name: 'Runs from this channel' })).toBeVisible()
  for (const name of ['New channel', 'Edit', 'Delete', 'Pause', 'Test'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'Delivery log' })).toHaveCount(0)
})

test('the button of a paused channel resumes it, without opening it', async ({ page, service }) => {
  await service.signIn(page)
  const { id } = await makeChannel(service, page, { type: 'webhook', name: 'Sleepy hook', config: {} })
  await service.call(page, 'POST', `/channel/${id}/pause/`, {})
  await page.goto(`${service.url}/channels?search=sleepy`)
  const row = page.getByRole('article').filter({ hasText: 'Sleepy hook' })
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(row).not.toContainText('Paused')
  await expect(row.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  // The button does not open the channel.
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

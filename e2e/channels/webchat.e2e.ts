/**
 * A visitor writes in a web chat: a flow replies, and the console shows the conversation live. The chat as its own
 * page, and embedded in another site.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { node } from '#test/support/flow-draft.ts'
import { dropFiles, importFlow, importReady } from '#e2e/support/flow-steps.ts'
import { pricedService } from '#e2e/support/priced-service.ts'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const priced = pricedService({ messages: { webchat: '1.50' } })
let service: TestService
test.beforeAll(() => {
  service = priced()
})

const Channel = z.looseObject({ id: z.string(), address: z.string() })
const example = readFileSync(new URL('../../docs/examples/webchat.json', import.meta.url), 'utf8')

/** Opens a window for a visitor, who is not signed in. */
async function openVisitorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return context.newPage()
}

const messages = (chat: Page) => chat.getByRole('main', { name: 'Messages' }).getByRole('listitem')
const field = (chat: Page) => chat.getByRole('textbox', { name: 'Your message' })

async function sendMessage(chat: Page, text: string): Promise<void> {
  await field(chat).fill(text)
  await chat.keyboard.press('Enter')
}

/** Creates a web chat with a flow that echoes messages; resolves to its address. */
async function echoChat(page: Page, name: string, config: object = {}): Promise<string> {
  const flow = await importFlow(service, page, {
    name,
    nodes: [
      node('start', 'trigger', 'Somebody writes', { config: { kind: 'message', channel: 'chat' } }),
      node('answer', 'message', 'Answer', { config: { channel: 'reply', text: 'You said: {{ input.text }}' } }),
    ],
    edges: [{ id: 'e', source: 'start', target: 'answer', source_handle: 'out' }],
  })
  const body = { type: 'webchat', name, flow, config: { origins: [], ...config } }
  const channel = Channel.parse(await service.call(page, 'POST', '/channel/', body))
  await service.call(page, 'PUT', `/flow/${flow}/bindings/`, { channels: { chat: channel.id } })
  await service.call(page, 'POST', `/flow/${flow}/activate/`)
  return channel.address
}

test("imports and activates a flow; a visitor's message updates conversation, runs and balance live", async ({
  page,
  browser,
}) => {
  await service.open(page, '/flows')
  await expect(page.getByRole('heading', { level: 1, name: /^Flows/ })).toBeVisible()
  await dropFiles(page, [{ name: 'webchat.json', text: example }])
  await page.getByRole('button', { name: /^Channel for chat/ }).click()
  await page.getByRole('option', { name: 'Create “chat”…' }).click()
  await page.getByRole('dialog', { name: 'New channel' }).getByRole('button', { name: 'Create channel' }).click()
  await expect(page.getByRole('button', { name: 'Channel for chat: chat' })).toBeVisible()
  await importReady(page)
  await expect(page.getByRole('heading', { name: 'Shop chat', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page
    .getByRole('dialog', { name: /^Activate/ })
    .getByRole('button', { name: 'Activate' })
    .click()
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()

  await page.goto(`${service.url}/channels`)
  await page.getByRole('link', { name: 'chat', exact: true }).click()
  const address = (await page.getByRole('link', { name: 'Open web chat' }).getAttribute('href')) ?? ''

  await page.goto(`${service.url}/inbox`)
  const available = page.locator('.nav-foot').getByText('Balance').locator('..')
  await expect(page.locator('.nav-foot')).toHaveAttribute('data-live', 'live')
  await expect(available).toContainText('€10.00')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })

  const chat = await openVisitorPage(browser)
  await chat.goto(address)
  await sendMessage(chat, 'Where is order 1284?')
  await expect(messages(chat).last()).toContainText('Order 1284 is on its way and arrives tomorrow.')

  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(available).toContainText('€8.50')
  await row.getByRole('link').first().click()
  await expect(page.getByText('Where is order 1284?').first()).toBeVisible()
  await expect(page.getByText('Order 1284 is on its way').first()).toBeVisible()
  await expect(page.getByText(/€1\.50/).first()).toBeVisible()
  await sendMessage(chat, 'When do you open?')
  await expect(messages(chat).last()).toContainText('Monday to Friday')
  await expect(page.getByText('When do you open?').first()).toBeVisible()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByText('List', { exact: true }).click()
  const runs = page.getByRole('row', { name: /Shop chat/ })
  await expect(runs).toHaveCount(2)
  await expect(runs.first()).toContainText('Succeeded')
  await expect(runs.first()).toContainText('1.50')
  await sendMessage(chat, 'Thank you')
  await expect(runs).toHaveCount(3)
  await expect(available).toContainText('€5.50')
  expect(loads).toBe(0)
  await chat.context().close()
})

test(
  'the chat page works by keyboard and on narrow screens, and restores the conversation for its visitor',
  wholeRun,
  async ({ page, browser }) => {
    await service.signIn(page)
    const address = await echoChat(page, 'Plain chat', { greeting: 'Hello! What can we do for you?' })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Plain chat' })).toBeVisible()
    await expect(field(page)).toBeFocused()
    await expect(messages(page).first()).toContainText('What can we do for you?')
    await page.keyboard.type('One line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('<img src=x onerror=alert(1)>')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('')
    await expect(messages(page)).toHaveCount(3)
    await expect(messages(page).last()).toContainText('You said: One line')
    await expect(messages(page).last()).toContainText('<img src=x onerror=alert(1)>')
    await sendMessage(page, 'x'.repeat(3_000))
    await expect(messages(page)).toHaveCount(5)
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await checkAxe(page)
      // The list of messages scrolls, never the page.
      const size = () =>
        page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
      await expect.poll(size).toEqual([width, 800])
    }
    await page.reload()
    await expect(messages(page)).toHaveCount(5)
    const other = await openVisitorPage(browser)
    await other.goto(address)
    await expect(field(other)).toBeFocused()
    await expect(messages(other)).toHaveCount(1)
    await other.context().close()
  },
)

test('keeps a message that was not sent, and sends it on retry', wholeRun, async ({ page, pageErrors }) => {
  pageErrors.allow(/Failed to load|ERR_/)
  await service.signIn(page)
  await page.goto(await echoChat(page, 'Cut off'))
  await expect(field(page)).toBeFocused()
  await page.route('**/api/webchat/**', (route) => route.abort())
  await sendMessage(page, 'Is anybody there?')
  await expect(messages(page).last()).toContainText('Not sent')
  await page.unroute('**/api/webchat/**')
  await messages(page).last().getByRole('button', { name: 'Try again' }).click()
  await expect(messages(page).last()).toContainText('You said: Is anybody there?')
  await expect(messages(page)).toHaveCount(2)
})

interface Site {
  origin: string
  /** Embeds a channel in its page. */
  setAddress(address: string): void
  close(): void
}

/** Starts a website of another origin. */
async function site(): Promise<Site> {
  let script = ''
  const server: Server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head>
<body><main><h1>Shop</h1></main><script async src="${script}"></script></body></html>`)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    setAddress: (next) => {
      script = `${next.replace(/\/$/, '')}/embed.js`
    },
    close: () => void server.close(),
  }
}

test('shows the embedded chat on allowed sites only', wholeRun, async ({ page, browser }) => {
  await service.signIn(page)
  const [shop, stranger] = [await site(), await site()]
  const address = await echoChat(page, 'Embedded', { origins: [shop.origin] })
  for (const each of [shop, stranger]) each.setAddress(address)
  const visitor = await openVisitorPage(browser)
  await visitor.goto(shop.origin)
  const button = visitor.getByRole('button', { name: 'Open the chat' })
  await button.focus()
  await visitor.keyboard.press('Enter')
  const frame = visitor.frameLocator('iframe[title="Chat"]')
  await expect(frame.getByRole('textbox', { name: 'Your message' })).toBeFocused()
  await visitor.keyboard.type('From the shop')
  await visitor.keyboard.press('Enter')
  await expect(frame.getByRole('listitem').last()).toContainText('You said: From the shop')
  await visitor.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const refused = visitor.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await visitor.goto(stranger.origin)
  await button.click()
  await refused
  await expect(frame.getByRole('textbox')).toHaveCount(0)
  for (const each of [shop, stranger]) each.close()
  await visitor.context().close()
})

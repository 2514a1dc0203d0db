/** Replies, notes and contact fields of a conversation, also with concurrent changes of another user. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { checkAxe, expect, test, type TestService, wholeRun, withoutEvents } from '#e2e/support/service.ts'

const Channel = z.looseObject({ id: z.string(), address: z.string() })
const Rows = z.object({
  results: z.array(z.looseObject({ id: z.string(), contact: z.looseObject({ id: z.string() }) })),
})
const MessageList = z.object({ results: z.array(z.looseObject({ text: z.string(), direction: z.string() })) })

interface ConversationSteps {
  conversation: string
  contact: string
  channel: string
  /** Sends a message as the visitor. */
  sendMessage: (text: string) => Promise<void>
}

/** Creates a web chat, and sends the first message as a visitor. */
async function startConversation(
  service: TestService,
  page: Page,
  name: string,
  text: string,
): Promise<ConversationSteps> {
  const body = { type: 'webchat', name, config: { origins: [] } }
  const channel = Channel.parse(await service.call(page, 'POST', '/channel/', body))
  const chat = `${service.url}/api/webchat/${channel.address.split('/').at(-1)}`
  const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const response = await page.request.post(`${chat}${path}`, { data, headers: { origin: service.url, ...headers } })
    expect(response.ok(), await response.text()).toBe(true)
    return response
  }
  const opened: unknown = await (await post('/session/', {})).json()
  const { visitor } = z.looseObject({ visitor: z.string() }).parse(opened)
  const sendMessage = async (words: string) =>
    void (await post('/message/', { id: crypto.randomUUID(), text: words }, { 'x-visitor': visitor }))
  await sendMessage(text)
  const list = Rows.parse(await service.call(page, 'GET', `/conversation/?channel=${channel.id}`))
  const [row] = list.results
  if (row === undefined) throw new Error('The message created no conversation.')
  return { conversation: row.id, contact: row.contact.id, channel: channel.id, sendMessage }
}

const messagesIn = async (service: TestService, page: Page, { conversation }: ConversationSteps) =>
  MessageList.parse(await service.call(page, 'GET', `/conversation/${conversation}/message/`)).results

const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const composer = (page: Page) => thread(page).getByRole('form', { name: 'Write' })
const messages = (page: Page) => thread(page).getByRole('region', { name: 'Messages' })

test('by keyboard: restores a draft, sends it once despite a lost response, adds a note; a paused channel blocks', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|status of 409/)
  await service.signIn(page)
  const conversation = await startConversation(service, page, 'Write chat', 'Is anybody there?')
  await page.goto(`${service.url}/inbox?conversation=${conversation.conversation}`)
  await expect(messages(page)).toContainText('Is anybody there?')
  const reply = composer(page).getByRole('textbox', { name: 'Reply' })
  await expect(reply).toBeVisible()
  await page.keyboard.press('r')
  await expect(reply).toBeFocused()
  await page.keyboard.type('Yes, I')
  await page.reload()
  await expect(reply).toHaveValue('Yes, I')
  await page.keyboard.press('r')
  await expect(reply).toBeFocused()
  await page.keyboard.type(' am.')
  await expect(reply).toHaveValue('Yes, I am.')
  await expect(composer(page)).toContainText('via Web chat')

  // The service accepts the reply, but its response is lost.
  await page.route(
    '**/message/',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort()
    },
    { times: 1 },
  )
  await reply.press('Control+Enter')
  await expect(composer(page).getByRole('alert')).toContainText('The reply was not sent')
  await expect(reply).toHaveValue('Yes, I am.')
  await page.reload()
  await expect(composer(page)).toContainText('We could not confirm that this reply was sent')
  await composer(page).getByRole('button', { name: 'Send again' }).click()
  await expect(reply).toHaveValue('')
  await expect(messages(page).getByText('Yes, I am.')).toHaveCount(1)
  await expect(messages(page)).toContainText('sent')
  expect((await messagesIn(service, page, conversation)).filter(({ direction }) => direction === 'out')).toHaveLength(1)

  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  const note = composer(page).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await page.keyboard.type('Ask the warehouse')
  await note.press('Control+Enter')
  await expect(messages(page).getByText('Internal note')).toBeVisible()
  await checkAxe(page)

  await service.call(page, 'POST', `/channel/${conversation.channel}/pause/`)
  await composer(page).getByText('Reply', { exact: true }).click()
  await expect(composer(page)).toContainText('Write chat is paused')
  await expect(composer(page).getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
})

test(
  "shows another user's reply before sending one, and never overwrites another user's field silently",
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 4(?:00|09)/)
    await service.signIn(page)
    const conversation = await startConversation(service, page, 'Two chat', 'Where is my order?')
    const path = `/conversation/${conversation.conversation}/`
    // Tests a page that has not received the event yet.
    await withoutEvents(page)
    // Marking as read is a write of this page: a later one would return the other user's change.
    const isRead = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().endsWith(path),
    )
    await page.goto(`${service.url}/inbox?conversation=${conversation.conversation}`)
    await expect(messages(page)).toContainText('Where is my order?')
    await isRead
    const reply = composer(page).getByRole('textbox', { name: 'Reply' })
    await reply.fill('It left on Monday.')
    await service.call(page, 'POST', `${path}message/`, { text: 'It is on its way.' })
    await reply.press('Control+Enter')
    await expect(composer(page).getByRole('alert')).toContainText('Someone replied.')
    await expect(messages(page)).toContainText('It is on its way.')
    expect((await messagesIn(service, page, conversation)).map(({ text }) => text)).not.toContain('It left on Monday.')
    await composer(page).getByRole('button', { name: 'Send anyway' }).click()
    await expect(messages(page)).toContainText('It left on Monday.')

    const contact = page.getByRole('complementary', { name: 'Contact' })
    const about = contact.getByRole('region', { name: 'About the contact' })
    await expect(about.getByRole('button', { name: 'Change email: Add' })).toBeHidden()
    await about.getByRole('button', { name: /^Show \d+ empty fields$/ }).click()
    await about.getByRole('button', { name: 'Change email: Add' }).click()
    const email = about.getByRole('textbox', { name: 'Email' })
    await email.fill('nobody')
    await email.press('Enter')
    await expect(about.getByRole('alert')).toBeVisible()
    await email.fill('ada@example.com')
    // A concurrent change of another field of the contact is kept, without a conflict.
    await service.call(page, 'PATCH', `/contact/${conversation.contact}/`, { company: 'Lovelace Ltd' })
    await email.press('Enter')
    await expect(about.getByRole('button', { name: 'Change email: ada@example.com' })).toBeFocused()
    await expect(about.getByRole('button', { name: 'Change company: Lovelace Ltd' })).toBeVisible()
    const saved = page.getByRole('listitem').filter({ hasText: 'Email saved' })
    await saved.getByRole('button', { name: 'Undo' }).click()
    await expect(about.getByRole('button', { name: 'Change email: Add' })).toBeVisible()

    await about.getByRole('button', { name: /^Change company/ }).click()
    const company = about.getByRole('textbox', { name: 'Company' })
    await company.fill('Analytical Engines')
    await service.call(page, 'PATCH', `/contact/${conversation.contact}/`, { company: 'Difference Engines' })
    await company.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
    await expect(dialog).toContainText('Difference Engines')
    await expect(dialog).toContainText('Analytical Engines')
    await dialog.getByRole('button', { name: 'Keep my version' }).click()
    await expect(about.getByRole('button', { name: 'Change company: Analytical Engines' })).toBeVisible()

    await about.getByRole('button', { name: 'Add field' }).click()
    const form = about.getByRole('form', { name: 'New field' })
    await form.getByRole('textbox', { name: 'Name' }).fill('tier')
    await form.getByRole('textbox', { name: 'Value' }).fill('gold')
    await form.getByRole('textbox', { name: 'Value' }).press('Enter')
    await expect(about.getByRole('button', { name: 'Change tier: gold' })).toBeVisible()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await checkAxe(page)
    }
  },
)

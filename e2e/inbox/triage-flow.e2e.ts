/** The inbox as a flow of work: conversations are finished one after the other, by keyboard or on a phone. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { checkAxe, expect, expectNoHorizontalOverflow, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const Rows = z.object({
  results: z.array(
    z.looseObject({
      id: z.string(),
      number: z.number(),
      status: z.string(),
      contact: z.looseObject({ name: z.string() }),
    }),
  ),
})

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rowOf = (page: Page, id: string) => list(page).locator(`[data-conversation="${id}"]`)
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const subject = (page: Page) => thread(page).getByRole('heading', { level: 2 })
const messages = (page: Page) => thread(page).getByRole('region', { name: 'Messages' })
const reply = (page: Page) => thread(page).getByRole('textbox', { name: 'Reply' })
const toasts = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
const strip = (page: Page) => page.getByRole('switch', { name: /^Open the next conversation/ }).locator('..')

/** Conversations by a query, in its order. */
const rowsOf = async (service: TestService, page: Page, query: string) =>
  Rows.parse(await service.call(page, 'GET', `/conversation/?${query}`)).results

/** Starts to count the keys that the page receives. */
const countKeys = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['keys'] = '0'
    addEventListener('keydown', () => {
      document.body.dataset['keys'] = String(Number(document.body.dataset['keys']) + 1)
    })
  })
const keysOf = async (page: Page) => Number(await page.locator('body').getAttribute('data-keys'))

const isOpen = async (page: Page, { id, number }: { id: string; number: number }) => {
  await expect(subject(page)).toHaveText(new RegExp(`#${number}`))
  await expect(rowOf(page, id)).toHaveAttribute('aria-current', 'true')
}

test('opens on what is open, and five conversations take five keys; undo goes back', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  const open = await rowsOf(service, page, 'status=open&ordering=waiting_since&limit=6')
  await page.goto(`${service.url}/inbox`)
  await expect(page).toHaveURL(/\/inbox\?status=open&ordering=waiting_since$/)
  await expect(list(page).getByRole('link').first()).toHaveAttribute('data-conversation', open[0]?.id ?? '')
  await expect(thread(page)).toContainText('No conversation is open.')

  await page.keyboard.press('j')
  await countKeys(page)
  for (const [index, conversation] of open.slice(0, 5).entries()) {
    await isOpen(page, conversation)
    const next = open[index + 1]
    if (next === undefined) throw new Error('The sample is too small.')
    await expect(messages(page).getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('e')
    await isOpen(page, next)
  }
  expect(await keysOf(page)).toBe(5)
  await expect(page.getByText(/^5 done, \d+ left$/)).toBeVisible()
  await expect(toasts(page)).toHaveText([/^5 resolvedUndo last/])
  await expect(page).toHaveTitle(/^\([\d,]+\) Open · Inbox · Flow Console$/)

  // The key reopens the last conversation; pressed again, the one before it.
  await page.keyboard.press('z')
  await expect(page.getByText(/^4 done, \d+ left$/)).toBeVisible()
  await isOpen(page, open[4] ?? { id: '', number: 0 })
  await expect(rowOf(page, open[4]?.id ?? '')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('z')
  await isOpen(page, open[3] ?? { id: '', number: 0 })
  await expect(toasts(page)).toHaveText([/^3 resolvedUndo last/])
  // Last: it takes longer than a change can be undone.
  await checkAxe(page)
  for (const { id } of open.slice(0, 3)) await service.call(page, 'PATCH', `/conversation/${id}/`, { status: 'open' })
})

test(
  'names what comes next, and stays on the conversation if that is switched off',
  wholeRun,
  async ({ page, sampleService: service }) => {
    await service.signIn(page)
    const [first, second] = await rowsOf(service, page, 'status=pending&ordering=created_at&limit=2')
    if (first === undefined || second === undefined) throw new Error('The sample is too small.')
    await page.goto(`${service.url}/inbox?status=pending&ordering=created_at`)
    await expect(list(page).getByRole('link').first()).toBeVisible()
    await page.keyboard.press('j')
    await isOpen(page, first)
    await expect(strip(page)).toContainText('the next one opens')
    await strip(page).getByRole('switch').press('Space')
    await expect(strip(page)).toContainText('this conversation stays open')
    await page.reload()
    await expect(strip(page).getByRole('switch')).not.toBeChecked()
    await thread(page).getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(thread(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(subject(page)).toHaveText(new RegExp(`#${first.number}`))
    await page.keyboard.press('z')
    await expect(thread(page).getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
    await strip(page).getByRole('switch').check()
    // Snoozing opens the next one, too.
    await page.keyboard.press('s')
    await expect(page.getByRole('combobox', { name: 'Snooze until' })).toBeFocused()
    await page.keyboard.press('Enter')
    await isOpen(page, second)
    await page.keyboard.press('z')
    await isOpen(page, first)
  },
)

test('a held key moves the selection, reads only where it rests, and resolves only one conversation', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  const open = await rowsOf(service, page, 'status=open&ordering=waiting_since&limit=14')
  const reads: string[] = []
  page.on('request', (request) => {
    const id = /\/conversation\/(\w+)\/message\//.exec(request.url())?.[1]
    if (id !== undefined) reads.push(id)
  })
  await page.goto(`${service.url}/inbox`)
  await expect(list(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await isOpen(page, open[0] ?? { id: '', number: 0 })
  // Faster than the driver of the browser can press keys. Resolves to the number of pauses in which the selection rested.
  const pauses = await page.evaluate(async () => {
    const times: number[] = []
    for (let step = 0; step < 11; step += 1) {
      times.push(performance.now())
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, repeat: true }))
      await new Promise((done) => setTimeout(done, 30))
    }
    return times.filter((time, index) => time - (times[index - 1] ?? time) >= 120).length
  })
  const last = open[11] ?? { id: '', number: 0 }
  await isOpen(page, last)
  await expect(page).toHaveURL(new RegExp(`conversation=${last.id}$`))
  await expect(messages(page).getByRole('listitem').first()).toBeVisible()
  // The first row, the first step, and the last one; on a busy machine also those between slow keys.
  expect(reads.length).toBeLessThanOrEqual(4 + pauses)
  expect(reads).toContain(last.id)

  for (let step = 0; step < 3; step += 1) await page.keyboard.down('e')
  await page.keyboard.up('e')
  await expect(page.getByText(/^1 done, \d+ left$/)).toBeVisible()
  await isOpen(page, open[12] ?? { id: '', number: 0 })
  await page.keyboard.press('z')
  await isOpen(page, last)
})

test('a reply in a sample conversation is simulated, and the contact answers; r says why there is no reply', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  const [row] = await rowsOf(service, page, 'status=open&handled_by=person&ordering=-last_message_at&limit=1')
  if (row === undefined) throw new Error('The sample has no such conversation.')
  await page.goto(`${service.url}/inbox?conversation=${row.id}`)
  await expect(thread(page).getByText('Sample channel – replies are simulated.')).toBeVisible()
  await page.keyboard.press('r')
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('It is on its way.')
  await page.keyboard.press('Control+Enter')
  await expect(messages(page).getByText('It is on its way.')).toBeVisible()
  await expect(messages(page).getByRole('listitem').last()).not.toContainText('It is on its way.')
  await expect(
    page
      .getByText(/wrote\.$/)
      .or(messages(page).getByText(/thank|quick|address/i))
      .last(),
  ).toBeVisible()

  const calls = await rowsOf(service, page, 'status=open&limit=100')
  const mute = calls.find((one) => one['can_reply'] === false)
  if (mute === undefined) return
  await page.goto(`${service.url}/inbox?conversation=${mute.id}`)
  await expect(messages(page).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('r')
  await expect(
    page.getByRole('list', { name: 'Notifications' }).getByText(/24 hours|takes no (?:written )?repl/),
  ).toBeVisible()
})

test(
  'on a phone, a row shows who waits, and Resolve opens the next conversation',
  wholeRun,
  async ({ page, sampleService: service }) => {
    await service.signIn(page)
    await page.setViewportSize({ width: 360, height: 780 })
    const [first, second] = await rowsOf(service, page, 'status=open&ordering=waiting_since&limit=2')
    if (first === undefined || second === undefined) throw new Error('The sample is too small.')
    await page.goto(`${service.url}/inbox`)
    await expect(rowOf(page, first.id)).toContainText('waiting')
    await expect(rowOf(page, first.id).getByRole('img', { name: /^(?:Unassigned|Assigned to)/ })).toBeVisible()
    await checkAxe(page)
    await expectNoHorizontalOverflow(page)
    await rowOf(page, first.id).click()
    await expect(subject(page)).toHaveText(new RegExp(`#${first.number}`))
    await expect(strip(page)).toContainText('Next:')
    // The conversation has the height of the window, and names the contact.
    await expect(subject(page).locator('bdi').first()).toHaveText(first.contact.name)
    await expect.poll(async () => (await messages(page).boundingBox())?.height ?? 0).toBeGreaterThan(420)
    await thread(page).getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(subject(page)).toHaveText(new RegExp(`#${second.number}`))
    await checkAxe(page)
    await expectNoHorizontalOverflow(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(subject(page)).toHaveText(new RegExp(`#${first.number}`))
    await thread(page).getByRole('button', { name: 'Back to list' }).click()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(/\/inbox\?view=all$/)
  },
)

/** Creates a web chat, and a conversation of each visitor. */
async function startChats(service: TestService, page: Page, texts: readonly string[]) {
  const Channel = z.looseObject({ id: z.string(), address: z.string() })
  const body = { type: 'webchat', name: 'Five chats', config: { origins: [] } }
  const channel = Channel.parse(await service.call(page, 'POST', '/channel/', body))
  const chat = `${service.url}/api/webchat/${channel.address.split('/').at(-1)}`
  const headers = { origin: service.url }
  for (const text of texts) {
    const opened: unknown = await (await page.request.post(`${chat}/session/`, { data: {}, headers })).json()
    const { visitor } = z.looseObject({ visitor: z.string() }).parse(opened)
    const data = { id: crypto.randomUUID(), text }
    const sent = await page.request.post(`${chat}/message/`, { data, headers: { ...headers, 'x-visitor': visitor } })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  return channel.id
}

test('five answers take five keys: Send and resolve continues in the reply of the next conversation', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  const channel = await startChats(
    service,
    page,
    ['one', 'two', 'three', 'four', 'five'].map((word) => `Question ${word}`),
  )
  const query = `channel=${channel}&status=open&ordering=waiting_since`
  const rows = await rowsOf(service, page, query)
  await page.goto(`${service.url}/inbox?${query}`)
  await expect(list(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(reply(page)).toBeVisible()
  await page.keyboard.press('r')
  let keys = 0
  for (const [index, row] of rows.entries()) {
    await isOpen(page, row)
    await page.keyboard.type(`Yes, answer ${index + 1}`)
    await expect(reply(page)).toHaveValue(`Yes, answer ${index + 1}`)
    await page.keyboard.press('Control+Shift+Enter')
    keys += 1
  }
  expect(keys).toBe(5)
  await expect(page.getByText('5 done, 0 left').or(page.getByText('No conversation matches')).first()).toBeVisible()
  await expect.poll(async () => (await rowsOf(service, page, `channel=${channel}&status=resolved`)).length).toBe(5)
})

test('what is typed right after r is text of the reply, even before there is a reply to type into', async ({
  page,
  sampleService: service,
}) => {
  await service.signIn(page)
  const rows = await rowsOf(service, page, 'status=open&ordering=waiting_since&limit=20')
  const first = rows.find((row, index) => row['can_reply'] === true && rows[index + 1]?.['can_reply'] === true)
  if (first === undefined) throw new Error('The sample has no such conversations.')
  await page.goto(`${service.url}/inbox?status=open&ordering=waiting_since&conversation=${first.id}`)
  await expect(rowOf(page, first.id)).toBeVisible()
  await expect(reply(page)).toBeVisible()
  // Without a pause, in which the field could get the focus.
  await Promise.all(['r', 'e', 's', 'e'].map((key) => page.keyboard.press(key)))
  await expect(reply(page)).toHaveValue('ese')
  await reply(page).fill('')
  await page.keyboard.press('Escape')
  // The composer of the next conversation is not mounted yet.
  await Promise.all(['j', 'r', 'e', 'm', 'z', ' ', 'e'].map((key) => page.keyboard.press(key)))
  await expect(reply(page)).toHaveValue('emz e')
  await expect(reply(page)).toBeFocused()
  await reply(page).fill('')
  await expect(toasts(page)).toHaveCount(0)
})

test('a slash offers canned replies with their values; a missing value blocks sending, not typing', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400/)
  await service.signIn(page)
  const channel = await startChats(service, page, ['Where is my refund?'])
  const [row] = await rowsOf(service, page, `channel=${channel}`)
  const text = 'Dear {{contact.name}}, #{{conversation.number}} goes to {{contact.company}}. {{person.name}}'
  for (const [name, shortcut] of [
    ['Refund on its way', 'refund'],
    ['Opening hours', 'hours'],
  ])
    await service.call(page, 'POST', '/canned-reply/', {
      name,
      shortcut,
      text: shortcut === 'hours' ? 'Nine to five.' : text,
    })
  await page.goto(`${service.url}/inbox?conversation=${row?.id}`)
  await expect(reply(page)).toBeVisible()
  await page.keyboard.press('r')
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Canned replies' })
  await expect(menu.getByRole('option')).toHaveCount(2)
  await checkAxe(page)
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('option', { name: /Refund/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('ref')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await expect(thread(page).getByText('1 value is missing', { exact: true })).toBeVisible()
  await expect(thread(page).getByText('contact company?')).toBeVisible()
  // A shortcut is not sent as text by accident.
  await page.keyboard.press('Control+Enter')
  await expect(reply(page)).toHaveValue('/ref')
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
  await expect(reply(page)).toHaveValue(
    new RegExp(`#${row?.number} goes to \\{\\{contact\\.company\\}\\}\\. Olga Owner$`),
  )
  await expect(thread(page).getByText('1 value is missing. Write it in place of {{contact.company}}.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(messages(page)).not.toContainText('goes to')
  // The variable is selected: typing replaces it.
  await page.keyboard.type('Lovelace Ltd')
  await page.keyboard.press('Control+Enter')
  await expect(messages(page)).toContainText('goes to Lovelace Ltd. Olga Owner')

  // A text of one's own becomes a canned reply, which Settings can edit and delete.
  await page.keyboard.type('We are closed today.')
  await thread(page).getByRole('button', { name: 'Canned replies' }).click()
  await thread(page).getByRole('button', { name: 'Save this text as a reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'New canned reply' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Closed today')
  await expect(dialog.getByRole('textbox', { name: 'Shortcut' })).toHaveValue('closed-today')
  await checkAxe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${service.url}/settings/canned-replies`)
  await expect(page.getByRole('row', { name: /Closed today/ })).toContainText('/closed-today')
  await checkAxe(page)
  await page.getByRole('button', { name: 'Edit Closed today' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Shortcut' }).fill('refund')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toContainText('Another canned reply has the shortcut /refund.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Closed today' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: /Closed today/ })).toHaveCount(0)
})

/** Creating missing requirements from the review. */
import { z } from 'zod'
import { FlowDetail } from '#contract/flow.ts'
import { node } from '#test/support/flow-draft.ts'
import { chooseFiles, importReady, rowsOf } from '#e2e/support/flow-steps.ts'
import { fileOf, openImport, review, templateOf } from '#e2e/support/import-files.ts'
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

const Page = z.object({ results: z.array(z.looseObject({ id: z.string(), name: z.string() })) })

/** A file with a flow that looks up an order with a tool and a token. */
const fileWithSecret = (name: string, token = 'c0ffee4deadbeef17c1e') =>
  fileOf(
    `${name}.json`,
    templateOf(name, [
      node('start', 'trigger', 'Start', { config: { kind: 'message', channel: 'WhatsApp' } }),
      node('look', 'api', 'Look up order', {
        tool: 'orders_api',
        config: { method: 'POST', url: 'https://shop.example/orders', headers: { authorization: `Bearer ${token}` } },
      }),
    ]),
  )

test(
  'creates a missing tool by keyboard, prefilled from the file, and once for all flows that name it',
  wholeRun,
  async ({ page, freshService }) => {
    await freshService.setUp(page)
    await openImport(freshService, page)
    await chooseFiles(page, [fileWithSecret('Day desk'), fileWithSecret('Night desk')])
    const panel = review(page)
    await panel.getByRole('button', { name: /^Tool for orders_api/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Create “orders_api”…' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New tool' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveValue('orders_api')
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('api')
    await expect(dialog.getByRole('combobox', { name: 'Method' })).toHaveValue('POST')
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://shop.example/orders')
    await checkAxe(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Orders of the shop')
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('button', { name: 'Tool for orders_api: Orders of the shop' })
    await expect(chosen).toBeFocused()
    await expect(panel.getByRole('heading', { name: '1 tool selected' })).toBeVisible()
    await rowsOf(page).filter({ hasText: 'Night desk' }).click()
    await expect(panel.getByRole('heading', { name: 'Night desk.json' })).toBeVisible()
    await expect(chosen).toBeVisible()
    await importReady(page)
    await expect(page.getByText('2 imported')).toBeVisible()
    const tools = Page.parse(await freshService.call(page, 'GET', '/tool/')).results
    expect(tools.map(({ key, config }) => ({ key, config }))).toEqual([
      {
        key: 'orders_api',
        config: {
          method: 'POST',
          url: 'https://shop.example/orders',
          headers: { authorization: 'Bearer {{ secrets.authorization }}' },
        },
      },
    ])
    for (const { id } of Page.parse(await freshService.call(page, 'GET', '/flow/')).results) {
      const { bindings } = FlowDetail.parse(await freshService.call(page, 'GET', `/flow/${id}/`))
      expect(bindings.tools).toEqual({ orders_api: tools[0]?.id })
    }
  },
)

test(
  'sends a typed secret only to create it, shows it nowhere, and creates none twice after a lost response',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await freshService.setUp(page)
    await openImport(freshService, page)
    await chooseFiles(page, [fileWithSecret('Order desk')])
    const value = 'typed-by-hand-8841'
    const requests: string[] = []
    page.on('request', (request) => {
      if (`${request.url()} ${request.postData() ?? ''}`.includes(value)) requests.push(new URL(request.url()).pathname)
    })
    await page.route('**/api/tool/', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await review(page)
      .getByRole('button', { name: /^Secret for authorization/ })
      .click()
    await page.getByRole('option', { name: 'Create “authorization”…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New secret' })
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    await expect(dialog).toContainText('Value is required.')
    await dialog.getByRole('textbox', { name: 'Value' }).fill(value)
    await expect(dialog.getByRole('textbox', { name: 'Value' })).toHaveAttribute('type', 'password')
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The secret was not created')
    await page.unroute('**/api/tool/')
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    await expect(page.getByRole('button', { name: 'Secret for authorization: Authorization' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(value)
    expect(new Set(requests)).toEqual(new Set(['/api/tool/']))
    expect(page.url()).not.toContain(value)
    const storedValues = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(storedValues).not.toContain(value)
    expect(Page.parse(await freshService.call(page, 'GET', '/tool/')).results).toHaveLength(1)
  },
)

test(
  'creates a missing channel in the review, and binds it to the imported flow',
  wholeRun,
  async ({ page, freshService }) => {
    await freshService.setUp(page)
    await openImport(freshService, page)
    const start = node('start', 'trigger', 'Start', { config: { kind: 'message', channel: 'chat' } })
    await chooseFiles(page, [fileOf('Desk.json', templateOf('Desk', [start]))])
    await review(page)
      .getByRole('button', { name: /^Channel for chat/ })
      .click()
    await page.getByRole('option', { name: 'Create “chat”…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New channel' })
    await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveValue('webchat')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('chat')
    const origins = dialog.getByRole('textbox', { name: /^Allowed websites/ })
    await origins.fill('shop')
    await dialog.getByRole('button', { name: 'Create channel' }).click()
    await expect(dialog.getByText('Use addresses like https://shop.example.com, one per line.')).toBeVisible()
    await expect(origins).toBeFocused()
    await checkAxe(page)
    await origins.fill('')
    await dialog.getByRole('button', { name: 'Create channel' }).click()
    await expect(page.getByRole('button', { name: 'Channel for chat: chat' })).toBeVisible()
    await importReady(page)
    await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
    const [channel] = Page.parse(await freshService.call(page, 'GET', '/channel/')).results
    expect(channel).toMatchObject({ name: 'chat', type: 'webchat', flow: { name: 'Desk' } })
  },
)

test('offers a viewer no way to create missing objects', wholeRun, async ({ page, service }) => {
  await service.signInAsViewer(page)
  await openImport(service, page)
  await chooseFiles(page, [fileWithSecret('Only read')])
  const choice = review(page).getByRole('button', { name: /^Tool for orders_api/ })
  await expect(choice).toHaveAttribute('aria-disabled', 'true')
  await choice.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /^Create/ })).toHaveCount(0)
})

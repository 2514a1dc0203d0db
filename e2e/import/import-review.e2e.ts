/** Review before the import: content of a file, missing requirements, and decisions. */
import { FlowDetail } from '#contract/flow.ts'
import { node } from '#test/support/flow-draft.ts'
import {
  waitUntilRead,
  canvasOf,
  chooseFiles,
  importButton,
  importFlow,
  importReady,
  openFlowId,
  rowsOf,
} from '#e2e/support/flow-steps.ts'
import { fileOf, fixtureFile, openImport, review, small, templateOf } from '#e2e/support/import-files.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

test('masks secrets, and binds missing requirements to existing objects', async ({ page, freshService }) => {
  await freshService.setUp(page)
  const tool = { name: 'Orders API v2', category: 'api', config: { method: 'GET', url: 'https://shop.example' } }
  await freshService.call(page, 'POST', '/tool/', { ...tool, key: 'orders_api_v2' })
  const secret = { name: 'Shop token', key: 'shop', category: 'global' }
  await freshService.call(page, 'POST', '/tool/', {
    ...secret,
    config: { value: 'kept elsewhere', type: 'string', secret: true },
  })
  const token = 'c0ffee4deadbeef17c1e'
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await openImport(freshService, page)
  await chooseFiles(page, [
    fileOf(
      'order-status.flow.json',
      templateOf('Order status', [
        node('start', 'trigger', 'Message in WhatsApp', { config: { kind: 'message', channel: 'WhatsApp' } }),
        node('look', 'api', 'Look up order', {
          tool: 'orders_api',
          config: { method: 'GET', url: 'https://shop.example/{no}', headers: { authorization: `Bearer ${token}` } },
        }),
        node('eta', 'transform', 'Arrival', { tool: 'eta_text' }),
        node('xml', 'xmlParse', 'Parse carrier XML'),
      ]),
    ),
  ])
  const panel = review(page)
  await expect(panel.getByRole('heading', { name: '1 secret was found in the file' })).toBeVisible()
  await expect(panel).toContainText('Look up order → headers.authorization')
  await expect(panel.getByRole('heading', { name: '2 tools are missing' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: '1 channel is not connected' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Steps that run only in another product' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(token)
  await panel.getByRole('button', { name: /^Tool for orders_api/ }).click()
  await page.getByRole('option', { name: /Orders API v2/ }).click()
  await panel.getByRole('button', { name: /^Secret for authorization/ }).click()
  await page.getByRole('option', { name: /Shop token/ }).click()
  await expect(panel.getByRole('button', { name: 'Tool for orders_api: Orders API v2' })).toBeVisible()
  // A finding in the review links to its node on the canvas.
  await panel.getByRole('button', { name: 'Look up order' }).click()
  await expect(canvasOf(page)).toBeVisible()
  await importReady(page)
  await expect(page.getByText(/“Order status” was imported as a draft\. Missing: 1 tool, 1 channel\./)).toBeVisible()
  await expect(canvasOf(page)).toBeVisible()
  const { bindings, nodes } = FlowDetail.parse(await freshService.call(page, 'GET', `/flow/${openFlowId(page)}/`))
  expect(bindings.tools).toMatchObject({ eta_text: null, orders_api: expect.stringMatching(/^tool_/) })
  expect(bindings.secrets).toEqual({ authorization: expect.stringMatching(/^tool_/) })
  expect(JSON.stringify(nodes)).toContain('Bearer {{ secrets.authorization }}')
  expect(requests.filter((text) => text.includes(token))).toEqual([])
})

test(
  'suggests a numbered name if the name is taken, and preserves the existing flow',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    const nodes = [node('start', 'trigger', 'Start'), node('old', 'code', 'Sum up')]
    await importFlow(service, page, { name: 'Price list', nodes })
    await openImport(service, page)
    await chooseFiles(page, [small('Price list'), { ...small('Price list'), name: 'again.json' }])
    const name = review(page).getByRole('textbox', { name: 'Import as' })
    await expect(review(page).getByRole('heading', { name: 'A flow with this name exists' })).toBeVisible()
    await expect(name).toHaveValue('Price list (2)')
    // The flow of the file is compared with the existing flow.
    const differs = page.getByRole('list', { name: 'Differences' })
    await expect(differs).toContainText('1 removed')
    await page.getByRole('button', { name: 'Show on the canvas' }).click()
    await expect(page).toHaveURL(/view=difference/)
    await expect(differs).toContainText('1 removed')
    await expect(canvasOf(page)).toBeVisible()
    await name.fill('Price list of 2027')
    await rowsOf(page).filter({ hasText: 'again.json' }).click()
    await expect(name).toHaveValue('Price list (2)')
    await importReady(page)
    await expect(page.getByText('2 imported')).toBeVisible()
    await page.goto(`${service.url}/flows?search=Price+list`)
    for (const made of ['Price list', 'Price list (2)', 'Price list of 2027'])
      await expect(page.getByRole('link', { name: made, exact: true })).toHaveCount(1)
  },
)

test(
  'finds existing names for every row in an account with more flows than the list returns',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await importFlow(service, page, { name: 'Far down the list', nodes: [node('start', 'trigger', 'Start')] })
    // An endless list of other flows.
    await page.route('**/api/flow/?*', async (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.has('search')) return route.continue()
      const next = `${url.origin}/api/flow/?limit=100&offset=${Number(url.searchParams.get('offset') ?? 0) + 100}`
      return route.fulfill({ json: { count: 100_000, next, previous: null, results: [] } })
    })
    await openImport(service, page)
    await chooseFiles(page, [small('Something new'), small('Far down the list')])
    await expect(rowsOf(page).filter({ hasText: 'Far down' })).toContainText('see the review')
    await expect(rowsOf(page).filter({ hasText: 'Something new' })).not.toContainText('see the review')
    await rowsOf(page).filter({ hasText: 'Far down' }).click()
    await expect(review(page).getByRole('textbox', { name: 'Import as' })).toHaveValue('Far down the list (2)')
  },
)

test('by keyboard: chooses a row, reviews it, and imports it', wholeRun, async ({ page, service }) => {
  await openImport(service, page)
  await chooseFiles(page, [small('Keys one'), small('Keys two'), fixtureFile('bad/letter.json')])
  await page.getByRole('listbox').focus()
  await page.keyboard.press('ArrowDown')
  await expect(review(page).getByRole('heading', { name: 'Keys two.json' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Flow', exact: true })).toContainText('letter.json')
  await page.keyboard.press('k')
  await expect(review(page).getByRole('heading', { name: 'Keys two.json' })).toBeVisible()
  await review(page).getByRole('textbox', { name: 'Import as' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Keys by hand')
  const send = review(page).getByRole('button', { name: 'Import this flow' })
  for (let at = 0; at < 6 && !(await send.evaluate((button) => button === document.activeElement)); at += 1)
    await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(review(page).getByRole('link', { name: 'Open flow' })).toBeVisible()
  // The name is no longer a field.
  await expect(review(page).getByText('Keys by hand', { exact: true })).toBeVisible()
  await expect(review(page).getByRole('textbox', { name: 'Import as' })).toHaveCount(0)
})

test('a viewer can review files, and sees why importing is disabled', wholeRun, async ({ page, service }) => {
  await service.signInAsViewer(page)
  await openImport(service, page)
  await chooseFiles(page, small('Only looked at'))
  await expect(canvasOf(page)).toBeVisible()
  const send = importButton(page)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await send.hover()
  await expect(
    page.getByRole('tooltip', { name: /You have read-only access\. The owner can change your role\./ }),
  ).toBeVisible()
})

test('reads pasted text and a URL of this origin like files', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, { name: 'Far away', nodes: [node('start', 'trigger', 'Start')] })
  await openImport(service, page)
  await page.getByRole('button', { name: 'Paste' }).click()
  await page.getByRole('textbox').fill(JSON.stringify(templateOf('From the clipboard', [node('a', 'code', 'Sum')])))
  await page.getByRole('button', { name: 'Read text' }).click()
  await waitUntilRead(page)
  await expect(review(page).getByRole('textbox', { name: 'Import as' })).toHaveValue('From the clipboard')
  await page.getByRole('button', { name: 'from a URL' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill('https://elsewhere.example/flow.json')
  await page.getByRole('button', { name: 'Read file' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only URLs of')
  await page.getByRole('textbox', { name: 'URL' }).fill(`/api/flow/${id}/export/`)
  await page.getByRole('button', { name: 'Read file' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
})

test(
  'shows odd names as text, without axe violations or overflow at three widths',
  wholeRun,
  async ({ page, service }) => {
    test.slow()
    await openImport(service, page)
    const long = 'Order status, price list and every other thing that somebody once wrote into a name '.repeat(3)
    await chooseFiles(page, [
      fileOf(
        'odd.json',
        templateOf('<img src=x onerror=alert(1)>', [
          node('__proto__', '__proto__', '<b>bold</b>', { tool: 'constructor' }),
        ]),
      ),
      fileOf(
        `${long}.json`,
        templateOf(long, [node('a', 'api', long, { tool: 'a'.repeat(300), config: { token: 'abcdef-0123456789' } })]),
      ),
      fixtureFile('n8n-orders.json'),
      fixtureFile('bad/cut.json'),
    ])
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      // Narrow windows show either the files or the flow: the flow of the previous width is still open.
      const isOnePane = width < 600
      for (const at of [0, 1, 3]) {
        if (isOnePane) await page.getByRole('button', { name: 'Back to files' }).click()
        await rowsOf(page).nth(at).click()
        if (at === 1) await checkAxe(page)
        await expectNoHorizontalOverflow(page)
      }
    }
  },
)

test('counts equal warnings, and afterwards says what was imported', wholeRun, async ({ page, service }) => {
  await openImport(service, page)
  const link = (id: string) => ({ id, type: 'link out', z: 't', links: ['far'], wires: [], x: 0, y: 0 })
  const garden = (name: string) => [{ id: 't', type: 'tab', label: name }, link('a'), link('b'), link('c')]
  await chooseFiles(
    page,
    ['Garden', 'House'].map((name) => fileOf(`${name}.json`, garden(name))),
  )
  const panel = review(page)
  await expect(panel.getByRole('heading', { name: '3 warnings during the conversion' })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: /^A link node .* \(3 times\)$/ })).toHaveCount(1)
  await expect(panel.getByRole('heading', { name: 'Also in the import' })).toBeVisible()
  await importReady(page)
  await expect(page.getByText('2 imported')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Also imported' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Also in the import' })).toHaveCount(0)
})

test('reports nodes without a type', wholeRun, async ({ page, service }) => {
  await openImport(service, page)
  const graph = {
    nodes: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    links: [{ source: 'a', target: 'b' }],
  }
  await chooseFiles(page, [fileOf('graph.json', JSON.stringify(graph))])
  const panel = review(page)
  await expect(panel.getByRole('heading', { name: 'Steps that run only in another product' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Steps without a type ?, 3 steps$/ })).toBeVisible()
})

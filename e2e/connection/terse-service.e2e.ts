/**
 * A service with terse answers: rows without ids are readable, and any successful write counts, whatever its answer.
 */
import { chooseFiles, importReady } from '#e2e/support/flow-steps.ts'
import { small } from '#e2e/support/import-files.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test as base, wholeRun } from '#e2e/support/service.ts'
import { startTerseService, writeResponses, type TerseService } from '#e2e/support/terse-service.ts'

const test = base.extend<{ terse: TerseService }>({
  terse: async ({ page, pageErrors }, use) => {
    // Missing paths answer 404, which Chromium logs.
    pageErrors.allow(/status of 404 .*\/api\/(me|openapi\.json)\/?$/)
    const terse = await startTerseService()
    await use(terse)
    await page.goto('about:blank')
    await terse.stop()
  },
})

const noIdMessage = /^This service returns no id for these rows, so they can only be viewed\./

test('shows rows without an id, but no actions for them', wholeRun, async ({ page, terse }) => {
  terse.hasIds = false
  const announcements: string[] = []
  page.on('request', (request) => announcements.push(new URL(request.url()).pathname))
  const main = page.getByRole('main')
  const lists = [
    { path: '/flows', name: 'Order intake', rows: page.getByRole('table', { name: 'Flows' }).locator('tbody tr') },
    { path: '/flows?form=cards', name: 'Order intake', rows: page.getByRole('list', { name: 'Flows' }).locator('li') },
    { path: '/tools', name: 'Rate of the day', rows: main.locator('tbody tr') },
    { path: '/channels', name: 'Orders mailbox', rows: main.getByRole('article') },
    {
      path: '/inbox?view=all',
      name: 'A wrong invoice',
      rows: page.getByRole('list', { name: 'Conversations' }).locator('li'),
    },
    {
      path: '/runs?form=list&time=any',
      name: 'Night desk',
      rows: page.getByRole('table', { name: 'Runs' }).locator('tbody tr'),
    },
  ]
  for (const { path, name, rows } of lists) {
    await page.goto(`${terse.url}${path}`)
    await expect(rows.filter({ hasText: name }).first()).toBeVisible()
    await expect(page.getByText(noIdMessage)).toBeVisible()
    for (const role of ['link', 'button', 'checkbox'] as const) await expect(rows.getByRole(role)).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0)
    // The keyboard has no effect on these rows either.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await rows.filter({ hasText: name }).first().click()
    await expect(page).toHaveURL(`${terse.url}${path}`)
    await checkAxe(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalOverflow(page)
  expect(announcements.filter((path) => path.includes('//') || path.includes('undefined'))).toEqual([])
  expect(terse.writes).toEqual([])
})

test(
  'links from the palette to the list, and explains an empty picker, when rows have no ids',
  wholeRun,
  async ({ page, terse }) => {
    terse.hasIds = false
    await page.goto(`${terse.url}/channels`)
    await expect(page.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('night')
    await expect(page.getByRole('option', { name: /Night desk.*only in the list/ })).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/flows\?search=Night(\+|%20)desk$/)
    await expect(page.getByRole('table', { name: 'Flows' }).locator('tbody tr')).toHaveCount(2)
    await page.goto(`${terse.url}/flows/compare`)
    await page.getByRole('button', { name: /^Before/ }).click()
    await expect(page.getByText('This service returns no id for 3 of these, so they cannot be chosen.')).toBeVisible()
  },
)

for (const [index, writeResponse] of writeResponses.entries()) {
  const tier = index === 0 ? {} : wholeRun
  test(
    `creates, renames and imports a flow when writes are answered with “${writeResponse}”`,
    tier,
    async ({ page, terse }) => {
      terse.writeResponse = writeResponse
      const has = (name: string) => terse.rows['flow']?.filter((flow) => flow.name === name).length
      await page.goto(`${terse.url}/flows`)
      await page.getByRole('button', { name: 'New flow' }).click()
      const dialog = page.getByRole('dialog', { name: 'New flow' })
      await dialog.getByLabel(/^Name/).fill('Returns')
      await dialog.getByRole('button', { name: 'Create flow' }).dblclick()
      await expect(page).toHaveURL(`${terse.url}/flows/4`)
      await expect(page.getByRole('heading', { name: 'Returns' })).toBeVisible()
      await expect(dialog).toHaveCount(0)
      expect(has('Returns')).toBe(1)

      await page.getByRole('button', { name: 'Rename' }).click()
      const edit = page.getByRole('dialog', { name: 'Name and description' })
      await edit.getByLabel('Name', { exact: true }).fill('Returns desk')
      await edit.getByRole('button', { name: 'Save flow' }).click()
      await expect(edit).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Returns desk' })).toBeVisible()

      await page.goto(`${terse.url}/flows/import`)
      await chooseFiles(page, small('Refunds'))
      await importReady(page)
      await expect(page).toHaveURL(`${terse.url}/flows/5`)
      await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
      expect(has('Refunds')).toBe(1)
    },
  )
}

test('lists a created object without an id, with a message', wholeRun, async ({ page, terse }) => {
  terse.hasIds = false
  const message = 'The service returned no link to it. Find it in the list.'
  await page.goto(`${terse.url}/flows`)
  await page.getByRole('button', { name: 'New flow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  await dialog.getByLabel(/^Name/).fill('Returns')
  await dialog.getByRole('button', { name: 'Create flow' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`“Returns” was created. ${message}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Flows' })).toContainText('Returns')

  await page.goto(`${terse.url}/tools?new=api`)
  const form = page.getByRole('form', { name: 'New API tool' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders')
  await form.getByRole('textbox', { name: 'Request' }).fill('https://orders.example')
  await page.getByRole('button', { name: 'Create tool' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(`“Orders” was created. ${message}`)).toBeVisible()
  await expect(page.getByRole('table')).toContainText('Orders')
})

test(
  'distinguishes a missing endpoint from a deleted object, and quotes the service',
  wholeRun,
  async ({ page, terse, pageErrors }) => {
    pageErrors.allow(/status of 404 /)
    terse.missing.add('GET channel').add('GET billing/runs').add('GET flow/99')
    await page.goto(`${terse.url}/channels`)
    await expect(page.getByRole('heading', { name: 'This service has no channels' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('The service does not support this.')
    await expect(main).not.toContainText('deleted')
    await expect(main).toContainText('Error message“Not found”')
    await page.goto(`${terse.url}/runs?form=list&time=any`)
    await expect(page.getByText('This service has no runs')).toBeVisible()
    await page.goto(`${terse.url}/flows/99`)
    await expect(page.getByRole('heading', { name: 'This flow could not be found' })).toBeVisible()
    await expect(main).toContainText('It does not exist, or it was deleted.')
  },
)

test(
  'shows the reason for a refused rename in full, also on a phone',
  wholeRun,
  async ({ page, terse, pageErrors }) => {
    pageErrors.allow(/status of 400 /)
    const words = 'Names of flows in production are changed by the release team alone; ask in the channel of operations'
    terse.refusal = `${words}, with the ticket number, two days ahead.`
    await page.goto(`${terse.url}/flows`)
    await page.getByRole('link', { name: 'Order intake' }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'New name for Order intake' }).fill('Order desk')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: words })
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(alert).toBeVisible()
      const isCut = await alert.evaluate(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
      )
      expect(isCut).toBe(false)
      await expectNoHorizontalOverflow(page)
    }
  },
)

test(
  'the connection test reports which fields were understood, and fails unreadable lists',
  wholeRun,
  async ({ page, terse }) => {
    terse.rows['channel'] = [{ id: 1, name: '', created_at: '', zone: 'b' }]
    terse.hasIds = false
    await page.goto(`${terse.url}/settings/connection`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const table = page.getByRole('table', { name: /^Responses of/ })
    const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) })
    await expect(row('Flows')).toContainText('Understood: name, status, node count, created at.')
    await expect(row('Flows')).toContainText('so they can only be viewed')
    await expect(row('Channels')).toContainText('none with a name or id that the console can read')
    await expect(row('Channels')).toContainText('Failed: 200')
    await expect(row('Conversations')).toContainText('Works')
  },
)

/** The list of flows and the page of a flow, by pointer and by keyboard. */
import { readFileSync } from 'node:fs'
import { fixture } from '#e2e/support/flow-files.ts'
import { canvasOf, importFile, createFlow, openDetails, openFlowId } from '#e2e/support/flow-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, test, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

test('creates a flow; requires a name, and keeps the typed text', async ({ page, service }) => {
  await service.open(page, '/flows')
  await page.getByRole('button', { name: 'New flow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByLabel(/^Description/).fill('Answers at night')
  await dialog.getByRole('button', { name: 'Create flow' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Night desk')
  await dialog.getByRole('button', { name: 'Create flow' }).click()
  await expect(page.getByRole('heading', { name: 'Night desk' })).toBeVisible()
  await openDetails(page, 'About')
  await expect(page.getByText('Answers at night')).toBeVisible()
})

test("renames in place, and shows another user's change beside the new name", async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 409/)
  await service.signIn(page)
  const id = await createFlow(service, page, 'First name of it')
  await page.goto(`${service.url}/flows`)
  await page.getByRole('link', { name: 'First name of it' }).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name for First name of it' }).fill('Second name of it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Second name of it' })).toBeFocused()

  await page.getByRole('link', { name: 'Second name of it' }).focus()
  await page.keyboard.press('F2')
  // Matches either name, because the event of the other change may arrive before Enter.
  const field = page.getByRole('textbox', { name: /^New name for/ })
  await field.fill('My name for it')
  await service.call(page, 'PATCH', `/flow/${id}/`, { name: 'Their name for it' })
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
  await expect(dialog).toContainText('Their name for it')
  await expect(dialog).toContainText('My name for it')
  await dialog.getByRole('button', { name: 'Keep my version' }).click()
  await expect(page.getByRole('link', { name: 'My name for it' })).toBeVisible()
})

test('a deleted row stays, struck through, and can be restored; the request is sent after a delay', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  const id = await createFlow(service, page, 'To be deleted')
  await page.clock.install()
  await page.goto(`${service.url}/flows?search=deleted`)
  const remove = async () => {
    const row = page.getByRole('row', { name: /To be deleted/ })
    await row.hover()
    await row.getByRole('button', { name: 'Actions for To be deleted' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove()
  await expect(page.getByText(/Will be deleted in [5-8] s/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo: keep To be deleted' }).click()
  await page.clock.runFor(10_000)
  await expect(page.getByRole('link', { name: 'To be deleted' })).toBeVisible()
  await remove()
  await expect(page.getByRole('button', { name: 'Export To be deleted first' })).toBeVisible()
  const deleteResponse = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.clock.runFor(8_500)
  expect((await deleteResponse).status()).toBe(204)
  await expect(page.getByText('No flow matches “deleted”.')).toBeVisible()
  const answer = await page.request.get(`${service.url}/api/flow/${id}/`)
  expect(answer.status()).toBe(404)
})

test(
  'keeps the flow when the page is closed before the deletion, and reports this at the next visit',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await createFlow(service, page, 'Kept by closing')
    await page.goto(`${service.url}/flows?search=closing`)
    const row = page.getByRole('row', { name: /Kept by closing/ })
    await row.hover()
    await row.getByRole('button', { name: 'Actions for Kept by closing' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText(/Will be deleted in/)).toBeVisible()
    await page.goto(`${service.url}/inbox`)
    await expect(
      page.getByText('“Kept by closing” was not deleted because the page was closed too early.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Flows', exact: true }).click()
    await page.getByRole('button', { name: 'Undo: keep Kept by closing' }).click()
    await expect(page.getByRole('link', { name: 'Kept by closing' })).toBeVisible()
  },
)

test('keeps search, order, status and page in the URL, and restores them on Back', async ({ page, service }) => {
  await service.signIn(page)
  for (let number = 1; number <= 27; number++)
    await createFlow(service, page, `Paged ${String(number).padStart(2, '0')}`)
  await page.goto(`${service.url}/flows`)
  await expect(page.getByRole('table', { name: 'Flows' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('paged')
  await expect(page).toHaveURL(/search=paged/)
  await expect(page.getByText('1–25 of 27')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/ordering=name/)
  await expect(page.getByRole('row').nth(1)).toContainText('Paged 01')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('26–27 of 27')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row').nth(2)).toContainText('Paged 27')
  await page.goBack()
  await expect(page.getByText('1–25 of 27')).toBeVisible()
  await page.getByRole('button', { name: 'Status any' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Archived' }).click()
  await expect(page.getByText(/No flow matches/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset filter' }).click()
  await expect(page.getByRole('table', { name: 'Flows' })).toBeVisible()
})

test(
  'keeps the list with a message while the service is down, and recovers automatically',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(serviceDownErrors)
    await freshService.setUp(page)
    await createFlow(freshService, page, 'Still to be seen')
    await page.goto(`${freshService.url}/flows`)
    await expect(page.getByRole('link', { name: 'Still to be seen' })).toBeVisible()
    await freshService.stop()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(page.getByText(/No response from the service/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Still to be seen' })).toBeVisible()
    await freshService.restart()
    await expect(page.getByText(/No response from the service/)).toHaveCount(0, { timeout: 40_000 })
    await expect(page.getByRole('link', { name: 'Still to be seen' })).toBeVisible()
  },
)

test('saves the text after a new sign-in when the session has expired', async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 401/)
  await service.signIn(page, { ownSession: true })
  await createFlow(service, page, 'Saved late')
  await page.goto(`${service.url}/flows?search=late`)
  await page.getByRole('link', { name: 'Saved late' }).click()
  // Waits for the flow page, because the list also has a button to rename the flow.
  await expect(page.getByRole('heading', { name: 'Saved late', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name and description' })
  await dialog.getByLabel(/^Description/).fill('A long text that nobody wants to write twice')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) })
  await expect(again).toBeVisible()
  await service.signIn(page)
  await again.getByLabel('Password', { exact: true }).fill('a sentence works well')
  await again.getByRole('button', { name: /^Sign in/ }).click()
  await expect(again).toHaveCount(0)
  // The refused request is repeated automatically.
  await expect(dialog).toHaveCount(0)
  await openDetails(page, 'About')
  await expect(page.getByText('A long text that nobody wants to write twice')).toBeVisible()
})

test(
  'opens a node beside the canvas and in the URL, with links to its neighbours',
  wholeRun,
  async ({ page, service }) => {
    await service.open(page, '/flows')
    await importFile(page, fixture('n8n-orders.json'))
    await canvasOf(page)
      .getByRole('group', { name: /^In stock\?/ })
      .click()
    await expect(page).toHaveURL(/node=/)
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('heading', { name: 'In stock?' })).toBeVisible()
    await panel.getByRole('button', { name: /^Reserve/ }).click()
    await expect(panel.getByRole('heading', { name: 'Reserve' })).toBeVisible()
    // The file contains a key, which must not be shown.
    await expect(panel).not.toContainText('wh-4f2a9c0b7d1e8843')
    await page.reload()
    await expect(panel.getByRole('heading', { name: 'Reserve' })).toBeVisible()
    await page.goBack()
    await expect(panel.getByRole('heading', { name: 'In stock?' })).toBeVisible()
  },
)

test('by keyboard: opens a flow, follows its edges, opens a node, and closes it', async ({ page, service }) => {
  await service.open(page, '/flows')
  await importFile(page, fixture('n8n-orders.json'))
  await expect(canvasOf(page)).toBeVisible()
  const id = openFlowId(page)
  await page.goto(`${service.url}/flows?search=orders+to+the`)
  await expect(page.getByRole('table', { name: 'Flows' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/flows\/flw_/)
  await page.goto(`${service.url}/flows/${id}`)
  await expect(canvasOf(page)).toBeVisible()
  for (let stops = 0; stops < 60; stops++) {
    if (await canvasOf(page).evaluate((canvas) => canvas === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(canvasOf(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(canvasOf(page)).toHaveAttribute('aria-activedescendant', /node/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'In stock?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.keyboard.press('1')
  await expect(page.getByText('100%')).toBeVisible()
  await page.keyboard.press('0')
  await expect(page.getByText('100%')).toHaveCount(0)
})

test(
  'starts with the positions of the file, and switches to the automatic layout',
  wholeRun,
  async ({ page, service }) => {
    await service.open(page, '/flows')
    await importFile(page, fixture('n8n-orders.json'))
    await page.getByRole('button', { name: 'Lay out' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'Saved positions' })).toBeChecked()
    await page.getByRole('menuitemradio', { name: 'Left to right' }).click()
    await expect(page).toHaveURL(/place=laid-out/)
  },
)

test(
  'has no accessibility violations in the list, the canvas, a node, and the form of a new flow',
  wholeRun,
  async ({ page, service }) => {
    // Twenty checks of a whole page, some seconds each.
    test.slow()
    await service.signIn(page)
    const template: unknown = JSON.parse(readFileSync(fixture('n8n-orders.json'), 'utf8'))
    const name = 'Orders without findings'
    await service.call(page, 'POST', '/flow/import/', { template, name })
    await service.open(page, '/flows')
    await expect(page.getByRole('link', { name })).toBeVisible()
    await checkAxeAtWidths(page)
    // The dialog is checked at one width only: it differs in its width alone.
    await page.getByRole('button', { name: 'New flow' }).click()
    await expect(page.getByRole('dialog', { name: 'New flow' })).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name }).click()
    await expect(canvasOf(page)).toBeVisible()
    await checkAxeAtWidths(page)
    await canvasOf(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary')).toBeVisible()
    await checkAxeAtWidths(page)
  },
)

test(
  'has no accessibility violations on an empty list, a filter without matches, and an error',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await freshService.setUp(page)
    await page.goto(`${freshService.url}/flows`)
    await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    await checkAxe(page)
    await page.goto(`${freshService.url}/flows?search=x`)
    await expect(page.getByText('No flow matches “x”.')).toBeVisible()
    await checkAxe(page)
    await page.goto(`${freshService.url}/flows/flw_gone`)
    await expect(page.getByRole('heading', { name: 'This flow could not be found' })).toBeVisible()
    await checkAxe(page)
  },
)

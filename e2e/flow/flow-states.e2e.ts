/** States of the flow page: errors, slow responses, concurrent changes, read-only access, hostile names, widths. */
import { node } from '#test/support/flow-draft.ts'
import { importFlow, createFlow, openDetails, tabsOf } from '#e2e/support/flow-steps.ts'
import {
  checkAxe,
  expect,
  expectNoHorizontalOverflow,
  test,
  withoutEvents,
  wholeRun,
  widths,
} from '#e2e/support/service.ts'

/** A sample flow with many runs, and content in each tab. */
const busyFlow = 'flw_sample_order_status'
/** A sample draft that lacks a tool. */
const draftFlow = 'flw_sample_churn'

const hostileName = `<img src=x onerror=alert(1)> ${'اسم طويل جدا '.repeat(12)}`.slice(0, 190).trim()

test(
  'keeps the rest of the tab when one request fails, and completes it on retry',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/status of 500/)
    await sampleService.signIn(page)
    await withoutEvents(page)
    await page.route('**/billing/runs/summary/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${sampleService.url}/flows/${busyFlow}?tab=runs&period=all`)
    await expect(page.getByRole('table', { name: /^Runs of/ })).toBeVisible()
    await expect(page.getByText('The totals could not be loaded')).toBeVisible()
    await page.unroute('**/billing/runs/summary/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Average cost')).toBeVisible()

    // While loading, the page shows a status and no false content.
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route(`**/api/flow/${draftFlow}/`, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${sampleService.url}/flows/${draftFlow}?tab=health`)
    await expect(page.getByRole('status').getByText('Loading flow…')).toBeVisible()
    await expect(page.getByText('No problems found')).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { name: 'Missing tool' })).toBeVisible()
  },
)

test(
  'reports when another user changes the open flow, and when it is deleted',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    await service.signIn(page)
    const id = await createFlow(service, page, 'Before')
    await page.clock.install()
    await page.goto(`${service.url}/flows/${id}`)
    await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible()
    await service.call(page, 'PATCH', `/flow/${id}/`, { name: 'After' })
    await page.clock.runFor(31_000)
    await expect(page.getByText('Someone changed this flow')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible()
    await page.getByRole('button', { name: 'Show changes' }).click()
    await expect(page.getByRole('heading', { name: 'After' })).toBeVisible()
    await expect(page.getByText('Someone changed this flow')).toHaveCount(0)

    await service.call(page, 'DELETE', `/flow/${id}/`)
    await page.clock.runFor(31_000)
    await expect(page.getByText('This flow was deleted while it was open')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Rename/ })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: 'Go to flows' }).click()
    await expect(page).toHaveURL(/\/flows$/)
    await page.goto(`${service.url}/flows/${id}?tab=runs`)
    await expect(page.getByRole('heading', { name: 'This flow could not be found' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Go to trash/ })).toBeVisible()

    const third = await createFlow(service, page, 'Third')
    await page.goto(`${service.url}/flows/${third}`)
    await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible()
    await service.call(page, 'DELETE', `/flow/${third}/`)
    await page.getByRole('button', { name: /^Export/ }).click()
    const deletedMessage = page.getByText(/deleted/).locator('visible=true')
    await expect(page.getByText('This flow was deleted while it was open')).toBeVisible()
    await expect(deletedMessage).toHaveCount(1)
    await tabsOf(page).getByRole('link', { name: /^Runs/ }).click()
    await expect(page.getByText('No runs yet')).toBeVisible()
    await expect(page.getByText('It runs once it is active')).toHaveCount(0)
    for (const tab of ['History', 'JSON']) {
      if (tab === 'JSON') await openDetails(page, tab)
      else await tabsOf(page).getByRole('link', { name: tab }).click()
      await expect(
        page.getByText(tab === 'JSON' ? 'No file available' : 'Your first visit in this browser'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Compare with|Try again|Download)/ })).toHaveCount(0)
      await expect(deletedMessage).toHaveCount(1)
    }
    await page.getByRole('button', { name: 'Page menu' }).click()
    for (const name of ['Name and description', 'Tags', 'Duplicate', 'Compare with…', 'Raw JSON', 'Delete'])
      await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    await page.keyboard.press('Escape')

    const other = await createFlow(service, page, 'Gone before it was asked again')
    await page.goto(`${service.url}/flows/${other}`)
    await expect(page.getByRole('heading', { name: 'Gone before' })).toBeVisible()
    await service.call(page, 'DELETE', `/flow/${other}/`)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(page.getByText('This flow was deleted while it was open')).toBeVisible()
  },
)

test('shows the user’s own change immediately, and after the refetch', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await createFlow(service, page, 'Named in haste')
  await page.goto(`${service.url}/flows/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Named in haste' })).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name and description' })
  await dialog.getByLabel(/^Name/).fill('Named with care')
  const read = page.waitForResponse(
    (release) => release.url().endsWith(`/api/flow/${id}/`) && release.request().method() === 'GET',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Named with care' })).toBeVisible()
  // The flow is refetched after the change, and keeps the new name. A name belongs to no version.
  await read
  await expect(page.getByRole('link', { name: 'Version 1 is live' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Named with care' })).toBeVisible()
})

test(
  'a viewer sees everything, with actions disabled that the role does not permit',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signInAsViewer(page)
    await page.goto(`${sampleService.url}/flows/${draftFlow}?tab=health`)
    const reason = /You have read-only access/
    await expect(page.getByRole('button', { name: 'Choose tool for usage_query' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Run a test' }).focus()
    await expect(page.getByRole('button', { name: 'Run a test' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
    await page.getByRole('button', { name: 'Page menu' }).click()
    for (const name of [/^Tags/, /^Duplicate/, /^Activate/, /^Archive/, /^Delete/])
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  },
)

test('shows hostile names as text, without overflow at 320 px', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, {
    name: hostileName,
    nodes: [node('a', 'trigger', hostileName, { config: { kind: 'manual' } }), node('b', 'api', hostileName)],
    edges: [{ id: 'e', source: 'a', target: 'gone' }],
    variables: [{ key: hostileName, value: hostileName }],
    metadata: { [hostileName]: { deep: [{ list: hostileName }] } },
  })
  await page.setViewportSize({ width: 320, height: 700 })
  for (const tab of ['canvas&node=b', 'runs', 'health', 'variables', 'metadata', 'json']) {
    await page.goto(`${service.url}/flows/${id}?tab=${tab}`)
    await expect(tabsOf(page)).toBeVisible()
    await expect(
      page
        .locator('main')
        .getByText(/img src=x/)
        .first(),
    ).toBeVisible()
    await expectNoHorizontalOverflow(page)
  }
})

const tabStates: { tab: string; ready: string | RegExp; shownAt: readonly number[] }[] = [
  { tab: 'runs&period=all', ready: 'Average cost', shownAt: widths },
  { tab: 'health', ready: /Tools, channels and secrets/, shownAt: [1440, 360] },
  { tab: 'json', ready: '"format_version"', shownAt: [1440] },
  { tab: 'metadata', ready: 'File metadata', shownAt: [1440] },
  { tab: 'canvas&node=lookup', ready: 'Comes from', shownAt: [768] },
  { tab: 'settings', ready: 'timezone', shownAt: [360] },
]

test('has no accessibility violations in the tabs of a flow', wholeRun, async ({ page, sampleService }) => {
  test.slow()
  for (const { tab, ready, shownAt } of tabStates) {
    await page.setViewportSize({ width: shownAt[0] ?? 0, height: 900 })
    await sampleService.open(page, `/flows/${tab === 'health' ? draftFlow : busyFlow}?tab=${tab}`)
    await expect(page.locator('main').getByText(ready).first()).toBeVisible()
    for (const width of shownAt) {
      await page.setViewportSize({ width, height: 900 })
      await checkAxe(page)
    }
  }
})

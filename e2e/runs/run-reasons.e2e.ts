/** Failed runs by reason: what failed is found, retried and cancelled in bulk, with a result for each run. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { ActionCounter } from '#e2e/support/action-counter.ts'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { strictFlow, waitingFlow } from '#e2e/support/run-steps.ts'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
} from '#e2e/support/service.ts'

const Started = z.object({ id: z.string(), status: z.string() })

/** Starts runs of an active flow; `count` = pieces of the order, of which more than ten fail. */
async function startRuns(service: TestService, page: Page, flow: string, inputs: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) {
    const { id } = Started.parse(await service.call(page, 'POST', `/flow/${flow}/run/`, { input }))
    ids.push(id)
  }
  return ids
}

const statusOf = async (service: TestService, page: Page, run: string) =>
  Started.parse(await service.call(page, 'GET', `/billing/runs/${run}/`)).status

/** An active flow whose runs failed for one reason. */
async function failingFlow(service: TestService, page: Page, name: string, runs: number): Promise<string> {
  await service.signIn(page)
  const flow = await importFlow(service, page, strictFlow(name))
  await service.call(page, 'POST', `/flow/${flow}/activate/`)
  const inputs = Array.from({ length: runs }, (_, index) => ({ order_no: `A-${index}`, count: 20 + index }))
  const ids = await startRuns(service, page, flow, inputs)
  for (const id of ids) await expect.poll(() => statusOf(service, page, id)).toBe('failed')
  return flow
}

const reasonOf = (page: Page, flow: string) =>
  page.getByRole('table', { name: 'Reasons' }).getByRole('row').filter({ hasText: flow })
const results = (page: Page) => page.getByRole('complementary').getByRole('list', { name: 'Results' })

test('retries what failed for one reason in three actions, and keeps the results', async ({ page, service }) => {
  test.slow()
  const flow = await failingFlow(service, page, 'Three actions', 2)
  await page.goto(`${service.url}/runs`)
  const reason = reasonOf(page, 'Three actions')
  await expect(reason).toContainText('Too many pieces')
  await expect(reason).toContainText('Check it')
  await checkAxe(page)

  const journey = new ActionCounter()
  const { act } = journey
  await act(reason.getByRole('checkbox').check())
  await act(page.getByRole('button', { name: 'Retry…' }).click())
  const plan = page.getByRole('dialog', { name: 'Retry 2 runs?' })
  await expect(plan).toContainText('They start at “Check it”.')
  await expect(plan.getByRole('button', { name: 'Keep as they are' })).toBeFocused()
  await expect(reason.getByRole('checkbox')).toBeChecked()
  await checkAxe(page)
  await act(plan.getByRole('button', { name: 'Retry 2 runs' }).click())
  expect(journey.count).toBeLessThanOrEqual(3)

  await expect(page).toHaveURL(/bulk=/)
  await expect(page.getByRole('complementary', { name: 'Retry 2 runs' })).toContainText('2 failed again')
  await expect(results(page).getByRole('listitem')).toHaveCount(2)
  await expect(results(page).getByText('Failed')).toHaveCount(2)
  await page.reload()
  await expect(results(page).getByRole('listitem')).toHaveCount(2)
  await checkAxe(page)

  await page.goto(`${service.url}/runs`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Latest bulk results' }).click()
  await expect(page.getByRole('complementary', { name: 'Retry 2 runs' })).toBeVisible()

  // A run that was retried is left out the next time.
  await page.goto(`${service.url}/runs?flow=${flow}&is_retried=true`)
  await reasonOf(page, 'Three actions').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry…' }).click()
  const none = page.getByRole('dialog', { name: 'None of these runs can be retried' })
  await expect(none).toContainText('2 runs are left out. Already retried.')
  await none.getByRole('button', { name: 'Close' }).click()
  await expect(none).toHaveCount(0)
})

test('a failure is solved until it comes back; the plan beside the bar closes with Esc', async ({ page, service }) => {
  test.slow()
  const flow = await failingFlow(service, page, 'Mended cause', 2)
  await page.goto(`${service.url}/runs`)
  const reason = reasonOf(page, 'Mended cause')
  await reason.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry…' }).click()
  await expect(page.getByRole('button', { name: 'Keep as they are' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry…' })).toBeFocused()
  await expect(reason.getByRole('checkbox')).toBeChecked()

  await page.getByRole('button', { name: 'Mark as solved' }).click()
  await expect(reason).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(reason).toBeVisible()
  await reason.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as solved' }).click()
  await page.getByRole('button', { name: /solved reason/ }).click()
  await expect(reason).toContainText(/solved by .+/)
  await checkAxe(page)
  await page.goto(`${service.url}/settings/activity`)
  await expect(page.getByText('marked as solved:').first()).toBeVisible()

  const [again = ''] = await startRuns(service, page, flow, [{ order_no: 'A-9', count: 21 }])
  await expect.poll(() => statusOf(service, page, again)).toBe('failed')
  await page.goto(`${service.url}/runs`)
  await expect(reason).toBeVisible()
  await expect(reason).not.toContainText('solved by')
})

test('leaves out what would fail again, unless it is included', async ({ page, sampleService }) => {
  await sampleService.open(page, '/runs?time=any')
  const withOutlook = (words: string) => page.getByRole('row').filter({ hasText: words }).first()
  await withOutlook('May succeed').getByRole('checkbox').check()
  await withOutlook('Fails again').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry…' }).click()
  const plan = page.getByRole('dialog', { name: /^Retry [\d,]+ runs?\?$/ })
  await expect(plan).toContainText('Sample runs are simulated. Nothing is sent, nothing is charged.')
  await expect(plan).toContainText(/\d+ runs? would fail again\. Left out/)
  const include = plan.getByRole('checkbox', { name: /^Also retry the [\d,]+ that would fail again$/ })
  await include.check()
  await expect(plan).toContainText('of them would fail again.')
  await expect(include).toBeChecked()
  await checkAxe(page)
  await plan.getByRole('button', { name: 'Keep as they are' }).click()
})

test('a trial that fails leaves the other runs alone', wholeRun, async ({ page, service }) => {
  const flow = await failingFlow(service, page, 'Trial first', 5)
  await page.goto(`${service.url}/runs?flow=${flow}`)
  await reasonOf(page, 'Trial first').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry…' }).click()
  const plan = page.getByRole('dialog', { name: 'Retry 5 runs?' })
  await expect(plan.getByLabel('Retry the other 2 only if the first 3 succeed')).toBeChecked()
  await plan.getByRole('button', { name: 'Retry 3, then 2' }).click()
  const panel = page.getByRole('complementary', { name: 'Retry 5 runs' })
  await expect(panel).toContainText('2 left out.')
  await expect(panel).toContainText('3 failed again.')
  await panel.getByRole('link', { name: 'Show the new run' }).first().click()
  await expect(page.getByRole('complementary', { name: 'Run' })).toContainText('Attempt 2 of')
  await page.keyboard.press('Escape')
  await expect(panel).toBeVisible()
})

test(
  'by keyboard: shows the runs of a reason, selects it, and keeps it as it is',
  wholeRun,
  async ({ page, service }) => {
    const flow = await failingFlow(service, page, 'By keyboard', 6)
    await page.goto(`${service.url}/flows`)
    await expect(page.getByRole('row', { name: /By keyboard/ })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL(/\/runs$/)
    await page.goto(`${service.url}/runs?flow=${flow}`)
    const reason = reasonOf(page, 'By keyboard')
    await expect(reason).toBeVisible()
    await page.keyboard.press('j')
    await expect(reason).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Show 2 more' })).toBeVisible()
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalOverflow(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await reason.focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('region', { name: 'Selected runs' })).toContainText('6 selected')
    await page.keyboard.press('a')
    await expect(page.getByRole('button', { name: 'Retry…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Keep as they are' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Retry…' })).toBeFocused()
    await page.getByRole('link', { name: 'Show 2 more' }).click()
    await expect(page).toHaveURL(/form=list.*reason=/)
    await expect(page.getByRole('table', { name: 'Runs' }).locator('tbody tr')).toHaveCount(6)
    await expect(page.getByText(/^Reason .*Too many pieces/)).toBeVisible()
  },
)

test('cancels selected runs of the list in bulk', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const flow = await importFlow(service, page, waitingFlow('Waits in bulk'))
  await service.call(page, 'POST', `/flow/${flow}/activate/`)
  const [first = ''] = await startRuns(service, page, flow, [{}, {}])
  await expect.poll(() => statusOf(service, page, first)).toBe('waiting')
  await page.goto(`${service.url}/runs?form=list&flow=${flow}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  const plan = page.getByRole('dialog', { name: 'Cancel 2 runs?' })
  await expect(plan).toContainText('They stop now.')
  await plan.getByRole('button', { name: 'Cancel 2 runs' }).click()
  await expect(page.getByRole('complementary', { name: 'Cancel 2 runs' })).toContainText('2 cancelled.')
  await expect.poll(() => statusOf(service, page, first)).toBe('cancelled')
})

/** Removes extensions from what the service says about itself. */
async function withoutExtensions(page: Page, names: readonly string[]): Promise<void> {
  await page.route('**/api/me/', async (route) => {
    const answer = await route.fetch()
    const me = z.looseObject({ extensions: z.array(z.string()) }).parse(await answer.json())
    const extensions = me.extensions.filter((name) => !names.includes(name))
    await route.fulfill({ response: answer, json: { ...me, extensions } })
  })
}

test('groups a short list itself, and retries one by one, without bulk actions of the service', async ({
  page,
  service,
}) => {
  const flow = await failingFlow(service, page, 'One by one', 6)
  await withoutExtensions(page, ['run_reasons', 'run_bulk'])
  await page.goto(`${service.url}/runs?flow=${flow}`)
  const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr')
  await expect(rows).toHaveCount(6)
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry…' }).click()
  await page.getByRole('dialog', { name: 'Retry 2 runs?' }).getByRole('button', { name: 'Retry 2 runs' }).click()
  const panel = page.getByRole('complementary', { name: 'Retry 2 runs' })
  await expect(panel).toContainText('2 of 2 retried.')
  await expect(panel.getByRole('link', { name: 'Show the new run' })).toHaveCount(2)
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByText('By reason', { exact: true }).click()
  await expect(page.getByText(/^Grouped by this browser from \d+ runs that ended without success$/)).toBeVisible()
  const reason = reasonOf(page, 'One by one')
  await expect(reason).toContainText('Too many pieces')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await reason.getByRole('button', { name: /^Runs: / }).click()
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(page.getByText(/^run_/)).not.toHaveCount(4)
})

test(
  'offers neither reasons of a long list nor a selection without the extensions',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    await withoutExtensions(page, ['run_reasons', 'run_bulk', 'run_control'])
    await page.goto(`${sampleService.url}/runs?form=reasons&time=any`)
    await expect(page.getByRole('table', { name: 'Runs' }).locator('tbody tr')).toHaveCount(25)
    await expect(page.getByRole('radio', { name: 'By reason' })).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  },
)

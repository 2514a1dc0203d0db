/** Run overlay on the canvas: opening, content, stepping and removing, by mouse and by keyboard. */
import type { Page } from '@playwright/test'
import { FlowDetail } from '#contract/flow.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFlow, viewOf } from '#e2e/support/flow-steps.ts'
import {
  checkAxe,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  withoutEvents,
  wholeRun,
} from '#e2e/support/service.ts'

interface SampleRun {
  id: string
  status: string
  flow: { id: string; name: string }
}

const isRuns = (body: unknown): body is { results: SampleRun[] } =>
  typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results)

async function runsOf(service: TestService, page: Page, query: string): Promise<SampleRun[]> {
  const body = await service.call(page, 'GET', `/billing/runs/?${query}`)
  if (!isRuns(body)) throw new Error('no runs')
  return body.results
}

/** A larger flow may have no card in the viewport at 100%, and any flow may be the last one that failed. */
const maxNodes = 40

/** The latest failed run of a small flow. */
async function failedRun(service: TestService, page: Page): Promise<SampleRun> {
  for (const run of await runsOf(service, page, 'status=failed&limit=50&ordering=-started_at')) {
    const flow = FlowDetail.parse(await service.call(page, 'GET', `/flow/${run.flow.id}/`))
    if (flow.node_count <= maxNodes) return run
  }
  throw new Error('no run of a small flow failed')
}

interface RunSteps {
  steps: { node_id: string; status: string }[]
}

const isRun = (body: unknown): body is RunSteps =>
  typeof body === 'object' && body !== null && 'steps' in body && Array.isArray(body.steps)

/** The node at which a run failed. */
async function failedNode(service: TestService, page: Page, { id }: SampleRun): Promise<string> {
  const run = await service.call(page, 'GET', `/billing/runs/${id}/`)
  const step = isRun(run) ? run.steps.findLast(({ status }) => status === 'failed') : undefined
  if (step === undefined) throw new Error('no step failed')
  return step.node_id
}

const barOf = (page: Page) => page.getByRole('region', { name: 'Run shown on the flow' })
const showRunButton = (page: Page) => page.getByRole('button', { name: 'Show a run' })

test('by mouse: opens a run overlay, shows results on the cards, keeps the run in the URL, and removes it', async ({
  page,
  sampleService,
}) => {
  await sampleService.signIn(page)
  const run = await failedRun(sampleService, page)
  await page.goto(`${sampleService.url}/flows/${run.flow.id}`)
  const positions = () =>
    canvasOf(page).evaluate((canvas) =>
      [...canvas.querySelectorAll('.react-flow__node')].map((card) => card.getAttribute('style')),
    )
  await waitUntilFitted(page)
  await canvasOf(page).focus()
  await page.keyboard.press('1')
  // Legible cards are mounted once the viewport stops moving.
  let before: (string | null)[] = []
  const isStill = async () => {
    const last = before
    before = await viewOf(page).then(positions)
    return before.length > 0 && before.join() === last.join()
  }
  await expect.poll(isStill, { intervals: [250] }).toBe(true)
  await showRunButton(page).click()
  const menu = page.getByRole('menu')
  const lines = menu.getByRole('menuitem')
  await expect(lines.nth(2)).toBeVisible()
  expect(await lines.count()).toBeGreaterThan(2)
  await lines.first().click()
  await expect(page).toHaveURL(/\?run=run_/)
  await expect(barOf(page).getByText(/of \d+ steps? reached/)).toBeVisible()
  // Cards keep size and position; the bar makes the viewport slightly smaller, so fewer cards may be mounted.
  await expect.poll(async () => (await positions()).filter((place) => !before.includes(place))).toEqual([])
  expect((await positions()).length).toBeGreaterThan(0)
  const query = new URLSearchParams({ run: run.id, node: await failedNode(sampleService, page, run) })
  await page.goto(`${sampleService.url}/flows/${run.flow.id}?${query}`)
  await expect(barOf(page).getByText('Failed', { exact: true })).toBeVisible()
  await expect(canvasOf(page).getByRole('group', { name: /, Failed, / })).not.toHaveCount(0)
  await checkAxe(page)
  await barOf(page)
    .getByRole('link', { name: /^Run of/ })
    .click()
  await expect(page.getByRole('complementary').getByText(run.id)).toBeVisible()
  await page.getByRole('complementary').getByRole('link', { name: 'Show on canvas' }).click()
  await expect(barOf(page)).toBeVisible()
  await barOf(page).getByRole('button', { name: 'Hide run' }).click()
  await expect(barOf(page)).toBeHidden()
  await expect(page).toHaveURL(/\/flows\/[^?]+\??$/)
  await expect(canvasOf(page)).toBeFocused()
})

test(
  'by keyboard: opens a run from the menu, moves to the next and previous run, and closes it with Escape',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    const run = await failedRun(sampleService, page)
    await page.goto(`${sampleService.url}/flows/${run.flow.id}`)
    await showRunButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').nth(2)).toBeVisible()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?run=run_/)
    const second = page.url()
    const later = barOf(page).getByRole('button', { name: 'Next run' })
    await expect(later).not.toHaveAttribute('aria-disabled')
    await later.press('Enter')
    await expect(page).not.toHaveURL(second)
    await expect(later).toBeFocused()
    // The newest run has no later one.
    await expect(later).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('Next run. This is the latest run.')).toBeVisible()
    const earlier = barOf(page).getByRole('button', { name: 'Previous run' })
    await expect(earlier).not.toHaveAttribute('aria-disabled')
    await earlier.press('Enter')
    await expect(page).toHaveURL(second)
    await page.keyboard.press('Escape')
    await expect(barOf(page)).toBeHidden()
    await expect(canvasOf(page)).toBeFocused()
  },
)

test(
  'a viewer opens a run overlay on a phone, without horizontal overflow',
  wholeRun,
  async ({ page, sampleService }) => {
    await sampleService.signIn(page)
    const run = await failedRun(sampleService, page)
    await sampleService.signInAsViewer(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${sampleService.url}/flows/${run.flow.id}`)
    await showRunButton(page).click()
    await page.getByRole('menuitem').first().click()
    await expect(barOf(page).getByRole('link', { name: /^Run of/ })).toBeVisible()
    await checkAxe(page)
    await page.setViewportSize({ width: 320, height: 740 })
    await expectNoHorizontalOverflow(page)
  },
)

test(
  'keeps the canvas with a message when the run is missing, of another flow, or fails to load',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    await sampleService.signIn(page)
    const run = await failedRun(sampleService, page)
    const others = await runsOf(sampleService, page, 'limit=100')
    const other = others.find(({ flow }) => flow.id !== run.flow.id)
    pageErrors.allow(/status of (404|500)/)
    const at = (id: string) => `${sampleService.url}/flows/${run.flow.id}?run=${encodeURIComponent(id)}`
    for (const nonsense of ['run_gone', '<img src=x onerror=alert(1)>', '\u0000']) {
      await page.goto(at(nonsense))
      await expect(barOf(page).getByText('Run not found')).toBeVisible()
      await expect(canvasOf(page)).toBeVisible()
    }
    await page.goto(at(other?.id ?? ''))
    await expect(barOf(page).getByText('This run belongs to another flow')).toBeVisible()
    await checkAxe(page)
    await withoutEvents(page)
    await page.route('**/api/billing/runs/run_*/', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"Broken.","code":"internal"}' }),
    )
    await page.goto(at(run.id))
    await expect(barOf(page).getByRole('alert')).toContainText('This run could not be loaded')
    await waitUntilFitted(page)
    await page.unroute('**/api/billing/runs/run_*/')
    await barOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(barOf(page).getByText('Failed', { exact: true })).toBeVisible()
  },
)

test(
  'keeps the canvas with a message when the code of the overlay fails to load',
  wholeRun,
  async ({ page, sampleService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource|net::ERR_FAILED/)
    await sampleService.signIn(page)
    const run = await failedRun(sampleService, page)
    const at = `${sampleService.url}/flows/${run.flow.id}?run=${run.id}`
    const files = '**/assets/flow-parts-*.js'
    await page.route(files, (route) => route.abort())
    await page.goto(at)
    await expect(barOf(page).getByRole('alert')).toContainText('This run could not be loaded')
    await waitUntilFitted(page)
    await page.unroute(files)
    await barOf(page).getByRole('button', { name: 'Reload page' }).click()
    await expect(barOf(page).getByText('Failed', { exact: true })).toBeVisible()
  },
)

test('refetches a running run until it ends, and counts removed nodes', wholeRun, async ({ page, sampleService }) => {
  await sampleService.signIn(page)
  const flow = await importFlow(sampleService, page, {
    name: 'Under way',
    nodes: [node('start', 'trigger', 'Start'), node('call', 'api', 'Call')],
    edges: [{ id: 'e', source: 'start', target: 'call', source_handle: 'out' }],
  })
  const [like] = await runsOf(sampleService, page, 'limit=1')
  const detail = await sampleService.call(page, 'GET', `/billing/runs/${like?.id ?? ''}/`)
  const step = (seq: number, id: string, status: string, ms: number | null) => ({
    seq,
    node_id: id,
    node_name: id,
    node_type: 'api',
    status,
    handle: ms === null ? null : 'out',
    started_at: new Date().toISOString(),
    duration_ms: ms,
    attempt: 1,
    cost: '0.000100',
    error: null,
    output: null,
  })
  // Without events the run is polled.
  await withoutEvents(page)
  let ended = false
  await page.route('**/api/billing/runs/run_now/', (route) =>
    route.fulfill({
      json: {
        ...Object(detail),
        id: 'run_now',
        flow: { id: flow, name: 'Under way', version: 1 },
        status: ended ? 'succeeded' : 'running',
        steps: [
          step(0, 'start', 'succeeded', 2),
          step(1, 'old', 'succeeded', 3),
          step(2, 'call', ended ? 'succeeded' : 'running', ended ? 1500 : null),
        ],
      },
    }),
  )
  await page.goto(`${sampleService.url}/flows/${flow}?run=run_now`)
  await expect(canvasOf(page).getByRole('group', { name: /^Call, .*, Running, / })).toBeVisible()
  await expect(barOf(page).getByText('1 step of the run is no longer in the flow.')).toBeVisible()
  ended = true
  await expect(canvasOf(page).getByRole('group', { name: /^Call, .*, Succeeded, 1\.5 s/ })).toBeVisible()
  // Other tests count the flows of the sample.
  await sampleService.call(page, 'DELETE', `/flow/${flow}/`)
})

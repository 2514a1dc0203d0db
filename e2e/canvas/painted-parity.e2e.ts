/** Mounted cards look like their painted bitmaps, with any emphasis, at any zoom and device pixel ratio. */
import type { Browser, LaunchOptions, Page } from '@playwright/test'
import { EditedService, nodeOf } from '#e2e/support/edited-service.ts'
import { everyCardState } from '#e2e/support/every-card-state.ts'
import { canvasOf, importFlow, tabsOf } from '#e2e/support/flow-steps.ts'
import { compare } from '#e2e/support/pixels.ts'
import { expect, test, wholeRun, type TestService } from '#e2e/support/service.ts'

/** Maximum share of visibly different pixels, in percent. */
const maxDifferentPercent = 0.5
/** The same in high contrast, where a line between two pixels is slightly darker when drawn twice. */
const maxDifferentPercentInBlack = 1
/** Minimum number of mounted cards before they are compared. */
const leastMounted = 8
const zooms = [1, 0.7, 0.605]

/** React Flow's zoom factor per pixel of the wheel: 2 ** -0.002. */
const wheelDelta = (from: number, to: number) => Math.log2(from / to) / 0.002

/** Starts a browser with a device pixel ratio: under Playwright's emulation the layout differs. */
const launch = (browser: Browser, options: LaunchOptions, ratio: number) =>
  browser.browserType().launch({
    ...options,
    args: [
      ...(options.args ?? []),
      `--force-device-scale-factor=${ratio}`,
      '--window-size=1440,1000',
      '--hide-scrollbars',
      // Headless Chromium applies font hinting, differently for elements and for canvases.
      '--font-render-hinting=none',
    ],
  })

const zoomOf = (page: Page) =>
  canvasOf(page).evaluate(
    (canvas) => new DOMMatrix(getComputedStyle(canvas.querySelector('.react-flow__viewport') ?? canvas).transform).a,
  )

async function zoomTo(page: Page, to: number): Promise<void> {
  const box = await canvasOf(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 2)
  await page.mouse.wheel(0, wheelDelta(await zoomOf(page), to))
  await expect.poll(() => zoomOf(page)).toBeCloseTo(to, 2)
}

/** The canvas with its cards as elements, and as the bitmap below them; `aside` displaces the elements. */
async function bothViews(page: Page, aside = 0): Promise<[Buffer, Buffer]> {
  const canvas = canvasOf(page)
  const show = (opacity: string) =>
    canvas.evaluate(
      (element, [value, left]) => {
        for (const layer of element.querySelectorAll<HTMLElement>('.react-flow__viewport')) {
          layer.style.opacity = value
          layer.style.marginLeft = left
        }
      },
      [opacity, `${aside}px`] as const,
    )
  await show('1')
  const mounted = await canvas.screenshot()
  await show('0')
  const painted = await canvas.screenshot()
  await show('1')
  return [mounted, painted]
}

/** Waits until bitmap and cards differ by less than `most` percent, and checks that neither is displaced. */
async function expectSimilar(page: Page, name: string, most = maxDifferentPercent): Promise<void> {
  const differing = async () => {
    const mounted = await canvasOf(page).getByRole('group').count()
    return mounted < leastMounted ? 100 : (await compare(page, ...(await bothViews(page)))).different
  }
  await expect.poll(differing, { message: name }).toBeLessThan(most)
  // If they were displaced, another offset would fit better.
  const { best } = await compare(page, ...(await bothViews(page)))
  expect(best, name).toEqual([0, 0])
}

async function open(page: Page, service: TestService, id: string, query = ''): Promise<void> {
  await page.goto(`${service.url}/flows/${id}${query}`)
  await expect(canvasOf(page)).toBeVisible()
  await canvasOf(page).focus()
  // Before the first view is set, the key has no effect.
  await expect(async () => {
    await page.keyboard.press('1')
    await expect.poll(() => zoomOf(page), { timeout: 1000 }).toBe(1)
  }).toPass()
}

for (const ratio of [1, 1.5, 2])
  test(
    `mounted cards equal their bitmap at a device pixel ratio of ${ratio}`,
    wholeRun,
    async ({ browser, launchOptions, service }) => {
      test.slow()
      const ownBrowser = await launch(browser, launchOptions, ratio)
      const context = await ownBrowser.newContext({ viewport: null, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await service.signIn(page)
      const id = await importFlow(service, page, everyCardState)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await open(page, service, id)
        for (const zoom of zooms) {
          await zoomTo(page, zoom)
          await expectSimilar(page, `${colorScheme}, ${zoom}`)
        }
      }
      await ownBrowser.close()
    },
  )

test(
  'cards with emphasis, search hits or forced colours equal their bitmap; cards moved by a pixel do not',
  wholeRun,
  async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await service.signIn(page)
    const id = await importFlow(service, page, everyCardState)
    for (const query of ['?node=look', '?node=idle', '?find=order', '?node=reply&find=order']) {
      await open(page, service, id, query)
      await expectSimilar(page, query)
    }
    await open(page, service, id, '?node=look')
    await canvasOf(page).focus()
    for (const key of ['Shift+Space', 'ArrowRight', 'Shift+Space']) await page.keyboard.press(key)
    await expect(canvasOf(page).locator('.node.selected')).not.toHaveCount(0)
    await expectSimilar(page, 'several selected')
    await page.emulateMedia({ forcedColors: 'active' })
    await expectSimilar(page, 'forced colours', maxDifferentPercentInBlack)
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
    await expectSimilar(page, 'more contrast', maxDifferentPercentInBlack)
    const { different, best } = await compare(page, ...(await bothViews(page, 1)))
    expect(different).toBeGreaterThan(maxDifferentPercent)
    expect(best).toEqual([1, 0])
  },
)

test('repaints the bitmap when fonts load after the first picture', wholeRun, async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await service.signIn(page)
  const id = await importFlow(service, page, everyCardState)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*.woff2', async (route) => {
    await released
    await route.continue()
  })
  // The load event waits for fonts.
  await page.goto(`${service.url}/flows/${id}`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('flow:fitted').length > 0)
  release()
  await canvasOf(page).focus()
  await page.keyboard.press('1')
  await expect.poll(() => zoomOf(page)).toBe(1)
  await expectSimilar(page, 'late fonts')
})

/** Opens a run overlay in which every status occurs. */
async function openRun(page: Page, service: TestService, id: string): Promise<void> {
  const runs = await service.call(page, 'GET', '/billing/runs/?limit=1')
  const first: unknown = Object(runs).results[0]
  const originalRun = await service.call(page, 'GET', `/billing/runs/${String(Object(first).id)}/`)
  const states = [
    ['start', 'succeeded', 'out'],
    ['look', 'succeeded', 'out'],
    ['ask', 'succeeded', 'a'],
    ['answer', 'failed', 'error'],
    ['sum', 'timed_out', null],
    ['wait', 'waiting', null],
    ['hand', 'cancelled', null],
    ['reply', 'running', null],
    ['reply', 'running', null],
    ['strange', 'queued', null],
    ['off', 'blocked', null],
    ['emoji', 'succeeded', null],
    ['arabic', 'succeeded', 'out'],
    ['arabic', 'succeeded', 'out'],
  ] as const
  const steps = states.map(([node, status, handle], seq) => ({
    seq,
    node_id: node,
    node_name: node,
    node_type: 'api',
    status,
    handle,
    started_at: '2026-11-01T08:00:00Z',
    duration_ms: 10 ** (seq % 6),
    attempt: 1,
    cost: seq % 3 === 0 ? '0' : '0.004210',
    error: null,
    output: null,
  }))
  await page.route('**/api/billing/runs/run_all/', (route) =>
    route.fulfill({
      json: {
        ...Object(originalRun),
        id: 'run_all',
        flow: { id, name: everyCardState.name, version: 1 },
        status: 'succeeded',
        steps,
      },
    }),
  )
  await open(page, service, id, '?run=run_all')
  await expect(
    canvasOf(page)
      .getByRole('group', { name: /Succeeded/ })
      .first(),
  ).toBeVisible()
}

test(
  'cards of a run overlay equal their bitmap: statuses, times, costs, passes, branches, unreached nodes',
  wholeRun,
  async ({ page, sampleService }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await sampleService.signIn(page)
    const id = await importFlow(sampleService, page, everyCardState)
    await openRun(page, sampleService, id)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const zoom of zooms) {
        await zoomTo(page, zoom)
        await expectSimilar(page, `run, ${colorScheme}, ${zoom}`)
      }
    }
    // Other tests count the flows of the sample.
    await sampleService.call(page, 'DELETE', `/flow/${id}/`)
  },
)

test(
  'cards of a difference equal their bitmap: added, removed, changed, moved and unchanged',
  wholeRun,
  async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await service.signIn(page)
    const edited = await EditedService.start(service)
    const id = await importFlow(service, page, everyCardState)
    const history = async () => {
      await page.goto(`${edited.url}/flows/${id}`)
      await tabsOf(page)
        .getByRole('link', { name: /^History/ })
        .click()
      await expect(page.getByRole('heading', { name: /^(No changes|Nothing|\d+ change)/ })).toBeVisible()
    }
    await history()
    edited.edit(id, (flow) => {
      nodeOf(flow, 'look')['config'] = { method: 'POST', url: 'https://shop.example/v3' }
      nodeOf(flow, 'sum')['position'] = { x: 40, y: 200 }
      nodeOf(flow, 'rtl')['config'] = { text: 'Another text' }
      const fresh = { ...nodeOf(flow, 'answer'), id: 'fresh', name: 'New here', position: { x: 840, y: 170 } }
      flow.nodes = [...flow.nodes.filter((one) => one.id !== 'shape' && one.id !== 'hand'), fresh]
      flow.edges = flow.edges.filter((one) => one.source !== 'sum')
    })
    await history()
    await expect(page.getByRole('heading', { name: /^\d+ changes/ })).toBeVisible()
    await canvasOf(page).focus()
    await page.keyboard.press('1')
    await expect.poll(() => zoomOf(page)).toBe(1)
    for (const zoom of zooms) {
      await zoomTo(page, zoom)
      await expectSimilar(page, `difference, ${zoom}`)
    }
    await page.goto('about:blank')
    edited.stop()
  },
)

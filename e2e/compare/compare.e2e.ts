/** Comparison of any two flows. */
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, waitUntilFitted, importFlow } from '#e2e/support/flow-steps.ts'
import {
  at,
  chooseFile,
  differences,
  draft,
  fileOf,
  kind,
  laterDraft,
  linesOf,
  panelOf,
} from '#e2e/support/compare-steps.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

test.beforeEach(async ({ service, page }) => {
  await service.signIn(page)
})

test('compares two flows from the list: on one canvas, side by side, as a list, by keyboard, and swapped', async ({
  page,
  service,
}) => {
  // Wide enough to read cards on two canvases.
  await page.setViewportSize({ width: 2400, height: 1000 })
  await importFlow(service, page, { ...draft, name: 'Compared before' })
  await importFlow(service, page, { ...laterDraft, name: 'Compared before' })
  await page.goto(`${service.url}/flows?search=Compared&ordering=created_at`)
  const boxes = page.getByRole('checkbox', { name: /Compared before/ })
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('region', { name: 'Selected flows' }).getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveTitle(/^Compare · Flows/)
  await expect(linesOf(page).getByRole('listitem')).toHaveCount(4)
  // The order in the list decides which flow is on the Before side.
  if (await linesOf(page).getByRole('button', { name: 'Added: Old parser' }).isVisible())
    await page.getByRole('button', { name: 'Swap' }).click()
  await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
  for (const name of ['Added 1', 'Removed 1', 'Changed 1', 'Moved only 1', 'Same 1'])
    await expect(kind(page, name)).toBeVisible()
  await expect(page.getByText('Edges: 1 added, 1 removed')).toBeVisible()
  const canvas = canvasOf(page)
  for (const name of [/^Call the shop, .*changed$/, /^Calm an.*added$/, /^Old parser.*removed$/, /^Say it.*moved$/])
    await expect(canvas.getByRole('group', { name })).toBeVisible()
  await checkAxe(page)

  await page.keyboard.press('j')
  await expect(linesOf(page).locator('[aria-current]')).toContainText('Call the shop')
  await page.keyboard.press('j')
  await expect(linesOf(page).locator('[aria-current]')).toContainText('Calm an angry contact')
  await expect(page).toHaveURL(/at=2/)
  await page.keyboard.press('k')
  await expect(panelOf(page).getByText('1 of 4')).toBeVisible()
  await canvas.getByRole('group', { name: /^Say it/ }).click()
  await expect(linesOf(page).locator('[aria-current]')).toContainText('Say it')

  await kind(page, 'Moved only 1').click()
  await expect(linesOf(page).getByRole('listitem')).toHaveText(differences.slice(0, 3))
  await expect(canvas.getByRole('group', { name: /^Say it.*moved$/ })).toHaveCount(0)
  await kind(page, 'Same 1').click()
  await expect(linesOf(page).getByRole('listitem').last()).toContainText('Begin')

  await page.getByText('Side by side', { exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Before' }).getByRole('group', { name: /^Old parser.*removed$/ }),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'After' }).getByRole('group', { name: /^Calm an.*added$/ }),
  ).toBeVisible()
  await checkAxe(page)

  await page.getByText('List', { exact: true }).click()
  await expect(canvas).toHaveCount(0)
  await expect(linesOf(page).getByRole('listitem')).toHaveText([/Begin/, /Call the shop/, /Calm/, /Old parser/])
  await checkAxe(page)
  await page.reload()
  await expect(linesOf(page).getByRole('listitem')).toHaveCount(4)
})

test('synchronizes two canvases side by side', wholeRun, async ({ page, service }) => {
  await page.setViewportSize({ width: 2400, height: 1000 })
  const before = await importFlow(service, page, draft)
  const after = await importFlow(service, page, laterDraft)
  await page.goto(`${service.url}/flows/compare?before=flow:${before}&after=flow:${after}&view=side`)
  const [left, right] = [page.getByRole('region', { name: 'Before' }), page.getByRole('region', { name: 'After' })]
  for (const one of [left, right]) await expect(one.getByRole('group', { name: /^Call the shop/ })).toBeVisible()
  const zoomOf = (one: typeof left) => one.locator('.zoom')
  const isSame = async () => (await zoomOf(right).textContent()) === (await zoomOf(left).textContent())
  await waitUntilFitted(page)
  await expect.poll(isSame).toBe(true)
  const start = await zoomOf(left).textContent()
  await left.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoomOf(left)).not.toHaveText(start ?? '')
  // The zoom is animated.
  await expect.poll(isSame).toBe(true)
  const canvasPosition = async (one: typeof left) => {
    const box = await one.getByRole('group', { name: /^Call the shop/ }).boundingBox()
    const own = await one.boundingBox()
    return [Math.round((box?.x ?? 0) - (own?.x ?? 0)), Math.round((box?.y ?? 0) - (own?.y ?? 0))]
  }
  await expect.poll(async () => String(await canvasPosition(right)) === String(await canvasPosition(left))).toBe(true)
})

test(
  'lists thousands of differences in pages, and j continues on the next page',
  wholeRun,
  async ({ page, service }) => {
    const count = 3_000
    const many = (url: string) => ({
      name: 'Large',
      nodes: Array.from({ length: count }, (_, index) =>
        // Padded, so that the ids sort in numeric order.
        node(`n${String(index).padStart(4, '0')}`, 'api', `Step ${index}`, {
          ...at((index % 60) * 300, Math.floor(index / 60) * 120),
          config: { url },
        }),
      ),
      edges: [],
    })
    await page.goto(`${service.url}/flows/compare`)
    await chooseFile(page, 'Before', fileOf('a.json', many('v1')))
    await chooseFile(page, 'After', fileOf('b.json', many('v2')))
    await expect(kind(page, 'Changed 3,000')).toBeVisible()
    await expect(linesOf(page).getByRole('listitem')).toHaveCount(100)
    await panelOf(page).getByRole('button', { name: 'Next', exact: true }).click()
    await expect(linesOf(page).getByRole('button', { name: 'Changed: Step 100' })).toBeVisible()
    await linesOf(page).getByRole('button', { name: 'Changed: Step 199' }).click()
    await page.keyboard.press('j')
    await expect(linesOf(page).locator('[aria-current]')).toContainText('Step 200')
    await expect(panelOf(page).getByText('201 of 3,000')).toBeVisible()
  },
)

test(
  'shows long, right-to-left and hostile names at every width without overflow',
  wholeRun,
  async ({ page, service }) => {
    const long = 'עברית '.repeat(33).trim()
    const textFile = (text: string) => ({
      name: long,
      nodes: [
        node('__proto__', 'constructor', '<img src=x onerror=alert(1)>', { ...at(0, 0), config: { text } }),
        node('b', 'note', 'n'.repeat(200), { ...at(400, 0), config: { __proto__x: text } }),
      ],
    })
    const before = await importFlow(service, page, textFile('a'))
    const after = await importFlow(service, page, textFile('b'.repeat(400)))
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${service.url}/flows/compare?before=flow:${before}&after=flow:${after}`)
      await expect(linesOf(page).getByRole('listitem')).toHaveCount(2)
      if (width > 320) await checkAxe(page)
      await expectNoHorizontalOverflow(page)
    }
  },
)

test('a viewer can compare flows', wholeRun, async ({ page, service }) => {
  const before = await importFlow(service, page, draft)
  const after = await importFlow(service, page, laterDraft)
  await service.signInAsViewer(page)
  await page.goto(`${service.url}/flows/compare?before=flow:${before}&after=flow:${after}`)
  await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
})

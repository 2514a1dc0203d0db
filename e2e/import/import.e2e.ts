/**
 * Import of flow files by button and by drop: each file is reviewed before it is sent, and an invalid file is refused
 * with a message.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { Template } from '#contract/flow.ts'
import { corpusFiles, fixture } from '#e2e/support/flow-files.ts'
import {
  waitUntilRead,
  canvasOf,
  chooseFiles,
  dropFiles,
  dropLargeFile,
  importFile,
  importReady,
  readDownload,
  openFlowId,
  rowsOf,
} from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

/** Nodes and edges of a template; groups are frames, and are not counted. */
const countsIn = (file: unknown) => {
  const { flow } = Template.parse(file)
  return { nodes: flow.nodes.filter((node) => node.type !== 'group').length, edges: flow.edges.length }
}

/**
 * Files of the repo first, so that the main case is tested with or without a corpus. Unit tests cover reading each
 * format.
 */
const mainFiles = [
  { path: fixture('n8n-orders.json'), name: 'our n8n file', nodes: 10, edges: 9 },
  { path: fixture('rivet/talk.rivet-project'), name: 'our Rivet project of two graphs', nodes: 7, edges: 6 },
  ...corpusFiles('n8n')
    .filter(({ nodes }) => nodes > 15)
    .slice(0, 1),
  ...corpusFiles('node-red')
    .filter(({ nodes }) => nodes > 20 && nodes < 40)
    .slice(0, 1),
]

/** The counts of the drawn flow: "12 nodes", "11 edges". */
async function shownCounts(page: Page): Promise<{ nodes: number; edges: number }> {
  const words = (await canvasOf(page).getAttribute('aria-label')) ?? ''
  const number = (noun: string) => Number(new RegExp(`(\\d+)\\s+${noun}s?\\b`).exec(words)?.[1] ?? Number.NaN)
  return { nodes: number('node'), edges: number('edge') }
}

for (const [index, { path, name, nodes, edges }] of mainFiles.entries()) {
  // For daily tests one format is enough.
  const tier = index === 0 ? {} : wholeRun
  test(`imports ${name} by drop, shows it on the canvas, and exports it again`, tier, async ({ page, service }) => {
    await service.open(page, '/flows')
    await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
    await dropFiles(page, [{ name: basename(path), text: readFileSync(path, 'utf8') }])
    await waitUntilRead(page)
    await expect(canvasOf(page)).toBeVisible()
    const rows = await rowsOf(page).count()
    // A file with several tabs has one row for each; their counts add up to those of the file.
    const sum = { nodes: 0, edges: 0 }
    for (let at = 0; at < rows; at += 1) {
      await rowsOf(page).nth(at).click()
      await expect(rowsOf(page).nth(at)).toHaveAttribute('aria-selected', 'true')
      const counts = await shownCounts(page)
      sum.nodes += counts.nodes
      sum.edges += counts.edges
    }
    expect(sum).toEqual({ nodes, edges })
    await importReady(page)
    if (rows > 1) {
      await expect(page.getByText(`${rows} imported`)).toBeVisible()
      return
    }
    await expect(page.getByRole('application', { name: `: ${nodes} nodes, ${edges} edges.` })).toBeVisible()
    await expect(page.getByText(/imported as a draft/)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Export/ }).click()
    expect(countsIn(await readDownload(await download))).toEqual({ nodes, edges })
  })
}

test('shows every node of a file on the canvas', wholeRun, async ({ page, service }) => {
  await service.open(page, '/flows')
  await chooseFiles(page, fixture('node-red-garden.json'))
  await importReady(page)
  await expect(page.getByText('3 imported')).toBeVisible()
  await page.goto(`${service.url}/flows`)
  await importFile(page, fixture('template-small.json'))
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByText(/imported as a draft/)).toBeVisible()
  const id = openFlowId(page)
  const file = countsIn(await service.call(page, 'GET', `/flow/${id}/export/`))
  await expect(canvasOf(page).getByRole('group')).toHaveCount(file.nodes)
})

const asFile = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('shows where and why each bad file fails, and imports the others', async ({ page, service }) => {
  await service.open(page, '/flows')
  await chooseFiles(page, [
    asFile('cut.json', '{"nodes": [\n  {"id": "a"'),
    asFile('words.json', 'Dear all,'),
    asFile('nothing.json', ''),
    asFile('package.json', '{"name": "x", "version": "1.0.0"}'),
    asFile('deep.json', '['.repeat(10_000) + ']'.repeat(10_000)),
    asFile('tabs.yaml', 'id: a\ntasks:\n\t- id: b'),
    asFile('comments.json', '{\n  // nodes\n  "nodes": []\n}'),
    { name: 'good.json', mimeType: 'application/json', buffer: readFileSync(fixture('n8n-orders.json')) },
  ])
  const refused = [
    ['cut.json', 'Line 2'],
    ['words.json', 'Line 1, column 1'],
    ['nothing.json', 'is empty'],
    ['package.json', 'contains no flow'],
    ['deep.json', 'nested deeper'],
    ['tabs.yaml', 'Line 3, column 1'],
    ['comments.json', 'contains comments'],
  ] as const
  const flow = page.getByRole('region', { name: 'Flow', exact: true })
  for (const [name, words] of refused) {
    await rowsOf(page).filter({ hasText: name }).click()
    await expect(flow).toContainText(name)
    await expect(flow).toContainText(words)
  }
  await checkAxe(page)
  await expect(rowsOf(page).filter({ hasText: 'good.json' })).toContainText(/\d steps/)
  await importReady(page)
  await expect(page.getByText('1 imported · 7 refused')).toBeVisible()
  await rowsOf(page).filter({ hasText: 'good.json' }).click()
  await page.getByRole('link', { name: 'Open flow' }).click()
  await expect(canvasOf(page)).toBeVisible()
})

test('refuses a file of 33 MB before sending anything', wholeRun, async ({ page, service }) => {
  await service.open(page, '/flows')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  // The page handles drops only once it has loaded.
  await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
  await dropLargeFile(page, 'large.json', 33 * 1024 * 1024)
  await expect(page.getByText(/The file is 33\.0 MB\. The limit is 32 MB\./)).toBeVisible()
  expect(sent).toEqual([])
})

test(
  'reads a file while the service is down, and imports the flow once on retry',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    test.slow()
    pageErrors.allow(serviceDownErrors)
    await freshService.setUp(page)
    await page.goto(`${freshService.url}/flows`)
    await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    // Refusing a file shows that the reader has loaded.
    await dropFiles(page, [{ name: 'words.json', text: 'Dear all,' }])
    await expect(page.getByText('Line 1, column 1.')).toBeVisible()
    await freshService.stop()
    await chooseFiles(page, fixture('n8n-orders.json'))
    await rowsOf(page).filter({ hasText: 'n8n-orders.json' }).click()
    await importReady(page)
    await expect(page.getByText('1 refused · 1 failed')).toBeVisible()
    await freshService.restart()
    // Code that failed to load is loaded again automatically.
    const review = page.getByRole('complementary', { name: 'Review' })
    const retry = review.getByRole('button', { name: 'Try again' })
    await expect(review.getByText('Orders to the warehouse', { exact: true })).toBeVisible()
    await retry.click()
    await expect(page.getByText(/1 imported · 1 refused/)).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Flows' }).click()
    await expect(page.getByRole('row', { name: /Orders to the warehouse/ })).toHaveCount(1)
  },
)

test(
  'keeps a file while its reader cannot be loaded, and reads it on retry',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await freshService.setUp(page)
    // Works because the reader is not in the browser's cache yet.
    await page.route(/file-worker/, (route) => route.abort())
    await page.goto(`${freshService.url}/flows`)
    await chooseFiles(page, fixture('n8n-orders.json'))
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await page.unroute(/file-worker/)
    await retry.click()
    await importReady(page)
    await expect(canvasOf(page)).toBeVisible()
  },
)

/** Flows come in as files, by button and by drop; what cannot be one is refused in words, and nothing is lost. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Template } from '#contract/flow.ts'
import { corpusFiles, fixture } from './flow-files.ts'
import { canvasOf, dropFiles, dropLargeFile, importFiles, jsonOf, openFlowId } from './flow-steps.ts'
import { checkAxe, expect, test } from './service.ts'

/** Groups are frames and not counted. */
const countsIn = (file: unknown) => {
  const { flow } = Template.parse(file)
  return { nodes: flow.nodes.filter((node) => node.type !== 'group').length, edges: flow.edges.length }
}

/** Files with one flow each; those of the repo first, so that the main job is tried with or without a corpus. */
const mainFiles = [
  { path: fixture('n8n-orders.json'), name: 'our n8n file', nodes: 10, edges: 9 },
  ...corpusFiles('n8n')
    .filter(({ nodes }) => nodes > 15)
    .slice(0, 3),
  ...corpusFiles('node-red')
    .filter(({ nodes }) => nodes > 20 && nodes < 40)
    .slice(0, 2),
]

for (const { path, name, nodes, edges } of mainFiles) {
  test(`drop ${name}, see it on the canvas, download it again`, async ({ page, service }) => {
    await service.signIn(page)
    await page.goto(`${service.url}/flows`)
    await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
    await dropFiles(page, [{ name: basename(path), text: readFileSync(path, 'utf8') }])
    const through = page.getByText(/^(\d+) of \1 flows? imported$/)
    await expect(canvasOf(page).or(through)).toBeVisible()
    if (await through.isVisible()) {
      // A file with several tabs gives a row for each; together they hold what the file holds.
      const rows = await page
        .getByRole('list', { name: 'Imported files' })
        .getByText(/Imported as a draft/)
        .allTextContents()
      const sum = (word: string) =>
        rows.reduce((total, row) => total + Number(new RegExp(`(\\d+) ${word}`).exec(row)?.[1] ?? 0), 0)
      expect({ nodes: sum('node'), edges: sum('edge') }).toEqual({ nodes, edges })
      return
    }
    await expect(page.getByText(`${nodes} nodes · ${edges} edges`)).toBeVisible()
    await expect(page.getByText(/imported as a draft/)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Export/ }).click()
    expect(countsIn(await jsonOf(await download))).toEqual({ nodes, edges })
  })
}

test('every node of a file stands on the canvas, and an export is imported as the same again', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  await page.goto(`${service.url}/flows`)
  await importFiles(page, fixture('node-red-garden.json'))
  await expect(page.getByText(/flows? imported|imported as a draft/).first()).toBeVisible()
  await page.goto(`${service.url}/flows`)
  await importFiles(page, fixture('template-small.json'))
  await expect(canvasOf(page)).toBeVisible()
  const id = openFlowId(page)
  const file = countsIn(await service.call(page, 'GET', `/flow/${id}/export/`))
  await expect(canvasOf(page).getByRole('group')).toHaveCount(file.nodes)
})

test('one bad file stops none, and each says where it fails and why', async ({ page, service }) => {
  await service.signIn(page)
  await page.goto(`${service.url}/flows`)
  await importFiles(page, [
    { name: 'cut.json', mimeType: 'application/json', buffer: Buffer.from('{"nodes": [\n  {"id": "a"') },
    { name: 'words.json', mimeType: 'application/json', buffer: Buffer.from('Dear all,') },
    { name: 'nothing.json', mimeType: 'application/json', buffer: Buffer.from('') },
    { name: 'package.json', mimeType: 'application/json', buffer: Buffer.from('{"name": "x", "version": "1.0.0"}') },
    { name: 'deep.json', mimeType: 'application/json', buffer: Buffer.from('['.repeat(10_000) + ']'.repeat(10_000)) },
    { name: 'good.json', mimeType: 'application/json', buffer: readFileSync(fixture('n8n-orders.json')) },
  ])
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
  await expect(page.getByText('1 of 6 flows imported')).toBeVisible()
  await expect(row('cut.json')).toContainText('Line 2')
  await expect(row('words.json')).toContainText('Line 1, column 1')
  await expect(row('nothing.json')).toContainText('no content')
  await expect(row('package.json')).toContainText('No flow was found')
  await expect(row('deep.json')).toContainText('nested deeper')
  await expect(row('good.json')).toContainText('10 nodes')
  await checkAxe(page)
  await row('good.json').getByRole('link').click()
  await expect(canvasOf(page)).toBeVisible()
})

test('33 MB are refused before anything is sent', async ({ page, service }) => {
  await service.signIn(page)
  await page.goto(`${service.url}/flows`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  // Before the page is there nothing takes the file.
  await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Flows/ })).toBeVisible()
  await dropLargeFile(page, 'large.json', 33 * 1024 * 1024)
  await expect(page.getByText(/The file has 33\.0 MB\. The limit is 32 MB\./)).toBeVisible()
  expect(sent).toEqual([])
})

test('the service is down: the flow waits and arrives once when it is back', async ({
  page,
  freshService,
  troubles,
}) => {
  troubles.allow(/Failed to load resource/)
  await freshService.setUp(page)
  await page.goto(`${freshService.url}/flows`)
  await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
  // The reader has loaded once it has refused something.
  await dropFiles(page, [{ name: 'words.json', text: 'Dear all,' }])
  await expect(page.getByText('Line 1, column 1')).toBeVisible()
  await freshService.stop()
  await importFiles(page, fixture('n8n-orders.json'))
  const retry = page.getByRole('list', { name: 'Imported files' }).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(page.getByText('Orders to the warehouse')).toBeVisible()
  await freshService.restart()
  await retry.click()
  await expect(page.getByText('1 of 2 flows imported')).toBeVisible()
  await expect(page.getByRole('row', { name: /Orders to the warehouse/ })).toHaveCount(1)
})

test('the reader cannot be loaded: the file waits and is read when the service is back', async ({
  page,
  freshService,
  troubles,
}) => {
  troubles.allow(/Failed to load resource/)
  await freshService.setUp(page)
  // Nothing of the reader is in the browser yet.
  await page.route(/import-worker/, (route) => route.abort())
  await page.goto(`${freshService.url}/flows`)
  await importFiles(page, fixture('n8n-orders.json'))
  const retry = page.getByRole('list', { name: 'Imported files' }).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(/import-worker/)
  await retry.click()
  await expect(page.getByText('1 of 1 flow imported')).toBeVisible()
})

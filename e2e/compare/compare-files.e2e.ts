/** Comparing a flow with a file, or with a version that was viewed in this browser. */
import { EditedService, nodeOf } from '#e2e/support/edited-service.ts'
import { corpusFiles } from '#e2e/support/flow-files.ts'
import { node } from '#test/support/flow-draft.ts'
import { canvasOf, importFlow, tabsOf } from '#e2e/support/flow-steps.ts'
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
  sidePicker,
} from '#e2e/support/compare-steps.ts'
import { checkAxe, expect, test, serviceDownErrors, wholeRun } from '#e2e/support/service.ts'

test.beforeEach(async ({ service, page }) => {
  await service.signIn(page)
})

test(
  'compares a flow with a file without sending the file; ids and positions can be ignored',
  wholeRun,
  async ({ page, service }) => {
    const id = await importFlow(service, page, draft)
    const requests: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()))
    await page.goto(`${service.url}/flows/${id}`)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Compare with…' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a flow to compare with' })).toBeVisible()
    await checkAxe(page)
    await chooseFile(page, 'After', fileOf('status.flow.json', laterDraft))
    await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
    await expect(sidePicker(page, 'After')).toContainText('status.flow.json')

    const named = (one: string) => `x${one}`
    const renamed = {
      name: draft.name,
      nodes: draft.nodes.map((one) => ({ ...one, id: named(one.id), position: { x: 5, y: 5 } })),
      edges: draft.edges.map((one) => ({
        ...one,
        id: named(one.id),
        source: named(one.source),
        target: named(one.target),
      })),
    }
    await chooseFile(page, 'After', fileOf('other-ids.json', renamed))
    await expect(kind(page, 'Changed 7')).toBeVisible()
    await page.getByRole('button', { name: 'Ignore' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Ignore ids' }).click()
    await expect(kind(page, 'Moved only 4')).toBeVisible()
    await page.getByRole('menuitemcheckbox', { name: 'Ignore positions' }).click()
    await page.keyboard.press('Escape')
    await expect(panelOf(page).getByText('No differences apart from what is ignored')).toBeVisible()
    await expect(page).toHaveURL(/ids=ignore&positions=ignore/)
    expect(requests).toEqual([])

    // An invalid file leaves the comparison unchanged.
    await chooseFile(page, 'Before', { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('hello') })
    await expect(page.getByRole('alert')).toContainText(/notes\.json cannot be compared\. Line 1, column 1/)
    await expect(panelOf(page).getByText('No differences apart from what is ignored')).toBeVisible()
    // Files are stored in this browser only.
    await page.reload()
    await expect(panelOf(page).getByText('No differences apart from what is ignored')).toBeVisible()
    await page.goto(`${service.url}/flows/compare?before=flow:${id}&after=file:another`)
    await expect(page.getByRole('heading', { name: 'The flow under “After” is not in this browser' })).toBeVisible()
    await checkAxe(page)
  },
)

test('shows a secret on neither side', wholeRun, async ({ page, service }) => {
  const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c0d9e'
  const withKey = (key: string, url: string) => ({
    name: 'Keyed',
    nodes: [node('call', 'api', 'Call', { ...at(0, 0), config: { url, headers: { authorization: `Bearer ${key}` } } })],
  })
  await page.goto(`${service.url}/flows/compare`)
  await chooseFile(page, 'Before', fileOf('a.json', withKey(secret, 'v1')))
  await chooseFile(page, 'After', fileOf('b.json', withKey(`${secret}zz`, 'v2')))
  await expect(linesOf(page).getByRole('listitem')).toHaveText([/url: v1.*url: v2/s])
  await page.getByText('Side by side', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'After' }).getByRole('group', { name: /^Call/ })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
})

test('compares with the last viewed version, from the history of the flow', wholeRun, async ({ page, service }) => {
  const edited = await EditedService.start(service)
  try {
    const id = await importFlow(service, page, draft)
    const openDifferences = async () => {
      await page.goto(`${edited.url}/flows/${id}`)
      await tabsOf(page)
        .getByRole('link', { name: /^History/ })
        .click()
    }
    await openDifferences()
    await expect(page.getByText('From now on, changes between two visits')).toBeVisible()
    edited.edit(id, (flow) => {
      nodeOf(flow, 'call')['config'] = { url: 'https://shop.example/v2', retries: 1 }
    })
    await openDifferences()
    await page.getByRole('link', { name: 'Compare in full' }).click()
    await expect(linesOf(page).getByRole('listitem')).toHaveText(differences.slice(0, 1))
    await expect(sidePicker(page, 'Before')).toContainText('version 1, as last viewed')
    // The options include the viewed version, beside the flows of the service.
    await sidePicker(page, 'Before').click()
    await expect(page.getByRole('option', { name: /version 1, as last viewed/ })).toBeVisible()
    await page.goto('about:blank')
  } finally {
    edited.stop()
  }
})

test(
  'offers another choice for a deleted flow and keeps the other side; ignores invalid values',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    const id = await importFlow(service, page, draft)
    await page.goto(`${service.url}/flows/compare?before=flow:${id}&after=flow:nothing`)
    await expect(page.getByRole('heading', { name: 'The flow under “After” could not be found' })).toBeVisible()
    await expect(sidePicker(page, 'Before')).toContainText('Order status')
    await sidePicker(page, 'After').click()
    await page
      .getByRole('option', { name: /^Order status/ })
      .first()
      .click()
    await expect(panelOf(page)).toBeVisible()
    await page.goto(`${service.url}/flows/compare?before=planet:1&view=x&show=nothing`)
    await expect(page.getByRole('heading', { name: 'Choose two flows to compare' })).toBeVisible()
  },
)

test(
  'compares an opened file with a flow, then with another file, and copies the differences as text',
  wholeRun,
  async ({ page, service }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await importFlow(service, page, { ...laterDraft, name: 'Status of the file' })
    await page.goto(`${service.url}/flows/file`)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles(fileOf('mine.flow.json', draft))
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Compare with…' }).click()
    await expect(sidePicker(page, 'Before')).toContainText('mine.flow.json')
    await sidePicker(page, 'After').click()
    await page.keyboard.type('Status of the file')
    await page.getByRole('option', { name: /^Status of the file/ }).click()
    await expect(linesOf(page).getByRole('listitem')).toHaveText([/Flow/, ...differences])
    await chooseFile(page, 'After', fileOf('yours.flow.json', laterDraft))
    await expect(sidePicker(page, 'After')).toContainText('yours.flow.json')
    await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('mine.flow.json')
    expect(copied).toContain('yours.flow.json')
    for (const words of ['Call the shop', 'Calm an angry contact', 'Old parser', 'https://shop.example/v2'])
      expect(copied).toContain(words)
  },
)

test(
  'compares two files, or an open flow and a file, while the service is down',
  wholeRun,
  async ({ page, freshService, pageErrors }) => {
    test.slow()
    pageErrors.allow(serviceDownErrors)
    await freshService.setUp(page)
    const id = await importFlow(freshService, page, draft)
    await page.goto(`${freshService.url}/flows/compare`)
    await expect(page.getByRole('heading', { name: 'Choose two flows to compare' })).toBeVisible()
    // Code for reading, comparing and drawing may load a moment after the page, and a page with live updates is never
    // idle: waits until no more resources are loaded.
    let [loaded, same] = [-1, 0]
    const timesSame = async () => {
      const before = loaded
      loaded = await page.evaluate(() => performance.getEntriesByType('resource').length)
      same = loaded === before ? same + 1 : 0
      return same
    }
    await expect.poll(timesSame, { intervals: [1_000], timeout: 40_000 }).toBeGreaterThan(2)
    await freshService.stop()
    await chooseFile(page, 'Before', fileOf('a.json', draft))
    await chooseFile(page, 'After', fileOf('b.json', laterDraft))
    await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
    await expect(canvasOf(page)).toBeVisible()
    await freshService.restart()
    await page.goto(`${freshService.url}/flows/compare?before=flow:${id}`)
    await expect(sidePicker(page, 'Before')).toContainText('Order status')
    await freshService.stop()
    await chooseFile(page, 'After', fileOf('b.json', laterDraft))
    await expect(linesOf(page).getByRole('listitem')).toHaveText(differences)
    await freshService.restart()
  },
)

for (const { path, name } of ['n8n', 'node-red', 'langflow'].flatMap((format) => corpusFiles(format).slice(0, 1)))
  test(`finds no differences when ${name} is compared with itself`, wholeRun, async ({ page, service }) => {
    await page.goto(`${service.url}/flows/compare`)
    await chooseFile(page, 'Before', path)
    await chooseFile(page, 'After', path)
    await expect(panelOf(page).getByText('No differences', { exact: true })).toBeVisible()
  })

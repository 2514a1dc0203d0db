/** Steps on flow pages that several tests share. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { expect, type TestService } from './service.ts'

/** Chooses files on the import page, starting from the flows page, and waits until they are read. */
export async function chooseFiles(page: Page, files: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  const choose = page.getByRole('button', { name: /^Choose (more )?files/ })
  const start = page.getByRole('button', { name: 'Import', exact: true })
  await expect(choose.or(start).first()).toBeVisible()
  if (!(await choose.isVisible())) await start.click()
  const chooser = page.waitForEvent('filechooser')
  await choose.click()
  const picker = await chooser
  await picker.setFiles(files)
  await waitUntilRead(page)
}

/** Waits until every row shows its content, or its error. A single file has no row in a narrow window. */
export async function waitUntilRead(page: Page): Promise<void> {
  const flow = page.getByRole('region', { name: 'Flow', exact: true })
  await expect(rowsOf(page).first().or(flow).first()).toBeVisible()
  await expect(flow.getByText(/^(queued|reading)/i)).toHaveCount(0)
  await expect(page.getByRole('option', { name: /queued|reading/ })).toHaveCount(0)
}

/** The rows of the import that are rendered. */
export const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Files and flows' }).getByRole('option')

/**
 * The button of the page that imports all rows that are ready; for a single one, it says what is left to do. The review
 * below has one for the open row, if there are several.
 */
export const importButton = (page: Page) =>
  page
    .getByRole('button', {
      name: /^Import( [\d,]+ flows?((, [\d,]+)? with problems)?| with [\d,]+ problems?| as it is)?$/,
    })
    .first()

/** Imports all rows that are ready. */
export const importReady = (page: Page) => importButton(page).click()

/** Imports a file with one flow, starting from the flows page, and waits for the page of that flow. */
export async function importFile(page: Page, file: string): Promise<void> {
  await chooseFiles(page, file)
  await importReady(page)
  await expect(page.getByRole('heading', { name: /^Import/, level: 1 })).toHaveCount(0)
}

/** Drops files on the page, as from a folder. */
export async function dropFiles(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, text } of list) transfer.items.add(new File([text], name, { type: 'application/json' }))
    return transfer
  }, files)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
  await expect(page.getByText('Drop files to import them')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

/** Drops a file of this many spaces on the page. */
export async function dropLargeFile(page: Page, name: string, bytes: number): Promise<void> {
  const data = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(file.bytes).fill(32)], file.name, { type: 'application/json' }))
      return transfer
    },
    { name, bytes },
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

/** The canvas, whose name contains the number of nodes and edges. */
export const canvasOf = (page: Page) => page.getByRole('application', { name: /^Canvas of / })

/** Waits until the flow is drawn in its viewport. */
export const waitUntilFitted = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.getEntriesByName('flow:fitted').length)).toBeGreaterThan(0)

export interface Point {
  x: number
  y: number
}

export interface View extends Point {
  zoom: number
  /** Upper left corner and size of the canvas on the screen. */
  left: number
  top: number
  width: number
  height: number
}

/** The viewport of the canvas once it has not changed for three frames. */
export async function viewOf(page: Page): Promise<View> {
  // An early picture is fitted before there is a canvas.
  await canvasOf(page).waitFor()
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve))
    const now = () => {
      const layer = document.querySelector('.react-flow__viewport')
      const canvas = document.querySelector('.react-flow')
      if (layer === null || canvas === null) throw new Error('The page has no canvas.')
      const { a, e, f } = new DOMMatrix(getComputedStyle(layer).transform)
      const { left, top, width, height } = canvas.getBoundingClientRect()
      return { x: e, y: f, zoom: a, left, top, width, height }
    }
    let [last, same] = [now(), 0]
    while (same < 3) {
      await frame()
      const next = now()
      same = JSON.stringify(next) === JSON.stringify(last) ? same + 1 : 0
      last = next
    }
    return last
  })
}

/** The id of the flow whose page is open. */
export const openFlowId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Creates a flow through the service; returns its id. */
export async function createFlow(service: TestService, page: Page, name: string): Promise<string> {
  const made = await service.call(page, 'POST', '/flow/', { name })
  return typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : ''
}

/** A downloaded file as JSON. */
export async function readDownload(download: Download): Promise<unknown> {
  return JSON.parse(readFileSync(await download.path(), 'utf8'))
}

interface Draft {
  name: string
  nodes?: unknown[]
  edges?: unknown[]
  variables?: unknown[]
  settings?: unknown
  metadata?: unknown
}

/** Creates a flow from a template of our own format; returns its id. */
export async function importFlow(service: TestService, page: Page, draft: Draft): Promise<string> {
  const template = {
    format: 'flow-template',
    format_version: '1.0',
    exported_at: '2026-11-01T08:00:00Z',
    generator: { name: 'test', version: '1' },
    flow: { description: '', nodes: [], edges: [], metadata: {}, variables: [], settings: {}, ...draft },
    requires: { tools: [], channels: [], secrets: [] },
    redacted: [],
  }
  const made = await service.call(page, 'POST', '/flow/import/', { template })
  return typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : ''
}

/** The tabs of a flow's page. */
export const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Flow views' })

/** Opens a part of a flow's details: "JSON". */
export async function openDetails(page: Page, part: string): Promise<void> {
  await tabsOf(page).getByRole('link', { name: 'Details' }).click()
  await page.getByRole('navigation', { name: 'Details' }).getByRole('link', { name: part }).click()
}

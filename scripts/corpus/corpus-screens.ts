/**
 * `npm run screens -- DIR --corpus FOLDER`: every flow of a folder of flow files on the canvas, fitted and at three
 * zooms, in both themes, as contact sheets: DIR/corpus-<theme>-<number>.png, one row per flow. Unreadable files are
 * listed with the reason.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { countsOf } from '#flow/node-kind.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { writeTemplate } from '#flow/file/template.ts'
import { findBrowser } from '#scripts/browser.mjs'
import { viewOf, zoomTo } from '#scripts/canvas-view.ts'
import { startService } from '#scripts/service.mjs'

const themes = ['light', 'dark'] as const
/** Zooms in addition to the whole flow: slightly above 25 and 60 %, where the level of detail changes, and 100 %. */
const zooms = [0.251, 0.602, 1] as const
/** Wide enough that the canvas opens with the whole flow. */
const windowSize = { width: 1120, height: 760 }
/** A picture on a sheet: a part of the canvas at full size, or the whole flow reduced. */
const cell = { width: 560, height: 340 }
const rowsPerSheet = 6
const settleMs = 300
/** Timeout in ms, after which a flow is captured even if its canvas has not loaded. */
const timeoutMs = 30_000

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }
const generator = { name: 'Flow Console', version: '1' }
const CreatedFlow = z.object({ id: z.string() })

interface Entry {
  id: string
  label: string
}

interface Capture {
  png: Buffer
  /** Position of the canvas in the picture. */
  canvas: { x: number; y: number; width: number; height: number }
  /** The centre of the part that is shown; null = the whole, reduced. */
  middle: { x: number; y: number } | null
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesOf(path)
      return /\.(?:json|ya?ml|rivet-\w+)$/.test(entry.name) ? [path] : []
    })
}

/** Reads all files and imports their flows into the service. */
async function importAll(folder: string, context: BrowserContext, url: string): Promise<Entry[]> {
  const entries: Entry[] = []
  let rejected = 0
  for (const path of filesOf(folder)) {
    const name = relative(folder, path)
    const read = readFlowFile({ name, bytes: readFileSync(path) })
    if (!read.ok) {
      rejected += 1
      console.log(`  refused  ${name}: ${read.message}`)
      continue
    }
    for (const draft of read.flows) {
      const template = writeTemplate(draft, { exportedAt: '2026-01-01T00:00:00Z', generator })
      const response = await context.request.post(`${url}/api/flow/import/`, {
        data: { template },
        headers: { origin: url },
      })
      if (!response.ok()) {
        console.log(`  refused by the service  ${name}, ${draft.name}: ${(await response.text()).slice(0, 300)}`)
        continue
      }
      const { nodes, edges } = countsOf(draft)
      const { id } = CreatedFlow.parse(await response.json())
      entries.push({ id, label: `${name} · ${draft.name} · ${nodes} nodes, ${edges} edges` })
    }
  }
  console.log(`  ${entries.length} flows; ${rejected} files refused`)
  return entries
}

/** Side of the cells for finding the densest point, and height of the controls at the bottom; both in pixels. */
const inkGrid = { side: 8, controls: 140 }

/** Cells of a canvas picture that differ from the background by more than the colour of notes, in rows. */
function inkOf(
  scratchPage: Page,
  { png, canvas }: Capture,
): Promise<{ columns: number; rows: number; ink: boolean[] }> {
  return scratchPage.evaluate(
    async ({ base64, box, side, controls }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes]))
      const [columns, rows] = [Math.floor(box.width / side), Math.floor((box.height - controls) / side)]
      const pen = new OffscreenCanvas(columns, rows).getContext('2d')
      if (pen === null) throw new Error('No 2D context to read the picture with.')
      pen.drawImage(image, box.x, box.y, columns * side, rows * side, 0, 0, columns, rows)
      const { data } = pen.getImageData(0, 0, columns, rows)
      const [red = 0, green = 0, blue = 0] = data
      const ink = Array.from({ length: columns * rows }, (_, cellAt) => {
        const [r = 0, g = 0, b = 0] = data.subarray(4 * cellAt, 4 * cellAt + 3)
        return Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) > 60
      })
      return { columns, rows, ink }
    },
    { base64: png.toString('base64'), box: canvas, ...inkGrid },
  )
}

/**
 * The densest point of a fitted flow's picture for a window at a higher zoom; of equals the one closest to the centre.
 */
async function densestPoint(
  scratchPage: Page,
  capture: Capture,
  zoomFactor: number,
): Promise<{ x: number; y: number }> {
  const { columns, rows, ink } = await inkOf(scratchPage, capture)
  const halfCell = {
    x: Math.max(1, Math.round(cell.width / zoomFactor / inkGrid.side / 2)),
    y: Math.max(1, Math.round(cell.height / zoomFactor / inkGrid.side / 2)),
  }
  const countAt = (x: number, y: number): number => {
    let count = 0
    for (let down = Math.max(0, y - halfCell.y); down < Math.min(rows, y + halfCell.y); down += 1)
      for (let right = Math.max(0, x - halfCell.x); right < Math.min(columns, x + halfCell.x); right += 1)
        if (ink[down * columns + right] === true) count += 1
    return count
  }
  const distanceFromCentre = (x: number, y: number): number => Math.hypot(x - columns / 2, y - rows / 2)
  let best = { count: 0, x: columns / 2, y: rows / 2 }
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const count = countAt(x, y)
      const isNearer = count === best.count && distanceFromCentre(x, y) < distanceFromCentre(best.x, best.y)
      if (count > best.count || isNearer) best = { count, x: x + 0.5, y: y + 0.5 }
    }
  return { x: capture.canvas.x + best.x * inkGrid.side, y: capture.canvas.y + best.y * inkGrid.side }
}

async function capture(page: Page, middle: Capture['middle']): Promise<Capture> {
  const canvas = await page.locator('.react-flow').boundingBox()
  return { png: await page.screenshot(), canvas: canvas ?? { x: 0, y: 0, ...windowSize }, middle }
}

/** The pictures of one flow; fewer if its canvas does not load. */
async function capturesOf(page: Page, scratchPage: Page, url: string, { id }: Entry): Promise<Capture[]> {
  await page.goto(`${url}/flows/${id}`)
  const hasCanvas = await page
    .locator('.react-flow')
    .waitFor({ timeout: timeoutMs })
    .then(() => true)
    .catch(() => false)
  await page.waitForTimeout(settleMs)
  const captures = [await capture(page, null)]
  const fittedView = await viewOf(page)
  if (!hasCanvas || fittedView === null || captures[0] === undefined) return captures
  for (const zoom of zooms) {
    // Back to the fit each time, because the densest point differs by zoom.
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await page.waitForTimeout(settleMs)
    const place = await densestPoint(scratchPage, captures[0], zoom / fittedView.zoom)
    await zoomTo(page, place, zoom)
    await page.waitForTimeout(settleMs)
    captures.push(await capture(page, place))
  }
  return captures
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The start of a cell around `middle` within the canvas. */
const cellStart = (middle: number, from: number, length: number, shown: number): number =>
  Math.min(Math.max(middle - shown / 2, from), from + length - shown)

function pictureOf({ png, canvas, middle }: Capture): string {
  const scale = middle === null ? Math.min(cell.width / canvas.width, cell.height / canvas.height) : 1
  const left = middle === null ? canvas.x : cellStart(middle.x, canvas.x, canvas.width, cell.width)
  const top = middle === null ? canvas.y : cellStart(middle.y, canvas.y, canvas.height, cell.height)
  const style = `width:${windowSize.width * scale}px;left:${-left * scale}px;top:${-top * scale}px`
  return `<div class="cell"><img style="${style}" src="data:image/png;base64,${png.toString('base64')}"></div>`
}

const sheetStyle = `body{margin:0;font:16px/24px sans-serif;background:#fff}.row{display:flex;gap:8px}p{margin:8px 8px 2px}
.cell{position:relative;width:${cell.width}px;height:${cell.height}px;overflow:hidden;outline:1px solid #888}.cell img{position:absolute}`

async function writeSheet(
  scratchPage: Page,
  file: string,
  rows: readonly { label: string; captures: readonly Capture[] }[],
) {
  const body = rows.map(
    ({ label, captures }) => `<p>${escape(label)}</p><div class="row">${captures.map(pictureOf).join('')}</div>`,
  )
  await scratchPage.setContent(`<style>${sheetStyle}</style>${body.join('')}`, { waitUntil: 'load' })
  writeFileSync(file, await scratchPage.screenshot({ fullPage: true }))
  console.log(`  ${file}`)
}

async function captureAll(
  browser: Browser,
  url: string,
  code: string,
  { directory, folder }: Record<'directory' | 'folder', string>,
) {
  const person = await browser.newContext({ extraHTTPHeaders: { origin: url } })
  const set = await person.request.post(`${url}/api/setup/`, { data: { code, ...owner } })
  if (!set.ok()) throw new Error(`The service was not set up: ${await set.text()}`)
  const entries = await importAll(folder, person, url)
  const scratchPage = await browser.newPage({ viewport: { width: 4 * cell.width + 24, height: 400 } })
  for (const colorScheme of themes) {
    const context = await browser.newContext({ viewport: windowSize, colorScheme, reducedMotion: 'reduce' })
    await context.addCookies(await person.cookies())
    const page = await context.newPage()
    for (let first = 0; first < entries.length; first += rowsPerSheet) {
      const rows: { label: string; captures: Capture[] }[] = []
      for (const entry of entries.slice(first, first + rowsPerSheet))
        rows.push({ label: entry.label, captures: await capturesOf(page, scratchPage, url, entry) })
      const number = String(first / rowsPerSheet + 1).padStart(2, '0')
      await writeSheet(scratchPage, join(directory, `corpus-${colorScheme}-${number}.png`), rows)
    }
    await context.close()
  }
}

const [directory = '', folder = ''] = process.argv.slice(2).map((path) => resolve(path))
mkdirSync(directory, { recursive: true })
const service = await startService()
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: await findBrowser(), args })
try {
  await captureAll(browser, service.url, service.setupCode(), { directory, folder })
} finally {
  await browser.close()
  await service.remove()
}

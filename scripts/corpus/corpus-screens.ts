/**
 * `npm run screens -- DIR --corpus FOLDER`: the first view of every flow of a folder of flow files, in a browser that
 * remembers nothing, at two sizes in both themes: DIR/corpus/<format>/<file>-<width>-<theme>.png, contact sheets of them
 * as DIR/sheets/<width>-<theme>-<number>.png, and what the console reports about each view as DIR/corpus.tsv.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '#scripts/browser.mjs'
import { type CorpusFlow, importFolder } from '#scripts/corpus/corpus-import.ts'
import { type FirstView, factsTable, firstViewFacts, summaryLines } from '#scripts/corpus/first-view.ts'
import { startService } from '#scripts/service.mjs'

const themes = ['light', 'dark'] as const
/** Windows of a notebook and a phone; on a sheet, pictures of one third and of half their size. */
const sizes = [
  { width: 1440, height: 900, columns: 4, rows: 3, scale: 1 / 3 },
  { width: 390, height: 844, columns: 8, rows: 2, scale: 0.6 },
] as const
/** The smallest test machine has two cores. */
const pagesAtOnce = 2
/** Timeout in ms, after which a flow is captured even if its canvas has not been painted. */
const timeoutMs = 20_000
/** Duration in ms of what follows the painted canvas: mounted cards, the minimap. */
const settleMs = 300

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

interface View {
  flow: CorpusFlow
  size: (typeof sizes)[number]
  theme: (typeof themes)[number]
}

const pictureFile = (directory: string, { flow, size, theme }: View): string =>
  join(directory, 'corpus', `${flow.path}-${size.width}-${theme}.png`)

/** Waits until the flow is painted with the fonts of the page. Returns false after the timeout. */
async function waitUntilPainted(page: Page): Promise<boolean> {
  try {
    await page.waitForFunction(() => performance.getEntriesByName('flow:fitted').length > 0, null, {
      timeout: timeoutMs,
    })
    await page.locator('.skeleton').first().waitFor({ state: 'detached', timeout: timeoutMs })
    await page.evaluate(async () => void (await document.fonts.ready))
    return true
  } catch {
    return false
  } finally {
    await page.waitForTimeout(settleMs)
  }
}

/** Writes the picture of a view, and returns what the console reports about it. */
async function captureView(
  view: View,
  { browser, url, cookies, directory }: { browser: Browser; url: string; cookies: Cookies; directory: string },
): Promise<FirstView> {
  const { flow, size, theme } = view
  const { width, height } = size
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(`${url}/flows/${flow.id}`)
    if (!(await waitUntilPainted(page))) console.log(`  not painted in time: ${flow.label} at ${width}, ${theme}`)
    const path = pictureFile(directory, view)
    mkdirSync(dirname(path), { recursive: true })
    await page.screenshot({ path })
    return { flow: flow.label, width, facts: await firstViewFacts(page) }
  } finally {
    await context.close()
  }
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Contact sheets of views of one size and theme. */
async function writeSheets(page: Page, directory: string, views: readonly View[]): Promise<void> {
  const [first] = views
  if (first === undefined) return
  const { width, height, columns, rows, scale } = first.size
  const cell = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const style = `body{margin:0;padding:8px;background:#888;font:13px/20px sans-serif;display:grid;gap:8px;
grid-template-columns:repeat(${columns},${cell.width}px)}p{margin:0;overflow:hidden;white-space:nowrap;
text-overflow:ellipsis;background:#fff}img{display:block;width:${cell.width}px;height:${cell.height}px}`
  await page.setViewportSize({ width: columns * (cell.width + 8) + 8, height: 100 })
  for (let start = 0; start < views.length; start += columns * rows) {
    const cells = views.slice(start, start + columns * rows).map((view) => {
      const picture = readFileSync(pictureFile(directory, view)).toString('base64')
      return `<div><p>${escape(view.flow.path)}</p><img src="data:image/png;base64,${picture}"></div>`
    })
    await page.setContent(`<style>${style}</style>${cells.join('')}`, { waitUntil: 'load' })
    const number = String(start / (columns * rows) + 1).padStart(2, '0')
    const path = join(directory, 'sheets', `${width}-${first.theme}-${number}.png`)
    await page.screenshot({ path, fullPage: true })
    console.log(`  ${path}`)
  }
}

async function captureAll(
  { browser, url, setupCode }: { browser: Browser; url: string; setupCode: string },
  { directory, folder, only, width }: { directory: string; folder: string; only: string; width: number | null },
): Promise<void> {
  const person = await browser.newContext({ extraHTTPHeaders: { origin: url } })
  const set = await person.request.post(`${url}/api/setup/`, { data: { code: setupCode, ...owner } })
  if (!set.ok()) throw new Error(`The service was not set up: ${await set.text()}`)
  const flows = await importFolder(folder, { request: person.request, url, only })
  const where = { browser, url, cookies: await person.cookies(), directory }
  const groups = sizes
    .filter((size) => width === null || size.width === width)
    .flatMap((size) => themes.map((theme) => flows.map((flow): View => ({ flow, size, theme }))))
  const sheetPage = await browser.newPage()
  const reported: FirstView[] = []
  for (const views of groups) {
    const results: FirstView[] = []
    const waiting = [...views.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        results[next[0]] = await captureView(next[1], where)
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, work))
    await writeSheets(sheetPage, directory, views)
    // The counts do not depend on the theme.
    if (views[0]?.theme === themes[0]) reported.push(...results)
  }
  const table = factsTable(reported)
  writeFileSync(join(directory, 'corpus.tsv'), table)
  console.log(table)
  for (const line of summaryLines(reported)) console.log(`  ${line}`)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, size: { type: 'string' } },
})
const [directory = '', folder = ''] = positionals.map((path) => resolve(path))
mkdirSync(join(directory, 'sheets'), { recursive: true })
const service = await startService()
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: await findBrowser(), args })
try {
  await captureAll(
    { browser, url: service.url, setupCode: service.setupCode() },
    { directory, folder, only: values.only ?? '', width: values.size === undefined ? null : Number(values.size) },
  )
} finally {
  await browser.close()
  await service.remove()
}

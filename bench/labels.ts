/**
 * Names on the canvas: how many are shown at eight zooms, whether any covers something, is cut or moves, and what they cost.
 * Names that are cut in their compact cards, because they have no place as a whole, are counted apart ("cut in card").
 * Files of FLOW_CORPUS or ../shared/templates, else our own, and generated flows. `--covered` lists what is covered.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { readFlowFile } from '#flow/file/read.ts'
import { browserArguments } from '#scripts/browser-arguments.mjs'
import { findBrowser } from '#scripts/browser.mjs'
import { corpusAt, repoCorpus } from '#scripts/corpus/flow-corpus.ts'
import { bench, sized, type Report } from './harness.ts'
import type { Flow, measureZoom, openFlow, ZoomFigures, ZoomPlan } from './labels/measure-zoom.ts'
import { placedFlow } from './placed-flow.ts'
import { median } from './statistics.ts'

declare global {
  var labels: { openFlow: typeof openFlow; measureZoom: typeof measureZoom }
}

/** Null = the whole flow fits. Some are on a step at which names are placed, others between two. */
const zooms: readonly (number | null)[] = sized([null, 0.05, 0.1, 0.15, 0.21, 0.3, 0.42, 0.55], [null, 0.21, 0.42])
const sizes = sized([300, 2_000, 10_000], [60])
/** Maximum files of the corpus. */
const maxFiles = sized(Infinity, 4)
/** Windows of a pan, and rounds of measuring times, for each zoom of a generated flow and of a file. */
const generatedPlan = sized({ windows: 12, rounds: 5 }, { windows: 2, rounds: 1 })
const filePlan = sized({ windows: 4, rounds: 1 }, { windows: 2, rounds: 1 })

const corpusName = 'corpus'
const origin = 'http://labels.test'

/** A page with the bundled painter, from files: no service is needed. */
async function startPage(folder: string): Promise<{ page: Page; stop: () => Promise<void> }> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'labels'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2_000 },
  })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  const page = await browser.newPage()
  page.on('pageerror', (problem) => console.error(problem))
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto(`${origin}/`)
  await page.waitForFunction(() => 'labels' in globalThis)
  return { page, stop: () => browser.close() }
}

/** The flows of the corpus's files. */
function corpusFlows(): { name: string; flow: Flow }[] {
  const given = process.env['FLOW_CORPUS'] ?? '../shared/templates'
  const { folder, files } = corpusAt(existsSync(given) ? given : repoCorpus)
  return files.slice(0, maxFiles).flatMap(({ file }) => {
    const read = readFlowFile({ name: file, bytes: readFileSync(join(folder, file)) })
    return read.ok ? read.flows.map((flow) => ({ name: file, flow: { nodes: flow.nodes, edges: flow.edges } })) : []
  })
}

/** The figures of all flows of a set, by zoom. */
async function measureFlows(
  page: Page,
  flows: readonly { name: string; flow: Flow }[],
  plan: Pick<ZoomPlan, 'windows' | 'rounds'>,
): Promise<Map<number | null, ZoomFigures[]>> {
  const figuresByZoom = new Map<number | null, ZoomFigures[]>(zooms.map((zoom) => [zoom, []]))
  for (const { name, flow } of flows) {
    // As text: Playwright's types cannot express the JSON of a flow.
    await page.evaluate((one) => globalThis.labels.openFlow(one), JSON.stringify(flow))
    for (const zoom of zooms) {
      const figures = await page.evaluate((one) => globalThis.labels.measureZoom(one), { ...plan, zoom })
      if (figures === null) continue
      figuresByZoom.get(zoom)?.push(figures)
      if (process.argv.includes('--covered'))
        for (const what of [...figures.covered, ...figures.cut, ...figures.cutInside])
          console.error(`  ${name} at ${figures.zoom.toFixed(3)}: ${what}`)
    }
  }
  return figuresByZoom
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** One line for each zoom: the sum of all flows, and the median and maximum of their times. */
function summaryOf(all: readonly ZoomFigures[]) {
  const total = (of: (one: ZoomFigures) => number) => sum(all.map(of))
  const placed = all.map(({ placeMs }) => placeMs)
  return {
    names: total(({ names }) => names),
    share:
      total(({ names }) => names) /
      Math.max(
        1,
        total(({ steps }) => steps),
      ),
    overlapped: total(({ covered }) => covered.length),
    cut: total(({ cut }) => cut.length),
    cutInside: total(({ cutInside }) => cutInside.length),
    moved: total(({ moved }) => moved),
    firstMs: Math.max(0, ...all.map(({ firstMs }) => firstMs)),
    placeMs: Math.max(0, ...placed),
    medianMs: median(placed),
    paintMs: Math.max(0, ...all.map(({ paintMs }) => paintMs)),
    ratio:
      total(({ paintMs }) => paintMs) /
      Math.max(
        1e-9,
        total(({ plainMs }) => plainMs),
      ),
  }
}

const columns = [
  'zoom',
  'names',
  'share',
  'overlapped',
  'cut',
  'in card',
  'moved',
  'first ms',
  'ms',
  'painted ms',
  '÷ without',
]
const widths = [16, 8, 8, 11, 5, 8, 6, 9, 8, 11, 10]
const printRow = (cells: readonly string[]): void =>
  console.log(cells.map((text, at) => (at === 0 ? `  ${text.padEnd(14)}` : text.padStart(widths[at] ?? 0))).join(''))

function reportSet(report: Report, set: string, figuresByZoom: Map<number | null, ZoomFigures[]>): void {
  const isTable = !process.argv.includes('--json')
  if (isTable) printRow([set, ...columns.slice(1)])
  const rows = [...figuresByZoom]
    .filter(([, all]) => all.length > 0)
    .map(([zoom, all]) => ({ zoom, ...summaryOf(all) }))
  for (const { zoom, ...row } of rows) {
    const [label, ms] = [zoom === null ? 'fit' : String(zoom), (value: number) => value.toFixed(1)]
    const counts = [row.overlapped, row.cut, row.cutInside, row.moved].map(String)
    const share = `${(row.share * 100).toFixed(1)}%`
    const times = [ms(row.firstMs), ms(row.placeMs), ms(row.paintMs), row.ratio.toFixed(2)]
    if (isTable) printRow([label, String(row.names), share, ...counts, ...times])
    else console.log(JSON.stringify({ bench: 'labels', set, zoom: label, ...row }))
  }
  const total = (of: (row: (typeof rows)[number]) => number) => sum(rows.map(of))
  report(
    `${set}: names that cover something`,
    total(({ overlapped }) => overlapped),
    '',
    { atMost: 0 },
  )
  report(
    `${set}: names that are cut`,
    total(({ cut }) => cut),
    '',
    { atMost: 0 },
  )
  report(
    `${set}: names cut in their cards`,
    total(({ cutInside }) => cutInside),
    '',
  )
  report(
    `${set}: names moved by panning`,
    total(({ moved }) => moved),
    '',
    { atMost: 0 },
  )
  report(`${set}: names placed, slowest view`, Math.max(...rows.map(({ placeMs }) => placeMs)), 'ms')
  report(`${set}: view with names ÷ without, worst zoom`, Math.max(...rows.map(({ ratio }) => ratio)), '×')
}

await bench('labels', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-labels-'))
  const { page, stop } = await startPage(folder)
  try {
    if (!process.argv.includes('--generated'))
      reportSet(report, corpusName, await measureFlows(page, corpusFlows(), filePlan))
    for (const count of sizes) {
      const flows = [{ name: `generated ${count}`, flow: placedFlow(count) }]
      reportSet(report, `${count} nodes`, await measureFlows(page, flows, generatedPlan))
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

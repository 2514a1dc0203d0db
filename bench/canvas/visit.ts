/** One visit to one page in a separate browser: load, gestures, memory. */
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { type View, viewOf, zoomTo } from '#scripts/canvas-view.ts'
import { sized } from '#bench/harness.ts'
import type { Cookie } from '#bench/session.ts'
import { freePoint, pan, wheel, type Gesture } from './gestures.ts'
import { elementsOf, heapOf, processOf } from './memory.ts'
import { type Colour } from './picture.ts'
import { readTrace, screenCategory, taskCategories, type Screen, type TaskTime } from './trace.ts'

/** The window of all measurements. */
export const windowSize = { width: 1280, height: 800 }
/** Timeout in ms for a page to show its flow. */
const timeoutMs = 90_000
/** Time for loading and mounting after the page shows the flow. */
const settleMs = sized(700, 300)
/** Margin in pixels along the edge of the canvas in which no gesture begins. */
export const edge = 60
/** Visits before the measured one: as in daily use, the browser has the scripts compiled from the third visit on. */
const warmUpVisits = sized(2, 1)

export interface BrowserTarget {
  executablePath: string
  args: string[]
  url: string
  session: readonly Cookie[]
}

export interface Plan {
  path: string
  /** The same page with a small flow. */
  warmUpPath: string
  gestures: boolean
  /** Where the visible cards are densest, in canvas pixels. */
  densest: (view: View, canvas: Box) => { x: number; y: number }
  /** Further steps at the end, at zoom 1. */
  last?: (page: Page, place: { x: number; y: number }) => Promise<void>
}

export interface Weight {
  elements: number
  heap: number
  process: number
}

export interface TracedGesture extends Gesture {
  longest: TaskTime
}

/** The gestures in order: a pan at the fit, a wheel zoom into the densest place, a pan there at zoom 1. */
export interface GestureResults {
  overview: TracedGesture
  wheel: TracedGesture
  near: TracedGesture
  /** The wheel reached zoom 1. */
  reachedZoomOne: boolean
  /** The view at zoom 1 before the last pan. */
  view: View | null
  /** PNG in base64: after the first pan, at zoom 1, at the end. */
  pictures: { panned: string; atZoomOne: string; end: string }
  weight: Weight
}

export interface Visit {
  /** The mark `flow:fitted`; null if the page sets none. */
  mark: { ms: number; nodes: number; view: View } | null
  /** The area of the flow, in pixels of the window; null without a canvas. */
  canvas: Box | null
  ground: Colour
  view: View | null
  /** PNG in base64, once the page has settled. */
  picture: string
  screens: Screen[]
  /** Longest task: from the beginning, and after the fitted frame. */
  longest: TaskTime
  longestAfterFit: TaskTime
  atFit: Weight
  moves: GestureResults | null
}

interface MarkEntry {
  ms: number
  nodes: number
  x: number
  y: number
  zoom: number
}

/** The page's mark; "still" if it shows nodes but has no mark, so that the pictures are used; null before that. */
const readFittedMark = (page: Page): Promise<MarkEntry | 'still' | null> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByName('flow:fitted')
    if (entry instanceof PerformanceMark) {
      const { nodes, x, y, zoom } = entry.detail
      return { ms: entry.startTime, nodes, x, y, zoom }
    }
    const drawn = document.querySelector('.react-flow__node') !== null
    return drawn && performance.now() > 0 ? 'still' : null
  })

async function waitUntilFitted(page: Page): Promise<Visit['mark']> {
  const until = performance.now() + timeoutMs
  let stillSince = Infinity
  let last = ''
  while (performance.now() < until) {
    const found = await readFittedMark(page)
    if (found !== null && found !== 'still') {
      const { ms, nodes, x, y, zoom } = found
      return { ms, nodes, view: { x, y, zoom } }
    }
    const now = JSON.stringify([found, await viewOf(page)])
    if (found === null || now !== last) stillSince = performance.now()
    // No mark, and the view has not changed for a while.
    if (performance.now() - stillSince > 2 * settleMs) return null
    last = now
    await page.waitForTimeout(50)
  }
  throw new Error(`The flow was not shown within ${timeoutMs / 1000} s.`)
}

/** The area of the canvas, and its background colour. */
const groundOf = (page: Page): Promise<{ canvas: Box | null; ground: Colour }> =>
  page.evaluate(() => {
    const canvas = document.querySelector('.react-flow')
    const box = canvas?.getBoundingClientRect()
    let element: Element | null = canvas ?? document.body
    let colour = 'rgba(0, 0, 0, 0)'
    while (element !== null && /[ ,/]0\)$/.test(colour)) {
      colour = getComputedStyle(element).backgroundColor
      element = element.parentElement
    }
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    if (pen === null) throw new Error('No 2D context to read a colour with.')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [red = 255, green = 255, blue = 255] = pen.getImageData(0, 0, 1, 1).data
    const place = box === undefined ? null : { x: box.x, y: box.y, width: box.width, height: box.height }
    const ground: [number, number, number] = [red, green, blue]
    return { canvas: place, ground }
  })

const measureWeight = async (browser: Browser, page: Page): Promise<Weight> => ({
  elements: await elementsOf(page),
  heap: await heapOf(page),
  process: await processOf(browser),
})

const middleOf = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/** Keeps the start of a gesture within the canvas, clear of its edges. */
const clampInside = (value: number, from: number, length: number): number =>
  Math.min(Math.max(value, from + edge), from + length - edge)

const pictureOf = async (page: Page): Promise<string> => (await page.screenshot()).toString('base64')

/** Traces one gesture for its longest task; queries between gestures are not in the trace. */
async function traced(browser: Browser, page: Page, act: () => Promise<Gesture>): Promise<TracedGesture> {
  await browser.startTracing(page, { categories: taskCategories })
  const gesture = await act()
  await page.waitForTimeout(settleMs)
  const { longest } = readTrace(String(await browser.stopTracing()), null)
  return { ...gesture, longest }
}

async function moveAll(browser: Browser, page: Page, plan: Plan, canvas: Box): Promise<Visit['moves']> {
  // A large flow opens at its start; gestures are measured from the whole flow on, which costs most.
  const fit = page.getByRole('button', { name: 'Fit', exact: true })
  if (await fit.isVisible()) await fit.click()
  await page.waitForTimeout(settleMs)
  const first = await freePoint(page, middleOf(canvas))
  const overview = await traced(browser, page, () => pan(page, first))
  const panned = await pictureOf(page)
  const view = (await viewOf(page)) ?? { x: 0, y: 0, zoom: 0.25 }
  const place = plan.densest(view, canvas)
  const pointer = {
    x: clampInside(canvas.x + view.x + place.x * view.zoom, canvas.x, canvas.width),
    y: clampInside(canvas.y + view.y + place.y * view.zoom, canvas.y, canvas.height),
  }
  const wheeled = await traced(browser, page, () => wheel(page, pointer, 1 / view.zoom))
  const reachedZoomOne = await zoomTo(page, pointer, 1)
  await page.waitForTimeout(settleMs)
  const atZoomOne = await pictureOf(page)
  const nearView = await viewOf(page)
  const start = await freePoint(page, pointer)
  const near = await traced(browser, page, () => pan(page, start))
  const end = await pictureOf(page)
  const weight = await measureWeight(browser, page)
  await plan.last?.(page, pointer)
  const pictures = { panned, atZoomOne, end }
  return { overview, wheel: wheeled, near, reachedZoomOne, view: nearView, pictures, weight }
}

async function measureVisit(browser: Browser, page: Page, target: BrowserTarget, plan: Plan): Promise<Visit> {
  await browser.startTracing(page, { screenshots: true, categories: [...taskCategories, screenCategory] })
  await page.goto(target.url + plan.path, { waitUntil: 'commit' })
  const mark = await waitUntilFitted(page)
  await page.waitForTimeout(settleMs)
  const clock = await page.evaluate(() => ({ name: 'bench:clock', ms: performance.mark('bench:clock').startTime }))
  const trace = readTrace(String(await browser.stopTracing()), clock, mark?.ms)
  const { canvas, ground } = await groundOf(page)
  const view = await viewOf(page)
  const picture = await pictureOf(page)
  const atFit = await measureWeight(browser, page)
  const moves = plan.gestures ? await moveAll(browser, page, plan, canvas ?? { x: 0, y: 0, ...windowSize }) : null
  const { longest, longestSince: longestAfterFit, screens } = trace
  return { mark, canvas, ground, view, picture, screens, longest, longestAfterFit, atFit, moves }
}

/** Visits a page with a warm script cache. Rejects if the flow is not shown in time. */
export async function visit(target: BrowserTarget, plan: Plan): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: target.executablePath, args: target.args })
  try {
    const context = await browser.newContext({ viewport: windowSize, colorScheme: 'light' })
    await context.addCookies(target.session.map((cookie) => ({ ...cookie, url: target.url })))
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    for (let time = 0; time < warmUpVisits; time += 1) {
      await page.goto(target.url + plan.warmUpPath)
      await waitUntilFitted(page)
    }
    await page.goto('about:blank')
    return await measureVisit(browser, page, target, plan)
  } finally {
    await browser.close()
  }
}

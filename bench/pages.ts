/**
 * Page load and navigation times beside a blank page, scrolling of 100,000 rows beside a blank scroller, DOM and heap.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '#scripts/browser.mjs'
import { startService } from '#scripts/service.mjs'
import { bench, sized, type Report } from './harness.ts'
import { addSample, sessionOf } from './session.ts'
import { median, percentile } from './statistics.ts'

/** Rows of the scrolled list. */
const conversations = sized(100_000, 300)
const sample = { flows: sized(100, 10), conversations, runs: sized(20_000, 100) }
/** Visits of each page, of which the median counts. */
const rounds = sized(5, 1)
/** Frames of one scroll, and pixels in each: about 15,000 rows down and up again. */
const scroll = { frames: sized(600, 20), step: sized(2000, 200) }
/** Pause between two clicks. */
const idleMs = sized(1_500, 200)
/** Rounds in which the list and the blank scroller alternate. */
const toggles = sized(3, 1)

/**
 * Limits: elements of a page; frame times and heap of a long list relative to the blank scroller and to its own start;
 * the next visit of a list and of a small flow relative to a blank page, the first visit of that flow relative to the
 * list of flows; ms of a navigation between loaded pages.
 */
const limits = { elements: 1500, frames: 1.25, heap: 1.25, list: 5, flow: 6, firstFlow: 1.3, between: 100 }

interface MeasuredPage {
  name: string
  path: string
  /** Heading of the page. */
  title?: string
  /** Selector of an element that shows that the page is usable. */
  ready: string
  /** The page's own performance mark for being usable. */
  mark?: string
}

const measuredPages: readonly MeasuredPage[] = [
  { name: 'flows', path: '/flows', title: 'Flows', ready: 'tbody tr a' },
  { name: 'flow', path: '/flows/:id', ready: '.react-flow', mark: 'flow:fitted' },
  { name: 'tools', path: '/tools', title: 'Tools', ready: 'tbody tr a' },
  { name: 'channels', path: '/channels', title: 'Channels', ready: 'main li a' },
  { name: 'inbox', path: '/inbox', title: 'Inbox', ready: '[aria-label="Conversations"] a' },
  { name: 'runs', path: '/runs', title: 'Runs', ready: 'tbody tr' },
  { name: 'billing', path: '/billing', title: 'Billing', ready: '.chart canvas' },
  { name: 'settings', path: '/settings', ready: 'main h2' },
]

const blankPageHtml = '<!doctype html><html lang="en"><title>Blank</title><h1>Blank</h1></html>'
/** As tall as the list, with lines from a CSS background. */
const blankScrollerHtml = `<!doctype html><html lang="en"><title>Scroller</title>
<div id="box" style="height:100vh;overflow:auto"><div style="height:${conversations * 77}px;background:repeating-linear-gradient(#fff 0 76px,#ccc 76px 77px)"></div></div></html>`

/**
 * Milliseconds from the start of the navigation until an element is rendered and loading has finished, or the mark is
 * set.
 */
async function usable(page: Page, url: string, { ready, mark }: Pick<MeasuredPage, 'ready' | 'mark'>): Promise<number> {
  await page.goto(url)
  const found = await page.waitForFunction(
    ([selector, name]) => {
      if (document.querySelector(selector) === null) return false
      if (name !== null) return performance.getEntriesByName(name)[0]?.startTime ?? false
      return document.querySelector('.skeleton') === null ? performance.now() : false
    },
    [ready, mark ?? null] as const,
    { polling: 'raf', timeout: 60_000 },
  )
  return Number(await found.jsonValue())
}

/** Frame times of a scroll down and up again, in ms. `list` is the scroll container or inside it. */
async function frames(page: Page, list: string): Promise<number[]> {
  return page.evaluate(
    async ({ selector, count, step }) => {
      let box = document.querySelector(selector)
      while (box !== null && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
      while (box !== null && getComputedStyle(box).overflowY === 'visible') box = box.parentElement
      if (box === null) throw new Error(`There is no scroll container around ${selector}.`)
      const times: number[] = []
      let before = performance.now()
      for (let frame = 0; frame < count; frame += 1) {
        box.scrollTop += frame < count / 2 ? step : -step
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        times.push(now - before)
        before = now
      }
      return times
    },
    { selector: list, count: scroll.frames, step: scroll.step },
  )
}

/** Heap in bytes after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

const elementsOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)

async function pages(browser: Browser, context: BrowserContext, origin: string, blank: string, report: Report) {
  const answer = await context.request.get(`${origin}/api/flow/?limit=1`)
  const found: unknown = await answer.json()
  const id = /"id":"(flw_\w+)"/.exec(JSON.stringify(found))?.[1] ?? ''
  const cookies = await context.cookies()
  const times = new Map<string, { first: number[]; repeatMs: number[] }>()
  const counts = new Map<string, { elements: number; heap: number }>()
  const visit = async (name: string, url: string, ready: Pick<MeasuredPage, 'ready' | 'mark'>) => {
    const freshContext = await browser.newContext()
    await freshContext.addCookies(cookies)
    const page = await freshContext.newPage()
    const of = times.get(name) ?? { first: [], repeatMs: [] }
    times.set(name, of)
    of.first.push(await usable(page, url, ready))
    await page.goto('about:blank')
    of.repeatMs.push(await usable(page, url, ready))
    counts.set(name, { elements: await elementsOf(page), heap: await heapOf(page) })
    await freshContext.close()
  }
  for (let round = 0; round < rounds; round += 1)
    for (const stop of measuredPages) {
      await visit('blank', blank, { ready: 'h1' })
      await visit(stop.name, origin + stop.path.replace(':id', id), stop)
    }
  const floor = median(times.get('blank')?.repeatMs ?? [])
  const firstOf = (name: string) => median(times.get(name)?.first ?? [])
  report('blank page, next visit', floor, 'ms')
  for (const { name } of measuredPages) {
    const of = times.get(name)
    const last = counts.get(name)
    if (!of || !last) continue
    report(`${name}: first visit to usable`, median(of.first), 'ms')
    report(`${name}: next visit to usable`, median(of.repeatMs), 'ms')
    report(`${name}: next visit against a blank page`, median(of.repeatMs) / floor, '×', {
      atMost: name === 'flow' ? limits.flow : limits.list,
    })
    // The canvas benchmark limits the elements of the flow page.
    report(`${name}: elements`, last.elements, '', name === 'flow' ? {} : { atMost: limits.elements })
    report(`${name}: heap`, last.heap / 1e6, 'MB')
  }
  report('flow: first visit against the list of flows', firstOf('flow') / firstOf('flows'), '×', {
    atMost: limits.firstFlow,
  })
}

/** Milliseconds from a click in the navigation until the opened page has its rows. */
async function clickMs(page: Page, { path, title = '', ready }: MeasuredPage): Promise<number> {
  return page.evaluate(
    async ([link, heading, selector]) => {
      const found = document.querySelector<HTMLAnchorElement>(`nav a[href="${link}"]`)
      if (found === null) throw new Error(`The navigation has no link to ${link}.`)
      const startedAt = performance.now()
      found.click()
      for (;;) {
        await new Promise(requestAnimationFrame)
        const isThere = document.querySelector('main h1')?.textContent?.startsWith(heading) === true
        if (isThere && document.querySelector(selector) !== null && document.querySelector('.skeleton') === null)
          return performance.now() - startedAt
      }
    },
    [path, title, ready] as const,
  )
}

async function measureNavigation(context: BrowserContext, origin: string, report: Report) {
  const lists = measuredPages.filter(({ title }) => title !== undefined)
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForSelector('nav a')
  const times = new Map<string, number[]>()
  // The first round only loads the code.
  for (let round = 0; round <= rounds; round += 1)
    for (const stop of lists) {
      const took = await clickMs(page, stop)
      if (round > 0) times.set(stop.name, [...(times.get(stop.name) ?? []), took])
      // Work after the rows must not affect the next click.
      await page.waitForTimeout(idleMs)
    }
  for (const [name, of] of times)
    report(`${name}: from another page, already loaded`, median(of), 'ms', { atMost: limits.between })
  await page.close()
}

async function measureLongList(context: BrowserContext, origin: string, scroller: string, report: Report) {
  const list = await context.newPage()
  const blank = await context.newPage()
  await usable(list, `${origin}/inbox`, { ready: '[aria-label="Conversations"] a' })
  await blank.goto(scroller)
  const of = { list: new Array<number>(), blank: new Array<number>() }
  // The first scroll warms both up and fills the list's caches.
  await list.bringToFront()
  await frames(list, '[aria-label="Conversations"]')
  const before = await heapOf(list)
  let most = 0
  for (let alternate = 0; alternate < toggles; alternate += 1) {
    await blank.bringToFront()
    of.blank.push(percentile(await frames(blank, '#box'), 0.95))
    await list.bringToFront()
    of.list.push(percentile(await frames(list, '[aria-label="Conversations"]'), 0.95))
    most = Math.max(most, await elementsOf(list))
  }
  report('blank scroller: frame, p95', median(of.blank), 'ms')
  report(`list of ${conversations} scrolled: frame, p95`, median(of.list), 'ms')
  report('list against the blank scroller', median(of.list) / median(of.blank), '×', { atMost: limits.frames })
  report('elements while it scrolls', most, '', { atMost: limits.elements })
  report('heap after scrolling against before', (await heapOf(list)) / before, '×', { atMost: limits.heap })
}

await bench('pages', async (report) => {
  const floor = createServer((request, answer) => {
    answer.setHeader('content-type', 'text/html').end(request.url === '/scroller' ? blankScrollerHtml : blankPageHtml)
  })
  await new Promise<void>((done) => void floor.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = floor.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const service = await startService()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const session = await sessionOf(service.url, service.setupCode())
    await context.addCookies(session.map((cookie) => ({ ...cookie, url: service.url })))
    await addSample(service, sample)
    await pages(browser, context, service.url, `http://127.0.0.1:${port}/`, report)
    await measureNavigation(context, service.url, report)
    await measureLongList(context, service.url, `http://127.0.0.1:${port}/scroller`, report)
  } finally {
    await browser.close()
    await service.remove()
    floor.close()
  }
})

/** A flow file of 10 MB: time until its review, longest task, and memory, beside plain parsing on a blank page. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { templateFormat, templateVersion } from '#contract/values/template-format.ts'
import { findBrowser } from '#scripts/browser.mjs'
import { startService } from '#scripts/service.mjs'
import { heapOf, processOf } from './canvas/memory.ts'
import { readTrace, taskCategories } from './canvas/trace.ts'
import { bench, sized, type Report } from './harness.ts'
import { placedFlow } from './placed-flow.ts'
import { sessionOf, type Cookie } from './session.ts'
import { median } from './statistics.ts'

/** Bytes of the file. */
const fileBytes = sized(10_000_000, 200_000)
/** Nodes of the flow in the file; the remaining bytes are text in their config. */
const nodeCount = sized(8_000, 100)
/** Size of the flow for warming up a page. */
const warmUpNodes = 12
/** Warm-up visits, as for a page in daily use. */
const warmUpVisits = sized(2, 1)
const rounds = sized(3, 1)
/** Time for loading and mounting before and after a measurement. */
const settleMs = sized(1_500, 300)
const timeoutMs = 90_000
/** Maximum duration of a task of the page's main thread: a longer one would be noticeable. */
const maxTaskMs = 50

/** The simple implementation: the file is parsed and searched on the main thread. */
const plainPageHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title>
<button>Choose a file</button><p></p>
<script type="module">
const check = ({ flow }) => {
  const ids = new Set()
  for (const { id, type, name, config } of flow.nodes) {
    if (typeof id !== 'string' || typeof type !== 'string' || typeof name !== 'string' || typeof config !== 'object') throw new Error(id)
    if (ids.has(id)) throw new Error(id)
    ids.add(id)
  }
  return flow.edges.filter(({ source, target }) => !ids.has(source) || !ids.has(target)).length
}
document.querySelector('button').addEventListener('click', () => {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', async () => {
    globalThis.template = JSON.parse(await input.files[0].text())
    document.querySelector('p').textContent = template.flow.nodes.length + ' nodes, ' + check(template) + ' dangling edges'
    requestAnimationFrame(() => setTimeout(() => performance.mark('flow:fitted')))
  })
  input.click()
})
</script></html>`

/** A flow file with this many nodes, padded with text to `bytes`. */
function fileOf(nodes: number, bytes = 0): string {
  const flow = placedFlow(nodes)
  const write = (words: string) =>
    JSON.stringify({
      format: templateFormat,
      format_version: templateVersion,
      flow: {
        name: `Generated ${nodes}`,
        nodes: flow.nodes.map((node, index) => ({
          ...node,
          config: words === '' ? node.config : { ...node.config, text: `${index} ${words}` },
        })),
        edges: flow.edges,
      },
    })
  const missing = Math.max(0, bytes - write('').length) / flow.nodes.length
  const sentence = 'Tell the customer when the parcel leaves, and thank them. '
  return write(sentence.repeat(Math.ceil(missing / sentence.length)).slice(0, Math.max(0, Math.floor(missing) - 20)))
}

interface Visited {
  ms: number
  longest: { ms: number; cpuMs: number }
  heap: { before: number; after: number }
  process: { before: number; after: number }
}

interface Measured {
  name: string
  url: string
  session: Cookie[]
}

/** Marks the time when a file is chosen. Patches `click`, since the input element is not attached to the document. */
const watchOpeningScript = `{
  const { click } = HTMLInputElement.prototype
  HTMLInputElement.prototype.click = function () {
    this.addEventListener('change', () => performance.mark('bench:given'), { once: true })
    click.call(this)
  }
}`

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: /^Choose (?:a file|files)/ }).waitFor()
  await page.waitForTimeout(settleMs)
}

/** Milliseconds from choosing a file to the frame that shows it. */
async function openFile(page: Page, file: string): Promise<number> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (?:a file|files)/ }).click()
  await (await chooser).setFiles(file)
  await page.waitForFunction(() => performance.getEntriesByName('flow:fitted').length > 0, null, {
    timeout: timeoutMs,
    polling: 200,
  })
  return page.evaluate(() => {
    const [given] = performance.getEntriesByName('bench:given')
    const [fitted] = performance.getEntriesByName('flow:fitted')
    return (fitted?.startTime ?? NaN) - (given?.startTime ?? NaN)
  })
}

async function visit(browser: Browser, { url, session }: Measured, files: { small: string; large: string }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(session.map((cookie) => ({ ...cookie, url: new URL(url).origin })))
  const page = await context.newPage()
  await page.addInitScript(watchOpeningScript)
  for (let time = 0; time < warmUpVisits; time += 1) {
    await open(page, url)
    await openFile(page, files.small)
  }
  await open(page, url)
  const before = { heap: await heapOf(page), process: await processOf(browser) }
  await browser.startTracing(page, { categories: taskCategories })
  const ms = await openFile(page, files.large)
  await page.waitForTimeout(settleMs)
  const clock = await page.evaluate(() => ({ name: 'bench:clock', ms: performance.mark('bench:clock').startTime }))
  const { longest } = readTrace(String(await browser.stopTracing()), clock)
  const after = { heap: await heapOf(page), process: await processOf(browser) }
  const visited: Visited = {
    ms,
    longest,
    heap: { before: before.heap, after: after.heap },
    process: { before: before.process, after: after.process },
  }
  return visited
}

function reportPage(report: Report, name: string, found: readonly Visited[], isProduct: boolean): void {
  const of = (value: (one: Visited) => number) => median(found.map(value), NaN)
  report(
    `${name}: file to picture`,
    of((one) => one.ms),
    'ms',
  )
  report(
    `${name}: longest task`,
    of((one) => one.longest.ms),
    'ms',
    isProduct ? { atMost: maxTaskMs } : {},
  )
  report(
    `${name}: longest task, CPU time`,
    of((one) => one.longest.cpuMs),
    'ms',
  )
  report(
    `${name}: growth of the page's heap`,
    of((one) => one.heap.after - one.heap.before),
    'MB',
  )
  report(
    `${name}: growth of the process's memory`,
    of((one) => one.process.after - one.process.before),
    'MB',
  )
}

async function startBlankServer(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html').end(plainPageHtml)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}

await bench('import', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
  const files = { small: join(folder, 'small.json'), large: join(folder, 'large.json') }
  writeFileSync(files.small, fileOf(warmUpNodes))
  const text = fileOf(nodeCount, fileBytes)
  writeFileSync(files.large, text)
  report('file', text.length / 1e6, 'MB')
  const [service, blank] = await Promise.all([startService(), startBlankServer()])
  const executablePath = await findBrowser()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  try {
    const session = await sessionOf(service.url, service.setupCode())
    const pages: Measured[] = [
      { name: 'plain', url: blank.url, session: [] },
      { name: 'review', url: `${service.url}/flows/import`, session },
      { name: 'opened', url: `${service.url}/flows/file`, session },
    ]
    const found = new Map<string, Visited[]>(pages.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const page of pages) {
        // A new browser each time, so that one page does not affect the next.
        const browser = await chromium.launch({ executablePath, args })
        try {
          found.get(page.name)?.push(await visit(browser, page, files))
        } finally {
          await browser.close()
        }
      }
    for (const { name } of pages) reportPage(report, name, found.get(name) ?? [], name !== 'plain')
  } finally {
    await service.remove()
    blank.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * `npm run screens -- DIR`: a screenshot of every page at three widths in both themes, from a new service with the
 * sample workspace: DIR/<page>-<width>-<theme>.png, overwriting existing files.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { endOnSignals, shutDown, root, runInstalled } from './program.mjs'
import { runScript, printStep, StepFailed } from './step.mjs'

const themes = /** @type {const} */ (['light', 'dark'])
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]

/** Values of `--size` (scripts/corpus/corpus-screens.ts). */
const corpusWidths = new Set(['1440', '390'])

/** State of the service: no account, an owner of an empty account, an owner with the sample workspace. */
const stages = /** @type {const} */ (['nobody', 'empty', 'sample'])

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {(typeof stages)[number]} stage
 * @property {string} path `:id`, `:other` (flows), `:node` and `:conversation` are filled in with examples
 * @property {string} [ready] selector that must be visible before the screenshot
 * @property {string} [file] chosen in the page before the screenshot
 * @property {boolean} [signedOut]
 * @property {string} [breaks] requests to this path fail as if the service were broken
 */

/** @type {readonly Screen[]} */
const screens = [
  { name: 'set-up', stage: 'nobody', path: '/set-up' },
  { name: 'sign-in', stage: 'empty', path: '/sign-in', signedOut: true },
  { name: 'empty', stage: 'empty', path: '/flows' },
  { name: 'today-empty', stage: 'empty', path: '/' },
  { name: 'today', stage: 'sample', path: '/', ready: '.problem-list' },
  { name: 'flows', stage: 'sample', path: '/flows', ready: 'table' },
  { name: 'flows-cards', stage: 'sample', path: '/flows?form=cards', ready: '.flow-card' },
  { name: 'flows-trash', stage: 'sample', path: '/flows/trash' },
  { name: 'flow', stage: 'sample', path: '/flows/:id', ready: '.canvas-controls' },
  { name: 'flow-node', stage: 'sample', path: '/flows/:id?node=:node', ready: '.react-flow__node' },
  { name: 'flow-runs', stage: 'sample', path: '/flows/:id?tab=runs&period=all', ready: 'table' },
  { name: 'flow-health', stage: 'sample', path: '/flows/:id?tab=health', ready: 'main section' },
  { name: 'flow-history', stage: 'sample', path: '/flows/:id?tab=history' },
  { name: 'flow-metadata', stage: 'sample', path: '/flows/:id?tab=metadata', ready: 'main section' },
  { name: 'flow-json', stage: 'sample', path: '/flows/:id?tab=json', ready: '.file-view' },
  { name: 'tools', stage: 'sample', path: '/tools', ready: 'table' },
  { name: 'tool', stage: 'sample', path: '/tools?tool=tool_sample_orders_api', ready: '.panel .facts' },
  { name: 'tool-new', stage: 'sample', path: '/tools?new=api', ready: '.panel form' },
  {
    name: 'compare',
    stage: 'sample',
    path: '/flows/compare?before=flow%3A:id&after=flow%3A:other',
    ready: '.canvas-controls',
  },
  {
    name: 'import',
    stage: 'sample',
    path: '/flows/import',
    file: 'test/fixtures/flows/n8n-orders.json',
    ready: 'text=/steps? runs? here/',
  },
  { name: 'runs', stage: 'sample', path: '/runs', ready: '.table.reasons tbody tr' },
  { name: 'runs-list', stage: 'sample', path: '/runs?form=list', ready: 'table' },
  { name: 'statement', stage: 'sample', path: '/billing/statement', ready: 'table' },
  { name: 'ledger', stage: 'sample', path: '/billing/ledger', ready: 'table' },
  { name: 'budgets', stage: 'sample', path: '/billing/budgets' },
  { name: 'billing', stage: 'sample', path: '/billing', ready: '.chart canvas' },
  { name: 'inbox', stage: 'sample', path: '/inbox?conversation=:conversation', ready: '.run-stop + .run-stop' },
  { name: 'channels', stage: 'sample', path: '/channels', ready: 'article' },
  {
    name: 'channels-channel',
    stage: 'sample',
    path: '/channels?channel=chn_sample_billing_email',
    ready: '.panel .facts',
  },
  { name: 'settings', stage: 'sample', path: '/settings' },
  { name: 'settings-appearance', stage: 'sample', path: '/settings/appearance' },
  { name: 'settings-people', stage: 'sample', path: '/settings/people', ready: 'table' },
  { name: 'settings-alerts', stage: 'sample', path: '/settings/alerts' },
  { name: 'settings-connection', stage: 'sample', path: '/settings/connection' },
  { name: 'not-found', stage: 'sample', path: '/no-such-page' },
  { name: 'error', stage: 'sample', path: '/flows', ready: '[role=alert]', breaks: '**/api/flow/**' },
]

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }

/** Response of a broken service. */
const errorResponse = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ detail: 'Something went wrong here.', code: 'internal', request_id: 'req_example' }),
}

/** Timeout in ms, after which a page is captured even if it is still loading; the output reports this. */
const readyLimit = 10_000

/** @typedef {import('@playwright/test').APIRequestContext} Caller */

/**
 * @param {Caller} caller
 * @param {'get' | 'post'} method
 * @param {string} path
 * @param {unknown} [data]
 */
async function call(caller, method, path, data) {
  const response = await caller[method](path, { data: data ?? {} })
  if (!response.ok()) throw new StepFailed(`${method} ${path} returned ${response.status()}: ${await response.text()}`)
  return response.json()
}

/** Large enough to be representative, small enough to be legible. */
const exampleNodes = 24

/** @typedef {{ node_count: number }} Sized */

/** @param {Sized} a @param {Sized} b */
const byExampleSize = (a, b) => Math.abs(a.node_count - exampleNodes) - Math.abs(b.node_count - exampleNodes)

/** @typedef {{ id: string, other: string, node: string, conversation: string }} Examples */

/** @param {Caller} caller @returns {Promise<Examples>} */
async function exampleFlow(caller) {
  const { results } = await call(caller, 'get', '/api/flow/')
  const [flow, other] = results.toSorted(byExampleSize)
  const { nodes } = await call(caller, 'get', `/api/flow/${flow.id}/`)
  const conversations = await call(caller, 'get', '/api/conversation/?total_cost__gt=0&limit=1')
  return {
    id: flow.id,
    other: other.id,
    node: nodes[1]?.id ?? nodes[0].id,
    conversation: conversations.results[0]?.id ?? '',
  }
}

/** Time in ms without a request or a placeholder, after which a page is settled. */
const quietMs = 500

/**
 * Resolves once nothing is loading any more. Live updates are a request that never ends, so it does not count.
 * @param {import('@playwright/test').Page} page
 */
async function settled(page) {
  const until = performance.now() + readyLimit
  let quietSince = performance.now()
  while (performance.now() - quietSince < quietMs) {
    if (performance.now() > until) throw new Error('The page does not settle.')
    await page.waitForTimeout(50)
    const isBusy = (pendingRequests.get(page)?.size ?? 0) > 0 || (await page.locator('.skeleton').count()) > 0
    if (isBusy) quietSince = performance.now()
  }
}

/** @type {WeakMap<import('@playwright/test').Page, Set<import('@playwright/test').Request>>} */
const pendingRequests = new WeakMap()

/** @param {import('@playwright/test').Page} page */
function watchRequests(page) {
  const pending = new Set()
  pendingRequests.set(page, pending)
  page.on('request', (request) => request.url().includes('/api/event/') || pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Screen} screen
 * @param {string} path
 * @returns {Promise<boolean>} whether the page finished loading
 */
async function open(page, screen, path) {
  if (screen.breaks !== undefined) await page.route(screen.breaks, (route) => route.fulfill(errorResponse))
  watchRequests(page)
  await page.goto(path)
  if (screen.file !== undefined) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).first().click()
    await (await chooser).setFiles(join(root, screen.file))
  }
  try {
    await page
      .locator(screen.ready ?? 'h1')
      .first()
      .waitFor({ timeout: readyLimit })
    await settled(page)
    await page.evaluate(async () => void (await document.fonts.ready))
    return true
  } catch {
    return false
  }
}

/**
 * @param {{ browser: import('@playwright/test').Browser, url: string, directory: string, cookies: Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>> }} where
 * @param {Screen} screen
 * @param {Examples} flow
 */
async function captureScreen({ browser, url, directory, cookies }, screen, flow) {
  const start = performance.now()
  const path = screen.path
    .replace(':id', flow.id)
    .replace(':other', flow.other)
    .replace(':node', encodeURIComponent(flow.node))
    .replace(':conversation', flow.conversation)
  let allLoaded = true
  for (const colorScheme of themes)
    for (const viewport of sizes) {
      const context = await browser.newContext({ baseURL: url, viewport, colorScheme, reducedMotion: 'reduce' })
      if (screen.signedOut !== true) await context.addCookies(cookies)
      const page = await context.newPage()
      allLoaded = (await open(page, screen, path)) && allLoaded
      await page.screenshot({ path: join(directory, `${screen.name}-${viewport.width}-${colorScheme}.png`) })
      await context.close()
    }
  printStep(
    allLoaded ? 'ok' : 'failed',
    screen.name,
    performance.now() - start,
    allLoaded ? '' : 'the page did not finish loading in time',
  )
  return allLoaded
}

/** @param {string} directory */
async function captureAll(directory) {
  const { chromium } = await import('@playwright/test')
  const { findBrowser } = await import('./browser.mjs')
  const { startService } = await import('./service.mjs')
  const service = await startService()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    const person = await browser.newContext({ baseURL: service.url, extraHTTPHeaders: { origin: service.url } })
    /** @type {Examples} */
    let flow = { id: '', other: '', node: '', conversation: '' }
    let allLoaded = true
    for (const stage of stages) {
      if (stage === 'empty') await call(person.request, 'post', '/api/setup/', { code: service.setupCode(), ...owner })
      if (stage === 'sample') {
        await call(person.request, 'post', '/api/sample/')
        flow = await exampleFlow(person.request)
      }
      const where = { browser, url: service.url, directory, cookies: await person.cookies() }
      for (const screen of screens.filter((each) => each.stage === stage))
        allLoaded = (await captureScreen(where, screen, flow)) && allLoaded
    }
    return allLoaded
  } finally {
    await browser.close()
    await service.remove()
  }
}

const usage = `npm run screens -- DIR   writes a picture of every page into DIR
npm run screens -- DIR --corpus FOLDER [--only TEXT] [--size 1440|390]
  writes the first view of every flow in a folder of files into DIR: pictures, contact sheets and corpus.tsv
  --only TEXT   files whose path contains it
  --size WIDTH  one of the two window sizes`

/** @returns {{ directory: string, folder?: string, flags: string[] }} `flags` of scripts/corpus/corpus-screens.ts */
function parseOptions() {
  try {
    const option = /** @type {const} */ ({ type: 'string' })
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { corpus: option, only: option, size: option },
    })
    const [directory, ...rest] = positionals
    const { corpus, ...flags } = values
    const isComplete = directory !== undefined && rest.length === 0
    const isKnownSize = flags.size === undefined || corpusWidths.has(flags.size)
    if (isComplete && isKnownSize && (corpus !== undefined || Object.keys(flags).length === 0))
      return {
        directory: resolve(directory),
        folder: corpus && resolve(corpus),
        flags: Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      }
  } catch {
    // An unknown flag is reported like a missing folder.
  }
  throw new StepFailed(usage)
}

endOnSignals()
await runScript(async () => {
  const { directory, folder, flags } = parseOptions()
  mkdirSync(directory, { recursive: true })
  await install()
  await build()
  if (folder !== undefined) {
    const args = [join(root, 'scripts/corpus/corpus-screens.ts'), directory, folder, ...flags]
    return (await runInstalled('tsx', args, { show: true })).code
  }
  return shutDown((await captureAll(directory)) ? 0 : 1)
})

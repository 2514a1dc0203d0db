/**
 * Base of every browser test: a real service with an owner, a page that fails its test on any browser error, and the
 * accessibility check in both themes.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Browser, type Page } from '@playwright/test'
import { root } from '#scripts/program.mjs'
import { wholeRunTag } from '#scripts/reports.mjs'
import { type Service, startService } from '#scripts/service.mjs'

export { expect }

/** Tag of a test that only `npm test -- --all` runs: `test('…', wholeRun, async ({ page }) => …)`. */
export const wholeRun = { tag: `@${wholeRunTag}` }

/** The owner, created at set-up. */
export const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner' }

/** A read-only user, created by the first `signInAsViewer`. */
const viewer = { email: 'viewer@example.com', password: 'a sentence reads well', name: 'Vera Viewer', role: 'viewer' }

/** Size of the sample: enough to page, filter and sum, small enough to be created in seconds. */
const sampleSizes = ['--flows', '30', '--conversations', '300', '--runs', '2000']

/** Rules of axe that depend on colours, and its tags for WCAG 2.2 AA. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']
const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

/** A running service and access to it. */
export class TestService {
  readonly #running: Service
  #cookies: Cookies = []
  #viewerCookies: Cookies = []

  private constructor(running: Service) {
    this.#running = running
  }

  /** Starts a service in a new folder, without an account. `env`: its settings. */
  static async start(env: Record<string, string> = {}): Promise<TestService> {
    return new TestService(await startService({ env: { LOG_LEVEL: 'info', ...env } }))
  }

  /** The origin, without a trailing slash. */
  get url(): string {
    return this.#running.url
  }

  /** The one-time code that the first start printed. */
  get setupCode(): string {
    return this.#running.setupCode()
  }

  /** Creates the owner and stores the session for `signIn`. */
  async setUp(page: Page): Promise<void> {
    await this.#session(page, '/api/setup/', { code: this.setupCode, account: 'Example', ...owner })
  }

  /**
   * Puts the owner's session into the page's browser. It is shared by all tests of a worker, because sign-in is
   * rate-limited; a test that ends its session needs its own.
   */
  async signIn(page: Page, options: { ownSession?: boolean } = {}): Promise<void> {
    const { email, password } = owner
    if (options.ownSession === true) await this.#session(page, '/api/session/', { email, password })
    else await page.context().addCookies(this.#cookies)
  }

  /** Opens a page of the console, `path` from the origin: "/flows". Signs in as the owner, unless a session exists. */
  async open(page: Page, path: string): Promise<void> {
    if ((await page.context().cookies(this.url)).length === 0) await this.signIn(page)
    await page.goto(this.url + path)
  }

  /**
   * Replaces the session in the page's browser by that of a read-only user; the first call creates the user. An open
   * page is left first: its requests would be refused without its session.
   */
  async signInAsViewer(page: Page): Promise<void> {
    await this.signOut(page)
    if (this.#viewerCookies.length === 0) {
      await this.signIn(page)
      await this.call(page, 'POST', '/person/', viewer)
      await this.signOut(page)
      const { email, password } = viewer
      await this.#post(page, '/api/session/', { email, password })
      this.#viewerCookies = await page.context().cookies(this.url)
    } else await page.context().addCookies(this.#viewerCookies)
  }

  /** Leaves the open page, and removes all sessions from its browser; they remain valid in the service. */
  async signOut(page: Page): Promise<void> {
    await page.goto('about:blank')
    await page.context().clearCookies()
  }

  /** Fills the account with a small sample workspace, by the command line of the running service. */
  async addSample(): Promise<void> {
    await this.#command('sample', ...sampleSizes)
  }

  /** Books an amount to the account; "-5.00" subtracts it. */
  async book(amount: string): Promise<void> {
    await this.#command('account', 'credit', '--email', owner.email, `--amount=${amount}`)
  }

  async #command(...args: readonly string[]): Promise<void> {
    const command = join(root, 'dist/server/command.mjs')
    const env = { ...process.env, DATA_DIR: this.#running.dataDir, DATABASE_URL: undefined }
    await promisify(execFile)(process.execPath, [command, ...args], { cwd: root, env })
  }

  /** Calls the service as the signed-in owner, to prepare a test. Returns the body. */
  async call(
    page: Page,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    data?: unknown,
  ): Promise<unknown> {
    const response = await page.request.fetch(`${this.url}/api${path}`, { method, data, headers: { origin: this.url } })
    const text = await response.text()
    if (!response.ok()) throw new Error(`${method} ${path} was answered with ${response.status()}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Ends the process and keeps the data, with which `restart` starts again at the same URL. */
  async stop(): Promise<void> {
    await this.#running.stop()
  }

  /** Restarts a stopped service. */
  async restart(): Promise<void> {
    await this.#running.start()
  }

  /** Ends the process and removes its folder. */
  async remove(): Promise<void> {
    await this.#running.remove()
  }

  async #session(page: Page, path: string, data: object): Promise<void> {
    await this.#post(page, path, data)
    if (this.#cookies.length === 0) this.#cookies = await page.context().cookies(this.url)
  }

  async #post(page: Page, path: string, data: object): Promise<void> {
    const response = await page.request.post(this.url + path, { data, headers: { origin: this.url } })
    if (!response.ok()) throw new Error(`${path} was answered with ${response.status()}: ${await response.text()}`)
  }
}

/** Browser errors during a test. */
class PageErrors {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Allows an expected error. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  get unexpected(): string[] {
    return this.found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}

/** Chromium's messages about failed requests while a service stops, is down or starts. */
export const serviceDownErrors = /Failed to load|Refused to apply style|ERR_/

/** The response to an anonymous caller, which Chromium logs as an error. */
const notSignedIn = /status of 401 .*\/api\/me\/$/

async function watch(page: Page, pageErrors: PageErrors): Promise<void> {
  pageErrors.allow(notSignedIn)
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.found.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => pageErrors.found.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      pageErrors.found.push(`request to another origin: ${request.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        // oxlint-disable-next-line no-console -- runs in the page; the console is how it reaches the test
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
      },
    )
  })
}

interface TestFixtures {
  pageErrors: PageErrors
  /** A separate service without an account for one test, which may set it up, stop and restart it. */
  freshService: TestService
}

interface WorkerFixtures {
  /** A service with an owner, and only the data that other tests of this worker have created. */
  service: TestService
  /** A service with an owner and the sample workspace, which tests only read; tests create data that they change. */
  sampleService: TestService
}

/** A service with an owner. `env`: its settings. */
export async function startOwnedService(browser: Browser, env: Record<string, string> = {}): Promise<TestService> {
  const service = await TestService.start(env)
  const page = await browser.newPage()
  await service.setUp(page)
  await page.close()
  return service
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({ browser }, use) => {
      const service = await startOwnedService(browser)
      await use(service)
      await service.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sampleService: [
    async ({ browser }, use) => {
      const service = await startOwnedService(browser)
      await service.addSample()
      await use(service)
      await service.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  freshService: [
    async ({ context }, use) => {
      const service = await TestService.start()
      await use(service)
      // A page with open requests would log errors when the service stops.
      for (const page of context.pages()) await page.goto('about:blank')
      await service.remove()
    },
    { timeout: 180_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern: none
  pageErrors: async ({}, use) => {
    await use(new PageErrors())
  },
  page: async ({ page, pageErrors }, use) => {
    await watch(page, pageErrors)
    await use(page)
    // A route handler may still be running when the test has ended.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    expect(pageErrors.unexpected, 'errors of the browser').toEqual([])
  },
})

/**
 * Disables live updates of a page: otherwise it would refetch at the moment in which a test removes the fault. Call it
 * before the page is opened.
 */
export async function withoutEvents(page: Page): Promise<void> {
  await page.route('**/api/event/', () => {})
}

/** Checks that nothing overflows horizontally, and waits for a resized page to settle. */
export async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, 'horizontal overflow in pixels').toBeLessThanOrEqual(0)
}

const tablet = 768
/** The widths at which a page has to be usable, in pixels: desktop, tablet, phone. */
export const widths = [1440, tablet, 360] as const

/** The rules of axe whose result depends on the width. */
const rulesOfLayout = ['target-size', 'scrollable-region-focusable']

/**
 * Checks accessibility at each width, and that nothing overflows. `reset` restores the state to check. A tablet shows
 * nothing that a desktop or a phone does not, so only the layout rules are checked there.
 */
export async function checkAxeAtWidths(
  page: Page,
  reset: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await reset(width)
    await expectNoHorizontalOverflow(page)
    if (width === tablet) await expectNoViolations(page, 'layout', (axe) => axe.withRules(rulesOfLayout))
    else await checkAxe(page)
  }
}

/** Checks the current page against WCAG 2.2 AA, in the light and in the dark theme. */
export async function checkAxe(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light theme', (axe) => axe.withTags(accessibilityTags))
  await page.emulateMedia({ colorScheme: 'dark' })
  // The content is the same in both; only the colours are checked again.
  await expectNoViolations(page, 'dark theme', (axe) => axe.withRules(rulesOfColour))
  await page.emulateMedia({ colorScheme: null })
}

async function expectNoViolations(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Without this check, a page that has not loaded would have no violations, except for the missing heading.
  await expect(page.locator('h1').first()).toBeAttached()
  // Half a megabyte of script, once per document. Legacy mode suffices, because the page has no frames: axe needs no
  // second page that merges results.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    // Only violations are reported: reporting the rest would double the time.
    .options({ resultTypes: ['violations'] })
  const { violations } = await choose(axe).analyze()
  const messages = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
  expect(messages, `accessibility, ${what}`).toEqual([])
}

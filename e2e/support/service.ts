/**
 * What every browser test starts from: a real service with an owner, a page that fails its test on anything the
 * browser complains about, and the accessibility check in both themes.
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

/** Marks a test that `npm test -- --all` runs and `npm test` leaves out: `test('…', wholeRun, async ({ page }) => …)`. */
export const wholeRun = { tag: `@${wholeRunTag}` }

/** Who set the service up. */
export const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner' }

/** Who only reads, once a test has asked for `signInAsViewer`. */
const viewer = { email: 'viewer@example.com', password: 'a sentence reads well', name: 'Vera Viewer', role: 'viewer' }

/** Enough to page, filter and sum, little enough to be made in seconds. */
const sampleSizes = ['--flows', '30', '--conversations', '300', '--runs', '2000']

/** The rules of WCAG 2.2 AA, as axe names them, and those of them that depend on colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']
const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

/** A running service and how a test reaches it. */
export class TestService {
  readonly #running: Service
  #cookies: Cookies = []
  #viewerCookies: Cookies = []

  private constructor(running: Service) {
    this.#running = running
  }

  /** Starts a service in a folder of its own, with nobody in it. `env`: settings of this one. */
  static async start(env: Record<string, string> = {}): Promise<TestService> {
    return new TestService(await startService({ env: { LOG_LEVEL: 'info', ...env } }))
  }

  /** The origin, without a slash at the end. */
  get url(): string {
    return this.#running.url
  }

  /** The one-time code that the first start printed. */
  get setupCode(): string {
    return this.#running.setupCode()
  }

  /** Makes the owner and keeps the session for `signIn`. */
  async setUp(page: Page): Promise<void> {
    await this.#session(page, '/api/setup/', { code: this.setupCode, account: 'Example', ...owner })
  }

  /**
   * Puts the owner's session into the page's browser. It is shared by all tests of a worker, because signing in is
   * limited; a test that ends its session asks for its own.
   */
  async signIn(page: Page, options: { ownSession?: boolean } = {}): Promise<void> {
    const { email, password } = owner
    if (options.ownSession === true) await this.#session(page, '/api/session/', { email, password })
    else await page.context().addCookies(this.#cookies)
  }

  /** Opens a page of the console, `path` from the origin: "/flows". Signed in as the owner, unless somebody is signed in already. */
  async open(page: Page, path: string): Promise<void> {
    if ((await page.context().cookies(this.url)).length === 0) await this.signIn(page)
    await page.goto(this.url + path)
  }

  /**
   * Puts the session of a person who only reads into the page's browser, in the place of any other; the first call makes that
   * person. A page that is open is left: what it still asks for would be refused without the session that it began with.
   */
  async signInAsViewer(page: Page): Promise<void> {
    await this.signOut(page)
    if (this.#viewerCookies.length === 0) {
      await this.signIn(page)
      await this.call(page, 'POST', '/person/', viewer)
      await this.signOut(page)
      const { email, password } = viewer
      await this.#answered(page, '/api/session/', { email, password })
      this.#viewerCookies = await page.context().cookies(this.url)
    } else await page.context().addCookies(this.#viewerCookies)
  }

  /** Leaves the page that is open, and takes every session out of its browser; the service keeps them. */
  async signOut(page: Page): Promise<void> {
    await page.goto('about:blank')
    await page.context().clearCookies()
  }

  /** Fills the account with a small sample workspace, by the command line of the running service. */
  async addSample(): Promise<void> {
    await this.#command('sample', ...sampleSizes)
  }

  /** Books an amount to the account; "-5.00" takes it off. */
  async book(amount: string): Promise<void> {
    await this.#command('account', 'credit', '--email', owner.email, `--amount=${amount}`)
  }

  async #command(...args: readonly string[]): Promise<void> {
    const command = join(root, 'dist/server/command.mjs')
    const env = { ...process.env, DATA_DIR: this.#running.dataDir, DATABASE_URL: undefined }
    await promisify(execFile)(process.execPath, [command, ...args], { cwd: root, env })
  }

  /** Calls the service as the signed-in owner, to prepare what a test is about. Answers the body. */
  async call(
    page: Page,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    data?: unknown,
  ): Promise<unknown> {
    const answer = await page.request.fetch(`${this.url}/api${path}`, { method, data, headers: { origin: this.url } })
    const text = await answer.text()
    if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Ends the process; the data stay, and `restart` finds them again at the same address. */
  async stop(): Promise<void> {
    await this.#running.stop()
  }

  /** Starts again what was stopped. */
  async restart(): Promise<void> {
    await this.#running.start()
  }

  /** Ends the process and removes its folder. */
  async remove(): Promise<void> {
    await this.#running.remove()
  }

  async #session(page: Page, path: string, data: object): Promise<void> {
    await this.#answered(page, path, data)
    if (this.#cookies.length === 0) this.#cookies = await page.context().cookies(this.url)
  }

  async #answered(page: Page, path: string, data: object): Promise<void> {
    const answer = await page.request.post(this.url + path, { data, headers: { origin: this.url } })
    if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`)
  }
}

/** What the browser complained about during a test. */
class Troubles {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** For a test that causes a complaint on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  get unexpected(): string[] {
    return this.found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}

/** What Chromium writes down about parts of a page, and answers, that a service does not give while it goes, is away or comes. */
export const whileAway = /Failed to load|Refused to apply style|ERR_/

/** Whoever is not signed in is told so by the service, which Chromium writes down as an error of the page. */
const notSignedIn = /status of 401 .*\/api\/me\/$/

async function watch(page: Page, troubles: Troubles): Promise<void> {
  troubles.allow(notSignedIn)
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.found.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => troubles.found.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      troubles.found.push(`request to another place: ${request.url()}`)
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
  troubles: Troubles
  /** A second service, with nobody in it, for this test alone: set-up, stops, restarts. */
  freshService: TestService
}

interface WorkerFixtures {
  /** With an owner and nothing else, but for what the tests of this worker leave. */
  service: TestService
  /** With an owner and the sample workspace. Tests read it; what one must change it makes for itself. */
  sampleService: TestService
}

/** A service with an owner. `env`: settings of this one. */
export async function ownedService(browser: Browser, env: Record<string, string> = {}): Promise<TestService> {
  const service = await TestService.start(env)
  const page = await browser.newPage()
  await service.setUp(page)
  await page.close()
  return service
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({ browser }, use) => {
      const service = await ownedService(browser)
      await use(service)
      await service.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sampleService: [
    async ({ browser }, use) => {
      const service = await ownedService(browser)
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
      // A page that still fetches something would complain about the service that goes.
      for (const page of context.pages()) await page.goto('about:blank')
      await service.remove()
    },
    { timeout: 180_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that nothing is asked for
  troubles: async ({}, use) => {
    await use(new Troubles())
  },
  page: async ({ page, troubles }, use) => {
    await watch(page, troubles)
    await use(page)
    // An answer that a test changes on its way may still be under way when the test has ended.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    expect(troubles.unexpected, 'what the browser complained about').toEqual([])
  },
})

/**
 * Holds back what a page hears while it is open: it reads what it shows by itself else, in the moment in which a test has just
 * taken away what was broken. Before the page is opened.
 */
export async function withoutEvents(page: Page): Promise<void> {
  await page.route('**/api/event/', () => {})
}

/** Nothing sticks out of the window; a window that has just got another width is given the time to arrange its parts. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, 'pixels beyond the window').toBeLessThanOrEqual(0)
}

const tablet = 768
/** The widths at which a page has to be usable, in pixels: a desk, a tablet, a phone. */
export const widths = [1440, tablet, 360] as const

/** Of axe's rules those whose outcome the width alone can change, where it shows nothing that another width does not show. */
const rulesOfLayout = ['target-size', 'scrollable-region-focusable']

/**
 * Checks accessibility at each width, and that nothing sticks out. `reset` brings the page back to what is looked at. What a tablet
 * shows, a desk or a phone shows as well, so that there it is only looked at how it is laid out.
 */
export async function checkAxeAtWidths(
  page: Page,
  reset: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await reset(width)
    await expectNothingSideways(page)
    if (width === tablet) await expectNoViolations(page, 'layout', (axe) => axe.withRules(rulesOfLayout))
    else await checkAxe(page)
  }
}

/** Checks the page as it stands against WCAG 2.2 AA, in the light and in the dark theme. */
export async function checkAxe(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light theme', (axe) => axe.withTags(accessibilityTags))
  await page.emulateMedia({ colorScheme: 'dark' })
  // What is there is the same in both; what it looks like is looked at again.
  await expectNoViolations(page, 'dark theme', (axe) => axe.withRules(rulesOfColour))
  await page.emulateMedia({ colorScheme: null })
}

async function expectNoViolations(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // A page that is not there yet has nothing to object to, but for the heading that it lacks.
  await expect(page.locator('h1').first()).toBeAttached()
  // Half a megabyte of script, once per document. The page has no frames: in legacy mode axe runs in it alone, without a
  // second page that puts results together.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    // What holds is not written down: that took as long as looking.
    .options({ resultTypes: ['violations'] })
  const { violations } = await choose(axe).analyze()
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(told, `accessibility, ${what}`).toEqual([])
}

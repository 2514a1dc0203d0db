/** Pages of n8n and of the console in a browser: time until the rows or the flow are there, requests and bytes. */
import type { Browser, BrowserContext, Page } from '@playwright/test'

export interface Visit {
  ms: number
  requests: number
  kB: number
}

/** Longest wait for a page, in ms: n8n takes half a minute for a large workflow. */
const timeout = 180_000

/** One visit in a context: until `ready` holds in the page. */
export async function visit(
  context: BrowserContext,
  url: string,
  ready: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  let requests = 0
  session.on('Network.requestWillBeSent', () => (requests += 1))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const startedAt = performance.now()
  await page.goto(url)
  await ready(page)
  const ms = performance.now() - startedAt
  await page.close()
  return { ms, requests, kB: bytes / 1000 }
}

/** A context signed in to n8n. */
export async function signedInToN8n(
  browser: Browser,
  url: string,
  owner: { email: string; password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const response = await context.request.post(`${url}/rest/login`, {
    data: { emailOrLdapLoginId: owner.email, password: owner.password },
  })
  if (!response.ok()) throw new Error(`n8n refused the sign-in: ${response.status()}`)
  return context
}

/** A context with the key of the console's page. */
export async function signedInToConsole(browser: Browser, url: string, key: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate((credential) => localStorage.setItem('flow-console.credential own', JSON.stringify(credential)), {
    base: `${url}/api`,
    header: 'authorization',
    value: `Bearer ${key}`,
  })
  await page.close()
  return context
}

/** n8n's list of workflows shows its first rows. */
export const n8nList = (page: Page): Promise<void> =>
  page.locator('[data-test-id="resources-list-item-workflow"]').first().waitFor()

/** n8n's editor shows nodes. */
export const n8nEditor = (page: Page): Promise<void> => page.locator('[data-test-id="canvas-node"]').first().waitFor()

/** The console's list shows its first rows. */
export const consoleList = (page: Page): Promise<void> => page.locator('tbody tr a').first().waitFor()

/** The console's canvas shows the flow. */
export const consoleCanvas = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('flow:fitted').length > 0)

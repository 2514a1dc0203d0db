/** The console with a slow or broken connection, or behind a faulty gateway. */
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { asJson, flowPage, startPlainService, type PlainService } from '#e2e/support/plain-service.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

let service: PlainService
test.beforeAll(async () => {
  service = await startPlainService()
})
test.beforeEach(({ pageErrors }) => {
  service.reset()
  // Chromium logs every status of 400 and above, which these tests cause on purpose.
  pageErrors.allow(/Failed to load resource/)
})
test.afterAll(() => service.stop())

const list = 'GET /flow/'
const nightDesk = (page: Page) => page.getByRole('link', { name: 'Night desk' })
const listRequestCount = () => service.requests.filter((what) => what === list).length

/** Expects that the flows page shows one loading error, and still has its navigation. */
async function expectOneError(page: Page, words: string | RegExp): Promise<void> {
  const alert = page.getByRole('alert')
  await expect(alert).toHaveCount(1)
  await expect(alert).toContainText('could not be loaded')
  await expect(alert).toContainText(words)
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

async function expectRetryWorks(page: Page): Promise<void> {
  service.reset()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(nightDesk(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('shows neither an empty list nor an error while the response is pending', wholeRun, async ({ page }) => {
  const pendingResponses: ServerResponse[] = []
  service.respondTo(list, (_request, response) => void pendingResponses.push(response))
  await page.goto(`${service.url}/flows`)
  await expect.poll(() => pendingResponses.length).toBeGreaterThan(0)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByText(/No flow/)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const response of pendingResponses) response.writeHead(200, asJson).end(flowPage(service.flows))
  await expect(nightDesk(page)).toBeVisible()
})

test(
  'retries after a truncated response; shows an error, never a short list, if it stays truncated',
  wholeRun,
  async ({ page }) => {
    const truncate = (_request: unknown, response: ServerResponse) => {
      const body = flowPage(service.flows)
      response.writeHead(200, { ...asJson, 'content-length': body.length })
      response.write(body.slice(0, 60), () => response.destroy())
    }
    service.respondTo(list, truncate, 1)
    await page.goto(`${service.url}/flows`)
    await expect(nightDesk(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(listRequestCount()).toBeGreaterThan(1)
    service.respondTo(list, truncate)
    await page.reload()
    await expectOneError(page, 'The service cannot be reached')
    await expectRetryWorks(page)
  },
)

const tooMany = { ...asJson, 'retry-after': '1' }

/** The error on the page; unit tests cover the meaning of each answer (src/api/query/query-answers.test.ts). */
const refusals: { name: string; respond: (response: ServerResponse) => void; message: string | RegExp }[] = [
  {
    name: 'repeated 429',
    respond: (response) => response.writeHead(429, tooMany).end('{"detail":"Slow down."}'),
    message: 'Try again in 1 s',
  },
  {
    name: '502 with an HTML page',
    respond: (response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1><hr>nginx</html>'),
    message: '502',
  },
  { name: '204 instead of a list', respond: (response) => response.writeHead(204).end(), message: /./ },
  {
    name: '200 with an error in the body',
    respond: (response) =>
      response.writeHead(200, asJson).end('{"success":false,"message":"The index is being rebuilt."}'),
    message: 'The index is being rebuilt.',
  },
]

test('reports an invalid response once, and never shows it as an empty list', wholeRun, async ({ page }) => {
  test.slow()
  for (const { name, respond, message } of refusals)
    await test.step(name, async () => {
      service.respondTo(list, (_request, response) => respond(response))
      await page.goto(`${service.url}/flows`)
      await expectOneError(page, message)
      await expect(page.getByText(/nginx|No flows yet/)).toHaveCount(0)
      await expectRetryWorks(page)
    })
})

test('keeps the data while offline, and refetches them when online again', async ({ page, context }) => {
  await page.goto(`${service.url}/flows`)
  await expect(nightDesk(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByText(/No response from the service since/)).toBeVisible()
  await expect(nightDesk(page)).toBeVisible()
  service.flows.push('Made meanwhile')
  await context.setOffline(false)
  await expect(page.getByText(/No response from the service since/)).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Made meanwhile' })).toBeVisible()
})

test('does not repeat a write automatically when its response is lost', async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await expect(nightDesk(page)).toBeVisible()
  service.respondTo('POST /flow/', (request, response) => {
    request.resume()
    request.once('end', () => {
      service.flows.push('Third desk')
      response.destroy()
    })
  })
  await page.getByRole('button', { name: 'New flow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  await dialog.getByLabel(/^Name/).fill('Third desk')
  await dialog.getByRole('button', { name: 'Create flow' }).click()
  // The typed text stays, and the error is shown.
  await expect(dialog).toContainText(/may have/)
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Third desk')
  expect(service.requests.filter((what) => what === 'POST /flow/')).toHaveLength(1)
  // The list is refetched: it shows whether the write arrived.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Third desk' })).toBeVisible()
})

test('keeps the page when the session expires', wholeRun, async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await expect(nightDesk(page)).toBeVisible()
  const ended = { ...asJson, 'www-authenticate': 'Basic realm="x"' }
  service.respondTo(list, (_request, response) => response.writeHead(401, ended).end('{"detail":"Token expired."}'))
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByText(/[Ss]ign in/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/flows/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

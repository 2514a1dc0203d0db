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
  // Chromium logs every status of 400 and above; here they are what the tests are about.
  pageErrors.allow(/Failed to load resource/)
})
test.afterAll(() => service.stop())

const list = 'GET /flow/'
const nightDesk = (page: Page) => page.getByRole('link', { name: 'Night desk' })
const timesAsked = () => service.seen.filter((what) => what === list).length

/** The page of the flows shows one error that they could not be loaded; frame and navigation work. */
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

test('the first byte is late: until then nothing false is shown', wholeRun, async ({ page }) => {
  const held: ServerResponse[] = []
  service.meet(list, (_request, response) => void held.push(response))
  await page.goto(`${service.url}/flows`)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByText(/No flow/)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const response of held) response.writeHead(200, asJson).end(flowPage(service.flows))
  await expect(nightDesk(page)).toBeVisible()
})

test(
  'a body that is cut off once is requested again; one that always is, is an error and never a short list',
  wholeRun,
  async ({ page }) => {
    const cut = (_request: unknown, response: ServerResponse) => {
      const body = flowPage(service.flows)
      response.writeHead(200, { ...asJson, 'content-length': body.length })
      response.write(body.slice(0, 60), () => response.destroy())
    }
    service.meet(list, cut, 1)
    await page.goto(`${service.url}/flows`)
    await expect(nightDesk(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(timesAsked()).toBeGreaterThan(1)
    service.meet(list, cut)
    await page.reload()
    await expectOneError(page, 'The service cannot be reached')
    await expectRetryWorks(page)
  },
)

const tooMany = { ...asJson, 'retry-after': '1' }

/**
 * The meaning of each answer is unit-tested (src/api/query/query-answers.test.ts); here it is one error of the page.
 */
const refusals: { name: string; answer: (response: ServerResponse) => void; says: string | RegExp }[] = [
  {
    name: '429 that stays',
    answer: (response) => response.writeHead(429, tooMany).end('{"detail":"Slow down."}'),
    says: 'Try again in 1 s',
  },
  {
    name: '502 as a page of HTML',
    answer: (response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1><hr>nginx</html>'),
    says: '502',
  },
  { name: '204 in the place of a list', answer: (response) => response.writeHead(204).end(), says: /./ },
  {
    name: '200 with an error in it',
    answer: (response) =>
      response.writeHead(200, asJson).end('{"success":false,"message":"The index is being rebuilt."}'),
    says: 'The index is being rebuilt.',
  },
]

test('an invalid answer is reported once, and never shown as an empty list', wholeRun, async ({ page }) => {
  test.slow()
  for (const { name, answer, says } of refusals)
    await test.step(name, async () => {
      service.meet(list, (_request, response) => answer(response))
      await page.goto(`${service.url}/flows`)
      await expectOneError(page, says)
      await expect(page.getByText(/nginx|No flows yet/)).toHaveCount(0)
      await expectRetryWorks(page)
    })
})

test('offline and back: the data stay, and are refetched', async ({ page, context }) => {
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

test('a write whose answer is lost is not repeated automatically', async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await expect(nightDesk(page)).toBeVisible()
  service.meet('POST /flow/', (request, response) => {
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
  await expect(dialog).toContainText(/may have|is not known/)
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Third desk')
  expect(service.seen.filter((what) => what === 'POST /flow/')).toHaveLength(1)
  // The list is refetched: it shows whether the write arrived.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Third desk' })).toBeVisible()
})

test('an expired session leaves the page as it is', wholeRun, async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await expect(nightDesk(page)).toBeVisible()
  const ended = { ...asJson, 'www-authenticate': 'Basic realm="x"' }
  service.meet(list, (_request, response) => response.writeHead(401, ended).end('{"detail":"Token expired."}'))
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByText(/[Ss]ign in/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/flows/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

/** A service without paging: 100,000 flows in one array, 50 MB in one answer, and a page that stays usable. */
import { createServer, type Server } from 'node:http'
import { startService } from '#scripts/service.mjs'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

const flowCount = 100_000
/** Minimum bytes of the answer. */
const leastBytes = 50_000_000

/** A list in another dialect: integer ids, camelCase, seconds. */
function longAnswer(): string {
  const words = 'Tells the customer when the parcel leaves, and thanks for the order. '.repeat(5)
  const rows = Array.from({ length: flowCount }, (_, index) =>
    JSON.stringify({
      id: index + 1,
      name: `Flow ${String(index + 1).padStart(6, '0')}`,
      description: words,
      status: index % 3 === 0 ? 'paused' : 'active',
      tags: [],
      nodeCount: index % 40,
      runCount: index,
      costLast30Days: (index % 1000) / 100,
      createdAt: 1_700_000_000 + index,
      updatedAt: 1_720_000_000 + index,
    }),
  )
  return `[${rows.join(',')}]`
}

interface LongService {
  /** URL of the console. */
  url: string
  stop: () => Promise<void>
}

async function startLong(): Promise<LongService> {
  const body = Buffer.from(longAnswer())
  expect(body.length).toBeGreaterThan(leastBytes)
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://long.example')
    if (pathname === '/flow/') response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not here."}')
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const plain = `http://127.0.0.1:${port}`
  const front = await startService({ env: { API_BASE_URL: plain } })
  const stop = async () => {
    await front.remove()
    await new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  }
  return { url: front.url, stop }
}

test(
  'parses 100,000 flows of 50 MB in a worker, and shows and searches them in pages',
  wholeRun,
  async ({ page, pageErrors }) => {
    test.setTimeout(240_000)
    pageErrors.allow(/status of 404 /)
    const patient = { timeout: 90_000 }
    const service = await startLong()
    try {
      await page.goto(`${service.url}/flows?ordering=name`)
      const table = page.getByRole('table', { name: 'Flows' })
      await expect(table.getByRole('link', { name: 'Flow 000001' })).toBeVisible(patient)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('of 100,000')
      await expect(table.locator('tbody tr')).toHaveCount(25)
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(table.getByRole('link', { name: 'Flow 000026' })).toBeVisible(patient)
      await page.getByRole('searchbox', { name: /^Search name/ }).fill('Flow 09999')
      await expect(table.locator('tbody tr')).toHaveCount(11, patient)
      await expect(table.getByRole('link', { name: 'Flow 099999' })).toBeVisible()
      // A worker parses and stores the list, off the main thread.
      expect(page.workers().map((worker) => worker.url())).toContainEqual(expect.stringContaining('/list-worker'))
      await expect.poll(() => page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500)
    } finally {
      await page.goto('about:blank')
      await service.stop()
    }
  },
)

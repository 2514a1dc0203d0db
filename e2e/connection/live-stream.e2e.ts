/** Event stream of another service, through the console's proxy: received, interrupted, resumed or missing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { asJson, plainMe, startPlainService, type PlainService } from '#e2e/support/plain-service.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

let service: PlainService
test.beforeAll(async () => {
  service = await startPlainService()
})
test.beforeEach(({ pageErrors }) => {
  service.reset()
  // The plain service offers little more than flows, and Chromium logs every status of 400 and above.
  pageErrors.allow(/Failed to load resource|ERR_/)
})
test.afterAll(() => service.stop())

/** The open streams, and the requests that opened them. */
interface Streams {
  open: ServerResponse[]
  lastIds: (string | undefined)[]
  /** Sends one event per change, in one piece. */
  publish: (...changes: readonly { id: number; flow: string }[]) => void
}

function startStreams(): Streams {
  const streams: Streams = {
    open: [],
    lastIds: [],
    publish: (...changes) => {
      const events = changes.map(({ id, flow }) => {
        const data = { noun: 'flow', id: flow, change: 'created', at: '2026-11-01T00:00:00Z' }
        return `id: ${id}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`
      })
      streams.open.at(-1)?.write(events.join(''))
    },
  }
  const hasEvents = JSON.stringify({ ...plainMe, extensions: ['events'] })
  service.respondTo('GET /me/', (_request, response) => response.writeHead(200, asJson).end(hasEvents))
  service.respondTo('GET /event/', (request: IncomingMessage, response) => {
    streams.lastIds.push(request.headers['last-event-id']?.toString())
    streams.open.push(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: reset\ndata: {}\n\n')
  })
  return streams
}

const foot = (page: Page) => page.locator('.nav-foot')
const requestCount = (what: string) => service.requests.filter((one) => one === what).length

test(
  'shows a change live, and reads the list only a few times during a flood of changes',
  wholeRun,
  async ({ page }) => {
    const streams = startStreams()
    await page.goto(`${service.url}/flows`)
    await expect(foot(page)).toHaveAttribute('data-live', 'live')
    await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
    service.flows.push('Told by an event')
    streams.publish({ id: 1, flow: 'flw_3' })
    await expect(page.getByRole('link', { name: 'Told by an event' })).toBeVisible()
    const before = requestCount('GET /flow/')
    service.flows.push('The last of many')
    streams.publish(...Array.from({ length: 499 }, (_, at) => ({ id: at + 2, flow: `flw_${at + 2}` })))
    await expect(page.getByRole('link', { name: 'The last of many' })).toBeVisible()
    expect(requestCount('GET /flow/') - before).toBeLessThanOrEqual(4)
  },
)

test('resumes an interrupted stream after its last event', wholeRun, async ({ page }) => {
  const streams = startStreams()
  await page.goto(`${service.url}/flows`)
  await expect(foot(page)).toHaveAttribute('data-live', 'live')
  streams.publish({ id: 41, flow: 'flw_1' })
  service.flows.push('Missed meanwhile')
  // Waits until the data are sent, before the connection is closed.
  await new Promise((done) => void streams.open.at(-1)?.write(': beat\n\n', done))
  await expect.poll(() => requestCount('GET /flow/')).toBeGreaterThan(1)
  streams.open.at(-1)?.destroy()
  await expect.poll(() => streams.lastIds.length).toBe(2)
  expect(streams.lastIds).toEqual([undefined, '41'])
  await expect(foot(page)).toHaveAttribute('data-live', 'live')
  await expect(page.getByRole('link', { name: 'Missed meanwhile' })).toBeVisible()
})

test(
  'requests announced events once only, without a message, when the service has none',
  wholeRun,
  async ({ page }) => {
    startStreams()
    service.respondTo('GET /event/', (_request, response) =>
      response.writeHead(404, asJson).end('{"detail":"Not found."}'),
    )
    await page.goto(`${service.url}/flows`)
    await expect.poll(() => requestCount('GET /event/')).toBe(1)
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await page.getByRole('link', { name: 'Flows', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
    await expect(foot(page)).toHaveAttribute('data-live', 'off')
    expect(requestCount('GET /event/')).toBe(1)
  },
)

test('requests no events from a service that does not announce them', wholeRun, async ({ page }) => {
  await page.goto(`${service.url}/flows`)
  await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
  await expect(foot(page)).toHaveAttribute('data-live', 'off')
  expect(requestCount('GET /event/')).toBe(0)
})

/** Deliveries of a channel: the log, one delivery in full, and its replay. */
import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import {
  checkAxe,
  checkAxeAtWidths,
  expect,
  expectNoHorizontalOverflow,
  test,
  type TestService,
  wholeRun,
  withoutEvents,
} from '#e2e/support/service.ts'

const Channel = z.looseObject({ id: z.string(), address: z.string().nullable(), secret: z.string().nullable() })
const panelOf = (page: Page) => page.getByRole('complementary', { name: /^Deliveries/ })

const makeWebhook = async (service: TestService, page: Page, name: string, flow: string | null = null) =>
  Channel.parse(
    await service.call(page, 'POST', '/channel/', { type: 'webhook', name, flow, config: { preset: 'standard' } }),
  )

/** Creates and activates a flow that a webhook starts and that does nothing. */
async function makeFlow(service: TestService, page: Page): Promise<string> {
  const start = { id: 'start', type: 'trigger', name: 'Comes in', config: { kind: 'webhook' } }
  const template = {
    format: 'flow-template',
    format_version: '1.0',
    flow: { name: 'Takes in', nodes: [start], edges: [] },
  }
  const { id } = z
    .looseObject({ id: z.string() })
    .parse(await service.call(page, 'POST', '/flow/import/', { template }))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  return id
}

test('the sample command starts the flow; rejections are logged with a remedy; a replay starts a new run', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  const flow = await makeFlow(service, page)
  await page.goto(`${service.url}/channels?new=webhook`)
  const form = page.getByRole('form', { name: 'New channel: Webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Orders')
  await form.getByRole('button', { name: /^Flow: None/ }).click()
  await page.getByRole('option', { name: /Takes in/ }).click()
  await page.getByRole('button', { name: 'Create channel' }).click()
  const region = page.getByRole('region', { name: 'Commands for a first delivery' })
  await expect(region).toContainText('whsec_')
  const lines = (await region.textContent()) ?? ''
  const send = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8', stdio: 'pipe' })
  expect(z.object({ run_id: z.string() }).parse(JSON.parse(send(lines)))).toBeTruthy()
  send(lines.replace('v1,$sign', 'v1,c29tZXRoaW5nIGVsc2U='))

  // History: deliveries per hour as a chart and a table, and statuses. Opening an hour filters the delivery log.
  const hours = page.getByRole('region', { name: 'Events per hour', exact: true })
  await expect(hours).toContainText('48 h: 1 received, 1 rejected')
  await hours.getByTitle('Table').click()
  await expect(hours.getByRole('row', { name: 'Total 1 0 1' })).toBeVisible()
  await checkAxe(page)
  await hours.getByTitle('Chart').click()
  await hours.getByRole('slider').press('End')
  await expect(hours).toContainText('1 received, 1 rejected')
  await expect(page.getByRole('region', { name: 'Status history' }).getByRole('listitem')).toContainText(['Connected'])
  await hours.getByRole('slider').press('Enter')
  await expect(page).toHaveURL(/log=&time=/)
  await expect(panelOf(page).getByRole('list', { name: 'Deliveries' }).getByRole('link')).toHaveCount(2)
  await panelOf(page).getByRole('button', { name: 'Reset' }).click()
  const log = panelOf(page)
  const rows = log.getByRole('list', { name: 'Deliveries' }).getByRole('link')
  await expect(rows).toHaveCount(2)
  await log.getByRole('link', { name: /Invalid signature/ }).click()
  await expect(log.getByText('The signature does not match this channel’s secret.')).toBeVisible()
  await expect(log.getByText('HTTP 401')).toBeVisible()
  await log.getByRole('button', { name: 'Result any' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Accepted' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/verdict=accepted/)
  await log.getByRole('button', { name: 'Time any' }).click()
  await page.getByRole('menuitemradio', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/time=24h/)
  await expect(rows).toHaveCount(1)
  await log.getByRole('link', { name: /Accepted/ }).focus()
  await page.keyboard.press('Enter')
  await expect(log.getByRole('region', { name: 'Body', exact: true }).first()).toContainText('"hello": "world"')
  await expect(log.getByRole('region', { name: 'Headers' })).toContainText('application/json')
  await log.getByRole('button', { name: 'Replay' }).click()
  await expect(log.getByText('Replayed: a new run started')).toBeVisible()
  await log.getByRole('link', { name: 'Open the run' }).last().click()
  await expect(page).toHaveURL(/\/runs\?form=list&run=run_/)
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Takes in' })).toHaveAttribute(
    'href',
    new RegExp(flow),
  )
})

const delivery = (index: number, more: object = {}) => ({
  id: `dlv_${index}`,
  at: '2026-11-20T10:00:00Z',
  verdict: 'accepted',
  answer: 202,
  detail: null,
  external_id: `msg_${index}`,
  size: 7,
  headers: { 'content-type': 'application/json' },
  body: '{"n":1}',
  run: { id: `run_${index}`, status: 'succeeded' },
  replay_of: null,
  ...more,
})

// The content of a delivery is tested separately (src/pages/channels/deliveries/delivery-item.test.tsx).
test(
  'the log recovers from an error, has pages, passes axe at three widths and fits 320 px',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    test.slow()
    pageErrors.allow(/status of 500/)
    await service.signIn(page)
    const { id } = await makeWebhook(service, page, 'Many come in')
    await withoutEvents(page)
    let isBroken = true
    await page.route('**/deliveries/**', (route) => {
      if (isBroken) return route.fulfill({ status: 500, json: { detail: 'Broken.', code: 'internal' } })
      const from = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0)
      const hostile = delivery(0, {
        body: `<img src=x onerror=alert(1)>${'ش'.repeat(3000)}`,
        size: 2_000_000,
        verdict: 'malformed',
        answer: 400,
        detail: 'x'.repeat(400),
        headers: { ['x-'.repeat(60)]: 'y'.repeat(400) },
      })
      const results = Array.from({ length: 25 }, (_, index) => (from + index === 0 ? hostile : delivery(from + index)))
      return route.fulfill({ json: { count: 60, next: from < 35 ? 'x' : null, previous: null, results } })
    })
    await service.open(page, `/channels?channel=${id}&log`)
    const log = panelOf(page)
    await expect(log.getByRole('alert')).toContainText('The deliveries could not be loaded')
    isBroken = false
    await log.getByRole('button', { name: 'Try again' }).click()
    await log.getByRole('link', { name: /Unreadable/ }).click()
    await expect(log.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await checkAxeAtWidths(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoHorizontalOverflow(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await log.getByRole('button', { name: 'Next page' }).click()
    await expect(log.getByText('26–50 of 60')).toBeVisible()
    await page.goBack()
    await expect(log.getByText('1–25 of 60')).toBeVisible()
    await log.getByRole('button', { name: 'Back to the channel' }).click()
    await expect(page.getByRole('complementary', { name: 'Many come in' })).toBeVisible()
  },
)

test('shows an empty log; a viewer sees deliveries but cannot replay them', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const { id } = await makeWebhook(service, page, 'Nothing yet')
  await page.goto(`${service.url}/channels?channel=${id}&log`)
  await expect(panelOf(page).getByText('No deliveries yet.')).toBeVisible()
  await service.signInAsViewer(page)
  await page.route('**/deliveries/**', (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [delivery(0)] } }),
  )
  await page.goto(`${service.url}/channels?channel=${id}&log&delivery=dlv_0`)
  await expect(panelOf(page).getByRole('button', { name: 'Replay' })).toHaveAttribute('aria-disabled', 'true')
  await checkAxe(page)
})

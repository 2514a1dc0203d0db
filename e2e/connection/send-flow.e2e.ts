/** A flow that is sent to another service: reviewed there, updated, and the same afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { FlowDetail } from '#contract/flow.ts'
import { startService } from '#scripts/service.mjs'
import { edge, node } from '#test/support/flow-draft.ts'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, startOwnedService, test, type TestService } from '#e2e/support/service.ts'

const at = (x: number) => ({ position: { x, y: 0 } })
const saying = (name: string, text: string) => ({
  name,
  nodes: [
    node('in', 'trigger', 'By hand', { ...at(0), config: { kind: 'manual' } }),
    node('say', 'transform', 'Say it', { ...at(300), config: { language: 'jsonata', expression: `"${text}"` } }),
  ],
  edges: [edge('in', 'say', 'out')],
})

async function keyOf(service: TestService, page: Page): Promise<string> {
  const made = await service.call(page, 'POST', '/key/', { name: 'console', scope: 'write' })
  return z.looseObject({ key: z.string() }).parse(made).key
}

/** A console in front of both services, which everyone uses with its keys. */
async function startFront(folder: string, services: { name: string; url: string; key: string }[]) {
  const file = join(folder, 'services.yaml')
  const entries = services.map(
    ({ name, url }, index) =>
      `  - name: ${name}\n    kind: flow-console\n    address: ${url}/api\n    key_env: SERVICE_KEY_${index}\n`,
  )
  writeFileSync(file, `services:\n${entries.join('')}`)
  const keys = Object.fromEntries(services.map(({ key }, index) => [`SERVICE_KEY_${index}`, key]))
  return startService({ env: { SERVICES_FILE: file, ...keys } })
}

test('a flow is sent to another service, which is updated after a review', async ({ browser, page, service }) => {
  const other = await startOwnedService(browser)
  const folder = mkdtempSync(join(tmpdir(), 'flow-send-'))
  await service.signIn(page)
  const own = await importFlow(service, page, saying('Greeter', 'new text'))
  await importFlow(service, page, saying('Only here', 'alone'))
  const ownKey = await keyOf(service, page)
  await service.signOut(page)
  await other.signIn(page)
  const there = await importFlow(other, page, saying('Greeter', 'old text'))
  const otherKey = await keyOf(other, page)
  await other.signOut(page)
  const front = await startFront(folder, [
    { name: 'Testing', url: service.url, key: ownKey },
    { name: 'Production', url: other.url, key: otherKey },
  ])
  try {
    await page.goto(`${front.url}/flows/${own}?service=testing`)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Send to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to another service' })
    await expect(dialog).toContainText('Updates the flow of this name')
    await checkAxe(page)
    await dialog.getByRole('button', { name: 'Review at Production' }).click()
    await expect(page.getByRole('button', { name: 'Service: Production' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/flows/${there}/update`))
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Say it')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('from Testing')).toBeVisible()
    const key = { authorization: `Bearer ${otherKey}` }
    const response = await page.request.get(`${other.url}/api/flow/${there}/`, { headers: key })
    const updated = FlowDetail.parse(await response.json())
    expect(updated).toMatchObject({ id: there, live_version: 2 })
    expect(updated.nodes.map(({ config }) => config['expression'])).toContain('"new text"')
    await page.goto(`${front.url}/flows/all`)
    const row = page.getByRole('row', { name: /Greeter/ }).first()
    await expect(row).toContainText('Same')
    // A flow that the other service does not have is opened there, to be imported.
    await page.getByRole('link', { name: 'Only here' }).click()
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Send to…' }).click()
    await expect(dialog).toContainText('No flow of this name')
    await dialog.getByRole('button', { name: 'Review at Production' }).click()
    await expect(page.getByText('File, not imported')).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await front.remove()
    await other.remove()
    rmSync(folder, { recursive: true })
  }
})

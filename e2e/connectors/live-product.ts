/** Base of the live tests: a real product of this worker, and the console in front of it. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { startN8n, type N8n } from '#scripts/products/n8n.mjs'
import { startNodeRed, type NodeRed } from '#scripts/products/node-red.mjs'
import { corpusFiles, fixture } from '#e2e/support/flow-files.ts'
import { expect, test as base, TestService } from '#e2e/support/service.ts'

/** n8n takes 25 s to start on an idle machine, and its installation minutes. */
const startTimeout = 600_000

interface LiveProducts {
  n8n: N8n
  /** The console in front of n8n. It has no key: people sign in with theirs. */
  n8nConsole: TestService
  nodeRed: NodeRed
  /** The console in front of Node-RED, which has no sign-in. */
  nodeRedConsole: TestService
}

/** What the browser logs about requests without a key, and of what a product does not have. */
const expectedRefusals = /status of (401|404) /

export const test = base.extend<object, LiveProducts>({
  n8n: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern: none
    async ({}, use) => {
      const n8n = await startN8n()
      await use(n8n)
      await n8n.stop()
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  n8nConsole: [
    async ({ n8n }, use) => {
      const service = await TestService.start({ API_BASE_URL: n8n.url })
      await use(service)
      await service.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  nodeRed: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const nodeRed = await startNodeRed()
      await use(nodeRed)
      await nodeRed.stop()
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  nodeRedConsole: [
    async ({ nodeRed }, use) => {
      const service = await TestService.start({ API_BASE_URL: nodeRed.url })
      await use(service)
      await service.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  pageErrors: async ({ pageErrors }, use) => {
    pageErrors.allow(expectedRefusals)
    await use(pageErrors)
  },
})

/** A flow file with the names of its steps and notes. */
export interface NamedFile {
  path: string
  steps: string[]
  notes: number
}

const N8nFile = z.object({
  nodes: z.array(z.object({ name: z.string(), type: z.string(), position: z.unknown().optional() })),
  connections: z.record(z.string(), z.unknown()),
})

/** Text as HTML shows it. */
export const shown = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function namedFile(path: string): NamedFile[] {
  const { nodes, connections } = N8nFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  const names = new Set(nodes.map(({ name }) => name))
  // n8n's own API refuses a node without a position, and a connection that names no node.
  const isRefused =
    nodes.some(({ position }) => position === undefined) || Object.keys(connections).some((name) => !names.has(name))
  if (isRefused) return []
  const steps = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
  return [{ path, steps: steps.map(({ name }) => shown(name)), notes: nodes.length - steps.length }]
}

/** The n8n files of the repo and, if available, of the corpus, as far as n8n accepts them. */
export const n8nFiles = (): NamedFile[] =>
  [fixture('n8n-help-centre.json'), ...corpusFiles('n8n').map(({ path }) => path)].flatMap(namedFile)

export const flowsTable = (page: Page) => page.getByRole('table', { name: 'Flows' })
export const flowRow = (page: Page, name: string) =>
  flowsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

/** Names in the list of flows, in its order; another link of a row leads to its failed runs. */
export const listedNames = (page: Page): Promise<string[]> =>
  flowsTable(page).locator('tbody a[href^="/flows/"]').allTextContents()

/** Imports the file that was reviewed. */
export const importInto = (page: Page, product: string): Promise<void> =>
  page.getByRole('button', { name: `Import to ${product}` }).click()

/** Opens the list of flows, and waits until it shows a flow that the product has had for moments only. */
export async function expectListed(page: Page, url: string, name: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${url}/flows?search=${encodeURIComponent(name)}`)
    await expect(flowRow(page, name)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** Higher than any outline of the tests: rows outside of the window are not rendered. */
const tallWindow = { width: 1440, height: 4000 }

/** Accessible names of all rows of the outline: "Look up order, HTTP". */
const outlineLabels = (page: Page): Promise<string[]> =>
  page
    .getByRole('tree', { name: /^Outline of / })
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))

/** Expects that the outline has every step, by its name, and as many. `count`: with those that have no name. */
export async function expectOutline(page: Page, steps: readonly string[], count = steps.length): Promise<void> {
  await page.setViewportSize(tallWindow)
  const outline = page.getByRole('region', { name: 'Outline' })
  await expect(outline).toContainText(count === 1 ? '1 step' : `${count} steps`)
  const missing = async () => {
    const labels = (await outlineLabels(page)).map(shown)
    return steps.filter((name) => !labels.some((label) => label.startsWith(`${name}, `)))
  }
  await expect.poll(missing, 'steps that the outline does not have').toEqual([])
}

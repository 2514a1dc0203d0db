/** Two flows that differ in every way, and steps on the compare page. */
import type { Page } from '@playwright/test'
import { node } from '#test/support/flow-draft.ts'
import { type importFlow } from './flow-steps.ts'

export const at = (x: number, y: number) => ({ position: { x, y } })
const edge = (id: string, source: string, target: string) => ({ id, source, target })
export const draft = {
  name: 'Order status',
  nodes: [
    node('start', 'trigger', 'Begin', at(0, 0)),
    node('call', 'api', 'Call the shop', { ...at(300, 0), config: { url: 'https://shop.example/v1', retries: 1 } }),
    node('say', 'message', 'Say it', at(600, 0)),
    node('old', 'code', 'Old parser', at(300, 200)),
  ],
  edges: [edge('e1', 'start', 'call'), edge('e2', 'call', 'say'), edge('e3', 'start', 'old')],
}
export const laterDraft = {
  name: 'Order status',
  nodes: [
    node('start', 'trigger', 'Begin', at(0, 0)),
    node('call', 'api', 'Call the shop', { ...at(300, 0), config: { url: 'https://shop.example/v2', retries: 1 } }),
    node('say', 'message', 'Say it', at(600, 40)),
    node('calm', 'agent', 'Calm an angry contact', at(900, 200)),
  ],
  edges: [edge('e1', 'start', 'call'), edge('e2', 'call', 'say'), edge('e4', 'say', 'calm')],
}

type Draft = Parameters<typeof importFlow>[2]

/** A flow template as a file. */
export const fileOf = (name: string, flow: Draft) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      format: 'flow-template',
      format_version: '1.0',
      exported_at: '2026-11-01T08:00:00Z',
      generator: { name: 'test', version: '1' },
      flow: { description: '', nodes: [], edges: [], metadata: {}, variables: [], settings: {}, ...flow },
      requires: { tools: [], channels: [], secrets: [] },
      redacted: [],
    }),
  ),
})

export const sidePicker = (page: Page, which: 'Before' | 'After') =>
  page.getByRole('button', { name: new RegExp(`^${which}`) })
export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Differences' })
export const linesOf = (page: Page) => panelOf(page).getByRole('list', { name: 'Differences' })
export const kind = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Chooses a file for one side by its picker. */
export async function chooseFile(
  page: Page,
  which: 'Before' | 'After',
  file: ReturnType<typeof fileOf> | string,
): Promise<void> {
  await sidePicker(page, which).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('option', { name: 'Choose a file…' }).click()
  await (await chooser).setFiles(file)
}

export const differences = [
  /Changed: Call the shop.*Config, 1 of 2 fields.*Before: url: https:\/\/shop\.example\/v1.*After: url: https:\/\/shop\.example\/v2/s,
  /Added: Calm an angry contact.*New, after “Say it”/,
  /Removed: Old parser.*Removed with 1 edge/,
  /Moved: Say it.*40 px down\. No other changes\./,
]

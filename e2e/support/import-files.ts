/** Files for the import page, and steps to it. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { fixture } from './flow-files.ts'
import { node } from '#test/support/flow-draft.ts'
import { expect, type TestService } from './service.ts'

/** A flow template. */
export const templateOf = (name: string, nodes: readonly unknown[], edges: readonly unknown[] = []) => ({
  format: 'flow-template',
  format_version: '1.0',
  exported_at: '2026-11-01T08:00:00Z',
  generator: { name: 'test', version: '1' },
  flow: { name, description: '', nodes, edges, metadata: {}, variables: [], settings: {} },
  requires: { tools: [], channels: [], secrets: [] },
  redacted: [],
})

/** A file for a file chooser; content other than text is written as JSON. */
export const fileOf = (name: string, document: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
})
/** A file of test/fixtures/flows to choose. */
export const fixtureFile = (path: string) => ({
  name: path.replace(/^.*\//, ''),
  mimeType: 'application/json',
  buffer: readFileSync(fixture(path)),
})

/** The panel with the review of the open flow. */
export const review = (page: Page) => page.getByRole('complementary', { name: 'Review' })
/** A file with a flow of one node. */
export const small = (name: string) => fileOf(`${name}.json`, templateOf(name, [node('start', 'trigger', 'Start')]))

export async function openImport(service: TestService, page: Page): Promise<void> {
  await service.open(page, '/flows/import')
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible()
}

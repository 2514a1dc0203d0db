/** Steps of tests about deleted flows. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { fixture } from './flow-files.ts'
import { expect, type TestService } from './service.ts'

/** Removes extensions from `/me/`, as if the service did not have them. */
export async function withoutExtension(page: Page, ...names: string[]): Promise<void> {
  await page.route('**/api/me/', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const who: { extensions: string[] } = await response.json()
    const extensions = who.extensions.filter((name) => !names.includes(name))
    return route.fulfill({ response, json: { ...who, extensions } })
  })
}

/** A flow of some nodes, created through the service; returns its id. */
export async function importAs(service: TestService, page: Page, name: string): Promise<string> {
  const template: unknown = JSON.parse(readFileSync(fixture('n8n-orders.json'), 'utf8'))
  const made = await service.call(page, 'POST', '/flow/import/', { template, name })
  return typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : ''
}

/** Deletes the only flow of the list and waits until it can no longer be cancelled. */
export async function deleteFlow(page: Page, service: TestService, name: string): Promise<void> {
  await page.goto(`${service.url}/flows?${new URLSearchParams({ search: name })}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(/Will be deleted in \d s/)).toBeVisible()
  await page.clock.runFor(9_000)
}

export async function openTrash(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: /^Trash/, level: 1 })).toBeVisible()
}

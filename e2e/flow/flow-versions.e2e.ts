/** The versions of a flow: list, comparison with the live version, restore, draft, and the canvas of an old run. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { canvasOf, importFlow } from '#e2e/support/flow-steps.ts'
import { runBar } from '#e2e/support/run-steps.ts'
import { checkAxe, checkAxeAtWidths, expect, test, type TestService } from '#e2e/support/service.ts'
import { edge, node } from '#test/support/flow-draft.ts'

const at = (x: number, y: number) => ({ position: { x, y } })

/** A flow that answers with a text; `extra` adds a step. */
const saying = (text: string, extra: string | null = null) => ({
  name: 'Greeter',
  nodes: [
    node('in', 'trigger', 'By hand', { ...at(0, 0), config: { kind: 'manual' } }),
    node('say', 'transform', 'Say it', {
      ...at(300, 0),
      config: { language: 'jsonata', expression: `"${text}"` },
    }),
    ...(extra === null
      ? []
      : [node('extra', 'transform', extra, { ...at(600, 0), config: { language: 'jsonata', expression: '"more"' } })]),
  ],
  edges: [edge('in', 'say', 'out'), ...(extra === null ? [] : [edge('say', 'extra', 'out')])],
})

/** Updates a flow by its definition. */
async function update(
  service: TestService,
  page: Page,
  id: string,
  flow: ReturnType<typeof saying>,
  more: object = {},
): Promise<void> {
  const template = {
    format: 'flow-template',
    format_version: '1.0',
    exported_at: '2026-11-01T08:00:00Z',
    generator: { name: 'test', version: '1' },
    flow: { description: '', metadata: {}, variables: [], settings: {}, ...flow },
    requires: { tools: [], channels: [], secrets: [] },
    redacted: [],
  }
  await service.call(page, 'PUT', `/flow/${id}/template/`, { template, ...more })
}

/** An active flow of three versions: 1, 2 with a further step, 3 live. */
async function makeVersions(service: TestService, page: Page): Promise<string> {
  const id = await importFlow(service, page, saying('one'))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  await update(service, page, id, saying('two', 'Second step'), { note: 'A second step' })
  await update(service, page, id, saying('three'), { source: { kind: 'file', name: 'greeter-v3.json' } })
  return id
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Versions, newest first' })
const rowOf = (page: Page, number: number) =>
  listOf(page).getByRole('link', { name: new RegExp(`^Version ${number}\\b`) })
const action = (page: Page, name: string) =>
  page.getByRole('group', { name: /^Actions for version/ }).getByRole('button', { name })
const differences = (page: Page) => page.getByRole('complementary', { name: 'Differences' })
const IdOf = z.looseObject({ id: z.string() })

test('lists versions, compares one with the live one, makes it live and takes that back', async ({ page, service }) => {
  await service.signIn(page)
  const id = await makeVersions(service, page)
  await page.goto(`${service.url}/flows/${id}`)
  await page.getByRole('link', { name: 'Version 3 is live' }).click()
  await expect(page.getByRole('heading', { name: '3 versions' })).toBeVisible()
  await expect(rowOf(page, 3)).toHaveText(/Live.*greeter-v3\.json/)
  await expect(rowOf(page, 2)).toContainText('A second step')
  await rowOf(page, 1).click()
  await expect(page.getByText(/^Making version 1 live creates version 4\. The next run uses version 4\./)).toBeVisible()
  await expect(differences(page).getByRole('listitem')).toHaveText([/Changed: Say it.*three.*one/s])
  await rowOf(page, 2).click()
  await expect(differences(page).getByRole('listitem')).toHaveText([/Changed: Say it/, /Added: Second step/])
  await expect(canvasOf(page).getByRole('group', { name: /^Second step.*added$/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(differences(page).locator('[aria-current]')).toContainText('Say it')
  await page.keyboard.press('j')
  await expect(differences(page).locator('[aria-current]')).toContainText('Second step')
  await checkAxeAtWidths(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await action(page, 'Make live').click()
  const dialog = page.getByRole('dialog', { name: 'Make version 2 live?' })
  await dialog.getByLabel(/^Note for the history/).fill('Back to two steps')
  await dialog.getByRole('button', { name: 'Make live' }).click()
  await expect(page.getByText('Version 4 is live', { exact: true }).first()).toBeVisible()
  await expect(rowOf(page, 4)).toHaveText(/Live.*Back to two steps.*from version 2/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 5)).toHaveText(/Live.*from version 3/)
  await expect(page.getByRole('link', { name: 'Version 5 is live' })).toBeVisible()
})

test('a draft is tested, made live, and another is thrown away', async ({ page, service }) => {
  await service.signIn(page)
  const id = await makeVersions(service, page)
  await update(service, page, id, saying('draft'), { as: 'draft', note: 'To try' })
  await page.goto(`${service.url}/flows/${id}?tab=history`)
  await expect(page.getByText(/^Version 4 becomes live\./)).toBeVisible()
  await action(page, 'Run a test').click()
  await page
    .getByRole('dialog', { name: /^Test version 4/ })
    .getByRole('button', { name: 'Run test' })
    .click()
  await expect(runBar(page).getByRole('link', { name: 'Version 4, draft' })).toBeVisible()
  await expect(runBar(page).getByText('Succeeded', { exact: true })).toBeVisible()

  await runBar(page).getByRole('link', { name: 'Version 4, draft' }).click()
  await action(page, 'Make live').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).click()
  await expect(rowOf(page, 4)).toHaveText(/Live/)
  await rowOf(page, 1).click()
  await action(page, 'Restore as draft').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click()
  await expect(rowOf(page, 5)).toHaveText(/Draft.*from version 1/)
  await action(page, 'Throw away').click()
  const dialog = page.getByRole('dialog', { name: 'Throw version 5 away?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Throw away' }).click()
  await expect(rowOf(page, 5)).toHaveText(/thrown away/)
})

test('a change that was made elsewhere is not overwritten', async ({ page, service, pageErrors }) => {
  pageErrors.allow(/409/)
  await service.signIn(page)
  const id = await makeVersions(service, page)
  await page.goto(`${service.url}/flows/${id}?tab=history&version=1`)
  await action(page, 'Make live').click()
  const dialog = page.getByRole('dialog', { name: 'Make version 1 live?' })
  await dialog.getByLabel(/^Note for the history/).fill('Kept text')
  await update(service, page, id, saying('from elsewhere'))
  await dialog.getByRole('button', { name: 'Make live' }).click()
  await expect(dialog.getByText('The flow has changed meanwhile')).toBeVisible()
  await expect(dialog.getByLabel(/^Note for the history/)).toHaveValue('Kept text')
  await expect(dialog.getByText(/creates version 5/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Make live' }).click()
  await expect(rowOf(page, 5)).toHaveText(/Live.*Kept text/)
})

test('a run of an earlier version is shown on the canvas of that version', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, saying('one', 'Only in version 1'))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  const run = IdOf.parse(await service.call(page, 'POST', `/flow/${id}/run/`, {}))
  await update(service, page, id, saying('two'))
  await page.goto(`${service.url}/flows/${id}?run=${run.id}`)
  await expect(runBar(page).getByRole('link', { name: 'Version 1, not live' })).toBeVisible()
  await expect(canvasOf(page).getByRole('group', { name: /^Only in version 1/ })).toBeVisible()
  await checkAxe(page)
  await runBar(page).getByRole('button', { name: 'Show live version' }).click()
  await expect(canvasOf(page).getByRole('group', { name: /^Only in version 1/ })).toHaveCount(0)
  await expect(canvasOf(page).getByRole('group', { name: /^Say it/ })).toBeVisible()
})

/** Values of a flow are changed in fields of their type, reviewed together, and saved as one version with a note. */
import type { Page } from '@playwright/test'
import { edge, node } from '#test/support/flow-draft.ts'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test, type TestService } from '#e2e/support/service.ts'

const agent = (id: string, name: string) =>
  node(id, 'agent', name, { config: { model: 'gpt-4o-mini', instructions: `You are ${name}. Answer for Acme.` } })

const support = {
  nodes: [
    node('start', 'trigger', 'Every morning', {
      config: { kind: 'schedule', schedule: { cron: '0 8 * * *', zone: 'UTC' } },
    }),
    agent('sort', 'the sorter'),
    agent('write', 'the writer'),
    agent('check', 'the checker'),
    node('call', 'api', 'Store', {
      config: {
        method: 'POST',
        url: 'https://api.example.com/answers',
        headers: { Authorization: 'Bearer {{ secrets.shop }}', 'X-Team': 'Acme' },
      },
    }),
  ],
  edges: [edge('start', 'sort'), edge('sort', 'write'), edge('write', 'check'), edge('check', 'call')],
}

const importSupport = (service: TestService, page: Page, name: string) =>
  importFlow(service, page, { name, ...support })

const panel = (page: Page) => page.getByRole('complementary')
const field = (page: Page, label: string) => panel(page).getByLabel(new RegExp(`^${label}( optional)?$`))

/** The versions of a flow, newest first. */
async function versionsOf(service: TestService, page: Page, id: string): Promise<Record<string, unknown>[]> {
  const response = await page.request.get(`${service.url}/api/flow/${id}/versions/`)
  const { results }: { results: Record<string, unknown>[] } = await response.json()
  return results
}

/** The config of each node of the live version. */
async function configsOf(service: TestService, page: Page, id: string): Promise<Record<string, unknown>> {
  const response = await page.request.get(`${service.url}/api/flow/${id}/`)
  const { nodes }: { nodes: { id: string; config: unknown }[] } = await response.json()
  return Object.fromEntries(nodes.map((one) => [one.id, one.config]))
}

test('a schedule and three prompts are changed by keyboard as one version with a note', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importSupport(service, page, 'Four values')
  await page.goto(`${service.url}/flows/${id}?node=start`)
  await panel(page).getByRole('button', { name: 'Edit values' }).press('Enter')
  await field(page, 'Schedule').fill('0 25 * * *')
  await expect(panel(page).getByText('The hour cannot be “25”.')).toBeVisible()
  await field(page, 'Schedule').fill('30 6 * * 1-5')
  await expect(panel(page).getByText('The hour cannot be')).toHaveCount(0)
  for (const name of ['the sorter', 'the writer', 'the checker']) {
    await panel(page).getByRole('button', { name: 'Next step' }).press('Enter')
    await expect(panel(page).getByRole('heading', { name })).toBeVisible()
    await field(page, 'Instructions').fill(`You are ${name}. Answer for Initech.`)
  }
  // A change that is undone is not saved.
  await field(page, 'Model').fill('gpt-4o')
  await expect(page.getByText('5 changes not saved')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Undo change of Model' }).press('Enter')
  await expect(field(page, 'Model')).toHaveValue('gpt-4o-mini')
  await page.getByRole('button', { name: 'Review changes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Review 4 changes' })
  await expect(dialog.getByText('0 8 * * *')).toBeVisible()
  await expect(dialog.getByText('30 6 * * 1-5')).toBeVisible()
  await checkAxe(page)
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Earlier, and for Initech')
  await dialog.getByRole('button', { name: 'Make live' }).press('Enter')
  await expect(page.getByText('Version 2 is live.')).toBeVisible()
  await expect(page.getByText('not saved')).toHaveCount(0)
  const [latest, ...others] = await versionsOf(service, page, id)
  expect(others).toHaveLength(1)
  expect(latest).toMatchObject({ state: 'live', note: 'Earlier, and for Initech', source: { kind: 'values' } })
  expect(latest?.['changes']).toMatchObject({ added: 0, removed: 0, changed: 4, moved: 0, edges: 0, definitions: 0 })
  expect(await configsOf(service, page, id)).toMatchObject({
    start: { kind: 'schedule', schedule: { cron: '30 6 * * 1-5', zone: 'UTC' } },
    check: { model: 'gpt-4o-mini', instructions: 'You are the checker. Answer for Initech.' },
  })
  // The page shows the new version.
  await expect(field(page, 'Instructions')).toHaveValue('You are the checker. Answer for Initech.')
})

test('a text is replaced in the chosen values, and saved as a draft', async ({ page, service }) => {
  await service.signIn(page)
  const id = await importSupport(service, page, 'Replaced values')
  await page.goto(`${service.url}/flows/${id}?tab=runs`)
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Find and replace' }).click()
  await panel(page).getByRole('textbox', { name: 'Find' }).fill('acme')
  await panel(page).getByRole('textbox', { name: 'Replace with' }).fill('Initech')
  await expect(panel(page).getByText('4 occurrences in 4 places.')).toBeVisible()
  await panel(page).getByRole('checkbox', { name: 'Replace in Headers: X-Team, Store' }).uncheck()
  await checkAxe(page)
  await panel(page).getByRole('button', { name: 'Replace 3' }).click()
  await expect(page.getByText('3 changes not saved')).toBeVisible()
  await expect(panel(page).getByText('1 occurrence in 1 place.')).toBeVisible()
  // Leaving asks first.
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Saved as draft, version 2. The live version is unchanged.')).toBeVisible()
  expect((await versionsOf(service, page, id)).map(({ state }) => state)).toEqual(['draft', 'live'])
  expect(await configsOf(service, page, id)).toMatchObject({
    write: { instructions: 'You are the writer. Answer for Acme.' },
  })
  const response = await page.request.get(`${service.url}/api/flow/${id}/versions/2/`)
  const { nodes }: { nodes: { config: Record<string, unknown> }[] } = await response.json()
  expect(JSON.stringify(nodes)).toContain('You are the writer. Answer for Initech.')
  expect(JSON.stringify(nodes)).toContain('Bearer {{ secrets.shop }}')
})

test('a literal secret is refused, and a version that somebody else saved is not lost', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/)
  await service.signIn(page)
  const id = await importSupport(service, page, 'Two people')
  await page.goto(`${service.url}/flows/${id}?node=call`)
  await panel(page).getByRole('button', { name: 'Edit values' }).click()
  await panel(page).getByRole('textbox', { name: 'Headers: value of Authorization' }).fill('Bearer kan4ryZx81qP07LmWv')
  await expect(panel(page).getByText('This looks like a secret.')).toBeVisible()
  await checkAxe(page)
  // The panel is as narrow as on a phone: nothing in it is wider.
  expect(
    await panel(page).evaluate((box) => [...box.children].every((one) => one.scrollWidth <= one.clientWidth)),
  ).toBe(true)
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByRole('button', { name: 'Make live' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await panel(page).getByRole('button', { name: 'Undo change of Headers' }).click()
  await field(page, 'URL').fill('https://api.example.com/v2/answers')
  // Somebody else saves another value of the same node.
  const read = await page.request.get(`${service.url}/api/flow/${id}/export/`)
  const template = JSON.parse((await read.text()).replace('"X-Team": "Acme"', '"X-Team": "Theirs"'))
  const other = await page.request.put(`${service.url}/api/flow/${id}/template/`, {
    headers: { origin: service.url, 'if-match': '"1"' },
    data: { template, as: 'live', note: 'Theirs' },
  })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).click()
  const conflict = page.getByRole('dialog', { name: 'Which version do you want to keep?' })
  await expect(conflict.getByText('https://api.example.com/v2/answers')).toBeVisible()
  await expect(conflict.getByText('https://api.example.com/answers')).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep my version' }).click()
  await expect(page.getByText('Version 3 is live.')).toBeVisible()
  expect(await configsOf(service, page, id)).toMatchObject({
    call: { url: 'https://api.example.com/v2/answers', headers: { 'X-Team': 'Theirs' } },
  })
})

/** What happens to steps of another product: groups and choices in the review of an import, and in Health. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { FlowDetail } from '#contract/flow.ts'
import { node } from '#test/support/flow-draft.ts'
import { countActions } from '#e2e/support/count-actions.ts'
import { fixture } from '#e2e/support/flow-files.ts'
import {
  canvasOf,
  chooseFiles,
  dropFiles,
  importButton,
  importFlow,
  importReady,
  openFlowId,
  rowsOf,
} from '#e2e/support/flow-steps.ts'
import { fileOf, fixtureFile, openImport, review, templateOf } from '#e2e/support/import-files.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun, type TestService } from '#e2e/support/service.ts'

const helpCentre = 'n8n-help-centre.json'

const createTool = (service: TestService, page: Page, name: string, key: string, inputs: string[] = []) =>
  service.call(page, 'POST', '/tool/', {
    name,
    key,
    category: 'api',
    config: { method: 'GET', url: 'https://tools.example' },
    input_schema: { type: 'object', properties: Object.fromEntries(inputs.map((input) => [input, {}])) },
  })

const verdictOf = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const choiceFor = (page: Page, title: string) => review(page).getByRole('button', { name: new RegExp(`^${title}: `) })

async function choose(page: Page, title: string, option: RegExp): Promise<void> {
  await choiceFor(page, title).click()
  await page.getByRole('option', { name: option }).click()
}

test('drop of an n8n file: understood with two actions, imported with choices, same numbers in Health', async ({
  page,
  freshService,
}) => {
  await freshService.setUp(page)
  await createTool(freshService, page, 'Google Drive', 'google_drive', ['file_id'])
  await createTool(freshService, page, 'Vector search', 'vector_search')
  await freshService.open(page, '/flows')
  await expect(page.getByRole('button', { name: 'Import', exact: true }).first()).toBeVisible()
  const actions = await countActions(page)
  await dropFiles(page, [{ name: helpCentre, text: readFileSync(fixture(helpCentre), 'utf8') }])
  // After the drop: how many steps run, what the others are, and which choices are filled in.
  await expect(verdictOf(page)).toContainText('6 of 24 steps can run here.')
  for (const words of ['3 with your choices', '1 needs a model, 2 need a channel', '12 do not run yet'])
    await expect(verdictOf(page)).toContainText(words)
  await expect(review(page).getByRole('heading', { name: 'Steps that run only in n8n' })).toBeVisible()
  await expect(choiceFor(page, 'Google Drive')).toHaveAccessibleName('Google Drive: Use the tool Google Drive')
  await expect(choiceFor(page, 'Ollama chat model')).toHaveAccessibleName(/Use this account’s model$/)
  await expect(choiceFor(page, 'Ollama embeddings')).toHaveAccessibleName(/Part of Insert into Qdrant$/)
  await expect(review(page)).toContainText('Its input file_id is not filled in yet.')
  await expect(review(page)).not.toContainText(/n8n-nodes|vectorStore/)
  expect(await actions()).toBe(0)
  // First action: which steps a group has, on the canvas.
  await review(page)
    .getByRole('button', { name: /^Qdrant vector store ?, 3 steps$/ })
    .click()
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Delete old rows' })).toBeAttached()
  // Second action: what can be done with them.
  await choiceFor(page, 'Qdrant vector store').click()
  for (const name of [/^Vector search/, /^Create a tool/, /^Switch off/, /^Leave as it is/])
    await expect(page.getByRole('option', { name })).toBeVisible()
  expect(await actions()).toBe(2)
  await page.getByRole('option', { name: /^Vector search/ }).click()
  await expect(verdictOf(page)).toContainText('10 with your choices')
  await expect(review(page)).toContainText('Becomes a draft. It cannot run yet.')
  await page.getByRole('button', { name: 'Import with 6 problems' }).click()
  await expect(page).toHaveURL(/flows\/flw_/)
  await expect(page.getByRole('button', { name: 'Fix 6 problems' })).toBeVisible()
  const id = openFlowId(page)
  const { nodes } = FlowDetail.parse(await freshService.call(page, 'GET', `/flow/${id}/`))
  const named = (name: string) => nodes.find((one) => one.name === name)
  expect(named('Insert into Qdrant')).toMatchObject({
    type: 'api',
    tool: 'vector_search',
    config: { original: { type: '@n8n/n8n-nodes-langchain.vectorStoreQdrant' } },
  })
  expect(named('Search in Qdrant')?.disabled).toBe(true)
  expect(named('AI Agent')?.config['tools']).toEqual(['vector_search'])
  expect(nodes.filter(({ disabled }) => disabled)).toHaveLength(7)
  await page.getByRole('button', { name: 'Fix 6 problems' }).click()
  await expect(verdictOf(page)).toContainText('9 of 17 steps can run here.')
  const legend = verdictOf(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(legend).toHaveText(['9 can run here', '1 needs a model, 2 need a channel', '5 run only in n8n'])
  await expect(page.getByRole('heading', { name: '5 steps run only in n8n' })).toBeVisible()
  await checkAxe(page)
  // Health leads back to the choices, with a copy.
  await page.getByRole('button', { name: 'Choose in a copy…' }).click()
  await expect(review(page).getByRole('textbox', { name: 'Import as' })).toHaveValue('Help centre answers (copy)')
  await expect(verdictOf(page)).toContainText('9 of 17 steps can run here.')
  await choose(page, 'Extract from file', /^Switch off/)
  await expect(page.getByRole('button', { name: 'Import with 5 problems' })).toBeVisible()
})

test(
  'choices are kept per file, and a tool that was deleted meanwhile is reported',
  wholeRun,
  async ({ page, freshService }) => {
    await freshService.setUp(page)
    const { id } = z.object({ id: z.string() }).parse(await createTool(freshService, page, 'Drive files', 'drive'))
    await openImport(freshService, page)
    const steps = [
      node('start', 'trigger', 'Start', { config: { kind: 'manual' } }),
      node('xml', 'xmlParse', 'Parse carrier XML'),
      node('pdf', 'pdfRead', 'Read the invoice'),
    ]
    await chooseFiles(page, [
      fileOf('one.json', templateOf('One', steps)),
      fileOf('two.json', templateOf('Two', steps.slice(0, 2))),
      fileOf('three.json', templateOf('Three', steps.slice(0, 1))),
    ])
    await expect(page.getByRole('button', { name: 'Import 3 flows, 2 with problems' })).toBeVisible()
    await choose(page, 'XML parse', /^Drive files/)
    await choose(page, 'PDF read', /^Leave as it is/)
    await rowsOf(page).filter({ hasText: 'two.json' }).click()
    await expect(choiceFor(page, 'XML parse')).toHaveAccessibleName('XML parse: Choose…')
    await review(page).getByRole('button', { name: 'Leave all as they are' }).click()
    await expect(review(page).getByRole('button', { name: 'Import as it is' })).toBeVisible()
    // A file of our own steps only has no groups.
    await rowsOf(page).filter({ hasText: 'three.json' }).click()
    await expect(verdictOf(page)).toContainText('The only step can run here.')
    await expect(review(page)).not.toContainText('only in another product')
    await rowsOf(page).filter({ hasText: 'one.json' }).click()
    await expect(choiceFor(page, 'XML parse')).toHaveAccessibleName('XML parse: Use the tool Drive files')
    await expect(choiceFor(page, 'PDF read')).toHaveAccessibleName('PDF read: Leave as it is')
    await freshService.call(page, 'DELETE', `/tool/${id}/`)
    await importReady(page)
    await expect(page.getByText('3 imported')).toBeVisible()
    await expect(review(page)).toContainText('Missing: 1 tool')
    await expect(choiceFor(page, 'PDF read')).toHaveAttribute('aria-disabled', 'true')
  },
)

test('a tool can be created for a group, on a phone', wholeRun, async ({ page, freshService }) => {
  await freshService.setUp(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await openImport(freshService, page)
  // A single file opens its review at once.
  await chooseFiles(page, [fixtureFile(helpCentre)])
  await expect(verdictOf(page)).toContainText('6 of 24 steps can run here.')
  await expectNoHorizontalOverflow(page)
  await checkAxe(page)
  await choose(page, 'Extract from file', /^Create a tool/)
  const dialog = page.getByRole('dialog', { name: 'New tool' })
  await expect(dialog).toContainText('It takes over Extract text from PDF. Settings of the file are not carried over.')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://pdf.example/text')
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await expect(choiceFor(page, 'Extract from file')).toHaveAccessibleName(
    'Extract from file: Use the tool Extract from file',
  )
  await review(page).getByRole('button', { name: 'Leave all as they are' }).click()
  await expect(review(page)).toContainText('Becomes a draft.')
  await importButton(page).click()
  await expect(page).toHaveURL(/flows\/flw_/)
  const { nodes } = FlowDetail.parse(await freshService.call(page, 'GET', `/flow/${openFlowId(page)}/`))
  expect(nodes.filter(({ disabled, tool }) => disabled || tool !== null)).toEqual([])
})

test('a flow of our own steps has no groups in Health', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  const id = await importFlow(service, page, {
    name: 'Own steps',
    nodes: [node('start', 'trigger', 'Start', { config: { kind: 'manual' } })],
  })
  await service.open(page, `/flows/${id}?tab=health`)
  await expect(verdictOf(page)).toContainText('The only step can run here.')
  await expect(page.getByRole('button', { name: 'Choose in a copy…' })).toHaveCount(0)
})

/** Updating a flow from a file, with a review of what changes. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { FlowDetail, Template } from '#contract/flow.ts'
import { FlowVersion } from '#contract/flows/flow-version.ts'
import { makeNode } from '#flow/draft.ts'
import { node } from '#test/support/flow-draft.ts'
import { chooseFiles, importFlow, importReady, waitUntilRead } from '#e2e/support/flow-steps.ts'
import { openImport, review } from '#e2e/support/import-files.ts'
import { checkAxe, expect, test, wholeRun, type TestService } from '#e2e/support/service.ts'

const at = (x: number) => ({ position: { x, y: 0 } })
const say = (text: string) => ({ ...at(300), config: { language: 'jsonata', expression: `"${text}"` } })
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target })
const greeter = (name: string) => ({
  name,
  nodes: [
    node('in', 'trigger', 'Begin', { ...at(0), config: { kind: 'manual' } }),
    node('say', 'transform', 'Say hello', say('one')),
    node('end', 'transform', 'Finish', { ...at(600), config: { language: 'jsonata', expression: '$' } }),
    node('old', 'transform', 'Old step', { ...at(900), config: { language: 'jsonata', expression: '1' } }),
  ],
  edges: [edge('in', 'say'), edge('say', 'end')],
})

const Versions = z.object({ results: z.array(FlowVersion) })

async function makeActive(service: TestService, page: Page, name: string): Promise<string> {
  const id = await importFlow(service, page, greeter(name))
  await service.call(page, 'POST', `/flow/${id}/activate/`)
  return id
}

/** The flow as a file, after a change of its nodes. */
async function editedFile(
  service: TestService,
  page: Page,
  id: string,
  edit: (flow: Template['flow']) => Partial<Template['flow']>,
  file = 'greeter-v2.json',
) {
  const template = Template.parse(await service.call(page, 'GET', `/flow/${id}/export/`))
  const document = { ...template, flow: { ...template.flow, ...edit(template.flow) } }
  return { name: file, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) }
}

/** Another text, and no old step. */
const reworded =
  (text: string) =>
  ({ nodes }: Template['flow']) => ({
    nodes: nodes
      .filter(({ id }) => id !== 'old')
      .map((one) => (one.id === 'say' ? { ...one, config: say(text).config } : one)),
  })

type File = Awaited<ReturnType<typeof editedFile>>

async function chooseUpdate(page: Page, file: File, button = 'Choose a file'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: new RegExp(`^${button}`) }).click()
  await (await chooser).setFiles(file)
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Update' })
const lines = (page: Page) => page.getByRole('list', { name: 'Differences' }).getByRole('listitem')
const versionsOf = async (service: TestService, page: Page, id: string) =>
  Versions.parse(await service.call(page, 'GET', `/flow/${id}/versions/`)).results

test.beforeEach(async ({ service, page }) => {
  await service.signIn(page)
})

test('updates a flow from its page: as a draft by keyboard, then live', async ({ page, service }) => {
  const id = await makeActive(service, page, 'Greeter')
  await service.open(page, `/flows/${id}`)
  await page.getByRole('button', { name: 'Update from a file' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a file for “Greeter”' })).toBeVisible()
  await checkAxe(page)
  await chooseUpdate(page, await editedFile(service, page, id, reworded('two')))
  await expect(panel(page)).toContainText('This file is another version of this flow.')
  await expect(panel(page)).toContainText('3 of its 3 steps are in this flow.')
  await expect(lines(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(lines(page).first()).toHaveAttribute('aria-current', 'true')
  await checkAxe(page)
  await panel(page).getByRole('textbox', { name: 'Note for the history' }).fill('Second text')
  await panel(page).getByRole('button', { name: 'Save as draft' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 2 of “Greeter” was saved as a draft.')).toBeVisible()
  await expect(page).toHaveURL(/\?tab=history$/)
  expect((await versionsOf(service, page, id))[0]).toMatchObject({
    number: 2,
    state: 'draft',
    note: 'Second text',
    source: {
      kind: 'file',
      name: 'greeter-v2.json',
    },
  })

  await service.open(page, `/flows/${id}/update`)
  await chooseUpdate(page, await editedFile(service, page, id, reworded('three'), 'greeter-v3.json'))
  await panel(page).getByRole('button', { name: 'Make live…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make the file live?' })
  await expect(dialog).toContainText('Version 3 becomes live: new runs use it at once.')
  await dialog.getByRole('button', { name: 'Make live' }).click()
  await expect(page.getByText('Version 3 of “Greeter” is live.')).toBeVisible()
  const flow = FlowDetail.parse(await service.call(page, 'GET', `/flow/${id}/`))
  expect(flow).toMatchObject({ id, name: 'Greeter', live_version: 3 })
  expect(flow.nodes.map((one) => one.id).toSorted()).toEqual(['end', 'in', 'say'])
})

test('lists what prevents the file from running; only the parts of the page scroll', async ({ page, service }) => {
  const id = await makeActive(service, page, 'Greeter')
  const file = await editedFile(service, page, id, ({ nodes }) => ({
    nodes: [
      ...nodes.map((one) => (one.id === 'in' ? { ...one, disabled: true } : one)),
      ...Array.from({ length: 40 }, (_, index) =>
        makeNode({ id: `more${index}`, type: 'transform', name: `More ${index}`, config: say('more').config }),
      ),
    ],
  }))
  await service.open(page, `/flows/${id}/update`)
  await chooseUpdate(page, file)
  await expect(panel(page).getByRole('region', { name: 'Problems' })).toContainText('no enabled trigger')
  await expect(lines(page).last()).toBeAttached()
  const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await overflow()).toBe(0)
})

test('says that a file is another flow, broken, or the same', async ({ page, service }) => {
  const id = await makeActive(service, page, 'Same name')
  await service.open(page, `/flows/${id}/update`)
  const broken = { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('hello') }
  await chooseUpdate(page, broken)
  await expect(page.getByRole('alert')).toContainText('notes.json was not read')
  await chooseUpdate(page, await editedFile(service, page, id, (flow) => flow))
  await expect(panel(page)).toContainText('No differences')
  await expect(panel(page).getByRole('button', { name: 'Save as draft' })).toHaveAttribute('aria-disabled', 'true')
  const others = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => node(one, 'code', one, { ...at(0) }))
  await chooseUpdate(
    page,
    await editedFile(service, page, id, () => ({
      nodes: Template.shape.flow.shape.nodes.parse(others.map(full)),
      edges: [],
    })),
    'Choose another file',
  )
  await expect(panel(page)).toContainText('Another flow: 0 of its 6 steps are in this flow')
})

const full = (one: object) => ({ size: null, parent: null, tool: null, disabled: false, notes: '', ...one })

test(
  'keeps file and note when somebody else made a version meanwhile, and compares again',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 409/)
    const id = await makeActive(service, page, 'Contested')
    await service.open(page, `/flows/${id}/update`)
    await chooseUpdate(page, await editedFile(service, page, id, reworded('mine')))
    await panel(page).getByRole('textbox', { name: 'Note for the history' }).fill('My note')
    const theirs = await editedFile(service, page, id, reworded('theirs'))
    const template: unknown = JSON.parse(theirs.buffer.toString())
    await service.call(page, 'PUT', `/flow/${id}/template/`, { template, note: 'Theirs first' })
    await panel(page).getByRole('button', { name: 'Save as draft' }).click()
    await expect(panel(page)).toContainText('Version 2 was made meanwhile by Olga Owner: Theirs first')
    await expect(panel(page)).toContainText('Yours: greeter-v2.json, 2 differences from version 1')
    await panel(page).getByRole('button', { name: 'Compare again' }).click()
    await expect(page.getByText('compared with version 2, live')).toBeVisible()
    await expect(lines(page)).toHaveCount(1)
    await expect(panel(page).getByRole('textbox', { name: 'Note for the history' })).toHaveValue('My note')
    await panel(page).getByRole('button', { name: 'Save as draft' }).click()
    await expect(page.getByText('Version 3 of “Contested” was saved as a draft.')).toBeVisible()
  },
)

test('adds no version twice after a lost response', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/Failed to load resource|status of 409/)
  const id = await makeActive(service, page, 'Lost')
  await service.open(page, `/flows/${id}/update`)
  await chooseUpdate(page, await editedFile(service, page, id, reworded('two')))
  await page.route('**/api/flow/*/template/', async (route) => {
    await route.fetch()
    return route.abort()
  })
  await panel(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(panel(page)).toContainText('The response did not arrive')
  await page.unroute('**/api/flow/*/template/')
  await panel(page).getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Version 2 of “Lost” was saved as a draft.')).toBeVisible()
  expect(await versionsOf(service, page, id)).toHaveLength(2)
})

test(
  'offers a draft if the flow could not run, and binds a picked tool',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/status of 409/)
    const id = await makeActive(service, page, 'Needy')
    const tool = await service.call(page, 'POST', '/tool/', {
      name: 'Order search',
      key: 'order_search',
      category: 'api',
      config: {
        method: 'GET',
        url: 'https://orders.example/',
      },
    })
    const { id: toolId } = z.looseObject({ id: z.string() }).parse(tool)
    await service.open(page, `/flows/${id}/update`)
    const needing = ({ nodes }: Template['flow']) => ({
      nodes: nodes.map((one) => (one.id === 'end' ? { ...one, type: 'api', tool: 'not_here', config: {} } : one)),
    })
    await chooseUpdate(page, await editedFile(service, page, id, needing))
    await expect(panel(page)).toContainText('1 requirement is missing')
    await expect(panel(page).getByRole('button', { name: 'Save as draft' })).toHaveClass(/primary/)
    await panel(page).getByRole('button', { name: 'Make live…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).click()
    await expect(panel(page)).toContainText('The flow cannot run with this file yet')
    await expect(panel(page).getByRole('button', { name: 'Save as draft instead' })).toBeVisible()
    await panel(page)
      .getByRole('button', { name: /^Tool for not_here/ })
      .click()
    await page.getByRole('option', { name: /Order search/ }).click()
    await panel(page).getByRole('button', { name: 'Make live…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).click()
    await expect(page.getByText('Version 2 of “Needy” is live.')).toBeVisible()
    const { bindings } = FlowDetail.parse(await service.call(page, 'GET', `/flow/${id}/`))
    expect(bindings.tools).toEqual({ not_here: toolId })
  },
)

test('the import offers the update of a flow with the same name or content', async ({ page, service }) => {
  const id = await makeActive(service, page, 'Offered flow')
  await openImport(service, page)
  const renamed = await editedFile(service, page, id, (flow) => ({
    ...reworded('two')(flow),
    nodes: flow.nodes,
    name: 'Quite another name',
  }))
  await chooseFiles(page, [renamed])
  await waitUntilRead(page)
  await expect(review(page)).toContainText('This file may be a version of “')
  await chooseFiles(page, [await editedFile(service, page, id, reworded('two'), 'offered.json')])
  await page.getByRole('option', { name: /offered\.json/ }).click()
  await expect(review(page)).toContainText('It has the same name, and 3 of its 3 steps are in this flow.')
  await review(page).getByRole('button', { name: 'Update “Offered flow” instead' }).click()
  await expect(page).toHaveURL(new RegExp(`/flows/${id}/update\\?file=`))
  await expect(panel(page)).toContainText('This file is another version of this flow.')
})

test(
  'without versions, a file becomes another flow that is compared with this one',
  wholeRun,
  async ({ page, service }) => {
    const id = await makeActive(service, page, 'Unversioned')
    const file = await editedFile(service, page, id, reworded('two'))
    await page.route('**/api/me/', async (route) => {
      const response = await route.fetch()
      const me: unknown = await response.json()
      const { extensions, ...rest } = z.looseObject({ extensions: z.array(z.string()) }).parse(me)
      await route.fulfill({ response, json: { ...rest, extensions: extensions.filter((one) => one !== 'releases') } })
    })
    await service.open(page, `/flows/${id}`)
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'New flow, then compare' }).click()
    await expect(page.getByText('The file becomes another flow. After the import, both are compared.')).toBeVisible()
    await chooseFiles(page, [file])
    await expect(review(page)).not.toContainText('may be a version of')
    await importReady(page)
    await expect(page).toHaveURL(new RegExp(`/flows/compare\\?before=flow(%3A|:)${id}&after=flow`))
    await expect(lines(page)).not.toHaveCount(0)
  },
)

test('offers a viewer no update', wholeRun, async ({ page, service }) => {
  const id = await makeActive(service, page, 'Read only')
  await service.signInAsViewer(page)
  await service.open(page, `/flows/${id}`)
  await expect(page.getByRole('button', { name: 'Page menu' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Read only', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update from a file' })).toHaveCount(0)
})

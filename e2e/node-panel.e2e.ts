/** Everything about one node: all its fields, its neighbours, and nothing that is too large to show. */
import type { Page } from '@playwright/test'
import { canvasOf, importFlow, node } from './flow-steps.ts'
import { checkAxe, expect, test, wholeRun } from './service.ts'

const script = '<img src=x onerror=alert(1)>'

test('every field of a node, known or not; its neighbours with their branches; copied and walked by keyboard', async ({
  page,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await service.signIn(page)
  const cases = [{ id: 'yes', label: 'in stock', expression: 'stock > 0' }]
  const id = await importFlow(service, page, {
    name: 'Panels',
    nodes: [
      node('start', 'trigger', 'Begin'),
      node('ask', 'condition', 'Is it there?', { config: { cases } }),
      node('odd', 'no.such.type', script, {
        config: { api_key: { set: true, last4: '7c1e' }, text: 'seen' },
        notes: 'Made by the night shift',
        retries: { times: 3 },
      }),
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', target: 'odd', source_handle: 'yes', condition: 'stock > 0' },
    ],
  })
  await page.goto(`${service.url}/flows/${id}?node=odd`)
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: script })).toBeVisible()
  for (const words of ['kept as it is, does not run', '•••••••• 7c1e', 'Made by the night shift', 'retries'])
    await expect(panel.getByText(words).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Is it there\?/ })).toContainText('in stock')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/flows/${id}?node=odd`)
  await expect(panel.getByRole('button', { name: 'Next node' })).toHaveAttribute('aria-disabled', 'true')
  await panel.getByRole('button', { name: 'Previous node' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Is it there?' })).toBeVisible()
  await panel.getByRole('button', { name: 'Previous node' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Begin' })).toBeVisible()
  await checkAxe(page)
})

/** Begins to note whether a panel goes from the page, if only for a moment. */
const watchPanel = (page: Page) =>
  page.evaluate(() => {
    const isPanel = (gone: Node) =>
      gone instanceof Element && (gone.matches('aside.panel') || gone.querySelector('aside.panel') !== null)
    new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some(isPanel))) document.body.dataset['lost'] = 'yes'
    }).observe(document.body, { childList: true, subtree: true })
  })

test(
  'who walks from node to node keeps the panel; an id that nobody has opens none',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    const names = ['First', 'Second', 'Third', 'Fourth']
    const id = await importFlow(service, page, {
      name: 'Walks',
      nodes: names.map((name) => node(name, name === 'First' ? 'trigger' : 'api', name)),
      edges: names.slice(1).map((target, index) => ({ id: `e${index}`, source: names[index], target })),
    })
    const panel = page.getByRole('complementary')
    await page.goto(`${service.url}/flows/${id}?node=nobody`)
    await expect(canvasOf(page)).toBeVisible()
    await expect(panel).toBeHidden()
    await page.goto(`${service.url}/flows/${id}?node=First`)
    await expect(panel.getByRole('heading', { name: 'First' })).toBeVisible()
    await watchPanel(page)
    for (const name of names.slice(1)) {
      await panel.getByRole('button', { name: 'Next node' }).click()
      await expect(panel.getByRole('heading', { name })).toBeVisible()
    }
    expect(await page.evaluate(() => document.body.dataset['lost'])).toBeUndefined()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    expect(await page.evaluate(() => document.body.dataset['lost'])).toBe('yes')
  },
)

test(
  '2 MB in one node and 700 edges at another hold nothing up; the whole is to be copied',
  wholeRun,
  async ({ page, service }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await service.signIn(page)
    const text = 'A long line without an end. '.repeat(75_000)
    const targets = Array.from({ length: 700 }, (_, index) => `t${index}`)
    const id = await importFlow(service, page, {
      name: 'Heavy',
      nodes: [
        node('big', 'trigger', 'Two megabytes', { config: { text } }),
        node('hub', 'api', 'Hub'),
        ...targets.map((one) => node(one, 'api', one)),
      ],
      edges: [
        { id: 'e', source: 'big', target: 'hub' },
        ...targets.map((target) => ({ id: `e${target}`, source: 'hub', target })),
      ],
    })
    await page.goto(`${service.url}/flows/${id}?node=big`)
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('Shown in part; the whole is 2.1 MB.')).toBeVisible({ timeout: 45_000 })
    await panel.getByRole('button', { name: 'Copy all' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.clipboard.readText()).length)).toBeGreaterThan(2_000_000)
    await panel.getByRole('button', { name: 'Hub' }).click()
    await expect(panel.getByRole('heading', { name: 'Goes to 700' })).toBeVisible()
    for (const words of ['Show 200 more of 680', 'Show 200 more of 480', 'Show 200 more of 280', 'Show 80 more'])
      await panel.getByRole('button', { name: words, exact: true }).click()
    await expect(panel.getByRole('button', { name: 't699', exact: true })).toBeAttached()
    await expect(canvasOf(page)).toBeVisible()
  },
)

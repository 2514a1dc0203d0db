/** The outline and find of a flow: by keyboard alone, in step with canvas and URL, and at every size. */
import type { Page } from '@playwright/test'
import { canvasOf, fitted, importFlow, node, viewOf } from './flow-steps.ts'
import { checkAxe, expect, expectNothingSideways, test, type TestService, wholeRun } from './service.ts'

const edge = (source: string, target: string, handle: string | null = null) => ({
  id: `${source}>${target}`,
  source,
  target,
  source_handle: handle,
})
const hostile = '<img src=x onerror=alert(1)>'
const long = 'A name that goes on and on. '.repeat(7).trim()

const orders = {
  name: 'Orders with branches',
  nodes: [
    node('start', 'trigger', 'Message arrives', { config: { kind: 'message', channel: 'shop' } }),
    node('order', 'agent', 'Find order number'),
    node('found', 'condition', 'Number found?', {
      config: { cases: [{ id: 'yes', label: 'yes', expression: 'order != null' }] },
    }),
    node('lookup', 'api', 'Look up order', { tool: 'orders_api', config: { url: '{{ vars.base }}/orders' } }),
    node('tell', 'message', 'Tell where it is', { config: { text: 'Grüße aus Zürich' } }),
    node('ask', 'message', 'Ask for the number'),
    node('old', 'code', 'Parse legacy ids', { disabled: true }),
    node('rtl', 'api', 'בדיקת מלאי', { tool: 'orders_api' }),
    node('__proto__', 'constructor', hostile),
    node('long', 'code', long),
    node('paper', 'note', 'note', { config: { text: 'Remember the holidays' } }),
  ],
  edges: [
    edge('start', 'order'),
    edge('order', 'found'),
    edge('found', 'lookup', 'yes'),
    edge('found', 'ask', 'else'),
    edge('lookup', 'tell', 'out'),
    edge('lookup', 'ask', 'error'),
    edge('ask', 'order'),
    edge('tell', 'rtl'),
    edge('rtl', '__proto__'),
    edge('__proto__', 'long'),
  ],
}

async function open(page: Page, service: TestService, query = ''): Promise<string> {
  await service.signIn(page)
  const id = await importFlow(service, page, orders)
  await page.goto(`${service.url}/flows/${id}${query}`)
  await expect(canvasOf(page)).toBeVisible()
  return id
}

const treeOf = (page: Page) => page.getByRole('tree', { name: /^Outline of / })
const rowOf = (page: Page, name: string | RegExp) => treeOf(page).getByRole('treeitem', { name })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find in this flow' })
const outlineOf = (page: Page) => page.getByRole('region', { name: 'Outline' })
const outlineButton = (page: Page) => page.getByRole('button', { name: /^Outline/ })

test(
  'the outline tells the flow: branches by their labels, joins and circles, what is not reached, notes',
  wholeRun,
  async ({ page, service }) => {
    await open(page, service)
    const rows = treeOf(page).getByRole('treeitem')
    await expect(rows.first()).toHaveAccessibleName(/^Message arrives, Trigger, error: The channel/)
    const names = await rows.evaluateAll((list) => list.map((row) => `${row.ariaLevel} ${row.ariaLabel}`))
    expect(names.slice(0, 7).map((name) => name.replace(/, (?:error|warning): .*$/, ''))).toEqual([
      '1 Message arrives, Trigger',
      '1 Find order number, Agent',
      '1 Number found?, Condition',
      '2 Branch yes',
      '3 Look up order, API',
      '4 Branch out',
      '5 Tell where it is, Message',
    ])
    for (const name of [
      'back to Find order number',
      'goes on at Ask for the number',
      'Not reached from a start',
      'Remember the holidays, Note',
    ])
      await expect(rowOf(page, name)).toHaveCount(1)
    await expect(rowOf(page, /^Parse legacy ids, Code, disabled/)).toHaveAttribute('aria-level', '2')
    await expect(outlineOf(page).getByText('11 nodes · 10 edges')).toBeVisible()
  },
)

test(
  'by keyboard: arrows, branches, letters; Enter chooses, and what a row refers to is gone on with',
  wholeRun,
  async ({ page, service }) => {
    await open(page, service)
    await rowOf(page, /^Message arrives/).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, /^Number found/)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(rowOf(page, /^Number found/)).toHaveAttribute('aria-expanded', 'false')
    await expect(rowOf(page, /^Look up order/)).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(rowOf(page, 'Branch yes')).toBeFocused()
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Remember the holidays, Note')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.type('loo')
    await expect(rowOf(page, /^Look up order/)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(rowOf(page, 'Branch yes')).toBeFocused()
    await expect(rowOf(page, /^back to/)).toHaveCount(0)
    await page.keyboard.type('look')
    await expect(rowOf(page, /^Look up order/)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('back')
    await expect(rowOf(page, /^back to/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/node=order/)
    await expect(rowOf(page, /^Find order number/)).toBeFocused()
    await expect(rowOf(page, /^Find order number/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(canvasOf(page)).toBeFocused()
  },
)

test('in step with canvas and URL, either way', wholeRun, async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const id = await open(page, service)
  await rowOf(page, /^Tell where it is/).click()
  await expect(page).toHaveURL(/node=tell/)
  await expect(canvasOf(page).locator('.react-flow__node.selected')).toHaveAccessibleName(/^Tell where it is/)
  await expect(canvasOf(page).getByRole('group', { name: /^Tell where it is/ })).toBeInViewport()
  await expect(page.getByRole('complementary')).toBeVisible()
  await canvasOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/node=lookup/)
  await expect(rowOf(page, /^Look up order/)).toHaveAttribute('aria-selected', 'true')
  // What is closed is opened for what is chosen.
  await page.goto(`${service.url}/flows/${id}?node=lookup`)
  const card = canvasOf(page).getByRole('group', { name: /^Look up order/ })
  await fitted(page)
  await viewOf(page)
  await expect(card).toBeInViewport()
  const place = await card.boundingBox()
  await rowOf(page, /^Number found/).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, /^Look up order/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/node=lookup/)
  // Its card may be painted alone by now.
  await page.mouse.click((place?.x ?? 0) + (place?.width ?? 0) / 2, (place?.y ?? 0) + (place?.height ?? 0) / 2)
  await expect(rowOf(page, /^Look up order/)).toHaveAttribute('aria-selected', 'true')
  await page.goto(`${service.url}/flows/${id}?node=nonsense`)
  await expect(treeOf(page).locator('[aria-selected=true]')).toHaveCount(0)
})

test('f finds: count, next and previous, the rest steps back, Esc leads back', async ({ page, service }) => {
  await open(page, service)
  await canvasOf(page).focus()
  await page.keyboard.press('f')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('tool:orders_api')
  await expect(outlineOf(page).getByRole('status')).toHaveText('2 found')
  await expect(page).toHaveURL(/find=tool%3Aorders_api/)
  // What is not found is paler: the picture says so, and the map.
  await expect(page.locator('.canvas.finding')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(outlineOf(page).getByRole('status')).toHaveText('1 of 2')
  await expect(rowOf(page, /^Look up order.*found$/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^בדיקת מלאי/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+Enter')
  await expect(outlineOf(page).getByRole('status')).toHaveText('1 of 2')
  await page.getByRole('button', { name: 'Next found node' }).click()
  await expect(outlineOf(page).getByRole('status')).toHaveText('2 of 2')
  await fieldOf(page).focus()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toHaveValue('')
  await expect(page).not.toHaveURL(/find=/)
  await expect(page.locator('.canvas.finding')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(canvasOf(page)).toBeFocused()
})

test(
  'suggestions name what occurs here; a pasted address finds the same; nothing found says so',
  wholeRun,
  async ({ page, service }) => {
    const id = await open(page, service)
    await page.keyboard.press('f')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('ty')
    await expect(page.getByRole('option')).toHaveText([/^type:/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(fieldOf(page)).toHaveValue('type:')
    await expect(page.getByRole('option', { name: 'type:message' })).toBeVisible()
    await page.keyboard.type('mes')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(outlineOf(page).getByRole('status')).toHaveText('2 found')
    for (const [query, words] of [
      ['zurich grusse', '1 found'],
      ['מלאי', '1 found'],
      ['uses:base', '1 found'],
      ['is:disabled', '1 found'],
      ['onerror', '1 found'],
      ['-type:message -type:code type:api', '2 found'],
    ] as const) {
      await page.goto(`${service.url}/flows/${id}?find=${encodeURIComponent(query)}`)
      await expect(outlineOf(page).getByRole('status')).toHaveText(words)
    }
    await page.goto(`${service.url}/flows/${id}?find=${encodeURIComponent('kind:x is:strange')}`)
    await expect(outlineOf(page).getByText('No node matches kind:x is:strange.')).toBeVisible()
    await expect(outlineOf(page).getByText(/“kind:” is searched as text/)).toBeVisible()
    await expect(outlineOf(page).getByText(/“is:strange” is left out/)).toBeVisible()
    await checkAxe(page)
    await outlineOf(page).getByRole('button', { name: 'Reset' }).click()
    await expect(page).not.toHaveURL(/find=/)
  },
)

for (const width of [1440, 360])
  test(`at ${width} pixels it is accessible and keeps whether it is open`, wholeRun, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, service, '?find=type%3Amessage')
    if (width < 1280) {
      await expect(treeOf(page)).toHaveCount(0)
      await expect(outlineButton(page)).toHaveAccessibleName('Outline 2 found')
      await outlineButton(page).click()
      await expect(rowOf(page, /^Message arrives/)).toBeFocused()
    }
    await expect(treeOf(page)).toBeVisible()
    await checkAxe(page)
    await expectNothingSideways(page)
    if (width < 1280) {
      // A tablet shows it like a phone.
      await page.setViewportSize({ width: 768, height: 800 })
      await checkAxe(page)
      await expectNothingSideways(page)
      await page.reload()
      await expect(treeOf(page)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Close the outline' }).click()
    await expect(outlineButton(page)).toBeFocused()
    await page.reload()
    await expect(canvasOf(page)).toBeVisible()
    await expect(outlineButton(page)).toBeVisible()
    await expect(treeOf(page)).toHaveCount(0)
    await page.keyboard.press('f')
    await expect(fieldOf(page)).toBeFocused()
  })

test('on a phone the outline is the flow without the canvas', wholeRun, async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, service)
  await outlineButton(page).click()
  await rowOf(page, /^Tell where it is/).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Tell where it is' })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect(rowOf(page, /^Tell where it is/)).toHaveAttribute('aria-selected', 'true')
})

test('single keys that are switched off stay off', wholeRun, async ({ page, service }) => {
  await service.signIn(page)
  await page.addInitScript(() => localStorage.setItem('single-keys', 'off'))
  await open(page, service)
  await canvasOf(page).focus()
  await page.keyboard.press('f')
  await expect(canvasOf(page)).toBeFocused()
})

test('10,000 nodes: few rows are in the page, each can be reached', wholeRun, async ({ page, service }) => {
  test.slow()
  const total = 10_000
  const nodes = Array.from({ length: total }, (_item, index) =>
    node(`n${index}`, index === 0 ? 'trigger' : index % 50 === 0 ? 'condition' : 'code', `Step ${index}`),
  )
  const edges = nodes
    .slice(1)
    .map((_node, index) => edge(`n${index}`, `n${index + 1}`, index > 0 && index % 50 === 0 ? 'else' : null))
  await service.signIn(page)
  const id = await importFlow(service, page, { name: 'Ten thousand steps', nodes, edges })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.url}/flows/${id}?node=n9999`)
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Step 9999' })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Back' }).click()
  await outlineButton(page).click()
  await expect(rowOf(page, /^Step 9999,/)).toBeInViewport()
  await expect(rowOf(page, /^Step 9999,/)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rowOf(page, /^Step 0,/)).toBeFocused()
  await page.keyboard.press('/')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('"step 7777"')
  await expect(outlineOf(page).getByRole('status')).toHaveText('1 found')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^Step 7777,/)).toBeInViewport()
  const elements = await outlineOf(page).evaluate((box) => box.querySelectorAll('*').length)
  expect(elements).toBeLessThan(1_500)
})

/**
 * The same pages with services of unknown dialects: they show every fact in the console's words, and a dash for an
 * absent value.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { subjects, type Subject } from '#e2e/support/dialect-service.ts'
import { allRows, describeEachSubject, sortedRows } from '#e2e/support/dialect-steps.ts'
import type { FlowFact, RunFact } from '#e2e/dialects/fact.ts'
import { facts } from '#e2e/dialects/facts.ts'
import {
  absent,
  dayWords,
  exactWords,
  secondWords,
  shortSumWords,
  stateWord,
  sumWords,
  timeWords,
} from '#e2e/dialects/words.ts'
import { canvasOf } from '#e2e/support/flow-steps.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

/** The expected row of a flow: name, status, nodes, last run, runs, cost, updated. */
function flowRow(subject: Subject, flow: FlowFact): string[] {
  const lacking = new Set(subject.lacks(flow))
  return [
    flow.name,
    lacking.has('state') ? absent : stateWord(flow.state),
    String(flow.nodes.length),
    flow.lastRun === null ? 'Never ran' : `${stateWord(flow.lastRun.state)} ${timeWords(flow.lastRun.at)}`,
    lacking.has('runs') ? absent : flow.runs.toLocaleString('en-GB'),
    lacking.has('cost') ? absent : shortSumWords(flow.cost, subject.currency),
    lacking.has('updatedAt') ? absent : dayWords(flow.updatedAt),
  ]
}

/** The expected row of a run: started, flow, status, trigger, cost. */
const runRow = (subject: Subject, run: RunFact): string[] => [
  secondWords(run.start),
  facts.flows[run.flow - 1]?.name ?? '',
  stateWord(run.state),
  run.trigger,
  exactWords(run.cost, subject.currency),
]

/** A figure of the balance, found by its label. */
const figure = (page: Page, name: string) =>
  page.locator('dl[aria-label="Balance"] > div').filter({ hasText: name }).locator('dd').first()

describeEachSubject((subject, service) => {
  // For daily tests one unknown service is enough.
  const tier = subject === subjects[0] ? {} : wholeRun
  /** Services with complete lists, paging and filters by the service or by the console, and hostile answers. */
  const isFullyTested = ['Django REST', 'Bare arrays', 'Hostile'].includes(subject.name)
  test('lists every flow, and searches the list', tier, async ({ page }) => {
    // A service that counts the runs of 30 days shows the others only in their order.
    await page.goto(`${service().url}/flows${subject.name === 'Reference service' ? '?ordering=-run_count' : ''}`)
    const heads = ['Name', 'Status', 'Nodes', 'Last run', 'Runs, all time', 'Cost, 30 days', 'Updated']
    const rows = await allRows(page, 'Flows', heads)
    // The name is followed by the tags.
    const shown = rows.map(([name = '', ...rest]) => {
      const flow = facts.flows.find((one) => [one.name, ...one.labels].join(' ') === name)
      return [flow?.name ?? name, ...rest]
    })
    expect(sortedRows(shown)).toEqual(sortedRows(facts.flows.map((flow) => flowRow(subject, flow))))
    await page.getByRole('searchbox', { name: /^Search name/ }).fill('gift')
    await expect(page.getByRole('link', { name: 'Parcel tracking' })).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Flows' }).locator('tbody tr')).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Gift cards' })).toBeVisible()
  })

  test('shows the balance, and the cost of runs to the micro', wholeRun, async ({ page }) => {
    await page.goto(`${service().url}/runs?form=list&time=any`)
    // The link of a run contains further text for screen readers, and the status that a phone shows before the name.
    const visibleCells = (cells: string[]) => {
      const [started = '', flow = '', status = '', ...rest] = cells.map((cell) => cell.replace(/ , run of .*$/, ''))
      return [started, flow.startsWith(`${status} `) ? flow.slice(status.length + 1) : flow, status, ...rest]
    }
    const rows = (await allRows(page, 'Runs', ['Started', 'Flow', 'Status', 'Trigger', 'Cost'])).map(visibleCells)
    const listed = facts.runs.slice(0, subject.maxRows ?? facts.runs.length)
    expect(sortedRows(rows)).toEqual(sortedRows(listed.map((run) => runRow(subject, run))))
    await page.goto(`${service().url}/billing`)
    const lacking = new Set(subject.silent.balance)
    const { balance } = subject
    await expect(figure(page, 'Available')).toHaveText(
      lacking.has('available') ? absent : sumWords(balance.available, subject.currency),
      { useInnerText: true },
    )
    await expect(figure(page, 'Reserved')).toHaveText(
      lacking.has('reserved') ? absent : sumWords(balance.reserved, subject.currency),
      { useInnerText: true },
    )
    // The reference service sums the runs of the chosen period instead.
    if (subject.name !== 'Reference service')
      await expect(figure(page, '30 days')).toHaveText(
        lacking.has('days30') ? absent : sumWords(balance.days30, subject.currency),
        { useInnerText: true },
      )
    await expect(page.getByText(`Balance ${sumWords(balance.amount, subject.currency)}`)).toBeVisible()
  })

  if (!isFullyTested) return

  test('shows a flow on the canvas, opens one of its nodes, and exports it', wholeRun, async ({ page }) => {
    const [flow] = facts.flows
    if (flow === undefined) throw new Error('The facts contain no flow.')
    await page.goto(`${service().url}/flows?search=order%20intake`)
    await page.getByRole('link', { name: flow.name }).click()
    await expect(canvasOf(page)).toHaveAttribute('aria-label', /^Canvas of Order intake: 11 nodes, 9 edges/)
    await page.goto(`${page.url()}?node=label`)
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('heading', { name: 'Print the label' })).toBeVisible()
    await expect(panel.getByText('Slow on Mondays')).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Write the answer/ })).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Say thank you/ })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Export/ }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    for (const node of flow.nodes) expect(text).toContain(node.title)
  })

  test('lists tools by category', wholeRun, async ({ page }) => {
    const words = { api: 'API', transform: 'Transform', condition: 'Condition', agent: 'Agent', code: 'Code' }
    await page.goto(`${service().url}/tools`)
    for (const [group, word] of Object.entries({ ...words, global: 'Global' })) {
      await page.getByRole('link', { name: new RegExp(`^${word}`) }).click()
      const table = page.getByRole('table', { name: `${word} tools`, exact: true })
      const names = facts.tools
        .filter((tool) => tool.group === group)
        .map(({ name }) => name)
        .toSorted()
      const links = table.locator('tbody').getByRole('link').filter({ hasNotText: 'Cannot run' })
      await expect(links).toHaveCount(names.length)
      const shown = async () => (await links.allTextContents()).toSorted()
      await expect.poll(shown).toEqual(names)
    }
  })

  test('lists channels with problems first, and filters the inbox', wholeRun, async ({ page }) => {
    await page.goto(`${service().url}/channels`)
    const bad = page.getByRole('region', { name: /^Needs attention/ }).getByRole('heading', { level: 3 })
    await expect(bad).toHaveText(['orders@shop.example', 'WhatsApp of the shop'])
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(facts.channels.length)
    const chat = page.getByRole('article').filter({ hasText: 'Chat of the shop' })
    await expect(chat).toContainText(timeWords(facts.channels[0]?.lastAt ?? 0))

    const listed = facts.conversations.slice(0, subject.maxRows ?? facts.conversations.length)
    const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await page.goto(`${service().url}/inbox?status=pending`)
    const pending = listed.filter((conversation) => conversation.state === 'pending')
    await expect(row).toHaveCount(pending.length)
    const shown = await row.allInnerTexts()
    // A row shows the last message, or the subject if the service returns none.
    const isShown = ({ subject: title, last, person }: (typeof pending)[number]) =>
      shown.some((text) => text.startsWith(person.name) && (text.includes(title) || text.includes(last.text)))
    expect(pending.filter((conversation) => !isShown(conversation))).toEqual([])
    // Both words must occur, in any field; the service or the console filters.
    await page.goto(`${service().url}/inbox?status=resolved&q=missing%20hana`)
    await expect(row).toHaveCount(2)
    await row.first().click()
    await expect(page.getByRole('heading', { name: /Invoice missing 40/ })).toBeVisible()
    await page.goBack()
    await row.last().click()
    await expect(page.getByRole('heading', { name: /Invoice missing 16/ })).toBeVisible()
  })
})

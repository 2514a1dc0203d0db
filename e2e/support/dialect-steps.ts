/** Reads lists of the console, and runs tests in front of each service. */
import type { Page } from '@playwright/test'
import { subjects, type DialectService, type Subject } from './dialect-service.ts'
import { expect, test } from './service.ts'

/** The cells of the visible rows, each as the accessible names of its images, then its text. */
const cellsOf = (page: Page, label: string): Promise<string[][]> =>
  page
    .getByRole('table', { name: label, exact: true })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => {
          const names = [...cell.querySelectorAll('[role="img"]')].map((one) => one.getAttribute('aria-label') ?? '')
          return [...names, cell.innerText].join(' ').replaceAll(/\s+/g, ' ').trim()
        }),
      ),
    )

/** The cells of all pages of a list, in columns with these heads: some services have further columns. */
export async function allRows(page: Page, label: string, heads: readonly string[]): Promise<string[][]> {
  const first = page.getByRole('table', { name: label, exact: true }).locator('tbody tr').first()
  await expect(first).toBeVisible()
  const all = await page.getByRole('table', { name: label, exact: true }).locator('thead th').allTextContents()
  const at = heads.map((head) => all.indexOf(head))
  const rows: string[][] = []
  const next = page.getByRole('button', { name: 'Next page' })
  for (;;) {
    const before = await first.innerText()
    rows.push(...(await cellsOf(page, label)).map((cells) => at.map((column) => cells[column] ?? '')))
    if ((await next.count()) === 0 || (await next.getAttribute('aria-disabled')) === 'true') return rows
    await next.click()
    await expect(first).not.toHaveText(before, { useInnerText: true })
  }
}

/** Sorts rows, since services return them in different orders. */
export const sortedRows = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((row) => row.join(' | ')).toSorted()

/** Runs the same tests in front of each of the services, with its initial facts. */
export function describeEachSubject(tests: (subject: Subject, service: () => DialectService) => void): void {
  for (const subject of subjects)
    test.describe(subject.name, () => {
      let service: DialectService | undefined
      const running = (): DialectService => {
        if (service === undefined) throw new Error('The service has not been started.')
        return service
      }
      test.beforeAll(async () => {
        service = await subject.start()
      })
      test.afterAll(() => service?.stop())
      test.beforeEach(async ({ page, pageErrors }) => {
        // Services answer missing paths in different ways.
        pageErrors.allow(/status of (404|405) /)
        await running().signIn(page)
      })
      test.afterEach(async ({ page }) => {
        // A page with open requests would log errors when the service stops.
        await page.goto('about:blank')
      })
      tests(subject, running)
    })
}

/** What a person reads from the lists of the console, and the frame in which each service is looked at. */
import type { Page } from '@playwright/test'
import { subjects, type DialectService, type Subject } from './dialect-service.ts'
import { expect, test } from './service.ts'

/** The cells of the rows in sight: names of pictures, then the text. */
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

/** The cells of all pages of a list, one after the other. */
export async function allRows(page: Page, label: string): Promise<string[][]> {
  const first = page.getByRole('table', { name: label, exact: true }).locator('tbody tr').first()
  await expect(first).toBeVisible()
  const rows: string[][] = []
  const next = page.getByRole('button', { name: 'Next page' })
  for (;;) {
    const before = await first.innerText()
    rows.push(...(await cellsOf(page, label)))
    if ((await next.count()) === 0 || (await next.getAttribute('aria-disabled')) === 'true') return rows
    await next.click()
    await expect(first).not.toHaveText(before, { useInnerText: true })
  }
}

/** In any order: some services have one of their own. */
export const inOneOrder = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((row) => row.join(' | ')).toSorted()

/** The same tests in front of each of the services, with its facts as nobody has changed them. */
export function inFrontOfEach(tests: (subject: Subject, service: () => DialectService) => void): void {
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
      test.beforeEach(async ({ page, troubles }) => {
        // What it has not, a service says as it likes.
        troubles.allow(/status of (404|405) /)
        await running().signIn(page)
      })
      test.afterEach(async ({ page }) => {
        // A page that still fetches something would complain about the service that goes.
        await page.goto('about:blank')
      })
      tests(subject, running)
    })
}

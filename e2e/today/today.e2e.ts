/** The start page: what is wrong and its remedy, starred and recent flows, a list that cannot be read. */
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'

test('says what is wrong, worst first, and leads to the remedy with one press', async ({ page, sampleService }) => {
  await sampleService.open(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /^\d+ things? (is|are) broken/ })).toBeVisible()
  const problems = main.getByRole('list', { name: 'Problems' }).getByRole('listitem')
  await expect(problems.first()).toContainText('Down')
  await expect(problems.filter({ hasText: 'billing@shop.example' })).toContainText(
    'The mail server rejected the password',
  )
  await checkAxe(page)
  await expectNoHorizontalOverflow(page)
  await problems
    .filter({ hasText: 'billing@shop.example' })
    .getByRole('link', { name: /^Open channel/ })
    .click()
  await expect(page).toHaveURL(/channel=chn_/)
  await expect(page.getByRole('heading', { name: 'billing@shop.example' }).last()).toBeVisible()
})

test('lists starred flows first, and forgets a deleted one', async ({ page, sampleService, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/api\/flow\//)
  await sampleService.open(page, '/flows')
  await page.getByRole('link', { name: 'Order status: answers in WhatsApp', exact: true }).click()
  await page.getByRole('button', { name: 'Star Order status: answers in WhatsApp' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  const flows = page.getByRole('region', { name: 'Flows' }).getByRole('listitem')
  await expect(flows.first()).toContainText('Order status: answers in WhatsApp')
  await expect(flows.first().getByRole('button', { pressed: true })).toBeVisible()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('starred-flows')) ?? ''
    localStorage.setItem(key, JSON.stringify([{ id: 'flw_gone', name: 'Gone' }]))
  })
  await page.reload()
  await flows.first().getByRole('link', { name: 'Gone' }).click()
  await expect(page.getByRole('link', { name: 'Go to flows' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('flw_gone')
  await page.goto(`${sampleService.url}/`)
  await expect(flows.first()).toContainText('Order status: answers in WhatsApp')
  await expect(page.getByText('Gone', { exact: true })).toHaveCount(0)
})

test('a list that cannot be read is named, and is no proof that all is well', async ({
  page,
  sampleService,
  pageErrors,
}) => {
  pageErrors.allow(/status of 500/)
  await sampleService.signIn(page)
  await page.route(/\/api\/(incident|conversation)\/\?/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"Broken.","code":"internal"}' }),
  )
  await page.goto(`${sampleService.url}/`)
  await expect(page.getByRole('heading', { name: 'No problems in what could be read.' })).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText('Incidents could not be loaded')).toBeVisible()
})

test('the account menu shows the shortcuts, changes the theme and signs out', async ({ page, service }) => {
  const person = { name: 'Mona Menu', email: 'mona@example.com', password: 'a sentence for menus' }
  await service.signIn(page)
  await service.call(page, 'POST', '/person/', { ...person, role: 'operator' })
  await service.signOut(page)
  // The session of other tests stays.
  await service.call(page, 'POST', '/session/', { email: person.email, password: person.password })
  await page.goto(service.url)
  const button = page.getByRole('button', { name: /^Account of / })
  await button.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await button.click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await button.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/sign-in/)
})

test('an account without flows gets ways to begin instead of a verdict', async ({ page, service }) => {
  await service.signIn(page)
  // Other tests share the account, and their flows fail.
  await page.route(/\/api\/(flow|incident|conversation)\/\?/, (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"count":0,"next":null,"previous":null,"results":[]}' }),
  )
  await page.goto(service.url)
  await expect(page.getByRole('heading', { name: 'Nothing runs here yet' })).toBeVisible()
  await page.getByRole('button', { name: /^Import flows/ }).click()
  await expect(page).toHaveURL(/\/flows\/import$/)
})

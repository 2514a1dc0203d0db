/** Settings → Alerts: create, test, edit and delete an address for messages about incidents. */
import { checkAxe, expect, expectNoHorizontalOverflow, test } from '#e2e/support/service.ts'

test('an operator creates an alert, sees why its test failed, adds quiet hours and deletes it', async ({
  page,
  service,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400 .*\/api\/alert\/$/)
  await service.open(page, '/settings/alerts')
  await expect(page).toHaveTitle('Alerts · Settings · Flow Console')
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create alert' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Enter a URL.')).toBeVisible()
  await checkAxe(page)

  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByLabel('Send by').selectOption('Email')
  await dialog.getByLabel('Email address').fill('ops@shop.example')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await expect(dialog.getByText('This service sends no mail.')).toBeVisible()
  await dialog.getByLabel('Send by').selectOption('Webhook')
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook?token=very-secret-token')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  const created = page.getByRole('dialog', { name: 'Alert created' })
  await expect(created.locator('p.mono')).toContainText('whsec_')
  await checkAxe(page)
  await created.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByText('Webhook: http://10.0.0.1')).toBeVisible()
  await expect(page.getByText('very-secret')).toHaveCount(0)
  await expect(page.getByText('All incidents')).toBeVisible()
  await page.getByRole('button', { name: 'Test On call' }).click()
  await expect(page.getByText('10.0.0.1 is not a public address.')).toBeVisible()
  await expectNoHorizontalOverflow(page)

  await page.getByRole('button', { name: 'Edit On call' }).click()
  await dialog.getByLabel('Quiet hours').check()
  await dialog.getByLabel('From').fill('21:30')
  await dialog.getByLabel('Budget is reached').uncheck()
  await dialog.getByRole('button', { name: 'Save alert' }).click()
  await expect(page.getByText(/Quiet hours 21:30–07:00/)).toBeVisible()
  await expect(page.getByText('All incidents')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete On call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No alerts yet')).toBeVisible()
})

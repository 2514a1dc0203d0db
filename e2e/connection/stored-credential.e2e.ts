/** A stored credential is bound to the URL for which it was entered: a form with another URL asks for it again. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { checkAxe, expect, test, type TestService, wholeRun } from '#e2e/support/service.ts'

const Created = z.looseObject({ id: z.string() })

const make = async (service: TestService, page: Page, path: string, body: Record<string, unknown>) =>
  Created.parse(await service.call(page, 'POST', path, body)).id

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })

test(
  'requires the token again when the API base URL of a channel changes',
  wholeRun,
  async ({ page, service, pageErrors }) => {
    pageErrors.allow(/Failed to load resource/)
    await service.signIn(page)
    const config = { api_base: 'http://127.0.0.1:9' }
    const body = { type: 'telegram', name: 'Moving bot', config, credentials: { bot_token: '99:kept-token-51c3' } }
    const id = await make(service, page, '/channel/', body)
    await page.goto(`${service.url}/channels?channel=${id}`)
    await panelOf(page, 'Moving bot').getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Edit Moving bot' })
    await form.getByRole('textbox', { name: 'API base URL' }).fill('http://127.0.0.1:10')
    await page.getByRole('button', { name: 'Save channel' }).click()
    await expect(form.getByText('Enter the credential again. It was stored for another address.')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Replace Bot token' })).toBeFocused()
    await checkAxe(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('99:kept-token-51c3')
    await page.getByRole('button', { name: 'Save channel' }).click()
    await expect(panelOf(page, 'Moving bot')).toBeVisible()
    await expect(form).toHaveCount(0)
    expect(await service.call(page, 'GET', `/channel/${id}/`)).toMatchObject({
      config: { api_base: 'http://127.0.0.1:10' },
    })
  },
)

test('requires the token again when the URL of a tool changes', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/Failed to load resource/)
  await service.signIn(page)
  const auth = { kind: 'bearer', secret: 'kept-token-51c3' }
  const config = { method: 'GET', url: 'https://shop.example/{{ input.id }}', auth }
  const id = await make(service, page, '/tool/', { name: 'Moving API', category: 'api', config })
  await page.goto(`${service.url}/tools?tool=${id}`)
  await panelOf(page, 'Moving API').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit Moving API' })
  const address = form.getByRole('textbox', { name: 'Request' })
  await address.fill('https://other.example/{{ input.id }}')
  await page.getByRole('button', { name: 'Save tool' }).click()
  await expect(form.getByText('Enter the credential again. It was stored for another address.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Replace token' })).toBeFocused()
  await address.fill('https://{{ input.host }}/')
  await form.getByRole('button', { name: 'Replace token' }).click()
  await page.keyboard.type('kept-token-51c3')
  await page.getByRole('button', { name: 'Save tool' }).click()
  await expect(form.getByText('A filled-in value decides which host receives the stored secret')).toBeVisible()
  await address.fill('https://other.example/{{ input.id }}')
  await page.getByRole('button', { name: 'Save tool' }).click()
  await expect(panelOf(page, 'Moving API')).toContainText('https://other.example/')
})

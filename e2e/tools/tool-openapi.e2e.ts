/** Tools from an OpenAPI document: choosing a file and operations, and the result of each operation. */
import type { Page } from '@playwright/test'
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

const shop = `openapi: 3.0.3
info: { title: Shop }
servers: [{ url: /v1 }]
security: [{ key: [] }]
paths:
  /orders/{no}:
    get: { operationId: readOrder, summary: Read an order, responses: {} }
    patch:
      operationId: changeOrder
      summary: Change an order
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: {}
  /pictures:
    post: { operationId: addPicture, requestBody: { content: { multipart/form-data: {} } }, responses: {} }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas: { Order: { type: object, properties: { lines: { type: array, items: { $ref: "#/components/schemas/Order" } } } } }
`

async function choose(page: Page, button: string, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

test(
  'lists all operations, marks unsupported and existing ones, and creates tools from the selected ones',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    await service.call(page, 'POST', '/tool/', {
      name: 'Mine',
      key: 'changeorder',
      category: 'api',
      config: { method: 'GET', url: 'https://mine.example' },
    })
    const value = { value: 'a long secret 7c1e', type: 'string', secret: true }
    await service.call(page, 'POST', '/tool/', { name: 'Shop key', key: 'shop_key', category: 'global', config: value })
    await page.goto(`${service.url}/tools`)
    await page.getByRole('button', { name: 'New tool' }).click()
    await page.getByRole('menuitem', { name: 'From an OpenAPI document' }).click()
    await choose(page, 'Choose file', 'notes.yaml', 'swagger: "2.0"')
    await expect(page.getByRole('alert')).toContainText('Swagger 2.0')
    await choose(page, 'Choose file', 'shop.yaml', shop)
    const list = page.getByRole('region', { name: 'Operations' })
    await expect(page.getByText(/^Shop: 3 operations/)).toBeFocused()
    await expect(list.getByText('Cannot be a tool: It sends multipart/form-data')).toBeVisible()
    await expect(list.getByText('Already exists:')).toBeVisible()
    await list.getByRole('button', { name: 'Use another key' }).press('Enter')
    const again = list.getByRole('checkbox', { name: 'PATCH /orders/{no}' })
    await expect(again).toBeFocused()
    await expect(list.getByText('Its key will be changeorder_2')).toBeVisible()
    await again.press('Space')
    await list.getByRole('checkbox', { name: 'GET /orders/{no}' }).check()
    await expect(list.getByRole('checkbox', { name: 'GET /orders/{no}' })).toBeChecked()
    const create = page.getByRole('button', { name: 'Create 1 tool' })
    await create.click()
    await expect(page.getByText('Enter the address of the service')).toBeVisible()
    // The document could send an existing value to its own service, so the user has to allow this first.
    await expect(page.getByText('Allow sending the existing value, or enter another key.')).toBeVisible()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await checkAxe(page)
    }
    await page.getByRole('textbox', { name: 'Address of the service' }).fill('https://shop.example')
    await page.getByRole('textbox', { name: 'Bearer token (key)' }).fill('other_key')
    await create.click()
    await expect(page.getByText('1 created, 1 cannot be a tool')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create tools' })).toBeFocused()
    await list.getByRole('link', { name: 'Read an order' }).click()
    const panel = page.getByRole('complementary', { name: 'Read an order' })
    await expect(panel).toContainText('https://shop.example/v1/orders/{{ input.no }}')
    await expect(panel).toContainText('{{ secrets.other_key }}')
  },
)

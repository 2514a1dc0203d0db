/** Trying a tool on its page: effects, an input form, and the result with its cost. */
import { checkAxe, expect, test } from '#e2e/support/service.ts'

test('tries a tool with the default input of its schema, and reports errors and empty fields', async ({
  page,
  service,
}) => {
  await service.signIn(page)
  const make = async (name: string, body: object): Promise<string> => {
    const made = await service.call(page, 'POST', '/tool/', { name, ...body })
    return typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : ''
  }
  const schema = {
    type: 'object',
    required: ['order_no', 'pieces'],
    properties: {
      order_no: { type: 'string', title: 'Order number' },
      pieces: { type: 'integer', title: 'Pieces', examples: [21] },
    },
  }
  const source =
    'if (input.pieces < 0) throw new Error("Too few"); return { no: input.order_no, doubled: input.pieces * 2 }'
  const code = await make('Double an order', {
    category: 'code',
    config: { language: 'javascript', source },
    input_schema: schema,
  })
  await page.goto(`${service.url}/tools?tool=${code}`)
  const part = page.getByRole('region', { name: 'Try it' })
  await part.getByRole('button', { name: 'Try with input' }).press('Enter')
  await expect(part.getByLabel('Pieces')).toBeFocused()
  await expect(part).toContainText('It costs as much as a step of a run.')
  await expect(part.getByLabel('Pieces')).toHaveValue('21')
  await part.getByRole('button', { name: 'Run tool' }).click()
  await expect(part.getByText('This field is required.')).toHaveCount(1)
  await part.getByLabel('Order number').fill('A-17')
  await part.getByLabel('Order number').press('Enter')
  const outcome = part.getByRole('status')
  await expect(outcome).toContainText('Succeeded')
  await expect(outcome).toContainText('€0.00')
  await expect(outcome.getByRole('region', { name: 'Output' })).toContainText('"doubled": 42')
  await checkAxe(page)
  await part.getByLabel('Pieces').fill('-1')
  await part.getByRole('button', { name: 'Run tool' }).click()
  await expect(outcome).toContainText('Too few')
  // A request to an internal address is refused: nothing is sent or charged.
  const api = await make('Inside', { category: 'api', config: { method: 'GET', url: 'http://169.254.169.254/' } })
  await page.goto(`${service.url}/tools?tool=${api}`)
  await part.getByRole('button', { name: 'Try with input' }).click()
  await expect(part).toContainText('This sends a real request with the tool’s secrets.')
  await part.getByRole('button', { name: 'Send request' }).click()
  await expect(outcome).toContainText('Failed')
  await expect(outcome).toContainText('169.254.169.254')
})
